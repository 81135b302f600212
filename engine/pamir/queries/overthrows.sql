-- title: Every overthrow: whose, where, by what, and what was lost
-- with: counted
-- parameter player (text): only those that this player suffered or brought about
SELECT name AS game, played, turn, version AS event, loser.player AS overthrown, region, cause,
       actor.player AS on_the_turn_of, rule, tribes_lost, cards_lost
FROM counted
JOIN pamir_overthrow USING (stream)
JOIN seat AS loser USING (stream, seat)
JOIN seat AS actor ON actor.stream = counted.stream AND actor.seat = acting
WHERE $player IS NULL OR lower($player) IN (lower(loser.player), lower(actor.player))
ORDER BY moment, name, version
