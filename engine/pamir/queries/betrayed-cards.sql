-- title: Cards betrayed most, and what became of their prizes
-- with: counted
SELECT card, card_name,
       count(*) AS betrayed,
       count(*) FILTER (pamir_betrayal.seat = owner) AS by_their_owner,
       count(*) FILTER (outcome = 'kept') AS prize_kept,
       count(*) FILTER (outcome = 'refused') AS prize_refused
FROM counted JOIN pamir_betrayal USING (stream)
GROUP BY card, card_name
ORDER BY betrayed DESC, card
