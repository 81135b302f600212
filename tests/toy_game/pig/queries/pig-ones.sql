-- title: How often each player rolled a one
-- parameter player (text): only this player
SELECT player, count(*) FILTER (face = 1) AS ones, count(*) AS rolls
FROM pig_roll
WHERE $player IS NULL OR lower(player) = lower($player)
GROUP BY player
ORDER BY player
