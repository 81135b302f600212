-- title: Who helped whom in encounters, with how many cards of which type
-- with: counted
-- parameter character (text): only help that this character gave
SELECT character, helped, CASE WHEN type = '' THEN 'not told' ELSE type END AS type,
       count(*) AS cards,
       count(DISTINCT stream) AS games
FROM counted JOIN pathfinder_play USING (stream)
WHERE helped <> '' AND ($character IS NULL OR lower(character) = lower($character))
GROUP BY ALL
ORDER BY cards DESC, character, helped, type
