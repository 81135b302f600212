-- title: Every game: who played, with how many points, who won, and how it ended
-- with: counted
-- parameter player (text): only games in which this player sat
SELECT name AS game, played, campaign, players, status, turns, checks, events,
       string_agg(player || ' ' || coalesce(points::VARCHAR, '-'), ', ' ORDER BY seat) AS points,
       string_agg(player, ', ' ORDER BY seat) FILTER (won) AS winners,
       reason, tie_break
FROM counted JOIN seat USING (stream) LEFT JOIN pamir_game USING (stream)
GROUP BY ALL
HAVING $player IS NULL OR count(*) FILTER (lower(player) = lower($player)) > 0
ORDER BY any_value(moment), name
