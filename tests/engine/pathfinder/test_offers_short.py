"""The short list of what can be done now: each act once, and nothing in it that cannot be read."""

import re

import pytest

from engine.pathfinder.offers_short import short_texts
from tests.engine.pathfinder.given import explore, lose, table
from tests.engine.pathfinder.walking import walk


@pytest.mark.parametrize(("seed", "players", "preset"), [(5, 1, "seed"), (6, 3, "official")])
def test_nothing_to_be_filled_in_stands_within_another(seed, players, preset):
    _, steps = walk(seed, players, preset)

    for state, _, _ in steps[:: max(1, len(steps) // 40)]:
        texts = [text for text, _, _ in short_texts(state)]
        assert [text for text in texts if re.search(r"<[^>]*<", text)] == []
        assert len(set(texts)) == len(texts)


def test_checks_that_differ_in_what_is_to_be_filled_in_are_rows_of_their_own():
    checks = [text for text, _, _ in short_texts(table().when(explore(), lose()).now) if text.startswith("check ")]

    assert len(checks) > 1
    assert any(text.startswith("check recharge <") for text in checks)
