-- title: Every game: which scenario, who played whom, how it ended, and how much in its log does not agree
-- with: counted
-- parameter player (text): only games in which this player sat
WITH wrong AS (
    SELECT stream, count(*) AS findings FROM pathfinder_finding GROUP BY stream
), dead AS (
    SELECT stream, string_agg(character, ', ' ORDER BY version) AS deaths FROM pathfinder_death GROUP BY stream
)
SELECT name AS game, played, campaign, scenario, party, status, outcome, reason,
       last_turn AS turns, blessings_left, deaths, coalesce(findings, 0) AS findings, events
FROM counted JOIN pathfinder_scenario USING (stream) LEFT JOIN wrong USING (stream) LEFT JOIN dead USING (stream)
WHERE $player IS NULL
   OR stream IN (SELECT stream FROM seat WHERE lower(player) = lower($player))
ORDER BY moment, name
