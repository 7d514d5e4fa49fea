"""What a seat can do in the rest of a round: each kind of move with what it fills, costs, needs and brings.

An item stands for moves that are alike but for the workers that are paid: "send a monk to a silver space of area 2".
What it brings are the words of the catalogue (see ``catalogue/townsfolk.toml``), with what townsfolk that the seat
already owns pay for it. Answers to questions (which card a free recruit takes, which action a free Pray empties, which
side of a choice) are items too: each uses up one word of its question.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.paladins import moves
from rules.paladins.left import develop_cost, pray_cost, recruit_cost
from rules.paladins.moves import Move
from rules.paladins.rewards import able, ongoing
from rules.paladins.values import (
    ABSOLVE,
    ACTIONS,
    ATTACK,
    COMMISSION,
    CONSPIRE,
    CONVERT,
    DEVELOP,
    FORTIFY,
    GARRISON,
    HUNT,
    INDEX,
    LEFT,
    PRAY,
    RECRUIT,
    RIGHT,
    TRADE,
    Position,
    Seat,
)

Key = tuple[str, ...]


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """Hold one kind of move.

    ``action`` is its place among the twelve actions (-1: a favour, or an answer to a question), ``spaces`` the workers
    it takes before workshops, ``silver`` and ``provisions`` fixed costs (costs by number of uses stand in the rows).
    ``attribute`` and ``level`` are what it needs (``rises``: the level by how often it is done, where that differs),
    ``gains`` the words it brings, ``uses`` the word of the question that it answers, ``card`` what it takes from the
    table.
    """

    key: Key
    action: int = -1
    limit: int = 1
    spaces: str = ""
    silver: int = 0
    provisions: int = 0
    attribute: str = ""
    level: int = 0
    rises: tuple[int, ...] = ()
    gains: tuple[str, ...] = ()
    uses: str = ""
    card: str = ""


def key_of(position: Position, move: Move) -> Key:
    """Name the item that a move belongs to."""
    if isinstance(move, moves.Commission | moves.Garrison):
        verb = "commission" if isinstance(move, moves.Commission) else "garrison"
        return (verb, *position.catalogue.spaces[move.space].reward)
    if isinstance(move, moves.Absolve):
        return ("absolve", *position.catalogue.jars[move.jar].reward)
    if isinstance(move, moves.Develop):
        return ("develop", move.action, str(move.space))
    if isinstance(move, moves.Build):
        return ("build", move.action, str(move.space))
    if isinstance(move, moves.Recruit):
        return ("recruit" if len(move.workers) == 2 else "dismiss", move.card, "debt" if move.debt else "silver")
    if isinstance(move, moves.Hire):
        return ("send" if move.dismiss else "hire", move.card)
    if isinstance(move, moves.Hunt | moves.Trade):
        return ("hunt" if isinstance(move, moves.Hunt) else "trade", str(len(move.workers)))
    if isinstance(move, moves.Pray):
        return ("pray",)
    if isinstance(move, moves.Attack):
        return ("attack", move.card)
    if isinstance(move, moves.Convert):
        return ("convert", move.card)
    if isinstance(move, moves.Favour):
        return ("favour", move.card)
    if isinstance(move, moves.Choose):
        return ("choose", position.question, move.gain)
    if isinstance(move, moves.Clear):
        return ("free", move.action)
    return (move.key.split()[0],)


def list_items(position: Position, seat: Seat) -> list[Item]:
    """List every item that is open to a seat, whether it can be paid for or not."""
    return [*_left(position, seat), *_right(position, seat), *_outsiders(position, seat), *_favours(position)]


def _left(position: Position, seat: Seat) -> Iterator[Item]:
    """List the left-hand actions."""
    actions = position.game.actions
    develops = ongoing(position, seat, "develop")
    for name, mask in zip(RIGHT, seat.workshops, strict=True):
        for space in (1, 2):
            if not mask & space and seat.developed < 8:
                cost = develop_cost(position, seat)
                yield Item(
                    key=("develop", name, str(space)),
                    action=DEVELOP,
                    spaces=actions[DEVELOP].spaces,
                    silver=cost,
                    gains=develops,
                )
                yield Item(
                    key=("build", name, str(space)),
                    uses="workshop",
                    gains=develops if position.game.options.free_workshop_develops else (),
                )
    for place, card in enumerate(position.townsfolk):
        if card:
            yield from _card(position, seat, card, place)
    for index, ability in ((HUNT, "hunt_more"), (TRADE, "trade_more")):
        word = "provision" if index == HUNT else "silver"
        more = able(position, seat, ability)
        spaces = actions[index].spaces
        yield Item(key=(ACTIONS[index], "1"), action=index, limit=9, spaces=spaces[0], gains=(word,) * (1 + more))
        yield Item(key=(ACTIONS[index], "2"), action=index, limit=9, spaces=spaces, gains=(word,) * (3 + more))
    yield Item(
        key=("pray",), action=PRAY, limit=9, spaces=actions[PRAY].spaces, silver=pray_cost(position, seat), gains=()
    )
    bonus = able(position, seat, "conspire_silver")
    gains = ("X", *("silver",) * bonus)
    yield Item(key=("conspire",), action=CONSPIRE, limit=9, spaces=actions[CONSPIRE].spaces, gains=gains)


def _card(position: Position, seat: Seat, card: str, place: int) -> Iterator[Item]:
    """List what can be done with one card of the row."""
    row, printed = position.catalogue.townsfolk[card], position.game.places[place]
    cost = recruit_cost(position, seat, place)
    spaces = position.game.actions[RECRUIT].spaces
    ways: list[tuple[str, int, tuple[str, ...]]] = [("silver", cost, ())]
    if printed.debt and cost:
        ways.append(("debt", 0, ("debt",)))
    for how, silver, debt in ways:
        for verb, filled, gains in (("recruit", spaces, row.recruit), ("dismiss", spaces[0], row.dismiss)):
            yield Item(
                key=(verb, card, how),
                action=RECRUIT,
                spaces=filled,
                silver=silver,
                gains=(*debt, *gains),
                card=card,
            )
    yield Item(key=("hire", card), uses="recruit", gains=row.recruit, card=card)
    if position.game.options.free_recruit_dismisses:
        yield Item(key=("send", card), uses="recruit", gains=row.dismiss, card=card)


def _right(position: Position, seat: Seat) -> Iterator[Item]:
    """List monks, outposts, walls and jars."""
    game = position.game
    groups: dict[tuple[str, ...], list[int]] = {}
    for area, names in enumerate(game.spaces[len(position.seats) - 1]):
        for name, piece in zip(names, position.board[area], strict=True):
            if not piece:
                groups.setdefault(position.catalogue.spaces[name].reward, []).append(area)
    for verb, index, flags, attribute, extra in (
        ("commission", COMMISSION, game.faith_flags, "faith", "influence"),
        ("garrison", GARRISON, game.strength_flags, "strength", "faith"),
    ):
        pays = (extra, *ongoing(position, seat, verb))
        for group, areas in groups.items():
            yield Item(
                key=(verb, *group),
                action=index,
                limit=len(areas),
                spaces=game.actions[index].spaces,
                attribute=attribute,
                level=flags[areas[0]],
                rises=tuple(flags[area] for area in areas),
                gains=(*group, *pays),
                card="space " + " ".join(group),
            )
    yield Item(
        key=("fortify",),
        action=FORTIFY,
        limit=len(position.wall_deck),
        spaces=game.actions[FORTIFY].spaces,
        gains=ongoing(position, seat, "fortify"),
    )
    jars: dict[tuple[str, ...], int] = {}
    for name, jar in position.catalogue.jars.items():
        if name not in seat.jars:
            jars[jar.reward] = jars.get(jar.reward, 0) + 1
    pays = ("pardon", "faith", *ongoing(position, seat, "absolve"))
    for reward, free in jars.items():
        yield Item(
            key=("absolve", *reward),
            action=ABSOLVE,
            limit=free,
            spaces=game.actions[ABSOLVE].spaces,
            gains=(*reward, *pays),
        )


def _outsiders(position: Position, seat: Seat) -> Iterator[Item]:
    """List attacks and conversions."""
    game = position.game
    for place, card in enumerate(position.outsiders):
        if not card:
            continue
        row = position.catalogue.outsiders[card]
        bonus = ("silver",) * able(position, seat, "attack_silver")
        yield Item(
            key=("attack", card),
            action=ATTACK,
            spaces=game.actions[ATTACK].spaces,
            attribute="attack",
            level=game.strength_flags[place],
            gains=(*bonus, *row.attack, *ongoing(position, seat, "attack")),
            card=card,
        )
        yield Item(
            key=("convert", card),
            action=CONVERT,
            spaces=game.actions[CONVERT].spaces,
            attribute="faith",
            level=game.faith_flags[place],
            gains=(*("strength",) * row.strength, *ongoing(position, seat, "convert")),
            card=card,
        )


def _favours(position: Position) -> Iterator[Item]:
    """List the favours that nobody has used."""
    for card, guest in zip(position.favours, position.hired, strict=True):
        if not guest:
            row = position.catalogue.favours[card]
            yield Item(
                key=("favour", card),
                spaces=row.worker,
                silver=row.silver,
                provisions=row.provisions,
                gains=(*("debt",) * row.debt, *row.gain),
                card="favour " + card,
            )


def choices_in(words: Iterator[str] | list[str]) -> list[str]:
    """List the different choices among words, with those inside their sides."""
    found: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop()
        if "/" in word and word not in found:
            found.append(word)
            waiting += [part for side in word.split("/") for part in side.split("+")]
    return found


def side_items(choice: str) -> list[Item]:
    """Make one item for each side of a choice."""
    return [
        Item(key=("choose", choice, side), limit=9, uses=choice, gains=tuple(side.split("+")))
        for side in choice.split("/")
    ]


def covers(name: str) -> int:
    """Return the place of a right-hand action among the six.

    >>> covers("commission")
    0
    """
    return INDEX[name] - LEFT
