-- title: Explorations by what allowed them and what was met, and how the encounters ended
-- with: counted
-- parameter character (text): only explorations of this character
SELECT source, CASE WHEN type = '' THEN 'not told' ELSE type END AS type,
       count(*) AS explorations,
       count(*) FILTER (outcome = 'acquired') AS acquired,
       count(*) FILTER (outcome = 'defeated') AS defeated,
       count(*) FILTER (outcome = 'undefeated') AS undefeated,
       count(*) FILTER (outcome IN ('banished', 'declined')) AS not_acquired,
       count(*) FILTER (outcome = 'evaded') AS evaded,
       count(*) FILTER (outcome IN ('', 'cut_short')) AS open
FROM counted JOIN pathfinder_exploration USING (stream)
WHERE $character IS NULL OR lower(character) = lower($character)
GROUP BY ALL
ORDER BY source, type
