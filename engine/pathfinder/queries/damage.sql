-- title: Damage by card: how often it was dealt, how much, how much was prevented, and how many cards it took
-- with: counted
-- parameter character (text): only damage dealt to this character
SELECT CASE WHEN card = '' THEN 'not told' ELSE card END AS card,
       CASE WHEN type = '' THEN 'not told' ELSE type END AS type,
       count(*) AS times,
       sum(amount)::BIGINT AS dealt,
       max(amount) AS most,
       sum(reduced)::BIGINT AS reduced,
       sum(taken)::BIGINT AS cards_taken
FROM counted JOIN pathfinder_damage USING (stream)
WHERE $character IS NULL OR lower(character) = lower($character)
GROUP BY ALL
ORDER BY dealt DESC NULLS LAST, card, type
