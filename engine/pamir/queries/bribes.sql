-- title: Bribes asked and paid, for each pair of players
-- with: counted
-- parameter player (text): only those that this player owed or was owed
SELECT payer.player AS payer, payee.player AS payee,
       count(*) AS bribes,
       count(*) FILTER (kind = 'play') AS for_playing,
       count(*) FILTER (kind = 'hostage') AS for_hostages,
       sum(due)::BIGINT AS rupees_due,
       sum(paid)::BIGINT AS rupees_paid,
       count(*) FILTER (outcome = 'paid') AS paid_in_full,
       count(*) FILTER (outcome = 'lowered') AS paid_less,
       count(*) FILTER (outcome = 'waived') AS waived,
       count(*) FILTER (outcome = 'declined') AS declined,
       count(*) FILTER (outcome = 'withdrawn') AS withdrawn,
       sum(asked)::BIGINT AS waivers_asked,
       sum(refused)::BIGINT AS waivers_refused
FROM counted
JOIN pamir_bribe USING (stream)
JOIN seat AS payer ON payer.stream = counted.stream AND payer.seat = pamir_bribe.payer
JOIN seat AS payee ON payee.stream = counted.stream AND payee.seat = pamir_bribe.payee
WHERE $player IS NULL OR lower($player) IN (lower(payer.player), lower(payee.player))
GROUP BY payer.player, payee.player
ORDER BY bribes DESC, payer.player, payee.player
