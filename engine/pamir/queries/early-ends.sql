-- title: Games that a lead of four ended early, and after which check
-- with: counted
-- parameter player (text): only games in which this player sat
SELECT name AS game, played, players, number AS check_number, pamir_check.turn, trigger, dominant,
       string_agg(player || ' ' || points, ', ' ORDER BY points DESC, seat.seat) AS points
FROM counted
JOIN pamir_game USING (stream)
JOIN pamir_check USING (stream)
JOIN seat USING (stream)
WHERE reason = 'lead_of_four' AND ended_game
GROUP BY ALL
HAVING $player IS NULL OR count(*) FILTER (lower(player) = lower($player)) > 0
ORDER BY any_value(moment), name
