"""Lay positions of Kingsburg on the table in a line, play on by typed keys, and check refusals.

Seats are described by what they differ in from an empty seat: ``seat(gold=2, buildings="inn market", points=5)``.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import msgspec
import pytest

import rules
from rules.findings import Finding, IllegalMove
from rules.kingsburg.moves import Move
from rules.kingsburg.values import EARLIER, NO_POINTS, Position, Seat

from .. import tables
from ..tables import keys as keys
from ..tables import play as play

FAVOUR, SPRING, REWARD, SUMMER, ENVOY, AUTUMN, RECRUIT, WINTER = range(1, 9)
QUIET = ("keep", "decline", "pass", "recruit nothing", "bonus 0")


load = partial(tables.load, "kingsburg")
table_of_rules = partial(tables.table_of_rules, "kingsburg")


def seat(*, buildings: str = "", points: int | tuple[int, ...] = 0, **fields: Any) -> dict[str, Any]:
    """Describe a seat; ``buildings`` are ids between spaces, a single number of ``points`` has no stated source."""
    return {"buildings": buildings.split(), "points": points, **fields}


def table(
    *seats: dict[str, Any],
    phase: int,
    step: str,
    year: int = 1,
    modules: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    order: tuple[int, ...] | None = None,
    queue: tuple[int, ...] | None = None,
    **fields: Any,
) -> Position:
    """Lay out a position; turn order and queue are 0, 1, 2 ... unless they are given."""
    game = load(**(options or {}))
    position = game.setup(players=len(seats), seed=1, modules=modules)
    sheet = position.sheet
    people = []
    for number, fields_of_seat in enumerate(seats):
        values = dict(fields_of_seat)
        built = [0] * len(sheet.letters)
        for name in values.pop("buildings", ()):
            built[sheet.by_id[name].row] += 1
        assert all(
            sheet.by_id[name].column < built[sheet.by_id[name].row] for name in fields_of_seat.get("buildings", ())
        ), "a row is built from the left"
        if isinstance(points := values["points"], int):
            values["points"] = tuple(points if source == EARLIER else 0 for source in range(len(NO_POINTS)))
        values.setdefault("bonus_dice", len(values.get("bonus", ())))
        values.setdefault("army", position.game.catalogue.army if "army" in modules else ())
        if "governors" in modules:
            values.setdefault("governor", SPARE[number])
        people.append(Seat(built=tuple(built), **values))
    order = tuple(range(len(seats))) if order is None else order
    return msgspec.structs.replace(
        position,
        year=year,
        phase=phase,
        step=step,
        order=order,
        queue=order if queue is None else queue,
        seats=tuple(people),
        **{"owed": (), "placements": (), **fields},
    )


#: Governors that do nothing in most tests; seat by seat, where a test gives none.
SPARE = ("chronicler", "constable", "quartermaster", "general", "scribe")


def quiet(position: Position, *, until: str = "", phase: int = 0, limit: int = 80) -> Position:
    """Play on without doing anything that need not be done, up to the step ``until`` or into ``phase``."""
    for _ in range(limit):
        if position.over or (until and position.step == until) or (phase and position.phase == phase):
            return position
        if position.actor is None:
            position = position.play(position.chance()[0][0])
            continue
        legal = {move.key: move for move in position.legal_moves()}
        key = next((key for key in QUIET if key in legal), next(iter(legal)))
        position = position.play(legal[key])
    raise AssertionError(f"never came to {until or phase}; stands in step {position.step}")


def outcomes(position: Position) -> dict[str, Any]:
    """Map the keys of what may happen at a chance node to their probabilities."""
    return {outcome.key: chance for outcome, chance in position.chance()}


def goods(position: Position, number: int) -> tuple[int, int, int]:
    """Give gold, wood and stone of a seat."""
    person = position.seats[number]
    return person.gold, person.wood, person.stone


def totals(position: Position) -> list[int]:
    """List all seats' points."""
    return [person.total for person in position.seats]


def owned(position: Position, number: int) -> set[str]:
    """List the ids of a seat's buildings."""
    return {cell.id for cell in position.sheet.owned(position.seats[number].built)}


def refused(position: Position, move: Move, *ids: str, typed: bool = True) -> tuple[Finding, ...]:
    """Check that a move breaks exactly the rules ``ids``, with page, section and a sentence that holds the numbers.

    ``typed=False`` is for what cannot be written as a move at all (a negative number of goods, an outcome).
    """
    findings = position.why_not(move)
    assert {finding.rule for finding in findings} == set(ids), [str(finding) for finding in findings]
    assert move not in position.legal_moves()
    for finding in findings:
        row = table_of_rules()[finding.rule]
        assert (finding.page, finding.section) == (row["page"], row["section"])
        assert re.fullmatch(r"[A-Z+\d'].*[.?]", finding.text, flags=re.DOTALL), finding.text
        assert finding.change == "" or re.fullmatch(r"[A-Z].*\.", finding.change), finding.change
        for name, number in finding.numbers:  # what is 0 may go unsaid ("you have no marker")
            assert number == 0 or re.search(rf"(?<!\d){abs(number)}(?!\d)", finding.text), (name, number, finding.text)
    with pytest.raises(IllegalMove) as played:
        position.play(move)
    assert played.value.findings == findings
    with pytest.raises(rules.RulesError) as read:
        position.move(move.key)
    assert not typed or findings[0].text in str(read.value)
    return findings
