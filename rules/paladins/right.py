"""Four right-hand actions of the player board: Commission, Fortify, Garrison, Absolve (the others: ``outsiders.py``).

Each asks for an attribute and raises another one; workshops save workers. Sources: rulebook pages 16 to 19.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from rules.findings import Finding

from . import naming
from .left import check_workers, posted, short_of
from .moves import Absolve, Commission, Fortify, Garrison, Move
from .outcomes import Reveal
from .rewards import able, level, ongoing
from .spelling import Pile
from .steps import CHANCES, TURN, Act, Chance, finding, is_opponent, opponent_of, pending, prepare, replace, with_seat
from .values import ABSOLVE, COMMISSION, FORTIFY, GARRISON, LEFT, Position, Seat

SLOTS = 7


@lru_cache(maxsize=256)
def uncovered(spaces: str, mask: int) -> str:
    """Return the spaces that no workshop covers: bit 0 of ``mask`` covers the first (rule workshop-saves).

    >>> uncovered("S*C", 1), uncovered("S*C", 3)
    ('*C', 'C')
    """
    return "".join(space for index, space in enumerate(spaces) if not mask >> index & 1)


def spaces_of(position: Position, seat: Seat, index: int) -> str:
    """Return the spaces that a right-hand action of a seat still has."""
    return uncovered(position.game.actions[index].spaces, seat.workshops[index - LEFT])


def slots_left(done: int, what: str) -> list[Finding]:
    """Refuse an eighth time (rule action-seven)."""
    if done < SLOTS:
        return []
    return [finding("action-seven", f"All seven {what} are used.", done=done)]


def raised(position: Position, seat: Seat, attribute: str) -> int:
    """Return an attribute raised by 1."""
    return min(position.game.cap, int(getattr(seat, attribute)) + 1)


# --- Commission and Garrison: a piece on the main board ------------------------------------------------------------


def reach(position: Position, seat: Seat, index: int) -> int:
    """Count the areas, from the left, that a seat may enter (rules commission-faith, garrison-strength)."""
    if index == COMMISSION:
        own, flags = level(position, seat, "faith"), position.game.faith_flags
    else:
        own, flags = level(position, seat, "strength"), position.game.strength_flags
    return len([flag for flag in flags if flag <= own])


def open_spaces(position: Position, areas: int) -> list[str]:
    """List the free spaces of the first so many areas."""
    rows = zip(position.game.spaces[len(position.seats) - 1][:areas], position.board, strict=False)
    return [name for names, area in rows for name, piece in zip(names, area, strict=True) if not piece]


def piece_cost(position: Position, seat: Seat, index: int) -> int:
    """Return the provisions for the next monk, wall or outpost."""
    if index == COMMISSION:
        free, done = "commission_free", seat.monks
    elif index == FORTIFY:
        free, done = "fortify_free", len(seat.walls)
    else:
        free, done = "garrison_free", seat.outposts
    return 0 if able(position, seat, free) else position.game.actions[index].provisions[min(done, SLOTS - 1)]


def commission_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List workers and spaces for a monk."""
    if seat.monks >= SLOTS or seat.provisions < piece_cost(position, seat, COMMISSION):
        return ()
    return position.game.spelled[Commission].aimed(groups, open_spaces(position, reach(position, seat, COMMISSION)))


def garrison_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List workers and spaces for an outpost."""
    if seat.outposts >= SLOTS or seat.provisions < piece_cost(position, seat, GARRISON):
        return ()
    return position.game.spelled[Garrison].aimed(groups, open_spaces(position, reach(position, seat, GARRISON)))


def find_space(position: Position, name: str) -> tuple[int, int] | None:
    """Return area and place of a space that is used with this number of players (rule space-players)."""
    for area, names in enumerate(position.game.spaces[len(position.seats) - 1]):
        if name in names:
            return area, names.index(name)
    return None


def check_space(position: Position, seat: Seat, index: int, name: str) -> list[Finding]:
    """Refuse a space that is not there, not free, or out of reach."""
    where = find_space(position, name)
    if where is None:
        row = position.game.catalogue.spaces.get(name)
        if row is None:
            return [finding("space-free", f"{naming.plain(name)} is no space of the board.")]
        space = naming.capital(naming.space_name(position, name))
        text = f"{space} is used with {row.players} or more players only."
        return [finding("space-players", text, players=len(position.seats), needed=row.players)]
    found = []
    area, place = where
    if position.board[area][place]:
        text = f"A piece stands on {naming.space_name(position, name)} already."
        found.append(finding("space-free", text, "Choose a free space."))
    if area >= reach(position, seat, index):
        attribute, flags, rule = (
            ("faith", position.game.faith_flags, "commission-faith")
            if index == COMMISSION
            else ("strength", position.game.strength_flags, "garrison-strength")
        )
        own = level(position, seat, attribute)
        text = f"Area {area + 1} asks for {attribute} {flags[area]}, and you have {own}."
        found.append(finding(rule, text, f"You need {flags[area] - own} more.", needed=flags[area], owned=own))
    return found


def check_piece(position: Position, seat: Seat, move: Commission | Garrison) -> list[Finding]:
    """Check workers, provisions, pieces left, and the space."""
    index, done, what = (
        (COMMISSION, seat.monks, "monks") if isinstance(move, Commission) else (GARRISON, seat.outposts, "outposts")
    )
    found = check_workers(seat, move.workers, spaces_of(position, seat, index), index) + slots_left(done, what)
    cost = piece_cost(position, seat, index)
    if seat.provisions < cost:
        found.append(short_of("piece-cost", "provisions", cost, seat.provisions))
    return found + check_space(position, seat, index, move.space)


def with_piece(position: Position, name: str, piece: int) -> tuple[tuple[int, ...], ...]:
    """Return the board with a piece on one more space."""
    where = find_space(position, name)
    assert where is not None
    area, place = where
    row = position.board[area]
    return (*position.board[:area], (*row[:place], piece, *row[place + 1 :]), *position.board[area + 1 :])


def commission(position: Position, number: int, move: Commission) -> Position:
    """Send a monk: the reward of the space, then influence (rules space-reward, commission-influence)."""
    seat = position.seats[number]
    seat = posted(seat, COMMISSION, move.workers, provisions=piece_cost(position, seat, COMMISSION))
    seat = replace(seat, monks=seat.monks + 1)
    gains = (*position.game.catalogue.spaces[move.space].reward, "influence", *ongoing(position, seat, "commission"))
    board = with_piece(position, move.space, 1 + 2 * number)
    return with_seat(position, number, seat, board=board, pending=pending(number, gains))


def garrison(position: Position, number: int, move: Garrison) -> Position:
    """Place an outpost: the reward of the space, then faith (rules space-reward, garrison-faith)."""
    seat = position.seats[number]
    seat = posted(seat, GARRISON, move.workers, provisions=piece_cost(position, seat, GARRISON))
    seat = replace(seat, outposts=seat.outposts + 1)
    gains = (*position.game.catalogue.spaces[move.space].reward, "faith", *ongoing(position, seat, "garrison"))
    board = with_piece(position, move.space, 2 + 2 * number)
    return with_seat(position, number, seat, board=board, pending=pending(number, gains))


# --- Fortify: the top wall card ------------------------------------------------------------------------------------


def needed(position: Position, index: int, done: int) -> int:
    """Return the influence for the next wall or jar."""
    return position.game.actions[index].needs[min(done, SLOTS - 1)]


def fortify_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List the groups."""
    done = len(seat.walls)
    if done >= SLOTS or not position.wall_deck:
        return ()
    if seat.provisions < piece_cost(position, seat, FORTIFY):
        return ()
    if level(position, seat, "influence") < needed(position, FORTIFY, done):
        return ()
    return position.game.spelled[Fortify].alone(groups)


def check_influence(position: Position, seat: Seat, index: int, done: int, rule: str) -> list[Finding]:
    """Refuse a wall or jar that asks for more influence."""
    own, wanted = level(position, seat, "influence"), needed(position, index, done)
    if done >= SLOTS or own >= wanted:
        return []
    text = f"This asks for influence {wanted}, and you have {own}."
    return [finding(rule, text, f"You need {wanted - own} more.", needed=wanted, owned=own)]


def check_fortify(position: Position, seat: Seat, move: Fortify) -> list[Finding]:
    """Check workers, provisions, influence, and that a wall card is left."""
    done = len(seat.walls)
    found = check_workers(seat, move.workers, spaces_of(position, seat, FORTIFY), FORTIFY) + slots_left(done, "walls")
    cost = piece_cost(position, seat, FORTIFY)
    if seat.provisions < cost:
        found.append(short_of("piece-cost", "provisions", cost, seat.provisions))
    found += check_influence(position, seat, FORTIFY, done, "fortify-influence")
    if not position.wall_deck:
        found.append(finding("wall-deck", "No wall card is left."))
    return found


def fortify(position: Position, number: int, move: Fortify) -> Position:
    """Pay; the wall card is drawn by chance, and its gains come before those of townsfolk."""
    seat = position.seats[number]
    seat = posted(seat, FORTIFY, move.workers, provisions=piece_cost(position, seat, FORTIFY))
    gains = ("wall", *ongoing(position, seat, "fortify"))
    return with_seat(position, number, seat, pending=pending(number, gains))


@prepare("wall")
def ready_wall(position: Position) -> Position | None:
    """Wait for the card."""
    return None if position.wall_deck else replace(position, pending=position.pending[1:])


@lru_cache(maxsize=1_024)
def _pile(pile: str, number: int, total: int) -> Pile:
    return Pile(pile, Fraction(number, total))


def deck_outcomes(pile: str, deck: tuple[str, ...]) -> tuple[tuple[Reveal, Fraction], ...]:
    """List what the top card of an unseen deck may be."""
    total = len(deck)
    cards = dict.fromkeys(deck)
    if len(cards) == total:
        single = _pile(pile, 1, total)
        return tuple([single[card] for card in cards])
    return tuple([_pile(pile, deck.count(card), total)[card] for card in cards])


def without(deck: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Take one copy of a card out of a deck."""
    index = deck.index(card)
    return deck[:index] + deck[index + 1 :]


def take_wall(position: Position, drawn: Reveal) -> Position:
    """Lay the card down; its gains are settled at once (rule fortify-wall)."""
    number = position.pending[0][0]
    rest = pending(number, position.game.catalogue.walls[drawn.card].gain) + position.pending[1:]
    position = replace(position, wall_deck=without(position.wall_deck, drawn.card), pending=rest)
    if is_opponent(position, number):
        opponent = opponent_of(position)
        return replace(position, opponent=replace(opponent, walls=(*opponent.walls, drawn.card)))
    seat = position.seats[number]
    return with_seat(position, number, replace(seat, walls=(*seat.walls, drawn.card)))


CHANCES["wall"] = Chance(
    lambda position: deck_outcomes("wall", position.wall_deck),
    take_wall,
    Reveal,
    lambda position, drawn: drawn.pile == "wall" and drawn.card in position.wall_deck,
)


# --- Absolve: a jar on one of seven spaces -------------------------------------------------------------------------


def silver_cost(position: Position, seat: Seat, index: int) -> int:
    """Return the silver for the next jar or conversion."""
    free, done = ("absolve_free", len(seat.jars)) if index == ABSOLVE else ("convert_free", len(seat.converted))
    return 0 if able(position, seat, free) else position.game.actions[index].silver[min(done, SLOTS - 1)]


def absolve_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List workers and free spaces for the jar."""
    done = len(seat.jars)
    if done >= SLOTS:
        return ()
    if seat.silver < silver_cost(position, seat, ABSOLVE):
        return ()
    if level(position, seat, "influence") < needed(position, ABSOLVE, done):
        return ()
    return position.game.spelled[Absolve].aimed(groups, [jar for jar in position.game.jars if jar not in seat.jars])


def check_absolve(position: Position, seat: Seat, move: Absolve) -> list[Finding]:
    """Check workers, silver, influence and the space."""
    done = len(seat.jars)
    found = check_workers(seat, move.workers, spaces_of(position, seat, ABSOLVE), ABSOLVE) + slots_left(done, "jars")
    cost = silver_cost(position, seat, ABSOLVE)
    if seat.silver < cost:
        found.append(short_of("absolve-cost", "silver", cost, seat.silver))
    found += check_influence(position, seat, ABSOLVE, done, "absolve-influence")
    rows = position.game.catalogue.jars
    if move.jar not in rows or move.jar in seat.jars:
        free = "; ".join(naming.gain_words(row.reward) for jar, row in rows.items() if jar not in seat.jars)
        if move.jar in rows:
            text = f"{naming.capital(naming.jar_name(position, move.jar))} is not free."
        else:
            text = f"{naming.plain(move.jar)} is no space for a jar."
        found.append(finding("absolve-space", text, f"Free are those with: {free}."))
    return found


def absolve(position: Position, number: int, move: Absolve) -> Position:
    """Place the jar: its reward, one suspicion card less, one faith (rule absolve-gain)."""
    seat = position.seats[number]
    seat = posted(seat, ABSOLVE, move.workers, silver=silver_cost(position, seat, ABSOLVE))
    seat = replace(seat, jars=(*seat.jars, move.jar))
    reward = position.game.catalogue.jars[move.jar].reward
    gains = (*reward, "pardon", "faith", *ongoing(position, seat, "absolve"))
    return with_seat(position, number, seat, pending=pending(number, gains))


TURN[Commission] = Act(check_piece, commission)
TURN[Fortify] = Act(check_fortify, fortify)
TURN[Garrison] = Act(check_piece, garrison)
TURN[Absolve] = Act(check_absolve, absolve)
