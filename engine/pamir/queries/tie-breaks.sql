-- title: Games decided by a tie-break, and by which
-- with: counted
SELECT name AS game, played, players, tie_break,
       string_agg(player, ', ' ORDER BY seat.seat) FILTER (won) AS winners,
       string_agg(player || ': ' || vp || ' points, ' || military || ' military stars, ' || rupees || ' rupees',
                  '; ' ORDER BY seat.seat) FILTER (vp = most) AS tied
FROM counted
JOIN pamir_game USING (stream)
JOIN seat USING (stream)
JOIN (SELECT *, max(vp) OVER (PARTITION BY stream) AS most FROM pamir_seat) USING (stream, seat)
WHERE tie_break <> ''
GROUP BY stream, name, played, moment, players, tie_break
ORDER BY moment, name
