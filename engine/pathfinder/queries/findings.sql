-- title: Everything that does not agree in the logs: where it is, which rule it concerns, what it is
-- with: counted
-- parameter rule (text): only findings under this rule
-- parameter kind (text): only findings of this kind
SELECT name AS game, version AS event, turn, rule, kind, message, stated, computed
FROM counted JOIN pathfinder_finding USING (stream)
WHERE ($rule IS NULL OR lower(rule) = lower($rule))
  AND ($kind IS NULL OR lower(kind) = lower($kind))
ORDER BY moment, name, version, rule, kind, message
