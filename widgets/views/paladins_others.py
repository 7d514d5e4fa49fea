"""The boards of the other seats, compact: everything that is known of them, small."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from rules.paladins.rewards import level
from rules.paladins.right import uncovered
from rules.paladins.scoring import counts as done_counts
from rules.paladins.values import ACTIONS, ATTRIBUTES, LEFT, UNKNOWN, Opponent, Position, Seat
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import ground, narrow
from widgets.marks_text import lines, named, text, width, wrap
from widgets.views.paladins_icons import SCORED, counted, row, seated, tokens, worker
from widgets.views.paladins_main import Box, ringed, scoring, trigger
from widgets.views.paladins_pieces import DONE, WorkerKeys, heading, laurel, stores
from widgets.views.paladins_words_names import (
    ABILITIES,
    PIECES,
    action_name,
    both,
    count,
    outsider_name,
    paladin_words,
    ring,
    townsfolk_words,
)
from widgets.views.paladins_words_seat import action_line, debts_words

PAD: Final = 10.0
LINE: Final = 29.0
LONGER: Final = 1.2  #: so many times longer may an ability be in another language


def other_seat(
    canvas: Canvas, position: Position, keys: WorkerKeys, number: int, turn: int, x: float, y: float, w: float
) -> float:
    """Draw the board of a seat in a few lines; return the height taken."""
    seat = position.seats[number]
    inside, room = x + PAD, w - 2 * PAD
    placed = [[keys.next(number, letter) for letter in group] for group in seat.placed]
    middle = y + 20
    named = heading(canvas, position, number, turn, inside, middle)
    laurel(canvas, position, number, x + w - 26, middle, 0.95)
    at = y + 38
    if narrow(w):  # workers and attributes have a line of their own
        wide = levels(canvas, position, number, x + w - PAD, at + 13)
        hand(canvas, keys, number, seat.workers, inside, at + 13, x + w - PAD - wide)
        at += LINE
        wide = 0.0
    else:
        hand(canvas, keys, number, seat.workers, inside + named + 14, middle, x + w - 56)
        wide = levels(canvas, position, number, x + w - PAD, at + 13)
    stores(canvas, seat, inside, at + 13, 46, taxes=True)
    place = f"{seat.silver} silver, {count(seat.provisions, 'provision')}; {debts_words(seat)}"
    canvas.place(f"stores:{number}", (inside - 3, at, room - wide - 4, 27), place, f"seat {number}", (0, 0))
    at += LINE
    at += deeds(canvas, seat, f"seat {number}", inside, at, room)
    at += board(canvas, position, number, placed, inside, at, room) + 4
    at += cards(canvas, position, number, inside, at, room)
    high = at - y + 4
    ground(canvas, position.actor == number, x, y, w, high)
    return high


def hand(canvas: Canvas, keys: WorkerKeys, number: int, workers: str, x: float, y: float, right: float) -> None:
    """Draw the unused workers in one row, nearer together where they are many."""
    if not workers:
        canvas.add(text("no unused worker", x, y + 5, "mute"))
        return
    step = min(22.0, (right - x) / len(workers))
    for index, letter in enumerate(workers):
        canvas.add(worker(letter, x + 10 + index * step, y, 0.82, keys.next(number, letter)))


def levels(canvas: Canvas, position: Position, number: int, right: float, y: float) -> float:
    """Draw the three attributes up to the right edge, lent ones behind a plus; return the width taken."""
    seat = position.seats[number]
    parts = []
    for name in ATTRIBUTES:
        own: int = getattr(seat, name)
        lent = level(position, seat, name) - own
        parts.append((name, str(own), f"+{lent}" if lent else "", own, lent))
    wide = [26 + 11 * len(said) + 9 * len(more) for _, said, more, _, _ in parts]
    at = right - sum(wide)
    for (name, said, more, own, lent), taken in zip(parts, wide, strict=True):
        canvas.add(marks.use(name, at + 8, y, 0.85), text(said, at + 18, y + 5, "num"))
        if more:
            canvas.add(text(more, at + 19 + 11 * len(said), y + 5, "mute"))
        label = f"{name} {own}" + (f" and {lent} lent by the paladin" if lent else "")
        canvas.place(f"{name}:{number}", (at, y - 13, taken - 3, 26), label, f"seat {number}", (0, 1 + int(at)))
        at += taken
    return sum(wide)


def deeds(canvas: Canvas, owner: Seat | Opponent, group: str, x: float, y: float, w: float) -> float:
    """Draw how often each thing was done that counts at the end; return the height taken."""
    done = done_counts(owner)
    step = min(72.0, w / len(DONE))
    for index, (action, mark) in enumerate(DONE):
        drawn, _ = counted(mark, str(done[action]), x + index * step, y + 13, scale=0.85)
        canvas.add(drawn)
    label = "; ".join(count(done[action], *PIECES[action]) for action, _ in DONE)
    canvas.place(f"{group.replace(' ', '-')}-done", (x - 3, y, step * len(DONE), 27), label, group, (1, 0))
    return LINE


def board(
    canvas: Canvas, position: Position, number: int, placed: list[list[str]], x: float, y: float, w: float
) -> float:
    """Draw the twelve actions in two rows of six: name, and the workers and workshops there; return the height."""
    seat = position.seats[number]
    for index, box, cell in cells(canvas, position, {at for at, group in enumerate(seat.placed) if group}, x, y, w):
        left, top, size, _ = box
        action, group = ACTIONS[index], seat.placed[index]
        said = action_line(position, seat, index)
        canvas.place(f"{action}:{number}", box, said, f"seat {number}", cell, radius=4)
        spaces = position.game.actions[index].spaces
        mask = seat.workshops[index - LEFT] if index >= LEFT else 0
        open_ = uncovered(spaces, mask)
        standing = [letter for letter in seated(open_, group) if letter]
        shops = len(spaces) - len(open_)
        names: dict[str, list[str]] = {}
        for name in placed[index]:
            names.setdefault(name.split(":")[2], []).append(name)
        step = min(21.0, (size - 6) / max(1, shops + len(standing)))
        at = left + size / 2 - step * (shops + len(standing)) / 2 + step / 2
        for _ in range(shops):
            canvas.add(marks.use("workshop", at, top + 29, 0.75))
            at += step
        for letter in standing:
            canvas.add(worker(letter, at, top + 29, 0.75, names[letter].pop(0)))
            at += step
    return -(-len(ACTIONS) // abreast(w)) * 46.0


def abreast(w: float) -> int:
    """Return how many actions of a compact board lie side by side."""
    return 4 if narrow(w) else LEFT


def cells(
    canvas: Canvas, position: Position, spent: Collection[int], x: float, y: float, w: float
) -> Iterator[tuple[int, Box, tuple[int, int]]]:
    """Draw the twelve actions of a compact board by name, those that are used up darker; yield what is drawn on them.

    That is the number of the action, its box, and its row and column for the arrow keys.
    """
    across = abreast(w)
    size = (w - 4 * (across - 1)) / across
    canvas.block(x, y)
    for index, action in enumerate(ACTIONS):
        line, column = divmod(index, across)
        left, top = x + column * (size + 4), y + line * 46
        name, (dx, dy) = action_name(position, action), canvas.inside(left, top)
        canvas.print(marks.rect(dx, dy, size, 42, "slot", 4))
        canvas.print(named(name, dx + size / 2, dy + 15, size - 4, "small", "middle"))
        if index in spent:
            canvas.add(marks.rect(left, top, size, 42, "spent", 4))
            canvas.add(named(name, left + size / 2, top + 15, size - 4, "small", "middle"))
        yield index, (left, top, size, 42), (2 + line, column)


def cards(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> float:
    """Draw paladin, kept townsfolk and converted outsiders; return the height taken."""
    seat = position.seats[number]
    at = y
    if seat.paladin and seat.paladin != UNKNOWN:
        row_ = position.catalogue.paladins[seat.paladin]
        told = ABILITIES[row_.ability].format(row_.amount or 1) + ring(row_, "ability", "amount")
        name = canvas.printed(row_.name.en, bool(ring(row_, "name.en")))
        label = f"paladin {both(row_)}: {paladin_words(position, seat.paladin)}"
        canvas.place(f"paladin:{number}", (x - 3, at, w, 24), label, f"seat {number}", (4, 0))
        canvas.add(marks.use("helm", x + 9, at + 12, 0.8), text(name, x + 24, at + 17, "strong"))
        begin = x + 34 + width(name, 15, "serif", True)
        if narrow(w):  # the ability below the name
            found = wrap(told, (w - 28) / LONGER, 13)
            canvas.add(lines(found, x + 24, at + 34, 16, "mute"))
            at += 16 * len(found)
        else:
            canvas.add(text(told, begin, at + 17, "mute"))
        at += 26
    elif seat.paladin or seat.hand:
        said = "Paladin face down" if seat.paladin else f"{len(seat.hand)} paladins in hand"
        canvas.add(marks.use("helm", x + 9, at + 12, 0.8), text(said, x + 24, at + 17, "mute"))
        at += 26
    return at + small_cards(canvas, position, seat, f"{number}", x, at, w) - y


def small_cards(
    canvas: Canvas, position: Position, seat: Seat | Opponent, group: str, x: float, y: float, w: float
) -> float:
    """Draw kept townsfolk (when: what) and converted outsiders (what they count) in rows; return the height taken."""
    left, at = x, y
    for card in seat.townsfolk if isinstance(seat, Seat) else ():
        row_ = position.catalogue.townsfolk[card]
        drawn, taken = row(tokens(row_.ongoing), 32, 12, 0.75)
        wide = 40 + taken
        if left + wide > x + w:
            left, at = x, at + 27
        label = f"{both(row_)}, kept: {townsfolk_words(row_).rpartition('; ')[2]}"
        canvas.place(f"kept-{group}:{card}", (left, at, wide, 24), label, f"seat {group}", (5, int(at * 9 + left)))
        mark = SCORED.get(row_.trigger, row_.trigger)
        ours = ringed(canvas, bool(ring(row_, "ongoing", "trigger")), 32 + taken, 12)
        inner = marks.rect(0, 0, wide, 24, "slot", 4) + trigger(mark, 13, 12) + text(":", 25, 16, "bold") + drawn + ours
        canvas.add(marks.moved(left, at, inner))
        left += wide + 5
    for card in seat.converted:
        out = position.catalogue.outsiders[card]
        if left + 94 > x + w:
            left, at = x, at + 27
        label = f"converted: {outsider_name(position, card)}"
        canvas.place(f"converted-{group}:{card}", (left, at, 94, 24), label, f"seat {group}", (5, int(at * 9 + left)))
        drawn = marks.rect(0, 0, 94, 24, "slot", 4) + scoring(canvas, out.scoring, bool(ring(out, "scoring")), 13, 12)
        canvas.add(marks.moved(left, at, drawn))
        left += 99
    return at - y + (28 if left > x else 0)
