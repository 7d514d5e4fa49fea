"""What the large and the compact boards of Paladins share: names of workers that travel, head lines, stores."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.paladins.values import Opponent, Position, Seat
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import noted, text, width
from widgets.views.paladins_house import total_ring
from widgets.views.paladins_icons import counted
from widgets.views.paladins_words_names import seat_name, workers_words
from widgets.views.paladins_words_seat import total_words

DONE: Final = (
    ("commission", "monk"),
    ("garrison", "outpost"),
    ("fortify", "wall"),
    ("absolve", "jar"),
    ("attack", "attack"),
    ("convert", "convert"),
    ("develop", "workshop"),
)
"""What is counted at the end, with its mark."""


class WorkerKeys:
    """Name each worker so that the same one keeps its name from the hand to an action; take the actions first."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def next(self, seat: int, letter: str) -> str:
        """Return the name of the next worker of this kind."""
        token = f"worker:{seat}:{letter}"
        self.used[token] += 1
        return f"{token}:{self.used[token]}"


def note(position: Position, number: int) -> str:
    """Say in a word what a seat does in this step."""
    if position.over:
        rank = position.scores()[number].rank
        return "has won" if rank == 1 else f"rank {rank}"
    if position.actor == number:
        return "to act"
    if position.step in ("action", "next") and number not in position.queue:
        return "passed"
    if position.step == "paladin" and position.seats[number].paladin:
        return "has chosen"
    return ""


def heading(canvas: Canvas, position: Position, number: int, row: int, x: float, y: float) -> float:
    """Draw banner and name of a seat around the height ``y``, with the place that says who it is; return the width."""
    said = note(position, number)
    start = position.start == number
    wide = 46 + 9 * len(seat_name(number)) + 7.4 * len(said) + (8 if said else 0) + (22 if start else 0)
    seat = position.seats[number]
    label = f"{seat_name(number)}: {total_words(position, number)}"
    label += f"; {said}" if said else ""
    label += "; starting player" if start else ""
    label += f"; {workers_words(seat.workers)} unused"
    canvas.place(f"seat:{number}", (x, y - 15, wide, 30), label, "seats", (row, 0))
    canvas.add(marks.keyed(f"seat:{number}", marks.flag(number, x + 13, y, 1.1)))
    left = x + 28
    if start:
        canvas.add(marks.use("crown", x + 38, y, 0.8))
        left += 22
    canvas.add(noted(seat_name(number), said, left, y + 5))
    return wide


def laurel(canvas: Canvas, position: Position, number: int, x: float, y: float, scale: float) -> None:
    """Draw the points that a side would have now, with the mark of a house value where they rest on one."""
    ring = canvas.printed("", bool(total_ring(position, number)))
    canvas.add(marks.laurel(position.scores()[number].total, x, y, scale, ring))


def stores(canvas: Canvas, owner: Seat | Opponent, x: float, y: float, pitch: float, *, taxes: bool) -> float:
    """Draw silver and provisions, suspicion cards (with their values) and debts; return the width taken."""
    at = x
    parts: list[tuple[str, str, str]] = []
    if isinstance(owner, Seat):
        parts += [("silver", str(owner.silver), ""), ("provision", str(owner.provisions), "")]
    values = "+".join(map(str, owner.suspicion)) if taxes and owner.suspicion else ""
    parts += [("suspicion", str(len(owner.suspicion)), values)]
    parts += [("debt", str(owner.unpaid), ""), ("paid", str(owner.paid), "")]
    for name, number, behind in parts:
        drawn, taken = counted(name, number, at, y)
        canvas.add(drawn)
        if behind:
            canvas.add(text(f"({behind})", at + taken + 2, y + 5, "mute"))
            taken += width(f"({behind})", 13) + 8
        at += max(taken + 6, pitch)
    return at - x
