-- title: Games that went to the final, doubled check: who led before it, and who won
-- with: counted
WITH finals AS (
    SELECT counted.stream, name, played, moment, players, decided_by_final, seat.seat, player, won, vp,
           vp - score.points AS vp_before,
           score.points AS gained
    FROM counted
    JOIN pamir_game USING (stream)
    JOIN pamir_check AS final_check USING (stream)
    JOIN pamir_score AS score USING (stream, number)
    JOIN seat ON seat.stream = counted.stream AND seat.seat = score.seat
    WHERE final_check.final
)
SELECT name AS game, played, players,
       string_agg(player, ', ' ORDER BY seat) FILTER (vp_before = most) AS led_before,
       max(vp_before) AS points_before,
       string_agg(player, ', ' ORDER BY seat) FILTER (won) AS winners,
       max(vp) AS points_after,
       max(gained) FILTER (won) AS winner_gained,
       decided_by_final
FROM (SELECT *, max(vp_before) OVER (PARTITION BY stream) AS most FROM finals)
GROUP BY stream, name, played, moment, players, decided_by_final
ORDER BY moment, name
