-- title: Points that tables ruled on: how, for how long, how often, and by whom; empty choices are open questions
-- with: counted
-- parameter point (text): only this point
SELECT point, choice, scope,
       count(*) AS rulings,
       count(DISTINCT stream) AS games,
       string_agg(DISTINCT nullif(ruled_by, ''), ', ' ORDER BY nullif(ruled_by, '')) AS ruled_by,
       max(played) AS last_played
FROM counted JOIN pathfinder_ruling USING (stream)
WHERE $point IS NULL OR lower(point) = lower($point)
GROUP BY point, choice, scope
ORDER BY point, rulings DESC, choice, scope
