"""Points at the end of the game (or as if it ended now), by source, and what breaks ties.

Source: rulebook pages 24, 25, 32 and 33.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.score import Score, rank_scores

from .values import ATTRIBUTES, COVERED, Opponent, Position, Seat

SOURCES = (
    "orders",
    "attributes",
    "monks",
    "outposts",
    "walls",
    "absolutions",
    "workshops",
    "outsiders",
    "debts",
    "goods",
)
ORDER_POINTS = (4, 6, 8)  #: printed below the orders, from the left (rule score-orders)
PAID, UNPAID = 1, -3


def counts(owner: Seat | Opponent) -> dict[str, int]:
    """Count what a seat or the opponent has done, by action."""
    masks = owner.workshops
    return {
        "commission": owner.monks,
        "garrison": owner.outposts,
        "fortify": len(owner.walls),
        "absolve": len(owner.jars) if isinstance(owner, Seat) else owner.jars,
        "attack": len(owner.attacked),
        "convert": len(owner.converted),
        "develop": sum(COVERED[mask] for mask in masks) if isinstance(owner, Seat) else sum(masks),
    }


def outsider_points(position: Position, owner: Seat | Opponent, done: Mapping[str, int]) -> int:
    """Score converted outsiders (rules score-outsiders, score-outsider-*); the opponent's at least 1 each."""
    cards = position.catalogue.outsiders
    if not owner.converted:
        return 0
    kinds = [cards[card].kind for card in owner.attacked]
    mercenaries = sum(cards[card].scoring == "mercenaries" for card in owner.converted)
    recruits = 0  # rule score-hunter
    if isinstance(owner, Seat):
        recruits = len(owner.townsfolk)
        if position.game.options.hunter_counts == "kept_but_the_first":
            recruits = max(0, recruits - 1)
    total = 0
    for card in owner.converted:
        scoring = cards[card].scoring
        if scoring in ATTRIBUTES:
            points = int(getattr(owner, scoring)) // 4
        elif scoring in ("saracen", "viking", "byzantine"):
            points = kinds.count(scoring)
        elif scoring == "orders":
            points = 1 + len(fulfilled(position, done))
        elif scoring == "mercenaries":
            points = 1 + mercenaries
        elif scoring == "paid":
            points = owner.paid
        elif scoring == "unpaid":
            points = owner.unpaid
        elif scoring == "suspicion":
            points = len(owner.suspicion)
        elif scoring == "recruit":
            points = recruits // 2
        else:
            points = done[scoring] // 2
        total += points if isinstance(owner, Seat) else max(1, points)
    return total


def fulfilled(position: Position, done: Mapping[str, int]) -> list[int]:
    """List the places of the revealed orders that are fulfilled."""
    rows = position.catalogue.orders
    return [place for place, card in enumerate(position.orders) if done[rows[card].action] >= rows[card].at_least]


def sources(position: Position, owner: Seat | Opponent) -> dict[str, int]:
    """Return the points of a seat or the opponent by source.

    Rules score-attributes, score-counts, score-debts, score-goods; the opponent's as in rule solo-score.
    """
    done = counts(owner)
    actions = position.catalogue.actions
    levels = position.game.levels
    walls = actions["fortify"].points[done["fortify"]]
    walls += sum(position.catalogue.walls[card].points for card in owner.walls)
    human = isinstance(owner, Seat)
    goods = (owner.silver + owner.provisions) // 3 if isinstance(owner, Seat) else 0
    return {
        "orders": sum(ORDER_POINTS[place] for place in fulfilled(position, done)),
        "attributes": sum(levels[min(getattr(owner, name), len(levels) - 1)] for name in ATTRIBUTES),
        "monks": actions["commission"].points[done["commission"]],
        "outposts": actions["garrison"].points[done["garrison"]],
        "walls": walls,
        "absolutions": actions["absolve"].points[done["absolve"]],
        "workshops": actions["develop"].points[done["develop"]] if human else 0,
        "outsiders": outsider_points(position, owner, done),
        "debts": PAID * owner.paid + UNPAID * owner.unpaid,
        "goods": goods,
    }


def scores(position: Position) -> tuple[Score, ...]:
    """Itemise every seat's points, solo also the opponent's; ties as in rule tie-break."""
    owners: list[Seat | Opponent] = [*position.seats]
    if position.opponent is not None:
        owners.append(position.opponent)
    by_source = [sources(position, owner) for owner in owners]
    totals = [sum(row.values()) for row in by_source]
    keys = [
        (total, row["orders"], -len(owner.suspicion))
        for total, row, owner in zip(totals, by_source, owners, strict=True)
    ]
    ranks = rank_scores(list(keys))
    return tuple(
        Score(number, totals[number], by_source[number], ranks[number],
              {"orders": keys[number][1], "suspicion": len(owners[number].suspicion)})
        for number in range(len(owners))
    )  # fmt: skip
