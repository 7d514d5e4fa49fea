"""Step b of a productive season: influence the king's advisors with dice.

Sources: rulebook pages 4 and 5 (dice, bonus dice, +2 markers), 6 (envoy), 10 (Market), 11 (Politician).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from rules.findings import Finding
from rules.seats import seat_colour

from .moves import Decline, Move, Pass, Place, Use
from .steps import DECISIONS, Decision, automatic, called, finding, governor_of, replace, with_seat, with_used
from .values import NEUTRAL, Placement, Position, Seat

MARKER = "marker"
MARKET = "market"
PASS = Pass()


@cache
def groups(dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List the different groups of dice that can be taken from ``dice``, the empty one first, smaller ones first."""
    found = {group: None for size in range(len(dice) + 1) for group in combinations(dice, size)}
    return tuple(found)


@lru_cache(maxsize=50_000)
def reachable(
    dice: tuple[int, ...], bonus: tuple[int, ...], marker: bool, market: int
) -> tuple[tuple[int, tuple[Place, ...]], ...]:
    """List, by rising rank, the placements that dice and helpers allow on an advisor without dice.

    ``market`` is how far the Market may bend the total (0: none). The rules are those that the checks below
    name one by one; a test holds the two together.
    """
    by_rank: dict[int, list[Place]] = {}
    bends = (0, *range(-market, 0), *range(1, market + 1)) if market else (0,)
    for group in groups(dice)[1:]:
        for white in groups(bonus):
            total = sum(group) + sum(white)
            for add in (False, True) if marker else (False,):
                for bend in bends:
                    rank = total + 2 * add + bend
                    if 1 <= rank <= 18:
                        by_rank.setdefault(rank, []).append(Place(rank, group, white, add, bend))
    return tuple((rank, tuple(by_rank[rank])) for rank in sorted(by_rank))


@lru_cache(maxsize=50_000)
def with_envoy(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the same placements with the envoy."""
    return tuple(replace(place, envoy=True) for place in places)


@lru_cache(maxsize=50_000)
def on_card(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the same placements on the Politician's own advisor."""
    return tuple(replace(place, private=True) for place in places)


def market_bend(position: Position, seat: Seat) -> int:
    """Return by how much the seat's Market may bend a total (0: none, or used this season)."""
    if MARKET in seat.used:
        return 0
    bend = 0
    for cell in position.sheet.by_effect.get("market", ()):
        if seat.built[cell.row] > cell.column:
            bend = max(bend, cell.building.amount)
    return bend


def private_ranks(position: Position, number: int) -> tuple[int, ...]:
    """Return the ranks of advisors on the seat's own governor card that still stand free (rule governor-politician)."""
    seat = position.seats[number]
    if not seat.governor or seat.governor not in position.catalogue.governors:
        return ()
    taken = {group.rank for group in position.placements if group.private}
    advisors = position.catalogue.governors[seat.governor].advisors
    return tuple(advisor.rank for advisor in advisors if advisor.rank not in taken)


def influence_moves(position: Position) -> tuple[Move, ...]:
    """List the placements on free advisors, on occupied ones with the envoy, and to pass."""
    number = position.queue[0]
    seat = position.seats[number]
    moves: list[Move] = []
    if seat.dice:
        taken = 0
        for group in position.placements:
            if not group.private:
                taken |= 1 << group.rank
        envoy = position.envoy == number
        may_mark = seat.markers > 0 and MARKER not in seat.used
        private = private_ranks(position, number) if seat.governor else ()
        for rank, places in reachable(seat.dice, seat.bonus, may_mark, market_bend(position, seat)):
            if not taken >> rank & 1:
                moves += places
            elif envoy:
                moves += with_envoy(places)
            if rank in private:
                moves += on_card(places)
    moves.append(PASS)
    return tuple(moves)


# --- the checks, one per rule ------------------------------------------------------------------------------------


def _lacks(dice: tuple[int, ...], wanted: tuple[int, ...]) -> list[int]:
    """Return the faces of ``wanted`` that are not among ``dice``."""
    rest = list(dice)
    missing = []
    for face in wanted:
        if face in rest:
            rest.remove(face)
        else:
            missing.append(face)
    return missing


def _shown(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice)) or "none"


def check_dice(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rule influence-dice: only dice that lie before the seat."""
    own, white = _lacks(seat.dice, move.dice), _lacks(seat.bonus, move.bonus)
    if not own and not white:
        return None
    face = (own or white)[0]
    if not seat.dice:
        return finding("influence-dice", "You have no dice of your own left to place.", "Pass.")
    if not own and not seat.bonus:
        return finding("influence-dice", "You have no bonus die left to place.", "Place without it.")
    kind = "die" if own else "bonus die"
    text = f"You have no {kind} left that shows {face}: your dice show {_shown(seat.dice)}"
    text += f", your bonus dice {_shown(seat.bonus)}." if seat.bonus else "."
    return finding("influence-dice", text, "Use dice that lie before you.", face=face)


def check_player_die(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rule influence-player-die: at least one player die, any number of bonus dice."""
    if move.dice:
        return None
    if not move.bonus and not move.marker and not move.market:
        text = f"No dice are named for the advisor of rank {move.rank}."
        return finding("influence-player-die", text, "Name the dice that you place.", rank=move.rank)
    return finding(
        "influence-player-die",
        "Bonus dice and a +2 marker do not influence an advisor by themselves.",
        "Add at least one of your own dice.",
    )


def check_exact(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rule influence-exact: the total is the rank of the advisor."""
    total = sum(move.dice) + sum(move.bonus) + 2 * move.marker + move.market
    if not (move.dice or move.bonus or move.marker or move.market) and 1 <= move.rank <= 18:
        return None  # the dice are missing, and not so many points of them (rule influence-player-die)
    if total == move.rank and 1 <= move.rank <= 18:
        return None
    if not 1 <= move.rank <= 18:
        return finding(
            "influence-exact", f"There is no advisor of rank {move.rank}; ranks are 1 to 18.", rank=move.rank
        )
    difference = move.rank - total
    name = position.game.advisors[move.rank - 1].name.en
    return finding(
        "influence-exact",
        f"These dice make {total}, but the {name} has rank {move.rank}.",
        f"You need {abs(difference)} {'more' if difference > 0 else 'less'}.",
        total=total,
        rank=move.rank,
    )


def check_free(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rules influence-free and governor-politician: one seat per advisor and season."""
    number = position.queue[0]
    if move.private:
        if move.rank in private_ranks(position, number) and not move.envoy:
            return None
        text = f"No free advisor of rank {move.rank} stands on a governor card of yours."
        return finding("governor-politician", text, rank=move.rank)
    if move.envoy:
        return None
    for group in position.placements:
        if group.rank == move.rank and not group.private:
            name = position.game.advisors[move.rank - 1].name.en
            who = "you have" if group.seat == number else f"{seat_colour(group.seat)} has"
            there = "neutral dice lie" if group.seat == NEUTRAL else f"{who} dice"
            change = (
                "Add the envoy." if position.envoy == number else "Only the envoy opens an advisor with dice on it."
            )
            text = f"The {name} ({move.rank}) is taken: {there} there this season."
            rule = "two-blocked" if group.seat == NEUTRAL else "influence-free"
            return finding(rule, text, change, rank=move.rank)
    return None


def check_marker_held(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rule marker-held: the seat owns a +2 marker."""
    if not move.marker or seat.markers > 0:
        return None
    return finding("marker-held", "You have no +2 marker.", "Place without it.", markers=0)


def check_marker_once(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rule marker-once: one +2 marker per seat and productive season."""
    if not move.marker or MARKER not in seat.used:
        return None
    return finding(
        "marker-once", "You used a +2 marker this season already; one a season is allowed.", "Place without it."
    )


def check_market_owned(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rule market-owned: the seat owns the Market, and it bends by 1."""
    if not move.market:
        return None
    amount = max(
        (c.building.amount for c in position.sheet.by_effect.get("market", ()) if seat.built[c.row] > c.column),
        default=0,
    )
    if abs(move.market) <= amount:
        return None
    if amount:
        text = f"The Market changes a total by {amount}, not by {abs(move.market)}."
        return finding("market-once", text, bend=move.market, most=amount)
    return finding("market-owned", "You do not own the Market.", "Your total must be the advisor's rank exactly.")


def check_market_once(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rule market-once: the Market helps one placement per productive season."""
    if not move.market or MARKET not in seat.used:
        return None
    return finding("market-once", "You used the Market this season already.", "Place without it.")


def check_envoy(position: Position, seat: Seat, move: Place) -> Finding | None:
    """Hold rules envoy-held and envoy-occupied: who holds the envoy opens an advisor with dice on it."""
    if not move.envoy:
        return None
    number = position.queue[0]
    if position.envoy != number:
        where = f"{seat_colour(position.envoy)} holds it" if position.envoy >= 0 else "it stands on its own space"
        return finding("envoy-held", f"You do not hold the envoy; {where}.", "Place without it.")
    if not 1 <= move.rank <= 18:
        return None  # there is no such advisor at all (rule influence-exact)
    if not any(group.rank == move.rank and not group.private for group in position.placements):
        text = f"No dice lie on the advisor of rank {move.rank}, so the envoy is not needed there."
        return finding("envoy-occupied", text, "Place without it.", rank=move.rank)
    return None


CHECKS = (
    check_dice,
    check_player_die,
    check_exact,
    check_free,
    check_marker_held,
    check_marker_once,
    check_market_owned,
    check_market_once,
    check_envoy,
)


def check_influence(position: Position, move: Place | Pass) -> list[Finding]:
    """Return every rule that a placement breaks; a pass is always allowed (rule influence-pass)."""
    if isinstance(move, Pass):
        return []
    seat = position.seats[position.queue[0]]
    return [found for check in CHECKS if (found := check(position, seat, move)) is not None]


# --- what a placement does ---------------------------------------------------------------------------------------


def _without(dice: tuple[int, ...], placed: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(dice)
    for face in placed:
        rest.remove(face)
    return tuple(rest)


def influence(position: Position, move: Place | Pass) -> Position:
    """Place dice on an advisor, or pass for the rest of the season."""
    queue = position.queue
    number = queue[0]
    if isinstance(move, Pass):
        rest = queue[1:]
        return replace(position, queue=rest) if rest else replace(position, queue=(), step="placed")
    seat = position.seats[number]
    used = seat.used
    if move.marker:
        used = (*used, MARKER)
    if move.market:
        used = (*used, MARKET)
    if used is not seat.used:
        used = tuple(sorted(used))
    seat = replace(
        seat,
        dice=_without(seat.dice, move.dice),
        bonus=_without(seat.bonus, move.bonus) if move.bonus else seat.bonus,
        markers=seat.markers - move.marker,
        used=used,
    )
    group = Placement(move.rank, number, move.dice, move.bonus, move.marker, move.market, move.envoy, move.private)
    seats = position.seats
    return replace(
        position,
        seats=(*seats[:number], seat, *seats[number + 1 :]),
        queue=(*queue[1:], number),
        placements=(*position.placements, group),
        envoy=NEUTRAL if move.envoy else position.envoy,
    )


DECISIONS["influence"] = Decision(
    "Influence an advisor with your dice, or pass for the rest of the season.",
    (Place, Pass),
    influence_moves,
    check_influence,
    influence,
)


# --- the Duke, after all have placed -----------------------------------------------------------------------------

DUCHESS = 12


def highest(position: Position, number: int) -> Placement | None:
    """Return the seat's group on its highest advisor of the board."""
    own = [group for group in position.placements if group.seat == number and not group.private]
    return max(own, key=lambda group: group.rank, default=None)


@automatic("placed")
def placed(position: Position) -> Position:
    """Ask the Duke, if he may move his dice to the Duchess (rule governor-duke)."""
    duke = governor_of(position, "duke")
    if duke >= 0:
        group = highest(position, duke)
        free = all(other.rank != DUCHESS or other.private for other in position.placements)
        if group is not None and free:
            return replace(position, step="duke", queue=(duke,))
    return replace(position, step="gifts_start")


def check_duke(position: Position, move: Use | Decline) -> list[Finding]:
    """Refuse any other effect."""
    if isinstance(move, Decline) or move.effect == "duke":
        return []
    return [
        finding(
            "governor-optional", f"{called(position, move.effect)} cannot be used now.", "Use the Duke, or decline."
        )
    ]


def duke(position: Position, move: Use | Decline) -> Position:
    """Move the dice of the highest advisor to the Duchess."""
    number = position.queue[0]
    position = replace(position, step="gifts_start", queue=())
    group = highest(position, number)
    if isinstance(move, Decline) or group is None:
        return position
    moved = replace(group, rank=DUCHESS, envoy=False)
    placements = tuple(moved if other is group else other for other in position.placements)
    seat = replace(position.seats[number], used=with_used(position.seats[number], "duke"))
    return with_seat(position, number, seat, placements=placements)


DECISIONS["duke"] = Decision(
    "Move the dice of your highest advisor to the Duchess?",
    (Use, Decline),
    lambda position: (Use("duke"), Decline()),
    check_duke,
    duke,
)
