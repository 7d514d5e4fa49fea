"""What the rest of a round can depend on: positions with the same key have the same best lines, worth the same.

Each thing that a key leaves out, or makes alike, has its reason:

- of other seats, which have passed or will, only the number of suspicion cards counts: an inquisition asks for most;
- which workers stand on an action cannot matter as long as they fill it: a workshop sends one of them away then,
  whoever it is; nor who stands on a space of the board, was hired for a favour or took a tavern card;
- spaces of one area with the same reward stand for each other, and so do spaces for jars;
- attacked outsiders count by kind, converted ones by what they score, walls by their number and points;
- which suspicion cards are discarded matters only when the deck runs out: ``exact`` looks out for that;
- the order of townsfolk is left out where no two of their gains can get in each other's way.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from rules.paladins.catalogue import TAXES
from rules.paladins.inquisition import TRIGGERS as INQUISITION
from rules.paladins.moves import Absolve, Commission, Garrison, Move
from rules.paladins.rewards import suspicion_deck, suspicion_left
from rules.paladins.right import spaces_of
from rules.paladins.steps import replace
from rules.paladins.values import ACTIONS, LEFT, Position, Seat
from rules.paladins.workers import LETTERS

from .table import on_table

if TYPE_CHECKING:
    from solver.request import Request

#: Ongoing gains that can be settled in any order, of those that tax or pardon at most one kind (see ``unordered``).
PLAIN = frozenset("LSMFC") | {"silver", "provision", "faith", "strength", "influence", "pardon"}
ENOUGH = 8  #: suspicion cards in the deck that a turn seldom uses up (``Same.watch`` sees where one does)


class Scarce(Exception):
    """Say that the suspicion cards may run out, so that it matters which of them are discarded."""


class Same:
    """Make keys for the positions of one request. ``full``: the suspicion cards may run out."""

    def __init__(self, request: Request, *, full: bool = False) -> None:
        self.seat = request.seat
        self.full = full
        position = on_table(request)
        townsfolk = position.catalogue.townsfolk
        #: Whether what another seat owes may decide what its townsfolk do in an inquisition.
        self.asking = any(
            "/" in gain
            for number, seat in enumerate(position.seats)
            for card in seat.townsfolk
            if number != request.seat and card in townsfolk and townsfolk[card].trigger in INQUISITION
            for gain in townsfolk[card].ongoing
        )
        catalogue = position.catalogue
        spaces = position.game.spaces[len(position.seats) - 1]
        self.rewards = tuple([tuple([catalogue.spaces[name].reward for name in area]) for area in spaces])
        self.jars = {name: row.reward for name, row in catalogue.jars.items()}
        self.boards: dict[tuple[tuple[int, ...], ...], Hashable] = {}
        self.shelves: dict[tuple[str, ...], Hashable] = {}
        self.kinds = {card: row.kind for card, row in catalogue.outsiders.items()}
        self.scoring = {card: row.scoring for card, row in catalogue.outsiders.items()}
        self.wall_points = {card: row.points for card, row in catalogue.walls.items()}
        self.orders: dict[tuple[str, ...], tuple[str, ...]] = {}

    def key(self, position: Position, revealed: bool) -> Hashable:
        """Return what the future of a position depends on."""
        own = position.seats[self.seat]
        opponent = position.opponent
        if not self.full and sum(suspicion_deck(position)) < ENOUGH:
            raise Scarce
        others: Any
        if self.full:
            others = [seat.suspicion for seat in position.seats]
            discards: Any = (position.suspicion_out, opponent and opponent.suspicion)
        else:
            others = [len(seat.suspicion) for seat in position.seats]
            discards = (suspicion_deck(position), opponent and len(opponent.suspicion))
        if self.asking:
            others = (*others, *[seat for number, seat in enumerate(position.seats) if number != self.seat])
        return (
            revealed,
            position.step,
            position.queue,
            position.pending,
            position.fired,
            position.tax,
            position.townsfolk,
            position.outsiders,
            position.wall_deck,
            self.board(position),
            tuple([bool(worker) for worker in position.hired]),
            tuple([guest < 0 for guest in position.guests]),
            tuple(others),
            discards,
            own.silver,
            own.provisions,
            own.faith,
            own.strength,
            own.influence,
            own.workers,
            self.placed(position, own),
            own.workshops,
            own.monks,
            own.outposts,
            len(own.walls),
            sum([self.wall_points[card] for card in own.walls]),
            self.shelf(own.jars),
            tuple(sorted([self.kinds[card] for card in own.attacked])),
            tuple(sorted([self.scoring[card] for card in own.converted])),
            self.ordered(position, own.townsfolk),
            own.unpaid,
            own.paid,
            own.paladin,
        )

    def watch(self, before: Position, after: Position, *, drawn: bool) -> None:
        """Raise :class:`Scarce` where the discarded suspicion cards were shuffled; ``drawn``: one was just taken."""
        if not self.full and suspicion_left(after) > suspicion_left(before) - drawn:
            raise Scarce

    def board(self, position: Position) -> Hashable:
        """Return the rewards of the free spaces, area by area."""
        found = self.boards.get(position.board)
        if found is None:
            rows = zip(self.rewards, position.board, strict=True)
            free = [sorted(r for r, piece in zip(area, pieces, strict=True) if not piece) for area, pieces in rows]
            found = self.boards[position.board] = tuple([tuple(area) for area in free])
        return found

    def shelf(self, jars: tuple[str, ...]) -> Hashable:
        """Return the rewards of the free spaces for jars."""
        found = self.shelves.get(jars)
        if found is None:
            free = sorted(reward for name, reward in self.jars.items() if name not in jars)
            found = self.shelves[jars] = tuple(free)
        return found

    def placed(self, position: Position, own: Seat) -> tuple[str, ...]:
        """Mark the actions with workers on them; who they are only where they do not fill it."""
        return tuple(
            [
                group and ("#" if index < LEFT or len(group) == len(spaces_of(position, own, index)) else group)
                for index, group in enumerate(own.placed)
            ]
        )

    def ordered(self, position: Position, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Sort townsfolk where their order cannot matter."""
        found = self.orders.get(cards)
        if found is None:
            found = self.orders[cards] = tuple(sorted(cards)) if unordered(position, cards) else cards
        return found


def unordered(position: Position, cards: tuple[str, ...]) -> bool:
    """Say whether the order in which a seat's townsfolk pay cannot matter.

    A tax may bring an inquisition, which a pardon before it changes; an inquisition may ask for an order.
    """
    rows = [position.catalogue.townsfolk[card] for card in cards]
    if any(gain not in PLAIN and gain not in TAXES for row in rows for gain in row.ongoing):
        return False
    triggers = {row.trigger for row in rows if "pardon" in row.ongoing}
    taxes = {(row.trigger, gain) for row in rows for gain in row.ongoing if gain in TAXES}
    taxed = {trigger for trigger, _ in taxes}
    if triggers & taxed or len(taxed) < len(taxes):  # of two taxes it matters which one empties the supply
        return False
    return not triggers & INQUISITION or sum(row.trigger in INQUISITION for row in rows) < 2


# --- payments --------------------------------------------------------------------------------------------------------


def ranks(position: Position, seat: Seat) -> dict[str, int]:
    """Rank workers by where they fit: 0 only where any worker does, 1 also on spaces of their own, 2 everywhere.

    Spaces are those of the seat's twelve actions that no workshop covers, and of the open favours; what is covered
    stays so.
    """
    catalogue = position.catalogue
    spaces = "".join(catalogue.actions[name].spaces for name in ACTIONS[:LEFT])
    spaces += "".join(spaces_of(position, seat, index) for index in range(LEFT, len(ACTIONS)))
    spaces += "".join(catalogue.favours[card].worker for card in position.favours)
    return {letter: 2 if letter == "X" else int(letter in spaces) for letter in LETTERS}


def covers(mine: str, other: str, ranks: dict[str, int]) -> bool:
    """Say whether to pay ``mine`` leaves workers that fit wherever those fit that paying ``other`` leaves.

    Both fill the same spaces, so they are equally many. Workers that both hold are the same; of the others each of
    ``mine`` must fit nowhere that one of ``other`` does not.

    >>> covers("LS", "SX", {"L": 0, "S": 1, "M": 1, "X": 2}), covers("SX", "LS", {"L": 0, "S": 1, "M": 1, "X": 2})
    (True, False)
    >>> covers("S", "M", {"L": 0, "S": 1, "M": 1, "X": 2})
    False
    """
    rest = other
    less = ""
    for letter in mine:
        if letter in rest:
            rest = rest.replace(letter, "", 1)
        else:
            less += letter
    given = sorted((ranks[letter] for letter in less), reverse=True)
    kept = sorted((ranks[letter] for letter in rest), reverse=True)
    # Two different letters of rank 1 fit on different spaces: neither stands for the other.
    return bool(given) and all(one < other or one == other == 0 for one, other in zip(given, kept, strict=True))


def cheapest(positions: Sequence[Position], number: int, moves: Sequence[Move], same: Same) -> list[Move]:
    """Leave out moves that another one makes pointless in all positions: it does the same and leaves no less for later.

    They differ in workers that fit in fewer places later (a worker that fits everywhere never hinders: it makes no
    move illegal, changes no gain and no question, and all workers in hand count alike), in the space on the board (of
    those with the same reward the farthest is used, for it asks for most), or in the space for a jar.
    """
    position = positions[0]
    every = [ranks(one, one.seats[number]) for one in positions]
    workers = {letter: max(rank[letter] for rank in every) for letter in LETTERS}
    rising = all(list(flags) == sorted(flags) for flags in (position.game.faith_flags, position.game.strength_flags))
    groups: dict[Any, list[Move]] = {}
    for move in moves:
        group = getattr(move, "workers", "")
        target: Hashable = replace(move, workers="") if group else move
        if isinstance(move, Commission | Garrison) and rising:
            target = (type(move), position.catalogue.spaces[move.space].reward)
        elif isinstance(move, Absolve):
            target = (type(move), same.jars[move.jar])
        groups.setdefault((target, len(group)), []).append(move)
    left: set[Move] = set()
    for rivals in groups.values():
        kept: list[Any] = []
        for move in _best_places(position, rivals):
            if not any(covers(other.workers, move.workers, workers) for other in kept):
                kept = [other for other in kept if not covers(move.workers, other.workers, workers)] + [move]
        left.update(kept)
    return [move for move in moves if move in left]


def _best_places(position: Position, moves: list[Any]) -> list[Any]:
    """Keep of moves that differ in the place those to one place: the last of the spaces of the board, the first jar."""
    last = moves[-1] if isinstance(moves[0], Commission | Garrison) else moves[0]
    return [
        move
        for move in moves
        if getattr(move, "space", "") == getattr(last, "space", "")
        and getattr(move, "jar", "") == getattr(last, "jar", "")
    ]


__all__ = ["ENOUGH", "Same", "Scarce", "cheapest", "covers", "ranks", "unordered"]
