-- title: How often each coalition was dominant, and the points that brought
-- with: counted
SELECT players, coalition,
       count(*) FILTER (dominant = coalition) AS dominant,
       count(*) AS checks,
       round(100.0 * count(*) FILTER (dominant = coalition) / count(*), 1) AS percent,
       coalesce(sum(points) FILTER (dominant = coalition), 0)::BIGINT AS points
FROM counted
JOIN (
    SELECT pamir_check.stream, dominant, sum(points)::BIGINT AS points
    FROM pamir_check JOIN pamir_score USING (stream, number)
    GROUP BY pamir_check.stream, number, dominant
) USING (stream)
CROSS JOIN (SELECT unnest(['afghan', 'british', 'russian']) AS coalition)
GROUP BY players, coalition
ORDER BY players, coalition
