-- title: Cards in courts at the end: how often, and how often in a winner's
-- with: counted
-- parameter player (text): only this player's courts
SELECT card, card_name,
       count(*) FILTER (won) AS in_winning_courts,
       count(*) AS in_courts,
       round(100.0 * count(*) FILTER (won) / count(*), 1) AS win_percent
FROM counted JOIN seat USING (stream) JOIN pamir_holding USING (stream, seat)
WHERE zone = 'court' AND won IS NOT NULL AND ($player IS NULL OR lower(player) = lower($player))
GROUP BY card, card_name
ORDER BY in_winning_courts DESC, win_percent DESC, card
