-- title: Wins by the loyalty chosen at setup, by number of players
-- with: counted
-- parameter player (text): only seats of this player
SELECT first_loyalty AS loyalty, players,
       count(*) AS seats,
       count(*) FILTER (won) AS wins,
       round(100.0 * count(*) FILTER (won) / count(*), 1) AS win_percent,
       count(*) FILTER (first_loyalty = last_loyalty AND loyalty_changes = 0) AS kept_it,
       count(*) FILTER (won AND loyalty_changes = 0) AS kept_it_and_won
FROM counted JOIN seat USING (stream) JOIN pamir_seat USING (stream, seat)
WHERE won IS NOT NULL AND ($player IS NULL OR lower(player) = lower($player))
GROUP BY first_loyalty, players
ORDER BY first_loyalty, players
