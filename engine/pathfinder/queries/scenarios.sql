-- title: Wins and losses by scenario and party, with the turns and blessings they took
-- with: counted
-- parameter scenario (text): only this scenario
SELECT scenario,
       array_to_string(list_sort(string_split(party, ', ')), ', ') AS party,
       count(*) AS games,
       count(*) FILTER (outcome = 'won') AS wins,
       count(*) FILTER (outcome = 'lost') AS losses,
       count(*) FILTER (outcome = '') AS open,
       round(100.0 * count(*) FILTER (outcome = 'won') / nullif(count(*) FILTER (outcome <> ''), 0), 1) AS win_percent,
       round(avg(last_turn) FILTER (outcome <> ''), 1) AS average_turns,
       round(avg(blessings_left) FILTER (outcome = 'won'), 1) AS blessings_left_when_won,
       max(played) AS last_played
FROM counted JOIN pathfinder_scenario USING (stream)
WHERE $scenario IS NULL OR lower(scenario) = lower($scenario)
GROUP BY ALL
ORDER BY scenario, party
