-- title: How often winners and losers change their loyalty
-- with: counted
SELECT players,
       CASE WHEN won THEN 'winners' ELSE 'others' END AS who,
       count(*) AS seats,
       sum(loyalty_changes)::BIGINT AS changes,
       round(avg(loyalty_changes), 2) AS average,
       max(loyalty_changes) AS most
FROM counted JOIN seat USING (stream) JOIN pamir_seat USING (stream, seat)
WHERE won IS NOT NULL
GROUP BY players, won
ORDER BY players, won DESC
