-- title: Feats that characters took in their campaigns, and how often each was chosen
-- with: campaigns
-- parameter character (text): only feats of this character
-- parameter feat (text): only "skill", "power" or "card" feats
SELECT character, feat, what, count(*) AS taken, count(DISTINCT stream) AS campaigns,
       string_agg(DISTINCT name, ', ' ORDER BY name) AS which
FROM campaigns JOIN pathfinder_feat USING (stream)
WHERE ($character IS NULL OR lower(character) = lower($character))
  AND ($feat IS NULL OR lower(feat) = lower($feat))
GROUP BY character, feat, what
ORDER BY character, feat, taken DESC, what
