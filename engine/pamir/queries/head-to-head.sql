-- title: How often two players share a coalition at a check, and who then scores more
-- with: counted
-- parameter player (text): only pairs with this player
WITH at_checks AS (
    SELECT stream, number, seat, player, loyalty, points.points
    FROM counted
    JOIN pamir_score AS points USING (stream)
    JOIN seat USING (stream, seat)
)
SELECT one.player AS player, other.player AS against,
       count(*) AS checks,
       count(*) FILTER (one.loyalty = other.loyalty) AS same_coalition,
       count(*) FILTER (one.loyalty = other.loyalty AND one.points > other.points) AS then_more,
       count(*) FILTER (one.loyalty = other.loyalty AND one.points = other.points) AS then_even,
       count(*) FILTER (one.loyalty = other.loyalty AND one.points < other.points) AS then_less,
       sum(one.points)::BIGINT AS points,
       sum(other.points)::BIGINT AS points_against
FROM at_checks AS one JOIN at_checks AS other USING (stream, number)
WHERE one.player <> other.player
  AND CASE WHEN $player IS NULL THEN one.player < other.player ELSE lower(one.player) = lower($player) END
GROUP BY one.player, other.player
ORDER BY checks DESC, one.player, other.player
