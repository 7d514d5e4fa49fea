"""What pictures and places look like on the way to the front end: the same, in fewer letters.

A board is some hundred small drawings and places, in each of which the same few words return. A picture goes out with
short signs in their place, and each panel sends once what the signs stand for; places go out as rows, with a list of
the sentences that several of them share. `static/board_base.js` reads both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_letters
from typing import Final

SIGN: Final = "~"
"""Begins a sign; written twice it stands for itself."""
PHRASES: Final = (
    ")'><!--printed--></g>",
    "<g transform='translate(",
    "' transform='translate(",
    "' text-anchor='middle'>",
    "<text class='ml-t-num ml-ink-bone' x='",
    "<text class='ml-t-",
    "<rect class='ml-",
    "<path class='ml-",
    "<g class='ml-none'>",
    "<use href='#ml-",
    "<g data-key='",
    "</text>",
    ") scale(",
    "</g>",
    "' height='",
    "' width='",
    "' rx='6'/>",
    "' rx='",
    "' x='",
    "' y='",
    ")'/>",
    "'/>",
)
"""What returns in pictures; none of them is found where another one begins or ends."""
SIGNS: Final[dict[str, str]] = dict(zip(ascii_letters, PHRASES, strict=False))

Row = list[str | float]


def shortened(svg: str) -> str:
    """Return a picture with signs for the phrases that return in it.

    >>> shortened("<use href='#ml-time' x='3' y='4'/> ~")
    '~jtime~s3~t4~v ~~'
    """
    svg = svg.replace(SIGN, 2 * SIGN)
    for letter, phrase in SIGNS.items():
        svg = svg.replace(phrase, SIGN + letter)
    return svg


def rows(places: Iterable[Mapping[str, object]]) -> dict[str, list[object]]:
    """Return places as rows: key, x, y, w, h, label, number of the group, row, column, state, number of the reason.

    State and reason are missing where a place has none. ``groups`` and ``reasons`` are what the numbers stand for.

    >>> rows([{"key": "die:3", "x": 8.0, "y": 2.5, "w": 9.0, "h": 9.0, "label": "a 3", "group": "dice"}])
    {'groups': ['dice'], 'reasons': [''], 'rows': [['die:3', 8, 2.5, 9, 9, 'a 3', 0, 0, 0]]}
    """
    groups: dict[object, int] = {}
    reasons: dict[object, int] = {"": 0}
    found: list[object] = []
    for place in places:
        sizes = [_short(place[name]) for name in ("x", "y", "w", "h")]
        group = groups.setdefault(place.get("group", ""), len(groups))
        row = [place["key"], *sizes, place["label"], group, place.get("row", 0), place.get("col", 0)]
        state, reason = place.get("state", "idle"), reasons.setdefault(place.get("reason", ""), len(reasons))
        found.append([*row, state, reason] if reason else [*row, state] if state != "idle" else row)
    return {"groups": list(groups), "reasons": list(reasons), "rows": found}


def _short(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value
