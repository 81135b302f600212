-- title: Every time leverage could not be paid back, and what was discarded for it
-- with: counted
-- parameter player (text): only this player
SELECT name AS game, played, turn, version AS event, player, missing, discarded,
       (SELECT string_agg('#' || card || ' ' || card_name, ', ' ORDER BY pamir_loss.version)
        FROM pamir_loss
        WHERE pamir_loss.stream = counted.stream AND pamir_loss.seat = pamir_debt.seat AND cause = 'debt'
          AND pamir_loss.turn = pamir_debt.turn AND pamir_loss.version >= pamir_debt.version
          AND list_contains(string_split(cards, ','), card::VARCHAR)) AS cards,
       earned, forgiven
FROM counted JOIN pamir_debt USING (stream) JOIN seat USING (stream, seat)
WHERE $player IS NULL OR lower(player) = lower($player)
ORDER BY moment, name, version
