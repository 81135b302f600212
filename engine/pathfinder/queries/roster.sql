-- title: Characters of every campaign: who plays them, role, feats, size of the deck, and whether they live
-- with: campaigns
-- parameter character (text): only this character
SELECT name AS campaign, character, player, status, role, scenarios, cards, skill_feats,
       power_feats, card_feats, waiting, successor_of
FROM campaigns JOIN pathfinder_member USING (stream)
WHERE $character IS NULL OR lower(character) = lower($character)
ORDER BY recorded_at, name, row_order
