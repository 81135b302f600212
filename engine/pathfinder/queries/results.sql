-- title: Scenarios won and lost by player, and characters that died
-- with: counted
-- parameter player (text): only this player
WITH died AS (
    SELECT stream, seat, count(*) AS deaths FROM pathfinder_death GROUP BY stream, seat
)
SELECT player,
       count(*) AS games,
       count(*) FILTER (won IS NOT NULL) AS finished,
       count(*) FILTER (won) AS wins,
       count(*) FILTER (NOT won) AS losses,
       round(100.0 * count(*) FILTER (won) / nullif(count(*) FILTER (won IS NOT NULL), 0), 1) AS win_percent,
       coalesce(sum(deaths), 0)::BIGINT AS deaths,
       max(played) AS last_played
FROM counted JOIN seat USING (stream) LEFT JOIN died USING (stream, seat)
WHERE $player IS NULL OR lower(player) = lower($player)
GROUP BY player
ORDER BY wins DESC, win_percent DESC NULLS LAST, games DESC, player
