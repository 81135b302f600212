-- title: Wins by the loyalty held at the end, by number of players
-- with: counted
-- parameter player (text): only seats of this player
SELECT last_loyalty AS loyalty, players,
       count(*) AS seats,
       count(*) FILTER (won) AS wins,
       round(100.0 * count(*) FILTER (won) / count(*), 1) AS win_percent,
       round(avg(points), 1) AS average_points
FROM counted JOIN seat USING (stream) JOIN pamir_seat USING (stream, seat)
WHERE won IS NOT NULL AND ($player IS NULL OR lower(player) = lower($player))
GROUP BY last_loyalty, players
ORDER BY last_loyalty, players
