"""Small drawings of Paladins that recur: gains in a row, worker spaces with the workers on them, needed attributes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.paladins.workers import ANY, LETTERS
from widgets import marks
from widgets.marks_text import text, width

PITCH: Final = 24.0
SCORED: Final = {
    "commission": "monk",
    "fortify": "wall",
    "garrison": "outpost",
    "absolve": "jar",
    "attack": "attack",
    "convert": "convert",
    "develop": "workshop",
    "recruit": "folk",
    "settle": "settle",
    "inquisition": "inquisition",
    "orders": "crown",
    "mercenaries": "convert",
    "paid": "paid",
    "unpaid": "debt",
    "suspicion": "suspicion",
}
"""What is counted or waited for, and the mark that shows it; what is missing has a mark of its own name."""


def icon(gain: str) -> str:
    """Name the mark of one gain.

    >>> icon("S"), icon("tax2"), icon("faith")
    ('worker-S', 'tax', 'faith')
    """
    if gain in LETTERS:
        return f"worker-{gain}"
    return "tax" if gain.startswith("tax") else gain


def tokens(gains: Iterable[str]) -> list[str]:
    """List the marks of gains in their order, equal ones together, "/" between what is chosen from.

    >>> tokens(["strength", "settle/silver+silver"])
    ['strength', 'settle', '/', 'silver', 'silver']
    """
    found: list[str] = []
    listed = list(gains)
    for gain in dict.fromkeys(listed):
        for _ in range(listed.count(gain)):
            for index, side in enumerate(gain.split("/")):
                found += ["/"] if index else []
                for each in side.split("+"):
                    found += [icon(each)] * (int(each[3:]) if each.startswith("tax") else 1)
    return found


def span(found: Sequence[str], scale: float) -> float:
    """Return the width of marks in a row."""
    return sum(9.0 if each == "/" else PITCH * scale for each in marks.runs(found, "×"))


def row(found: Sequence[str], x: float, y: float, scale: float = 0.85, room: float = 0) -> tuple[str, float]:
    """Draw marks in a row, beginning at ``x``, smaller if ``room`` asks for it; return the fragment and its width."""
    taken = span(found, scale)
    if room and taken > room:
        scale = max(0.5, scale * room / taken)
    out, at = [], x
    for each in marks.runs(found, "×"):
        if each == "/":
            out.append(text("/", at + 4.5, y + 4.5, "mute", "middle"))
            at += 9
            continue
        half = PITCH * scale / 2
        if each.startswith("×"):
            out.append(text(each[1:], at + half, y + 4.5, "bold", "middle"))
        else:
            out.append(marks.use(each, at + half, y, scale))
        at += 2 * half
    return "".join(out), at - x


def centred(found: Sequence[str], middle: float, y: float, scale: float = 0.85, room: float = 0) -> str:
    """Draw marks in a row around a point."""
    taken = span(found, scale)
    left = middle - (min(taken, room) if room else taken) / 2
    return row(found, left, y, scale, room)[0]


def seated(spaces: str, workers: str) -> list[str]:
    """Say which worker stands on which space, "" for none: first those whose letter the space asks for.

    >>> seated("S*C", "CSX"), seated("*S", "M")
    (['S', 'X', 'C'], ['M', ''])
    """
    rest = list(workers)
    found = [""] * len(spaces)
    for index, space in enumerate(spaces):
        if space in rest:
            rest.remove(space)
            found[index] = space
    for index in range(len(spaces)):
        if not found[index] and rest:
            found[index] = rest.pop(0)
    return found


def spot(space: str, x: float, y: float, scale: float = 1) -> str:
    """Draw the space for a worker."""
    return marks.use("spot-any" if space == ANY else f"spot-{space}", x, y, scale)


def worker(letter: str, x: float, y: float, scale: float = 1, key: str = "") -> str:
    """Draw a worker; with a key it travels."""
    drawn = marks.use(f"worker-{letter}", x, y, scale)
    return marks.keyed(key, drawn) if key else drawn


def need(attribute: str, value: int, x: float, y: float, kind: str = "body", scale: float = 0.85) -> tuple[str, float]:
    """Draw an attribute's flag and a number behind it; return the fragment and its width."""
    drawn = marks.use(attribute, x + 7, y, scale)
    return drawn + text(str(value), x + 16, y + 4.5, kind), 18 + width(str(value), 14)


def counted(name: str, words: str, x: float, y: float, kind: str = "num", scale: float = 0.9) -> tuple[str, float]:
    """Draw a mark and a number behind it; a number of 0 is quiet. Return the fragment and its width."""
    drawn = marks.use(name, x + 9, y, scale)
    if words.startswith("0"):
        drawn, kind = f'<g class="ml-none">{drawn}</g>', "mute"
    return drawn + text(words, x + 22, y + 5, kind), 24 + width(words, 15, bold=True)
