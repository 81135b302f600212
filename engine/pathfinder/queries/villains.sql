-- title: Villains: how often met, defeated and evaded, how often they escaped, and how the scenarios ended
-- with: counted
-- parameter villain (text): only this villain
WITH met AS (
    SELECT card AS villain, count(*) AS encounters, count(DISTINCT stream) AS games,
           count(*) FILTER (outcome = 'defeated') AS defeated,
           count(*) FILTER (outcome = 'undefeated') AS undefeated,
           count(*) FILTER (outcome = 'evaded') AS evaded,
           count(DISTINCT stream) FILTER (ended = 'won') AS scenarios_won,
           count(DISTINCT stream) FILTER (ended = 'lost') AS scenarios_lost
    FROM counted
    JOIN (SELECT * FROM pathfinder_encounter WHERE type = 'villain') USING (stream)
    JOIN (SELECT stream, outcome AS ended FROM pathfinder_scenario) USING (stream)
    GROUP BY card
), escaped AS (
    SELECT villain, count(*) AS escapes, round(avg(locations), 1) AS average_locations,
           sum(pathfinder_escape.blessings)::BIGINT AS blessings
    FROM counted JOIN pathfinder_escape USING (stream)
    GROUP BY villain
)
SELECT CASE WHEN villain = '' THEN 'not told' ELSE villain END AS villain,
       coalesce(encounters, 0) AS encounters, defeated, undefeated, evaded,
       coalesce(escapes, 0) AS escapes, average_locations, blessings, games, scenarios_won, scenarios_lost
FROM met FULL JOIN escaped USING (villain)
WHERE $villain IS NULL OR lower(villain) = lower($villain)
ORDER BY encounters DESC, villain
