"""Derive the shipped table of worths of My Village from games of the greedy policy.

    python -P bench/worths_village.py [--games 400] [--first-seed 0] [--write]

Method. For 2, 3 and 4 players as many games are played as --games says (every seat greedy, one seed per game). When a
round has ended, every seat gives one observation: a least-squares fit explains the points that it still wins by its
holdings. The game is cut into four stages by how many of the coffins that end it are filled, and each stage has a fit
of its own. A seat that plays well holds more of everything; so at the end of every round each seat is given, by lot,
one more of some holdings (coins, stories, a cloud of time, a good or a marker where there is room). So that a seat that
stands better anyway does not lend its strength to its goods, the fit tells the gifts from what was there before: the
worth of what is given by lot is the coefficient of the gift, and that of other holdings (villagers, descendants,
customers, crafts) the coefficient of the holding. The fit also has terms for the points so far, the cards of each area,
the starting player and each number of players. The fit is exact (normal equations in whole numbers, solved in
fractions): the same seeds give the same table on every machine. A worth is beyond the points that are made at once.

A single stage is noisy, so each worth is averaged with its neighbours (weights 1, 2, 1; the first and the last stage
stand alone), cut off at 0 and rounded to twentieths. Without --write the table is only printed; with it, it goes to
solver/my_village/worths.toml.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent))

from _measure import machine, say, seeded
from worths import Row, fitted, following, gathered, origin, report, rounded

import rules
from rules.my_village.scoring import sources
from rules.my_village.steps import replace
from rules.my_village.values import GOODS, KINDS, Position, Seat
from rules.saving import write_whole
from solver.my_village.table import HOLDINGS, holdings
from solver.my_village.tables import STAGES, stage

FILE = Path(__file__).parent.parent / "solver" / "my_village" / "worths.toml"
PLAYERS = (2, 3, 4)
GAME: Any = rules.load("my_village")
CHANCE = 0.25  #: that a seat is given one more of a holding
GIFTS = ("coins", *GOODS, "jokers", "stories", "sets", "clouds")
#: Where the worth of each holding stands among the terms: gifts come after the holdings.
PLACES = {name: len(HOLDINGS) + GIFTS.index(name) if name in GIFTS else index for index, name in enumerate(HOLDINGS)}


def gifted(position: Position, seat: Seat, random: Random) -> Seat:
    """Give a seat one more of some holdings, as far as there is room for them."""

    def lot() -> bool:
        return random.random() < CHANCE

    seat = replace(seat, coins=seat.coins + lot(), tree=seat.tree + lot(), time=max(0, seat.time - lot()))
    goods = list(seat.goods)
    for kind, name in enumerate(KINDS):
        slots = position.catalogue.craft_kinds[name].slots  # type: ignore[index]
        goods[kind] += bool(seat.crafts[kind]) and goods[kind] < slots and lot()
    sets = seat.sets + (seat.meeting and seat.sets < position.game.meeting.slots and lot())
    hall = position.catalogue.halls.get(seat.hall)
    jokers = seat.jokers + (hall is not None and hall.effect == "guild" and seat.jokers < hall.slots and lot())
    return replace(seat, goods=tuple(goods), sets=sets, jokers=jokers)


def observe(position: Position, given: Position) -> list[tuple[list[int], int]]:
    """Return for each seat the terms of an observation, and the points so far; ``given`` is the position with gifts."""
    rows = []
    for number, seat in enumerate(position.seats):
        so_far = sum(sources(position, number).values())
        held, more = holdings(position, number), holdings(given, number)
        terms = [held[name] for name in HOLDINGS] + [more[name] - held[name] for name in GIFTS]
        terms += [bool(seat.church), len(seat.monks), bool(seat.hall), seat.meeting, len(seat.fields)]
        terms += [len(seat.travel), len(seat.served), so_far, position.hand == number]
        terms += [len(position.seats) == other for other in PLAYERS]
        rows.append(([int(term) for term in terms], so_far))
    return rows


def play(players: int, seed: int) -> dict[int, list[Row]]:
    """Play one greedy game; return for each stage the observations of the seats."""
    random, lots = Random(seed), Random(f"gifts {seed}")
    position: Position = GAME.setup(players, seed)
    seen: list[tuple[int, list[tuple[list[int], int]]]] = []
    while not position.over:
        _, after = following(position, random)
        if after.round != position.round:
            seats = tuple(gifted(after, seat, lots) for seat in after.seats)
            given = replace(after, seats=seats)
            seen.append((stage(after), observe(after, given)))
            after = given
        position = after
    totals = [sum(sources(position, number).values()) for number in range(players)]
    rows: dict[int, list[Row]] = defaultdict(list)
    for part, observed in seen:
        rows[part] += [(terms, totals[seat] - so_far) for seat, (terms, so_far) in enumerate(observed)]
    return rows


def main() -> None:
    """Play, fit, print and write."""
    parser = seeded(__doc__, 400)
    parser.add_argument("--write", action="store_true", help="write the table to solver/my_village/worths.toml")
    given = parser.parse_args()
    machine("msgspec", "numpy")
    observations = gathered(play, PLAYERS, given)
    fits, errors = fitted(observations, range(STAGES))
    say("Worths in points at the end of a turn: rounded and smoothed (fit ± standard error).")
    say()
    lines = report("stage", observations, fits, errors, PLACES, lambda _, value: rounded(value))
    if given.write:
        heading = origin("worths_village.py", given, "with 2, 3 and 4 players", GAME, "a turn")
        write_whole(FILE, "\n".join([heading, *lines]) + "\n")


if __name__ == "__main__":
    main()
