-- title: Luck: what the dice of each character showed against what such dice show on average
-- with: counted
-- parameter character (text): only this character
-- parameter player (text): only this player
SELECT coalesce(player, 'nobody') AS player, character,
       count(*) AS rolls,
       sum(dice)::BIGINT AS dice,
       sum(dice_sum)::BIGINT AS shown,
       sum(dice_mean) AS expected,
       round(sum(dice_sum) - sum(dice_mean), 1) AS difference,
       round(sum(dice_sum) / sum(dice), 2) AS shown_per_die,
       round(sum(dice_mean) / sum(dice), 2) AS expected_per_die
FROM counted JOIN pathfinder_check USING (stream) LEFT JOIN seat USING (stream, seat)
WHERE dice > 0
  AND ($character IS NULL OR lower(character) = lower($character))
  AND ($player IS NULL OR lower(player) = lower($player))
GROUP BY player, character
ORDER BY difference DESC, player, character
