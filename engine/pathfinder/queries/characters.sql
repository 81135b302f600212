-- title: Characters: games, wins, deaths, turns, explorations, checks passed, damage taken and cards played
-- with: counted
-- parameter character (text): only this character
-- parameter player (text): only as this player played it
SELECT character,
       string_agg(DISTINCT player, ', ' ORDER BY player) AS players,
       count(*) AS games,
       count(*) FILTER (outcome = 'won') AS wins,
       count(*) FILTER (outcome = 'lost') AS losses,
       count(died_turn) AS deaths,
       sum(turns)::BIGINT AS turns,
       sum(explorations)::BIGINT AS explorations,
       sum(checks)::BIGINT AS checks,
       sum(succeeded)::BIGINT AS passed,
       round(100.0 * sum(succeeded) / nullif(sum(succeeded + failed), 0), 1) AS passed_percent,
       sum(damage_taken)::BIGINT AS damage_taken,
       sum(cards_played)::BIGINT AS cards_played
FROM (
    SELECT stream, character, player, died_turn, c.turns, explorations, checks, succeeded, failed, damage_taken,
           cards_played, outcome
    FROM counted JOIN pathfinder_character AS c USING (stream) JOIN pathfinder_scenario USING (stream)
)
WHERE ($character IS NULL OR lower(character) = lower($character))
  AND ($player IS NULL OR lower(player) = lower($player))
GROUP BY character
ORDER BY games DESC, character
