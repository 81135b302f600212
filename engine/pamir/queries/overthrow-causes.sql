-- title: What overthrows come from, and what they cost
-- with: counted
SELECT cause, rule,
       count(*) AS overthrows,
       count(*) FILTER (seat = acting) AS on_own_turn,
       sum(tribes_lost)::BIGINT AS tribes_lost,
       sum(cards_lost)::BIGINT AS cards_lost
FROM counted JOIN pamir_overthrow USING (stream)
GROUP BY cause, rule
ORDER BY overthrows DESC, cause
