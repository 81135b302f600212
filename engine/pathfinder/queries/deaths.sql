-- title: Every death: who, when, where, and against which card
-- with: counted
-- parameter character (text): only deaths of this character
-- parameter player (text): only deaths of this player's characters
SELECT name AS game, played, scenario, turn, character, player, location, card, cause
FROM counted
JOIN pathfinder_death USING (stream)
JOIN (SELECT stream, scenario FROM pathfinder_scenario) USING (stream)
LEFT JOIN seat USING (stream, seat)
WHERE ($character IS NULL OR lower(character) = lower($character))
  AND ($player IS NULL OR lower(player) = lower($player))
ORDER BY moment, name, version
