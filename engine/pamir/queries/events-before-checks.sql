-- title: Which event card was the last bought before a Dominance Check
-- with: counted
WITH last_bought AS (
    SELECT stream, number, pamir_check.turn - bought.turn AS turns_before, success, card, card_name
    FROM counted
    JOIN pamir_check USING (stream)
    JOIN (SELECT * FROM pamir_event_card WHERE how = 'bought') AS bought USING (stream)
    LEFT JOIN (SELECT stream, number + 1 AS number, version AS version FROM pamir_check) AS check_before
        USING (stream, number)
    WHERE bought.version < pamir_check.version AND bought.version > coalesce(check_before.version, 0)
    QUALIFY row_number() OVER (PARTITION BY stream, number ORDER BY bought.version DESC) = 1
)
SELECT card, card_name,
       count(*) AS before_checks,
       count(*) FILTER (success) AS successful,
       count(*) FILTER (turns_before <= 1) AS within_one_turn,
       round(avg(turns_before), 1) AS average_turns_before
FROM last_bought
GROUP BY card, card_name
ORDER BY before_checks DESC, card
