"""What an action brings on average in a later round, from the cards and spaces that are still there."""

from __future__ import annotations

from rules.paladins.rewards import ongoing
from rules.paladins.values import (
    ABSOLVE,
    ATTACK,
    COMMISSION,
    CONSPIRE,
    CONVERT,
    DEVELOP,
    FORTIFY,
    GARRISON,
    HUNT,
    LEFT,
    PRAY,
    RECRUIT,
    TRADE,
    Position,
    Seat,
)

from .forecast_figures import HUNDRED, Mean, mean_of

#: Ways to do something in a later round: name, action, and how many of its spaces are filled.
WAYS = (
    ("develop", DEVELOP, 2),
    ("dismiss", RECRUIT, 1),
    ("recruit", RECRUIT, 2),
    ("hunt 1", HUNT, 1),
    ("hunt 2", HUNT, 2),
    ("trade 1", TRADE, 1),
    ("trade 2", TRADE, 2),
    ("pray", PRAY, 1),
    ("conspire", CONSPIRE, 1),
)


class Deals:
    """Hold the means: ``of`` by action on the right, ``ways`` by way on the left, ``card`` what a kept card pays.

    What the seat's own townsfolk pay for an action is added to it.
    """

    def __init__(self, position: Position, seat: Seat) -> None:
        rows, game = position.catalogue, position.game
        free = [
            rows.spaces[name].reward
            for names, area in zip(game.spaces[len(position.seats) - 1], position.board, strict=True)
            for name, piece in zip(names, area, strict=True)
            if not piece
        ]
        strangers = [rows.outsiders[card] for card in (*position.outsiders, *position.outsider_deck) if card]
        people = [rows.townsfolk[card] for card in (*position.townsfolk, *position.townsfolk_deck) if card]
        walls = [rows.walls[card] for card in position.wall_deck]
        jars = [jar.reward for name, jar in rows.jars.items() if name not in seat.jars]

        def own(name: str) -> tuple[str, ...]:
            return ongoing(position, seat, name)

        self.of = {
            COMMISSION: mean_of(free, ("influence", *own("commission"))),
            FORTIFY: mean_of([row.gain for row in walls], own("fortify")),
            GARRISON: mean_of(free, ("faith", *own("garrison"))),
            ABSOLVE: mean_of(jars, ("faith", "pardon", *own("absolve"))),
            ATTACK: mean_of([row.attack for row in strangers], own("attack")),
            CONVERT: mean_of([("strength",) * row.strength for row in strangers], own("convert")),
        }
        self.ways = {
            "develop": mean_of([(word,) for word in game.workshops], own("develop")),
            "dismiss": mean_of([row.dismiss for row in people]),
            "recruit": mean_of([row.recruit for row in people]),
            "hunt 1": Mean({"provision": HUNDRED}),
            "hunt 2": Mean({"provision": 3 * HUNDRED}),
            "trade 1": Mean({"silver": HUNDRED}),
            "trade 2": Mean({"silver": 3 * HUNDRED}),
            "pray": Mean({"pray": HUNDRED}),
            "conspire": Mean({"X": HUNDRED}),
        }
        places = [place.silver for place in game.places]
        card = round(sum(places) * HUNDRED / len(places))
        self.prices = {
            "develop": min(game.actions[DEVELOP].silver) * HUNDRED,
            "dismiss": card,
            "recruit": card,
            "pray": game.actions[PRAY].silver[0] * HUNDRED,
        }
        self.card = mean_of([row.ongoing for row in people])
        self.wall_points = round(sum(row.points for row in walls) * HUNDRED / len(walls)) if walls else 0
        values = [
            v for v, number in zip(game.suspicion_values, game.suspicion_copies, strict=True) for _ in range(number)
        ]
        self.tax = round(sum(values) * HUNDRED / len(values))  #: silver that a Criminal brings
        self.needs = {
            COMMISSION: self._flags(position, seat.monks, game.faith_flags),
            GARRISON: self._flags(position, seat.outposts, game.strength_flags),
            FORTIFY: list(game.actions[FORTIFY].needs),
            ABSOLVE: list(game.actions[ABSOLVE].needs),
        }

    def _flags(self, position: Position, done: int, flags: tuple[int, ...]) -> list[int]:
        """Return what the pieces of a row ask for: a seat finds its share of the free spaces, the lowest first."""
        rivals = max(2, len(position.seats))
        needs = [0] * done
        free = 0
        for area, flag in zip(position.board, flags, strict=True):
            free += area.count(0)
            needs += [flag] * (done + free // rivals - len(needs))
        return needs


def spaces_of(position: Position, index: int, filled: int) -> str:
    """Return the letters of the first spaces of an action."""
    return position.game.actions[index].spaces[: filled if index < LEFT else None]
