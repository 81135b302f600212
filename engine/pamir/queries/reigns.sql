-- title: Who ruled each region for how many turns, and the bribes that brought
-- with: counted
-- parameter player (text): only this player
WITH ruled AS (
    SELECT player, region, count(*) AS reigns, sum(turns)::BIGINT AS turns, max(turns) AS longest
    FROM counted JOIN pamir_reign USING (stream) JOIN seat USING (stream, seat)
    GROUP BY player, region
), bribed AS (
    SELECT player, region, sum(paid)::BIGINT AS bribe_income
    FROM counted
    JOIN pamir_bribe USING (stream)
    JOIN seat ON seat.stream = counted.stream AND seat.seat = payee
    WHERE kind = 'play'
    GROUP BY player, region
)
SELECT player, region, reigns, turns, longest, coalesce(bribe_income, 0) AS bribe_income
FROM ruled LEFT JOIN bribed USING (player, region)
WHERE $player IS NULL OR lower(player) = lower($player)
ORDER BY turns DESC, player, region
