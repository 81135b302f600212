-- title: Dominance Checks by how they came and who was dominant, by number of players
-- with: counted
SELECT players, trigger, coalesce(dominant, 'nobody') AS dominant,
       count(*) AS checks,
       count(*) FILTER (final) AS final_checks,
       round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY players), 1) AS percent,
       round(avg(afghan), 1) AS afghan, round(avg(british), 1) AS british, round(avg(russian), 1) AS russian
FROM counted JOIN pamir_check USING (stream)
GROUP BY players, trigger, dominant
ORDER BY players, trigger, dominant NULLS LAST
