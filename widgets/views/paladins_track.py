"""What is asked now, the course of the game, what the table holds for all, and the legend."""

from __future__ import annotations

from typing import Final

from rules.paladins.steps import is_opponent
from rules.paladins.values import ROUNDS, Position
from widgets import drawing, marks
from widgets.canvas import Canvas
from widgets.marks_text import text
from widgets.views import paladins_words as words
from widgets.views.paladins_words_names import RING, ring, seat_name

STEPS: Final = ("Cards", "Paladins", "Taverns", "Actions", "Round end")
PHASES: Final = {
    **dict.fromkeys(("order", "favour_card", "tavern_card", "round"), 0),
    **dict.fromkeys(("draw", "paladins", "paladin", "revealed"), 1),
    **dict.fromkeys(("tavern", "taverns_end"), 2),
    **dict.fromkeys(("action", "next", "plan", "scheme", "answered"), 3),
    **dict.fromkeys(("reset", "keep", "clear", "fill", "townsfolk_card", "outsider_card"), 4),
}
"""On which field of the course a step stands; the set-up and the end stand on none."""


def header(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the sentence that says what is asked, the rounds and the steps; return the height taken."""
    below = drawing.narrow(w)
    rounds = w - 66.0 if below else ROUNDS * 32.0
    high = drawing.headline(canvas, words.status(position), position.actor, x, y, w, rounds + 84)
    right, middle = x + w - rounds, y + high + 21 if below else y + high / 2
    canvas.place("round", (right, middle - 15, rounds, 30), f"round {position.round} of {ROUNDS}", "course", (0, 0))
    numbers = [str(number + 1) for number in range(ROUNDS)]
    canvas.add(
        text("Round", right - 8, middle + 5, "head", "end"),
        marks.track(numbers, position.round - 1, right, middle - 15, rounds, 30),
    )
    top = y + high + (43 if below else 10)
    phase = PHASES.get(position.step, -1)
    said = STEPS[phase] if phase >= 0 else "the end" if position.over else "set-up"
    canvas.place("step", (x, top, w, 28), f"step: {said}", "course", (1, 0))
    canvas.add(marks.track(STEPS, phase, x, top, w, 28, (1, 2, 3), even=not below))
    return top + 28 - y


def supply(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the tax supply, the decks, and who acts next; return the height taken."""
    full = position.catalogue.taxes[f"players_{len(position.seats)}"]
    total = max(full.silver, position.tax)
    middle = y + 14
    at = x
    canvas.add(text("Tax supply", at, middle + 5, "head"))
    at += 110
    slots = "".join(
        f'<circle class="ml-empty" cx="{round(at + 10 + 19 * i, 1)}" cy="{middle}" r="8"/>' for i in range(total)
    )
    canvas.add(slots, "".join(marks.use("tax", at + 10 + 19 * i, middle, 0.95) for i in range(position.tax)))
    at += 19 * total + 4
    ours = ring(full, "silver")
    if ours:
        canvas.house = True
        canvas.add(text(RING, at, middle + 5, "body"))
        at += 8
    label = f"tax supply: {position.tax} of {full.silver} silver{ours}; the last one brings an inquisition"
    canvas.place("tax", (x, y, at - x, 28), label, "course", (2, 0))
    at, line, high = at + 22, 2, 28.0
    if drawing.narrow(w):
        at, line, high, middle = x + 3, 3, 62.0, middle + 34
    out = sum(position.suspicion_out)
    held = sum(len(seat.suspicion) for seat in position.seats)
    held += len(position.opponent.suspicion) if position.opponent is not None else 0
    deck = position.game.suspicion_cards - out - held
    for index, (key, name, number, said) in enumerate(
        (
            ("suspicion-deck", "suspicion", deck, f"suspicion deck: {deck} cards; {out} discarded"),
            ("wall-deck", "wall", len(position.wall_deck), f"wall deck: {len(position.wall_deck)} cards"),
        )
    ):
        canvas.add(marks.use(name, at + 9, middle, 0.95), text(str(number), at + 24, middle + 5, "body"))
        canvas.place(key, (at - 3, middle - 14, 48, 28), said, "course", (line, 1 + index))
        at += 54
    order(canvas, position, at + 8, x + w, middle, line)
    return high


def order(canvas: Canvas, position: Position, x: float, right: float, y: float, line: int) -> None:
    """Draw who still acts in this step, the next first, up to the right edge."""
    queue = [number for number in position.queue if number < len(position.seats)]
    if not queue or len(position.seats) == 1:
        if position.opponent is not None and position.pending and is_opponent(position, position.pending[0][0]):
            canvas.add(text("The opponent acts", right, y + 5, "mute", "end"))
        return
    left = right - 24 * len(queue)
    if left - 46 < x:
        return
    canvas.add(text("Next", left - 6, y + 5, "head", "end"))
    canvas.add("".join(marks.flag(number, left + 12 + 24 * i, y, 0.95) for i, number in enumerate(queue)))
    label = "still to act, next first: " + ", ".join(map(seat_name, queue))
    canvas.place("queue", (left - 2, y - 14, 24 * len(queue) + 2, 28), label, "course", (line, 3))


LEGEND: Final = (
    ("spot-any", "any worker"),
    ("worker-L", "Labourer"),
    ("worker-S", "Scout"),
    ("worker-M", "Merchant"),
    ("worker-F", "Fighter"),
    ("worker-C", "Cleric"),
    ("worker-X", "Criminal, for any"),
    ("silver", "silver"),
    ("tax", "from the tax supply"),
    ("provision", "provision"),
    ("faith", "faith"),
    ("strength", "strength"),
    ("influence", "influence"),
    ("monk", "monk: Commission"),
    ("outpost", "outpost: Garrison"),
    ("wall", "wall: Fortify"),
    ("jar", "jar: Absolve"),
    ("attack", "Attack"),
    ("convert", "Convert"),
    ("workshop", "workshop: Develop"),
    ("recruit", "recruit free"),
    ("dismiss", "dismissed"),
    ("keep", "kept"),
    ("pray", "free an action"),
    ("suspicion", "suspicion"),
    ("pardon", "discard it"),
    ("inquisition", "inquisition"),
    ("debt", "unpaid debt"),
    ("paid", "paid debt"),
    ("settle", "settle a debt"),
    ("destroy", "return a debt"),
    ("laurel", "points"),
)


def legend(canvas: Canvas, x: float, y: float, w: float, house: bool) -> float:
    """Explain the marks in columns, that of a house value where the game has any; return the height taken."""
    entries = [(mark, label, 0.75 if mark == "laurel" else 0.85) for mark, label in LEGEND]
    note = f"{RING} house value: ours, printed in no source" if house else ""
    return drawing.legend(canvas, entries, max(2 if drawing.narrow(w) else 4, int(w // 168)), note, x, y, w)
