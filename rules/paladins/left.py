"""The left-hand actions of the player board: Develop, Recruit, Hunt, Trade, Pray, Conspire.

Sources: rulebook pages 12 to 15.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.findings import Finding

from . import naming
from .free import check_place, dismiss_card, keep_card, not_in_row, occupied, place_workshop, workshop_places
from .moves import Conspire, Develop, Hunt, Move, Pray, Recruit, Trade
from .rewards import able, ongoing
from .steps import TURN, Act, finding, pending, replace, with_seat
from .values import ACTIONS, CONSPIRE, DEVELOP, HUNT, INDEX, PRAY, RECRUIT, TRADE, Position, Seat
from .workers import described, fits, holds, is_group, named, removed

if TYPE_CHECKING:
    from .game import Game


def check_workers(seat: Seat, workers: str, spaces: str, index: int, rule: str = "worker-spaces") -> list[Finding]:
    """Refuse an occupied action, workers that the seat does not have, and workers that do not fit its spaces."""
    found = []
    if seat.placed[index]:
        text = f"Workers stand on {ACTIONS[index].capitalize()} already, and its turn comes once until it is freed."
        found.append(finding("action-once", text, "Pray frees an action."))
    if not is_group(workers) or not holds(seat.workers, workers):
        found.append(not_yours(seat, workers))
    if not fits(workers, spaces):
        text = f"{ACTIONS[index].capitalize()} takes {described(spaces)}; a Criminal may stand for any."
        found.append(finding(rule, text, workers=len(workers), spaces=len(spaces)))
    return found


def not_yours(seat: Seat, workers: str) -> Finding:
    """Say that the seat does not have these workers."""
    said = naming.workers_words(workers) if is_group(workers) else repr(workers)
    return finding("worker-own", f"You do not have {said}: you have {named(seat.workers)}.")


def short_of(rule: str, what: str, needed: int, owned: int) -> Finding:
    """Say that silver or provisions do not suffice."""
    text = f"This costs {naming.amount(needed, what)}, and you have {owned}."
    return finding(rule, text, f"You need {needed - owned} more.", needed=needed, owned=owned)


def posted(seat: Seat, index: int, workers: str, silver: int = 0, provisions: int = 0) -> Seat:
    """Put workers on an action and pay."""
    placed = seat.placed
    return replace(
        seat,
        workers=removed(seat.workers, workers),
        placed=(*placed[:index], workers, *placed[index + 1 :]),
        silver=seat.silver - silver,
        provisions=seat.provisions - provisions,
    )


# --- Develop (rules develop-cost, develop-place, develop-worker) ------------------------------------------------------


def develop_cost(position: Position, seat: Seat) -> int:
    """Return the silver for the next workshop."""
    cost: int = position.game.actions[DEVELOP].silver[min(seat.developed, 7)]
    return max(0, cost - able(position, seat, "develop_less"))


def develop_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List workers and places."""
    if seat.silver < develop_cost(position, seat):
        return ()
    return position.game.spelled[Develop].aimed(groups, workshop_places(seat))


def check_develop(position: Position, seat: Seat, move: Develop) -> list[Finding]:
    """Check workers, silver and place."""
    found = check_workers(seat, move.workers, position.game.actions[DEVELOP].spaces, DEVELOP)
    cost = develop_cost(position, seat)
    if seat.silver < cost:
        found.append(short_of("develop-cost", "silver", cost, seat.silver))
    return found + check_place(seat, move.action, move.space)


def develop(position: Position, number: int, move: Develop) -> Position:
    """Pay, place the workshop, gain the worker below it."""
    seat = position.seats[number]
    seat = posted(seat, DEVELOP, move.workers, silver=develop_cost(position, seat))
    position = replace(position, pending=pending(number, ongoing(position, seat, "develop")))
    return place_workshop(position, number, seat, move.action, move.space)


# --- Recruit (rules recruit-cost, recruit-debt, recruit-keep, recruit-dismiss) ----------------------------------------


def recruit_cost(position: Position, seat: Seat, place: int) -> int:
    """Return the silver for the card at one place of the row."""
    return 0 if able(position, seat, "recruit_free") else position.game.places[place].silver


def affordable(game: Game, row: tuple[str, ...], silver: int, free: bool) -> list[tuple[str, bool]]:
    """List what can be recruited, paid for with silver or a debt."""
    targets = []
    for card, place in zip(row, game.places, strict=True):
        if card:
            if free or silver >= place.silver:
                targets.append((card, False))
            if place.debt and place.silver and not free:
                targets.append((card, True))
    return targets


def recruit_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List workers and cards that can be paid for."""
    targets = affordable(position.game, position.townsfolk, seat.silver, bool(able(position, seat, "recruit_free")))
    return position.game.spelled[Recruit].aimed(groups, targets)


def one_or_two(workers: str, spaces: str) -> str:
    """Return the spaces that are filled: the left one by one worker, both by two (rule one-or-two)."""
    return spaces if len(workers) != 1 else spaces[0]


def check_recruit(position: Position, seat: Seat, move: Recruit) -> list[Finding]:
    """Check workers, the card, and how it is paid for."""
    spaces = one_or_two(move.workers, position.game.actions[RECRUIT].spaces)
    found = check_workers(seat, move.workers, spaces, RECRUIT, "one-or-two")
    if not move.card or move.card not in position.townsfolk:
        return [*found, not_in_row(position, move.card)]
    place = position.townsfolk.index(move.card)
    cost = recruit_cost(position, seat, place)
    if not move.debt:
        if seat.silver < cost:
            found.append(short_of("recruit-cost", "silver", cost, seat.silver))
    elif not cost:
        found.append(
            finding("recruit-debt", "This card costs nothing, so no debt pays for it.", "Take it without a debt.")
        )
    elif not position.game.places[place].debt:
        text = "A debt instead of silver is taken only for the two cards on the left."
        found.append(finding("recruit-debt", text, f"Pay {cost} silver.", place=place + 1))
    return found


def recruit(position: Position, number: int, move: Recruit) -> Position:
    """Pay, and keep the card or send it away."""
    seat = position.seats[number]
    cost = 0 if move.debt else recruit_cost(position, seat, position.townsfolk.index(move.card))
    seat = posted(seat, RECRUIT, move.workers, silver=cost)
    if move.debt:
        seat = replace(seat, unpaid=seat.unpaid + 1)
    if len(move.workers) == 1:
        return dismiss_card(with_seat(position, number, seat), number, move.card)
    return keep_card(position, number, move.card, seat)


# --- Hunt, Trade, Conspire -----------------------------------------------------------------------------------------


def hunt_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List the groups."""
    return position.game.spelled[Hunt].alone(groups)


def check_hunt(position: Position, seat: Seat, move: Hunt) -> list[Finding]:
    """Check the workers (rules hunt, one-or-two)."""
    spaces = one_or_two(move.workers, position.game.actions[HUNT].spaces)
    return check_workers(seat, move.workers, spaces, HUNT, "one-or-two")


def hunt(position: Position, number: int, move: Hunt) -> Position:
    """Gain 1 provision with one worker, 3 in all with two (rule hunt-gain)."""
    seat = position.seats[number]
    gain = (1 if len(move.workers) == 1 else 3) + able(position, seat, "hunt_more")
    return with_seat(position, number, posted(seat, HUNT, move.workers, provisions=-gain))


def trade_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List the groups."""
    return position.game.spelled[Trade].alone(groups)


def check_trade(position: Position, seat: Seat, move: Trade) -> list[Finding]:
    """Check the workers (rules trade-gain, one-or-two)."""
    spaces = one_or_two(move.workers, position.game.actions[TRADE].spaces)
    return check_workers(seat, move.workers, spaces, TRADE, "one-or-two")


def trade(position: Position, number: int, move: Trade) -> Position:
    """Gain 1 silver with one worker, 3 in all with two (rule trade-gain)."""
    seat = position.seats[number]
    gain = (1 if len(move.workers) == 1 else 3) + able(position, seat, "trade_more")
    return with_seat(position, number, posted(seat, TRADE, move.workers, silver=-gain))


def conspire_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List the groups."""
    return position.game.spelled[Conspire].alone(groups)


def check_conspire(position: Position, seat: Seat, move: Conspire) -> list[Finding]:
    """Check the worker."""
    return check_workers(seat, move.workers, position.game.actions[CONSPIRE].spaces, CONSPIRE)


def conspire(position: Position, number: int, move: Conspire) -> Position:
    """Gain a Criminal, which brings a suspicion card (rules conspire-gain, criminal-suspicion)."""
    seat = position.seats[number]
    bonus = able(position, seat, "conspire_silver")
    seat = posted(seat, CONSPIRE, move.workers, silver=-bonus)
    return with_seat(position, number, seat, pending=((number, "X"),))


# --- Pray (rule pray-cost, pray-clear) --------------------------------------------------------------------------------


def pray_cost(position: Position, seat: Seat) -> int:
    """Return the silver for Pray."""
    return 0 if able(position, seat, "pray_free") else position.game.actions[PRAY].silver[0]


def pray_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List workers and actions to free. Pray itself is empty now, so it is not among them."""
    if seat.silver < pray_cost(position, seat):
        return ()
    return position.game.spelled[Pray].aimed(groups, occupied(position, seat))


def check_pray(position: Position, seat: Seat, move: Pray) -> list[Finding]:
    """Check workers, silver, and that there is something to free."""
    found = check_workers(seat, move.workers, position.game.actions[PRAY].spaces, PRAY)
    cost = pray_cost(position, seat)
    if seat.silver < cost:
        found.append(short_of("pray-cost", "silver", cost, seat.silver))
    if move.action not in occupied(position, seat):
        text = f"No worker of yours stands on {naming.action_name(position, move.action)}."
        if move.action not in INDEX:
            text = f"{naming.plain(move.action)} is no action."
        found.append(finding("pray-clear", text, "Pray frees one action with workers on it."))
    return found


def pray(position: Position, number: int, move: Pray) -> Position:
    """Pay and free one action."""
    seat = position.seats[number]
    seat = posted(seat, PRAY, move.workers, silver=pray_cost(position, seat))
    index = INDEX[move.action]
    return with_seat(position, number, replace(seat, placed=(*seat.placed[:index], "", *seat.placed[index + 1 :])))


TURN[Develop] = Act(check_develop, develop)
TURN[Recruit] = Act(check_recruit, recruit)
TURN[Hunt] = Act(check_hunt, hunt)
TURN[Trade] = Act(check_trade, trade)
TURN[Pray] = Act(check_pray, pray)
TURN[Conspire] = Act(check_conspire, conspire)
