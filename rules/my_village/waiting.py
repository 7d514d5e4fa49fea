"""Name what is wrong with the questions that a position says are still to be settled.

A turn leaves few rows of questions behind, and each row has only some ends: what was asked first is gone first. So all
rows that are possible for what lies on the table are listed, and the one that is given must be among them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.findings import Problem

from .banners import again
from .black import free_marks
from .death import can_ward
from .market import MOST, MOST_BY_MONK, asks
from .steps import CHANCES, DECISIONS, replace
from .travel import looks
from .values import LETTERS, ROW, SYMBOLS, UNKNOWN, Position, Seat

Row = tuple[str, ...]
#: Steps behind which a question is pending.
BEHIND = ("death", "again", "rat", "rat_return")
GAPS = ("buy", "buy/two", "refill")  #: questions before which the row of customers may have gaps
LONG = ("free", "buy", "buy/two")  #: questions before which it may have a seventh customer


def questions(position: Position, found: list[Problem]) -> None:
    """Check what is pending, or that nothing is where something must be."""
    for index, (number, what) in enumerate(position.pending):
        path = f"pending[{index}]"
        if number >= len(position.seats):
            found.append(Problem(f"{path}.seat", f"is {number}; there is no such seat."))
        elif what not in DECISIONS and what not in CHANCES:
            found.append(Problem(f"{path}.question", f"is {what[:60]!r}, which is no question.", "turn-step"))
        elif number != position.acting and what != "plague":
            found.append(Problem(f"{path}.seat", "is not the seat whose turn it is.", "turn-step"))
    if found:
        return
    if position.step == "rat_return":
        _plague(position, found)
    elif position.pending:
        given = tuple([what for _, what in position.pending])
        possible = rows(position)
        if given not in possible:
            text = f"asks for {', '.join(given)}, which cannot wait here"
            known = sorted({row[0] for row in possible})
            more = f"; what is asked first can be {' or '.join(known)}." if known else "."
            found.append(Problem("pending", text + more, "turn-step"))
    elif position.step == "white" and again(replace(position, step="again")).step != "white":
        text = "is 'white', but no further white banner can be activated, so the turn is over."
        found.append(Problem("step", text, "white-last"))
    _row(position, found)
    _tops(position, found)
    _drawn(position, found)
    if not found and position.pending:
        _answers(position, found)


def rows(position: Position) -> set[Row]:
    """List the rows of questions that can be pending before the step of a position.

    >>> import rules
    >>> position = rules.load("my_village").setup(2, 1)
    >>> sorted(rows(replace(position, step="death")))
    [('refill',), ('travel/a',)]
    """
    seat = position.seats[position.acting]
    if position.step == "rat":
        return {("dies",) if any(seat.villagers) else ("laborer",)}
    if position.step == "again":
        last = position.used[-1] if position.used else ""
        return {("tile",)} if last == "meeting" else {("mark",)} if last == "hall" and _marks(position, seat) else set()
    found: set[Row] = {("refill",), *ends(asks(position, seat, MOST))}
    if seat.meeting and not seat.tile:
        found.add(("tile",))
    if _marks(position, seat):
        found.add(("mark",))
    if len(seat.travel) < len(LETTERS):
        letter = LETTERS[len(seat.travel)]
        found.add((f"travel/{letter}",))
        if looks(position, seat, letter):
            found.add(("journey",))
    return found | set(_monk(position, seat))


def _marks(position: Position, seat: Seat) -> bool:
    """Say whether the own hall holds markers whose places are chosen."""
    return bool(seat.hall) and position.catalogue.halls[seat.hall].effect in ("area", "population")


def ends(row: Row) -> Iterator[Row]:
    """List the ends of a row of questions.

    >>> list(ends(("buy", "refill")))
    [('buy', 'refill'), ('refill',)]
    """
    return (row[start:] for start in range(len(row)))


def _monk(position: Position, seat: Seat) -> Iterator[Row]:
    """List the rows that end with turning up the next monk: that of the stack from which the last one was taken."""
    if not seat.monks:
        return
    row = position.catalogue.monks[seat.monks[-1]]
    turned = f"monk/{row.symbol}"
    yield (turned,)
    if row.effect == "stories":
        return
    bonus = f"bonus/{row.effect}"
    for number in range(1, row.amount + 1):
        yield (*(bonus,) * number, turned)
    if row.effect == "bailiff":
        for number in range(row.amount):
            for end in ends(asks(position, seat, MOST_BY_MONK)):
                yield (*end, *(bonus,) * number, turned)


def _plague(position: Position, found: list[Problem]) -> None:
    """Check who is asked about the plague: clockwise from the acting seat, those who can keep it away."""
    seats = len(position.seats)
    order = [(number - position.acting) % seats for number, _ in position.pending]
    if order != sorted(set(order)):
        text = "must name each seat once, clockwise from the one whose turn it is."
        found.append(Problem("pending", text, "rat-plague"))
    for index, (number, what) in enumerate(position.pending):
        if what != "plague":
            text = f"is {what!r}; while the plague is settled, only that is asked."
            found.append(Problem(f"pending[{index}].question", text, "rat-plague"))
        elif not can_ward(position, position.seats[number]):
            text = "is asked only with the Salvation church, the abbot and stories to lose."
            found.append(Problem(f"pending[{index}].question", text, "church-salvation"))


def _row(position: Position, found: list[Problem]) -> None:
    """Check that the row of customers is full, unless it is just being filled."""
    first = position.question
    gaps = "" in position.customers
    if gaps and position.customer_deck and first not in GAPS:
        found.append(Problem("customers", "has a gap, but customers are left to fill it.", "bailiff-refill"))
    if len(position.customers) > ROW and first not in LONG:
        text = f"has {len(position.customers)} places; the seventh is there while the Trade church acts."
        found.append(Problem("customers", text, "church-trade"))
    if first == "refill" and not gaps:
        found.append(Problem("pending[0].question", "is 'refill', but the row is full.", "bailiff-refill"))


def _tops(position: Position, found: list[Problem]) -> None:
    """Check that a monk lies open on every stack, unless one is just being turned up."""
    asked = {what for _, what in position.pending}
    for index, (card, symbol) in enumerate(zip(position.monks, SYMBOLS, strict=True)):
        turned = f"monk/{symbol}" in asked
        if not card and position.monk_decks[index] and not turned:
            found.append(Problem(f"monks[{index}]", "is empty, but monks of this stack are left.", "monk-top"))
        if card and turned:
            text = f"lies open, but pending asks for the next one with the {symbol}."
            found.append(Problem(f"monks[{index}]", text, "monk-top"))


def _drawn(position: Position, found: list[Problem]) -> None:
    """Check the travel card that the acting seat has looked at."""
    seat = position.seats[position.acting]
    what = position.question
    journeys = what == "journey" or what.startswith("travel/")
    if position.drawn and not journeys:
        found.append(Problem("drawn", "is set, but nobody looks at a travel card.", "church-mission"))
        return
    if not journeys:
        return
    letter = LETTERS[len(seat.travel)]
    deck = position.travel_decks[len(seat.travel)]
    if what == "journey" and not position.drawn:
        found.append(Problem("drawn", "is missing: a travel card has been looked at.", "church-mission"))
    elif not deck or (position.drawn not in ("", UNKNOWN) and position.drawn not in deck):
        found.append(Problem("drawn", f"is no card of the stack {letter!r}.", "travel-top"))
    elif what != "journey" and position.drawn != UNKNOWN and bool(position.drawn) != (letter in seat.missions):
        text = f"is set exactly when the Mission church has put a card {letter!r} back."
        found.append(Problem("drawn", text, "church-mission-once"))


def _answers(position: Position, found: list[Problem]) -> None:
    """Check that there is an answer to what is asked first."""
    what = position.question
    decision, chance = DECISIONS.get(what), CHANCES.get(what)
    if what == "mark":
        empty = not free_marks(position, position.seats[position.acting])
    elif decision is not None:
        empty = not decision.moves(position)
    else:
        empty = chance is None or not chance.outcomes(position)
    if empty:
        found.append(Problem("pending[0].question", f"is {what!r}, to which there is no answer.", "turn-step"))
