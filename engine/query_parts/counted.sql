-- The games that count: of this title, played by people, not hidden, and as the parameters ask.
-- parameter campaign (text): only games of this campaign
-- parameter since (date): only games played on this day or later
-- parameter until (date): only games played on this day or earlier
-- parameter players (whole): only games of so many players
-- parameter preset (text): only games under this preset of rules
SELECT stream, name, campaign, place, preset, status, players, events,
       coalesce(played_at, recorded_at) AS moment,
       strftime(make_timestamp(coalesce(played_at, recorded_at)), '%Y-%m-%d') AS played
FROM game
WHERE NOT simulated AND NOT hidden AND title = '{title}'
  AND ($campaign IS NULL OR campaign = $campaign)
  AND ($since IS NULL OR coalesce(played_at, recorded_at) >= $since)
  AND ($until IS NULL OR coalesce(played_at, recorded_at) < $until + 86400000000)
  AND ($players IS NULL OR players = $players)
  AND ($preset IS NULL OR preset = $preset)
