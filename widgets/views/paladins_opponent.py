"""The solo opponent's board: resource track, attributes and the order of their markers, actions, schemes."""

from __future__ import annotations

from typing import Final

from rules.paladins.opponent import FIELDS, lowest, nearest
from rules.paladins.solo import outsider_aimed, workers_needed
from rules.paladins.steps import opponent_of
from rules.paladins.values import ACTIONS, ATTRIBUTES, INDEX, LEFT, OPPONENT, Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import narrow
from widgets.marks_text import lines, text, wrap
from widgets.views.paladins_main import ringed
from widgets.views.paladins_others import abreast, cells, deeds, small_cards
from widgets.views.paladins_pieces import laurel, stores
from widgets.views.paladins_words_names import (
    action_name,
    count,
    name,
    outsider_name,
    ring,
    scheme_name,
    townsfolk_name,
)
from widgets.views.paladins_words_seat import debts_words

PAD: Final = 10.0


def opponent_board(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw all that is known of the opponent; return the height taken."""
    owner = opponent_of(position)
    inside, room = x + PAD, w - 2 * PAD
    middle = y + 20
    resting = "has passed" if owner.resting else ""
    label = (
        f"The opponent ({position.game.options.difficulty}): {count(owner.workers, 'worker')}; {resting or 'in play'}"
    )
    canvas.place("opponent", (inside - 3, y + 4, 150, 30), label, "seats", (1, 0))
    canvas.add(text("Opponent", inside, middle + 5, "strong"))
    canvas.add(text(resting or position.game.options.difficulty, inside + 84, middle + 5, "mute"))
    left = inside + 160
    step = min(19.0, (room - 220) / max(1, owner.workers))
    canvas.add("".join(marks.use("pawn", left + 8 + step * i, middle, 0.85) for i in range(owner.workers)))
    canvas.add(text(str(owner.workers), left + 12 + step * owner.workers, middle + 5, "num"))
    laurel(canvas, position, OPPONENT, x + w - 26, middle, 0.95)
    at = y + 42
    at += track(canvas, position, inside, at, room) + 6
    stores(canvas, owner, inside, at + 13, 46, taxes=True)
    canvas.place("opponent-debts", (inside - 3, at, 190, 27), debts_words(owner), "opponent", (1, 0))
    levels(canvas, position, x + w - PAD, at + 13)
    at += 29
    at += deeds(canvas, owner, "opponent", inside, at, room)
    at += board(canvas, position, inside, at, room) + 4
    at += schemes(canvas, position, inside, at, room)
    at += small_cards(canvas, position, owner, "opponent", inside, at, room)
    high = at - y + 4
    canvas.under(marks.rect(x, y, w, high, "card", 6))
    return high


def track(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the resource track with its marker, and the cards that the marker points at; return the height taken."""
    owner = opponent_of(position)
    fields = 34.0 * FIELDS
    canvas.add(text("Resources", x, y + 19, "head"))
    left = x + 84
    canvas.add(
        marks.track([str(number + 1) for number in range(FIELDS)], owner.marker, left, y, fields, 28, key="resources")
    )
    after = f"; after 5 its {lowest(owner)} rises"
    canvas.place(
        "marker", (left, y, fields, 28), f"resource track: field {owner.marker + 1} of {FIELDS}{after}", "opponent"
    )
    canvas.add(
        marks.use("arrow", left + fields + 14, y + 14), marks.use(lowest(owner), left + fields + 34, y + 14, 0.85)
    )
    aims = aimed(position)
    at, high = left + fields + 50, 28.0
    if narrow(w):  # on a line of its own
        at, y, high = x, y + 34, 62.0
    step = min(40.0, (x + w - at - 52) / max(1, len(aims)))
    if aims:
        canvas.add(text("Aims at", at, y + 19, "mute"))
        canvas.place(
            "aims",
            (at - 2, y, 52 + step * len(aims), 28),
            "aims at: " + "; ".join(f"{action_name(position, action)}: {said}" for action, _, said in aims),
            "opponent",
        )
        at += 54
        for action, place, _ in aims:
            mark = "dismiss" if action == "recruit" else action
            canvas.add(marks.use(mark, at + 8, y + 14, 0.75), text(str(place + 1), at + 20, y + 19, "num"))
            at += step
    return high


def aimed(position: Position) -> list[tuple[str, int, str]]:
    """List the actions that take a card of a row, each with the place and the card that the opponent would take now.

    What is out of its reach is not among them: it cannot do that action.
    """
    found = []
    row = position.townsfolk
    place = next((each for each in nearest(position, len(row)) if row[each]), None)
    if place is not None:
        found.append(("recruit", place, townsfolk_name(position, row[place])))
    for action in ("attack", "convert"):
        place = outsider_aimed(position, INDEX[action])
        if place is not None:
            found.append((action, place, outsider_name(position, position.outsiders[place])))
    return found


def levels(canvas: Canvas, position: Position, right: float, y: float) -> None:
    """Draw the three attributes; the one that rises next carries an arrow."""
    owner = opponent_of(position)
    at = right - 50 * len(ATTRIBUTES)
    tops = {attribute: 1 + index for index, attribute in enumerate(reversed(owner.stack))}
    for attribute in ATTRIBUTES:
        value = getattr(owner, attribute)
        canvas.add(marks.use(attribute, at + 8, y, 0.85), text(str(value), at + 18, y + 5, "num"))
        label = f"{attribute} {value}; its marker was moved {('last', 'second last', 'first')[tops[attribute] - 1]}"
        canvas.place(f"{attribute}:opponent", (at, y - 13, 42, 26), label, "opponent", (1, 1 + tops[attribute]))
        at += 50


def board(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the twelve actions: what they take, the workers and workshops there; return the height taken."""
    owner = opponent_of(position)
    for index, box, cell in cells(canvas, position, {at for at, here in enumerate(owner.placed) if here}, x, y, w):
        left, top, size, _ = box
        action, here = ACTIONS[index], owner.placed[index]
        shops = owner.workshops[index - LEFT] if index >= LEFT else 0
        known = index >= LEFT or action in position.catalogue.opponent
        wants = workers_needed(position, index) if known else 0
        ours = ring(position.catalogue.opponent[action], "workers") if known and index < LEFT else ""
        said = (
            f"{action_name(position, action)}: {count(here, 'worker')} there" if here else action_name(position, action)
        )
        said += f"; {count(shops, 'workshop')}" if shops else ""
        said += f"; takes {count(wants, 'worker')}{ours}" if wants else ""
        canvas.place(f"{action}:opponent", box, said, "opponent", cell, radius=4)
        pieces = [("workshop", "")] * shops + [("pawn", "")] * here
        if not here:
            pieces += [("pawn", "ml-none")] * wants
        step = min(19.0, (size - 12) / max(1, len(pieces)))
        at = left + size / 2 - step * len(pieces) / 2 + step / 2
        drawn = [
            marks.use(piece, at + step * place, top + 29, 0.75, kind) for place, (piece, kind) in enumerate(pieces)
        ]
        canvas.add("".join(drawn), ringed(canvas, bool(ours), at + step * len(pieces) - 8, top + 30))
    return -(-len(ACTIONS) // abreast(w)) * 46.0


def schemes(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Write the scheme cards that lie face up, and how many are left; return the height taken."""
    owner = opponent_of(position)
    rows = position.catalogue.schemes
    ours = canvas.printed("", any(ring(row) for row in rows.values()))
    out: dict[str, int] = {}
    for card in owner.schemes_out:
        said = scheme_name(position, card)
        out[said] = out.get(said, 0) + 1
    shown = ", ".join(f"{said} × {number}" if number > 1 else said for said, number in out.items()) or "none yet"
    told = f"Schemes{ours}: {len(owner.schemes)} face down; face up: {shown}"
    found = wrap(told, w, 13)
    canvas.add(lines(found, x, y + 14, 17, "mute"))
    left = ", ".join(f"{name(row)}" for key, row in rows.items() if key in owner.schemes)
    high = 17.0 * len(found) + 6
    canvas.place("schemes", (x - 3, y, w, high), f"{told}. Kinds still face down: {left or 'none'}", "opponent", (5, 0))
    return high
