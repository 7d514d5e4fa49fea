"""Load Paladins: its catalogue with an owner's values laid over it, its options, and the set-up of a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Literal

import msgspec

from rules.catalogue import Overlay, build, shipped
from rules.edition import Edition, check_setup, editions

from .catalogue import PATTERNS, Catalogue
from .catalogue_checks import check_catalogue
from .spelling import Verbs
from .steps import run
from .values import ACTIONS, ATTRIBUTES, INDEX, LEFT, Opponent, Position, Seat

PLAYERS = (1, 2, 3, 4)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choose between readings that the rulebook leaves open. Each default has its reason.

    ``difficulty`` is that of the solo opponent. ``attribute_cap``: the track ends at 12, so a marker stays there.
    ``pray_clears_pray``: the rulebook lets Pray free "one action" and excludes none. ``free_workshop_develops``:
    abilities of townsfolk come with the action Develop, and a workshop from a favour is none.
    ``free_recruit_dismisses``: the free form is called recruiting, which for a person means to keep the card.
    ``scheme_deck``: when it is empty before a Pray, shuffling what lies face up is the least change.
    ``opponent_inquisition``: an inquisition comes "whenever the last silver is taken from the tax supply", whoever
    takes it. ``attack_below_first``: missing strength is paid for in pairs, rounded up, also below the first flag.
    ``hunter_counts``: kept townsfolk are the only count of recruits that lies on the table at the end.
    """

    difficulty: Literal["easy", "standard", "hard"] = "standard"
    attribute_cap: Literal["twelve", "none"] = "twelve"
    pray_clears_pray: bool = True
    free_workshop_develops: bool = False
    free_recruit_dismisses: bool = False
    scheme_deck: Literal["shuffle", "fallback"] = "shuffle"
    opponent_inquisition: bool = True
    attack_below_first: bool = True
    hunter_counts: Literal["kept", "kept_but_the_first"] = "kept"


class Game(Edition[Catalogue, Options]):
    """Hold one edition of Paladins: catalogue and options. Equal editions are equal values."""

    name = "paladins"
    title = "Paladins of the West Kingdom"
    players = PLAYERS

    def __init__(self, catalogue: Catalogue, options: Options, overlay: Overlay) -> None:
        super().__init__(catalogue, options, overlay)
        self.cap = 12 if options.attribute_cap == "twelve" else 999
        self.actions = tuple(catalogue.actions[name] for name in ACTIONS)
        areas = sorted(catalogue.areas)
        self.faith_flags = tuple(catalogue.areas[area].faith for area in areas)
        self.strength_flags = tuple(catalogue.areas[area].strength for area in areas)
        #: Space ids by number of players (from 1) and area.
        self.spaces = tuple(
            tuple(
                tuple(key for key, row in catalogue.spaces.items() if row.area == area and row.players <= players)
                for area in range(1, 7)
            )
            for players in PLAYERS
        )
        self.places = tuple(catalogue.row[place] for place in sorted(catalogue.row))
        self.workshops = tuple(catalogue.workshops[key].worker for key in sorted(catalogue.workshops))
        self.start = catalogue.start["seat"]
        self.levels = catalogue.levels["attribute"].points
        cards = sorted(catalogue.suspicion.values(), key=lambda row: row.tax)
        self.suspicion_values = tuple(row.tax for row in cards)
        self.suspicion_copies = tuple(row.copies for row in cards)
        self.suspicion_cards = sum(self.suspicion_copies)
        self.paladins = tuple(sorted(catalogue.paladins))
        self.walls = tuple(key for key in sorted(catalogue.walls) for _ in range(catalogue.walls[key].copies))
        self.schemes = tuple(
            key for key in sorted(catalogue.schemes) if key != "favour" for _ in range(catalogue.schemes[key].copies)
        )
        self.taverns = tuple(sorted(catalogue.taverns))
        self.jars = tuple(catalogue.jars)
        #: What a paladin can do, with its amount (1 where it has no number), and what it lends, by attribute.
        self.abilities = {key: (row.ability, row.amount or 1) for key, row in catalogue.paladins.items()}
        self.boosts = {
            attribute: {key: int(getattr(row, attribute)) for key, row in catalogue.paladins.items()}
            for attribute in ATTRIBUTES
        }
        #: Remembered answers of the room's modules, by question; they live and die with the edition.
        self.memory: dict[Any, Any] = {}
        self.spelled = Verbs()

    def full_tax(self, players: int) -> int:
        """Return the tax supply of a game for so many players."""
        return self.catalogue.taxes[f"players_{players}"].silver

    def setup(self, players: int, seed: int, modules: Sequence[str] = ()) -> Position:
        """Set up a game (rules setup-table, setup-seat): starting player and open rows at random.

        All decks stay multisets: what is drawn later is drawn by chance. Raises :class:`rules.BadInput` for a number of
        players or a module that does not exist.
        """
        players, seed = check_setup(self, players, modules, seed)
        random = Random(seed)
        townsfolk, outsiders = list(self.catalogue.townsfolk), list(self.catalogue.outsiders)
        random.shuffle(townsfolk)
        random.shuffle(outsiders)
        start = random.randrange(players)
        seat = Seat(silver=self.start.silver, provisions=self.start.provisions)
        backwards = tuple((start - 1 - step) % players for step in range(players))
        position = Position(
            game=self,
            round=1,
            step="welcome_end",
            start=start,
            seats=(seat,) * players,
            pending=tuple((number, "welcome") for number in backwards),
            tax=self.full_tax(players),
            townsfolk=tuple(townsfolk[:5]),
            townsfolk_deck=tuple(sorted(townsfolk[5:])),
            outsiders=tuple(outsiders[:6]),
            outsider_deck=tuple(sorted(outsiders[6:])),
            tavern_deck=self.taverns,
            wall_deck=self.walls,
            suspicion_out=(0,) * len(self.suspicion_values),
            board=tuple((0,) * len(area) for area in self.spaces[players - 1]),
            opponent=self._opponent(random) if players == 1 else None,
        )
        return run(position)

    def _opponent(self, random: Random) -> Opponent:
        """Set up the solo opponent: workshops on the actions of random orders (rule solo-setup)."""
        number = self.catalogue.difficulties[self.options.difficulty].workshops
        orders = random.sample(sorted(self.catalogue.orders), number)
        workshops = [0] * 6
        for order in orders:
            workshops[INDEX[self.catalogue.orders[order].action] - LEFT] += 1
        return Opponent(workshops=tuple(workshops), schemes=self.schemes)


def _make(overlay: Overlay, chosen: Options) -> Game:
    """Read and check all tables."""
    catalogue = build(Catalogue, shipped(__package__), overlay, PATTERNS)
    check_catalogue(catalogue)
    return Game(catalogue, chosen, overlay)


load = editions(Options, _make)
