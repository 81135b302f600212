-- title: Results and wins by player
-- with: counted
-- parameter player (text): only this player
SELECT player,
       count(*) AS games,
       count(*) FILTER (status = 'finished') AS finished,
       count(*) FILTER (won) AS wins,
       round(100.0 * count(*) FILTER (won) / nullif(count(*) FILTER (won IS NOT NULL), 0), 1) AS win_percent,
       round(avg(points) FILTER (status = 'finished'), 1) AS average_points,
       max(points) AS best,
       round(avg(seat.place) FILTER (status = 'finished'), 2) AS average_place,
       max(played) AS last_played
FROM counted JOIN seat USING (stream)
WHERE $player IS NULL OR lower(player) = lower($player)
GROUP BY player
ORDER BY wins DESC, win_percent DESC NULLS LAST, games DESC, player
