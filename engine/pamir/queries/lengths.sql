-- title: How long games last, by number of players, and where it is the first game of somebody in this log
-- with: counted
WITH firsts AS (
    SELECT player, min(moment) AS first_moment
    FROM (SELECT stream, coalesce(played_at, recorded_at) AS moment FROM game
          WHERE NOT simulated AND NOT hidden AND title = 'pax-pamir')
    JOIN seat USING (stream)
    GROUP BY player
), seated AS (
    SELECT stream, bool_or(first_moment = moment) AS with_first_game
    FROM counted JOIN seat USING (stream) JOIN firsts USING (player)
    GROUP BY stream
)
SELECT players, with_first_game,
       count(*) AS games,
       round(avg(turns), 1) AS average_turns,
       min(turns) AS shortest,
       max(turns) AS longest,
       round(avg(turns) / players, 1) AS turns_per_player,
       round(avg(events), 0)::BIGINT AS average_events
FROM counted JOIN pamir_game USING (stream) JOIN seated USING (stream)
WHERE reason <> ''
GROUP BY players, with_first_game
ORDER BY players, with_first_game
