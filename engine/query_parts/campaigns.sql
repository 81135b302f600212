-- The campaigns that count: of this title, with a log of their own, played by people, not hidden.
-- parameter campaign (text): only this campaign
SELECT stream, name, preset, recorded_at
FROM campaign
WHERE NOT simulated AND NOT hidden AND title = '{title}'
  AND ($campaign IS NULL OR name = $campaign)
