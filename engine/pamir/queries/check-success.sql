-- title: Share of successful Dominance Checks, by number of players
-- with: counted
SELECT players,
       count(DISTINCT stream) AS games,
       count(*) AS checks,
       count(*) FILTER (success) AS successful,
       count(*) FILTER (NOT success) AS unsuccessful,
       round(100.0 * count(*) FILTER (success) / count(*), 1) AS success_percent
FROM counted JOIN pamir_check USING (stream)
GROUP BY players
ORDER BY players
