-- title: How games of two to five players end, and with how many points they are won
-- with: counted
WITH finished AS (
    SELECT stream, players, reason, tie_break, checks, turns,
           max(points) AS most,
           count(*) FILTER (won) AS winners,
           count(*) FILTER (won AND seat.seat = first_seat.seat) AS first_seat_won
    FROM counted
    JOIN pamir_game USING (stream)
    JOIN seat USING (stream)
    LEFT JOIN (SELECT stream, seat FROM pamir_turn WHERE turn = 1) AS first_seat USING (stream)
    WHERE reason <> ''
    GROUP BY ALL
)
SELECT players,
       count(*) AS games,
       round(avg(most), 1) AS winning_points,
       min(most) AS fewest,
       max(most) AS most,
       count(*) FILTER (reason = 'lead_of_four') AS by_lead_of_four,
       count(*) FILTER (reason = 'final_check') AS by_final_check,
       count(*) FILTER (tie_break <> '') AS by_tie_break,
       count(*) FILTER (winners > 1) AS shared,
       sum(first_seat_won)::BIGINT AS won_by_first_to_move
FROM finished
GROUP BY players
ORDER BY players
