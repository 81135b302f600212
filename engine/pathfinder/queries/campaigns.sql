-- title: How far every campaign came: scenarios won and lost, the adventure it is in, characters and deaths
-- with: campaigns
WITH played AS (
    SELECT stream,
           count(*) FILTER (outcome <> 'abandoned') AS scenarios,
           count(*) FILTER (outcome = 'won') AS won,
           count(*) FILTER (outcome = 'lost') AS lost,
           max(adventure) FILTER (outcome <> 'abandoned') AS adventure,
           max_by(scenario, "order") FILTER (outcome <> 'abandoned') AS last_scenario
    FROM pathfinder_campaign_scenario GROUP BY stream
), people AS (
    SELECT stream,
           string_agg(character, ', ' ORDER BY row_order) FILTER (status IN ('ready', 'playing')) AS characters,
           string_agg(character, ', ' ORDER BY row_order) FILTER (status = 'dead') AS dead,
           count(DISTINCT player) AS players
    FROM pathfinder_member GROUP BY stream
)
SELECT name AS campaign, preset, coalesce(scenarios, 0) AS scenarios, coalesce(won, 0) AS won, coalesce(lost, 0) AS lost,
       adventure, last_scenario, coalesce(players, 0) AS players, characters, dead,
       strftime(make_timestamp(recorded_at), '%Y-%m-%d') AS begun
FROM campaigns LEFT JOIN played USING (stream) LEFT JOIN people USING (stream)
ORDER BY recorded_at, name
