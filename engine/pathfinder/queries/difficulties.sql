-- title: Values stated of each card over all games, those first in which the logs differ
-- with: counted
-- parameter card (text): only this card or location
WITH said AS (
    SELECT cards, card, what, value, how, firm,
           count(DISTINCT stream) AS games,
           min(name || '#' || version) AS first_place
    FROM counted JOIN pathfinder_card_value USING (stream)
    WHERE $card IS NULL OR lower(card) = lower($card)
    GROUP BY ALL
)
SELECT card, what,
       count(DISTINCT value) FILTER (firm) > 1 AS differ,
       string_agg(value || CASE WHEN firm THEN '' ELSE ' (perhaps with additions)' END
                  || CASE WHEN how = 'told' THEN ' from the owner' ELSE '' END
                  || ', ' || games || CASE WHEN games = 1 THEN ' game' ELSE ' games' END
                  || ' (' || first_place || ')',
                  '; ' ORDER BY games DESC, value, how, firm) AS values,
       cards AS set_of_cards
FROM said
GROUP BY cards, card, what
ORDER BY differ DESC, card, what, cards
