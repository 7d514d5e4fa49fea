"""Load My Village: its catalogue with an owner's values laid over it, its options, and the set-up of a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from rules.catalogue import Overlay, build, shipped
from rules.edition import Edition, check_setup, editions

from .catalogue import Catalogue, Players
from .catalogue_checks import check_catalogue
from .steps import run
from .values import KINDS, LETTERS, PROFESSIONS, ROW, SYMBOLS, Position, Seat

PLAYERS = (2, 3, 4)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choose between readings that the rulebook leaves open. Each default has its reason.

    ``free_customer_only``: with the Trade church one customer is free "before you choose 1, 2, 3 or 4 as always"; as
    every action may be waived in part, one may buy none after the free one. With False at least one must be bought.
    """

    free_customer_only: bool = True


class Game(Edition[Catalogue, Options]):
    """Hold one edition of My Village: catalogue and options. Equal editions are equal values."""

    name = "my_village"
    title = "My Village"
    players = PLAYERS

    def __init__(self, catalogue: Catalogue, options: Options, overlay: Overlay) -> None:
        super().__init__(catalogue, options, overlay)
        tracks = catalogue.tracks["tracks"]
        self.clouds, self.black_die = tracks.clouds, tracks.black_die
        self.start_coins = tracks.coins
        self.windows, self.laborer, self.hand = tracks.windows, tracks.laborer, tracks.hand
        self.meeting, self.field = catalogue.meeting["meeting"], catalogue.fields["field"]
        self.tables = {players: catalogue.players[f"players_{players}"] for players in PLAYERS}
        #: Story points of the spaces of the chronicle, by profession.
        self.chronicle = tuple(catalogue.professions[profession].stories for profession in PROFESSIONS)
        effects = {row.effect: key for key, row in catalogue.churches.items()}
        self.salvation, self.abbey = effects["salvation"], effects["abbey"]
        self.trade, self.mission = effects["trade"], effects["mission"]
        #: Cards of each stack or row, sorted: what is unseen has no order.
        self.monks = tuple(
            tuple(sorted(key for key, row in catalogue.monks.items() if row.symbol == symbol)) for symbol in SYMBOLS
        )
        self.travel = tuple(
            tuple(sorted(key for key, row in catalogue.travel.items() if row.letter == letter)) for letter in LETTERS
        )
        self.crafts = tuple(
            tuple(sorted(key for key, row in catalogue.crafts.items() if row.kind == kind)) for kind in KINDS
        )
        self.customers = tuple(sorted(catalogue.customers))
        #: Craft buildings by value, as pairs of kind and card.
        self.crafts_at = {
            value: tuple(
                (kind, card)
                for kind, row in enumerate(self.crafts)
                for card in row
                if value in catalogue.crafts[card].values
            )
            for value in range(2, 13)
        }
        #: Fame by card, for those who count it often.
        self.travel_fame = {key: row.fame for key, row in catalogue.travel.items()}
        self.customer_fame = {key: row.fame for key, row in catalogue.customers.items()}
        #: Remembered answers of the room's modules, by question; they live and die with the edition.
        self.memory: dict[Any, Any] = {}

    def table(self, players: int) -> Players:
        """Return dice, start of the rat and end of the game for so many players."""
        return self.tables[players]

    def setup(self, players: int, seed: int, modules: Sequence[str] = ()) -> Position:
        """Set up a game: boards, starting player, open customers and top monks at random.

        Rules setup-table, setup-seat, setup-coins, setup-boards, setup-stacks. All stacks stay multisets: what is
        turned up later is drawn by chance. Raises :class:`rules.BadInput` for a number of players or a module that
        does not exist.
        """
        players, seed = check_setup(self, players, modules, seed)
        random = Random(seed)
        boards = random.sample(sorted(self.catalogue.boards), players)
        customers = random.sample(self.customers, len(self.customers))
        stacks = [random.sample(stack, len(stack)) for stack in self.monks]
        start = random.randrange(players)
        position = Position(
            game=self,
            round=1,
            step="prepare",
            start=start,
            turn=0,
            seats=tuple(
                Seat(board=board, coins=self.start_coins[(number - start) % players])
                for number, board in enumerate(boards)
            ),
            hand=start,
            rat=self.table(players).rat,
            churches=tuple(self.catalogue.churches),
            halls=tuple(self.catalogue.halls),
            meetings=self.meeting.copies,
            fields=self.field.copies,
            crafts=self.crafts,
            monks=tuple(stack[0] for stack in stacks),
            monk_decks=tuple(tuple(sorted(stack[1:])) for stack in stacks),
            travel_decks=self.travel,
            customers=tuple(customers[:ROW]),
            customer_deck=tuple(sorted(customers[ROW:])),
        )
        return run(position)


def _make(overlay: Overlay, chosen: Options) -> Game:
    """Read and check all tables."""
    catalogue = build(Catalogue, shipped(__package__), overlay)
    check_catalogue(catalogue)
    return Game(catalogue, chosen, overlay)


load = editions(Options, _make)
