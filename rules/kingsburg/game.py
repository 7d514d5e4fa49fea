"""Load Kingsburg: its catalogue with an owner's values laid over it, its options, and the set-up of a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

import msgspec

from rules.catalogue import Overlay, build, shipped
from rules.edition import Edition, check_setup, editions

from .catalogue import Advisor, Catalogue, Sheet
from .catalogue_checks import check_catalogue
from .steps import run
from .values import NEUTRAL, Position, Seat

PLAYERS = (2, 3, 4, 5)
MODULES = ("buildings", "governors", "army")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choose between readings that people or sources dispute. Each default has its reason.

    ``demons_of_year_4``: "points" is the older of two public tables and fits the demons of year 3; "building"
    is the other one. ``smuggler_may_decline``: the Smuggler's sentence has the form of the Alchemist's, whose
    trade may be declined. ``priest``: "bonus_die" is a published clarification, "six" a later report.
    ``reward_without_buildings``: by the letter all tie at 0 buildings and get the king's point.
    """

    demons_of_year_4: Literal["points", "building"] = "points"
    smuggler_may_decline: bool = True
    priest: Literal["bonus_die", "six"] = "bonus_die"
    reward_without_buildings: bool = True


class Game(Edition[Catalogue, Options]):
    """Hold one edition of Kingsburg: catalogue and options. Equal editions are equal values."""

    name = "kingsburg"
    title = "Kingsburg"
    players = PLAYERS
    modules = MODULES

    def __init__(self, catalogue: Catalogue, options: Options, overlay: Overlay) -> None:
        super().__init__(catalogue, options, overlay)
        self.short_sheet = Sheet({k: b for k, b in catalogue.buildings.items() if not b.module})
        self.long_sheet = Sheet(catalogue.buildings)
        ranks = {advisor.rank: advisor for advisor in catalogue.advisors.values()}
        self.advisors: tuple[Advisor, ...] = tuple(ranks[rank] for rank in range(1, 19))
        self.deck: tuple[tuple[str, ...], ...] = tuple(
            tuple(key for key, card in catalogue.enemies.items() if card.year == year) for year in range(1, 6)
        )

    def setup(self, players: int, seed: int, modules: Sequence[str] = ()) -> Position:
        """Set up a game (rule setup-start): random first turn order and, with module 2, three dealt governor cards.

        The enemy deck stays a multiset: its top card is drawn by chance when somebody looks at it or it is
        revealed. Raises :class:`rules.BadInput` for a number of players or a module that does not exist.
        """
        players, seed = check_setup(self, players, modules, seed)
        random = Random(seed)
        order = list(range(players))
        random.shuffle(order)
        sheet = self.long_sheet if "buildings" in modules else self.short_sheet
        hands: list[tuple[str, ...]] = [()] * players
        if "governors" in modules:
            cards = list(self.catalogue.governors)
            random.shuffle(cards)
            hands = [tuple(sorted(cards[3 * seat : 3 * seat + 3])) for seat in range(players)]
        army = tuple(sorted(self.catalogue.army)) if "army" in modules else ()
        seats = tuple(Seat(built=sheet.empty, hand=hand, army=army) for hand in hands)
        first = "governor" if "governors" in modules else "year"
        position = Position(
            game=self,
            modules=tuple(module for module in MODULES if module in modules),
            year=1,
            phase=0,
            step=first,
            order=tuple(order),
            seats=seats,
            queue=tuple(order),
            envoy=NEUTRAL,
        )
        return run(position)


def _make(overlay: Overlay, chosen: Options) -> Game:
    """Read and check all tables."""
    document = shipped(__package__)
    if chosen.demons_of_year_4 == "building":
        row = {k: v for k, v in document["enemies"]["demons_4_6"].items() if k not in ("lose_points", "win_points")}
        document["enemies"]["demons_4_6"] = {**row, "lose_building": True}
    catalogue = build(Catalogue, document, overlay)
    check_catalogue(catalogue)
    return Game(catalogue, chosen, overlay)


load = editions(Options, _make)
