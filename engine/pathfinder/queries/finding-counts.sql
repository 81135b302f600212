-- title: What goes wrong most in the logs, by rule and kind
-- with: counted
SELECT rule, kind, count(*) AS findings, count(DISTINCT stream) AS games, min(message) AS example
FROM counted JOIN pathfinder_finding USING (stream)
GROUP BY rule, kind
ORDER BY findings DESC, rule, kind
