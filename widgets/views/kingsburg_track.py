"""The course of the year: what is asked, year and season tracks, the enemy, and the legend."""

from __future__ import annotations

from typing import Final

from rules.kingsburg.catalogue import EnemyCard
from rules.kingsburg.values import UNKNOWN, Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import headline, narrow
from widgets.marks_text import lines, named, text, width, wrap
from widgets.views import kingsburg_words as words


def header(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the sentence that says what is asked, the years and the seasons; return the height taken."""
    below = narrow(w)
    years = w - 50.0 if below else 5 * 38.0
    high = headline(canvas, words.status(position), position.actor, x, y, w, years + 64)
    right = x + w - years
    middle = y + high + 21 if below else y + high / 2
    canvas.place(
        "year", (right, middle - 15, years, 30), f"year {words.YEARS[position.year - 1]} of V", "course", (0, 0)
    )
    canvas.add(
        text("Year", right - 8, middle + 5, "head", "end"),
        marks.track(words.YEARS, position.year - 1, right, middle - 15, years, 30),
    )
    top = y + high + (43 if below else 12)
    season = position.phase - 1
    label = words.PHASES[season] if season >= 0 else "set-up"
    across = 4 if below else len(words.PHASES)
    lines_ = range(0, len(words.PHASES), across)
    canvas.place("season", (x, top, w, 36 * len(lines_) - 6), f"season: {label}", "course", (1, 0))
    for first in lines_:
        named_ = [f"{index + 1} {name}" if w > 900 else name for index, name in enumerate(words.PHASES)]
        here = season - first if first <= season < first + across else -1
        canvas.add(marks.track(named_[first : first + across], here, x, top, w, 30, (1, 3, 5, 7), "season"))
        top += 36
    return top - 6 - y


def enemy(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the enemy card, or its back with the range of strength; return the height taken."""
    high = 104.0 if w < 500 else 80.0
    label = f"enemy: {words.enemy_line(position)}"
    canvas.place("enemy", (x, y, w, high), label, "course", (2, 0))
    known = position.enemy and position.enemy != UNKNOWN
    card = position.game.catalogue.enemies[position.enemy] if known else None
    out = marks.rect(x, y, w, high, "card", 6) + marks.rect(x + 8, y + 8, 60, high - 16, "outline", 5)
    told = x + 84
    room = w - 96 - (44 if position.reinforcement else 0)
    out += face(canvas, card, x + 38, y + high / 2, told, y, room) if card else back(position, x, y, high, room)
    if position.reinforcement:
        die = marks.keyed("king", marks.die(position.reinforcement, x + w - 32, y + high / 2 - 8, None, 28))
        die += text("king", x + w - 32, y + high / 2 + 23, "mute", "middle")
        out += die
    canvas.add(out)
    return high


def back(position: Position, x: float, y: float, high: float, room: float) -> str:
    """Draw the card face down, and what it may be."""
    low, most = words.enemy_range(position)
    folds = int((high - 26) // 20)
    hatch = "".join(f"M{x + 12 + 8 * i} {y + 13}{'l8 10l-8 10' * folds}" for i in range(6))
    out = marks.path(hatch, "hair") + marks.use("shield", x + 38, y + high / 2, 1.5)
    out += text(f"{low}–{most}", x + 38, y + high / 2 + 4, "num", "middle")
    out += text("Enemy, face down", x + 84, y + 29, "strong")
    out += lines(wrap(f"One of: {words.possible_enemies(position)}.", room, 13)[:3], x + 84, y + 52, 17, "mute")
    if position.peeked:
        at = x + 84 + width("Enemy, face down", 15, "serif", True) + 16
        out += marks.use("eye", at + 9, y + 24)
        out += "".join(marks.flag(seat, at + 32 + 18 * i, y + 24, 0.9) for i, seat in enumerate(position.peeked))
    return out


def face(canvas: Canvas, card: EnemyCard, middle: float, centre: float, x: float, y: float, room: float) -> str:
    """Draw the card face up: strength on its shield, what a defeat costs and what a victory brings."""
    out = marks.use("shield", middle, centre, 1.9) + text(str(card.strength), middle, centre + 6, "title", "middle")
    ours = any(field not in ("name.de", "source") for field in card.house)
    out += named(canvas.printed(card.name.en, ours), x, y + 27, room, "strong")
    lost, won = words.enemy_words(card)
    at = y + 48
    for title, told in (("Defeat", lost), ("Victory", won)):
        found = wrap(told, room - TITLE, 13)
        out += text(title, x, at, "mute") + lines(found[:2], x + TITLE, at, 16, "body")
        at += 16 * len(found[:2]) + 4
    return out


TITLE: Final = 78.0
"""Room for "Defeat" and "Victory", in other languages too."""

LEGEND: Final = (
    ("gold", "gold"),
    ("wood", "wood"),
    ("stone", "stone"),
    ("any", "any good"),
    ("soldier", "soldier"),
    ("plus", "+2 marker"),
    ("laurel", "points"),
    ("shield", "strength"),
    ("eye", "see the enemy"),
)


def legend(canvas: Canvas, x: float, y: float, w: float, house: bool) -> float:
    """Explain the marks in one line or more; return the height taken."""
    left, top = 0.0, 0.0
    canvas.block(x, y)
    ours = (("", f"{marks.HOUSE} house value: ours, printed in no source"),) if house or canvas.house else ()
    for name, label in (*LEGEND, *ours):
        taken = 28 + width(label, 13) + 14
        if left and left + taken - 14 > w:
            left, top = 0, top + 28
        if name:
            scale = 0.8 if name in ("laurel", "shield", "plus") else 0.9
            canvas.print(marks.use(name, left + 11, top + 12, scale))
        canvas.print(text(label, left + (27 if name else 2), top + 17, "mute"))
        left += taken
    return top + 26
