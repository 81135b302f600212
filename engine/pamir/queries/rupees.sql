-- title: The rupees in a game: most at once, at the last turn, and those that left it
-- with: counted
SELECT name AS game, played, players, supply.most, supply.most_in_turn, supply.last,
       coalesce(withdrawn, 0) AS lost_to_withdrawal, coalesce(other, 0) AS lost_otherwise
FROM counted
JOIN (
    SELECT stream, max(rupees_held + rupees_market) AS most,
           arg_max(turn, rupees_held + rupees_market) AS most_in_turn,
           arg_max(rupees_held + rupees_market, turn) AS last
    FROM pamir_turn GROUP BY stream
) AS supply USING (stream)
LEFT JOIN (
    SELECT stream, sum(amount) FILTER (cause = 'withdrawal')::BIGINT AS withdrawn,
           sum(amount) FILTER (cause <> 'withdrawal')::BIGINT AS other
    FROM pamir_sunk GROUP BY stream
) AS sunk USING (stream)
ORDER BY moment, name
