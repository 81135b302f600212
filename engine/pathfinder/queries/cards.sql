-- title: The cards that are played most, in which ways, and how often they only paid for something else
-- with: counted
-- parameter type (text): only cards of this type
-- parameter character (text): only cards that this character played
-- parameter use (text): only cards played for this: check, explore, damage, evade, close and so on
SELECT card, max(type) AS type,
       count(*) AS played,
       count(*) FILTER (how = 'reveal') AS revealed,
       count(*) FILTER (how = 'display') AS displayed,
       count(*) FILTER (how = 'discard') AS discarded,
       count(*) FILTER (how = 'recharge') AS recharged,
       count(*) FILTER (how = 'bury') AS buried,
       count(*) FILTER (how = 'banish') AS banished,
       count(*) FILTER (cost <> '') AS as_a_price,
       count(*) FILTER (helped <> '') AS for_others,
       count(DISTINCT stream) AS games
FROM (
    SELECT p.* FROM counted JOIN pathfinder_play AS p USING (stream)
    WHERE ($type IS NULL OR lower(type) = lower($type))
      AND ($character IS NULL OR lower(character) = lower($character))
      AND ($use IS NULL OR lower(p.use) = lower($use))
)
GROUP BY card
ORDER BY played DESC, card
