"""Which house values count in a plan, told by trial: change one, replay the moves, and see whether anything differs."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

import rules
from rules.findings import RulesError
from solver import rooms
from solver.answer import Answer
from solver.plan import Plan, make_plan
from solver.replay import Replay, ReplayMismatch, measure
from solver.request import Request, make_request
from solver.rooms import Room

LONGEST = 7  #: moves of a line that is walked by chance


def others(name: str, value: Any, table: Any, field: str) -> list[Any]:
    """Return values that may stand instead of one: as far away as the catalogue takes, or those of other rows."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(0, value - 1)]
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        first, *rest = value  # what is printed of a row of house values stands first
        return [[first, *(12 for _ in rest)], [first, *(0 for _ in rest)]]
    known = {msgspec.json.encode(row[field]): row[field] for row in table.values() if field in row}
    return [each for code, each in sorted(known.items()) if code != msgspec.json.encode(value)][:2]


@cache
def editions(name: str, options: tuple[tuple[str, Any], ...]) -> dict[str, tuple[Any, ...]]:
    """Return for each house value the editions in which it is another one; names of cards do not count."""
    game: Any = rules.load(name, options=dict(options))
    found: dict[str, tuple[Any, ...]] = {}
    tables = msgspec.to_builtins(game.catalogue)
    for value in game.house_values():
        table, key, field = value.split(".", 2)
        if field.startswith("name"):
            continue
        now = getattr(getattr(game.catalogue, table)[key], field)
        made = []
        for other in others(name, now, tables[table], field):
            try:
                made.append(rules.load(name, {table: {key: {field: other}}}, dict(options)))
            except RulesError:
                continue  # no such card could be printed
        found[value] = tuple(made)
    return found


def detailed(room: Room) -> Room:
    """Return the room that also tells apart what it counts together: everything that a seat holds as letters."""

    def holdings(position: Any, seat: int) -> dict[str, int]:
        held = dict(room.holdings(position, seat))
        letters = getattr(position.seats[seat], "workers", "")
        return held | {f"worker {letter}": letters.count(letter) for letter in set(letters)}

    return msgspec.structs.replace(room, holdings=holdings)


def seen(request: Request, answer: Answer, room: Room) -> Replay | None:
    """Replay an answer whatever it claims; None where its moves are not legal."""
    try:
        return measure(request, answer, detailed(room))
    except ReplayMismatch:
        return None


def counted(request: Request, answer: Answer, room: Room, known: Iterable[str] = ()) -> Iterator[str]:
    """Name every house value but the known ones that changes what the moves bring, or whether they are legal at all."""
    position: Any = request.position
    real = seen(request, answer, room)
    assert real is not None
    game = position.game
    for value, variants in editions(game.name, tuple(sorted(game.chosen_options().items()))).items():
        for variant in variants if value not in known else ():
            elsewhere = msgspec.structs.replace(request, position=msgspec.structs.replace(position, game=variant))
            other = seen(elsewhere, answer, room)
            if other is None or (other.value, other.sources, other.holdings) != (
                real.value,
                real.sources,
                real.holdings,
            ):
                yield value
                break


def walked(request: Request, room: Room, rng: random.Random) -> tuple[Any, ...]:
    """Return the moves of a line that is chosen by chance, up to the end of the horizon; chance shows anything."""
    position: Any = request.position
    line: list[Any] = []
    while not (position.over or room.ended(request, position)) and len(line) < LONGEST:
        if outcomes := position.chance():
            position = position.play(rng.choice(outcomes)[0])
        elif position.actor == request.seat:
            line.append(rng.choice(position.legal_moves()))
            position = position.play(line[-1])
        else:
            position = position.play(room.rival(request, position))
    return tuple(line)


def walked_plans(positions: Iterable[Any], horizon: str, seed: int) -> Iterator[tuple[Request, Plan]]:
    """Make plans of lines chosen by chance: those that are legal whatever hidden cards show."""
    rng = random.Random(seed)
    for position in positions:
        room = rooms.find(position)
        request = make_request(position, room, horizon=horizon)
        moves = walked(request, room, rng)
        answer = Answer(moves=moves, value=request.worth("none"), bound=None, method="chance")
        real = seen(request, answer, room)
        if real is not None:
            yield request, make_plan(request, room, msgspec.structs.replace(answer, value=real.value), 0.0)


def missing(request: Request, plan: Plan) -> set[str]:
    """Return the house values that count in a plan and that it does not name."""
    room = rooms.find(request.position)
    answer = Answer(moves=plan.moves, value=plan.value, bound=None, beyond=plan.beyond)
    return set(counted(request, answer, room, plan.house))
