-- title: Rewards that were handed out in campaigns: what, to whom, and for what
-- with: campaigns
-- parameter character (text): only rewards of this character
SELECT name AS campaign, character, player, reward, source
FROM campaigns JOIN pathfinder_reward USING (stream)
WHERE $character IS NULL OR lower(character) = lower($character)
ORDER BY recorded_at, name, version
