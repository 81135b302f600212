-- title: Checks by skill and difficulty: how many were made, and how many succeeded
-- with: counted
-- parameter character (text): only checks of this character
-- parameter player (text): only checks of this player's characters
-- parameter skill (text): only this skill
-- parameter purpose (text): only checks to acquire, defeat, close, temp_close, recharge, before, after or other
WITH made AS (
    SELECT nullif(skill, '') AS skill, difficulty // 5 * 5 AS band, succeeded, margin, dice, auto
    FROM counted JOIN pathfinder_check USING (stream) LEFT JOIN seat USING (stream, seat)
    WHERE counts
      AND ($character IS NULL OR lower(character) = lower($character))
      AND ($player IS NULL OR lower(player) = lower($player))
      AND ($skill IS NULL OR lower(skill) = lower($skill))
      AND ($purpose IS NULL OR lower(purpose) = lower($purpose))
)
SELECT coalesce(skill, 'not told') AS skill,
       CASE WHEN band IS NULL THEN 'not told' ELSE band::VARCHAR || '-' || (band + 4)::VARCHAR END AS difficulty,
       count(*) AS checks,
       count(*) FILTER (succeeded) AS succeeded,
       count(*) FILTER (NOT succeeded) AS failed,
       round(100.0 * count(*) FILTER (succeeded) / nullif(count(succeeded), 0), 1) AS success_percent,
       round(avg(margin), 1) AS average_margin,
       round(avg(dice) FILTER (dice > 0), 1) AS average_dice,
       count(*) FILTER (auto) AS without_dice
FROM made
GROUP BY made.skill, band
ORDER BY made.skill NULLS LAST, band NULLS LAST
