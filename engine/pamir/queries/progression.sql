-- title: Points check by check, in the newest games first
-- with: counted
-- parameter player (text): only this player
-- parameter games (whole): only so many of the newest games
WITH newest AS (
    SELECT * FROM counted
    WHERE $player IS NULL OR stream IN (SELECT stream FROM seat WHERE lower(player) = lower($player))
    QUALIFY $games IS NULL OR row_number() OVER (ORDER BY moment DESC, name) <= $games
)
SELECT name AS game, played, player, number AS check_number, pamir_score.turn, loyalty,
       influence, cylinders, pamir_score.points, vp
FROM newest
JOIN seat USING (stream)
JOIN pamir_score USING (stream, seat)
WHERE $player IS NULL OR lower(player) = lower($player)
ORDER BY moment DESC, name, seat.seat, number
