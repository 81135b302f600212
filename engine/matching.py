"""Finding what a person means: exact, in any case, by a unique beginning, or nearly."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Missing(LookupError):  # noqa: N818  # said to people as a state of affairs
    """Nothing matches; `suggestions` are what comes nearest."""

    def __init__(self, text: str, suggestions: tuple[str, ...]) -> None:
        super().__init__(text)
        self.suggestions = suggestions


class Ambiguous(LookupError):  # noqa: N818
    """Several match; `choices` are they."""

    def __init__(self, text: str, choices: tuple[str, ...]) -> None:
        super().__init__(text)
        self.choices = choices


def match(text: str, names: Sequence[str]) -> str:
    """The one name that a text means: itself, itself in another case, or the only one that begins with it.

    Raises:
        Missing: none does.
        Ambiguous: several do.
    """
    if text in names:
        return text
    folded = text.casefold()
    for found in (
        [name for name in names if name.casefold() == folded],
        [name for name in names if folded and name.casefold().startswith(folded)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(text, tuple(sorted(found)))
    by_folded = {name.casefold(): name for name in names}
    near = difflib.get_close_matches(folded, list(by_folded), n=3)
    raise Missing(text, tuple(by_folded[name] for name in near))
