-- title: Locations closed for good and for a time, by what allowed it, and attempts that failed
-- with: counted
-- parameter location (text): only this location
SELECT location, kind, cause,
       count(*) FILTER (closed) AS closed,
       count(*) FILTER (NOT closed) AS failed,
       round(avg(turn) FILTER (closed), 1) AS average_turn,
       round(avg(banished) FILTER (closed), 1) AS cards_left
FROM counted JOIN pathfinder_closing USING (stream)
WHERE $location IS NULL OR lower(location) = lower($location)
GROUP BY ALL
ORDER BY location, kind, cause
