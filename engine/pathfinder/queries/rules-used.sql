-- title: Games played otherwise than officially: under which preset, and with which option values
-- with: counted
SELECT name AS game, played, preset,
       count(option) AS options_differ,
       string_agg(option || ' = ' || value, ', ' ORDER BY option) AS options
FROM counted LEFT JOIN pathfinder_option USING (stream)
GROUP BY stream, name, played, moment, preset
HAVING count(option) > 0
ORDER BY moment, name
