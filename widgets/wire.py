"""What pictures and places look like on the way to the front end: the same, in fewer letters.

A board is some hundred small drawings and places, in each of which the same few words return. A picture goes out with
short signs in their place, and each panel sends once what the signs stand for; places go out as rows, with a list of
the sentences that several of them share. What is said of places and of the board returns, too, but in words that only
a game and a language know: a panel takes their signs from what it says first. `static/board_base.js` reads all of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from widgets.picture import Picture

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

OWN: Final = (
    *ascii_letters[len(SIGNS) :],
    *"!#$%&'()*+,-./:;<=>?@[]^_`{|}",
    *(number + letter for number in digits[:2] for letter in ascii_letters),
)
"""Signs that are free for what a panel says itself; the front end takes a digit and what follows it as one."""
LEAST: Final = 24
"""So many letters at least must a sign save in what is said first, or else it is not worth its place."""


@lru_cache(maxsize=64)
def learned(said: tuple[str, ...]) -> dict[str, str]:
    """Return signs for the phrases that return in what is said, the shortest for what saves most.

    >>> learned(("2 silver for a Cleric", "3 silver for a Cleric", "4 silver for a Cleric"))["w"]
    ' silver for a Cleric'
    """
    counts: Counter[str] = Counter()
    for text in said:
        words = re.findall(r" ?[^ ]+", text)
        for first in range(len(words)):
            counts.update("".join(words[first:last]) for last in range(first + 1, min(first + 6, len(words)) + 1))
    worth = {phrase: count * (len(phrase) - 2) for phrase, count in counts.items() if count > 1}
    rest, found = "\n".join(said), []
    for phrase in sorted(worth, key=lambda each: (-worth[each], each)):
        # A longer phrase that was taken before may have left nothing of this one.
        saved = rest.count(phrase) * (len(phrase) - 3) if worth[phrase] >= LEAST and SIGN not in phrase else 0
        if saved >= LEAST:
            found.append((saved, phrase))
            rest = rest.replace(phrase, "\n")
        if len(found) == len(OWN):
            break
    return dict(zip(OWN, (phrase for _, phrase in sorted(found, key=lambda each: (-each[0], each[1]))), strict=False))


@lru_cache(maxsize=64)
def _finder(phrases: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted((*phrases, SIGN), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest)))


def heard(picture: Picture) -> dict[str, str]:
    """Return signs for the phrases that return in what a picture says of its places and in its words."""
    labels = dict.fromkeys(place.label for place in picture.places)
    return learned(tuple(labels | dict.fromkeys(picture.text.split("\n"))))


def told(text: str, signs: Mapping[str, str]) -> str:
    """Return a text with signs in it.

    >>> told("1 silver ~", {"w": " silver"})
    '1~w ~~'
    """
    short = {phrase: SIGN + sign for sign, phrase in signs.items()} | {SIGN: 2 * SIGN}
    return _finder(tuple(signs.values())).sub(lambda found: short[found[0]], text)


def shortened_all(parts: Mapping[str, str]) -> dict[str, str]:
    """Return parts of a picture with signs for the phrases that return in it."""
    return {name: shortened(part) for name, part in parts.items()}


def since(first: Sequence[str], now: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return what was sent first, and by its number what is another part now; all anew where the parts do not match.

    >>> since(("a", "b"), ("a", "c")), since(("a",), ("a", "c"))
    ((('a', 'b'), {'1': 'c'}), (('a', 'c'), {}))
    """
    if len(first) != len(now):
        return tuple(now), {}
    pairs = enumerate(zip(first, now, strict=True))
    return tuple(first), {str(number): part for number, (old, part) in pairs if old != part}


Row = list[str]


def shortened(svg: str) -> str:
    """Return a picture with signs for the phrases that return in it.

    >>> shortened("<use href='#ml-time' x='3' y='4'/> ~")
    '~jtime~s3~t4~v ~~'
    """
    svg = svg.replace(SIGN, 2 * SIGN)
    for letter, phrase in SIGNS.items():
        svg = svg.replace(phrase, SIGN + letter)
    return svg


def rows(places: Iterable[Mapping[str, object]], signs: Mapping[str, str]) -> dict[str, list[object]]:
    """Return places as rows: key, label, and in one text x, y, w, h, number of the group, row, column, state, reason.

    State and number of the reason are missing where a place has none. ``groups`` and ``reasons`` are what the numbers
    stand for; labels and reasons have ``signs`` in them.

    >>> rows([{"key": "die:3", "x": 8.0, "y": 2.5, "w": 9.0, "h": 9.0, "label": "a 3", "group": "dice"}], {})
    {'groups': ['dice'], 'reasons': [''], 'rows': [['die:3', 'a 3', '8|2.5|9|9|0|0|0']]}
    """
    groups: dict[object, int] = {}
    reasons: dict[object, int] = {"": 0}
    found: list[object] = []
    for place in places:
        sizes = [_short(place[name]) for name in ("x", "y", "w", "h")]
        group = groups.setdefault(place.get("group", ""), len(groups))
        row = [*sizes, group, place.get("row", 0), place.get("col", 0)]
        state, reason = place.get("state", "idle"), reasons.setdefault(place.get("reason", ""), len(reasons))
        row += [state, reason] if reason else [state] if state != "idle" else []
        found.append([place["key"], told(str(place["label"]), signs), "|".join(map(str, row))])
    return {"groups": list(groups), "reasons": [told(str(reason), signs) for reason in reasons], "rows": found}


def _short(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value
