"""Gains that ask: a choice between gains, the free forms of Pray, Develop and Recruit.

Sources: rulebook pages 13, 14, 15 and 33.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules.findings import Finding

from . import naming
from .moves import Build, Choose, Clear, Hire, Move
from .rewards import ongoing
from .steps import CHOICE, COLLECT, DECISIONS, Decision, finding, is_opponent, pending, prepare, replace, with_seat
from .values import ACTIONS, ATTRIBUTES, INDEX, LEFT, PRAY, RIGHT, Position, Seat

# --- a choice between gains (rule reward-choice) ----------------------------------------------------------------------


def useful(position: Position, seat: Seat, option: str) -> bool:
    """Say whether a gain would do anything for a seat now."""
    for gain in option.split("+"):
        if gain in ("settle", "destroy"):
            if seat.unpaid:
                return True
        elif gain == "pardon":
            if seat.suspicion:
                return True
        elif gain == "workshop":
            if workshop_places(seat):
                return True
        elif gain in ATTRIBUTES:
            if getattr(seat, gain) < position.game.cap:
                return True
        else:
            return True
    return False


def options(position: Position) -> list[str]:
    """List the sides of the pending choice that do something."""
    number, what = position.pending[0]
    seat = position.seats[number]
    return [option for option in what.split("/") if useful(position, seat, option)]


@prepare(CHOICE)
def ready_choice(position: Position) -> Position | None:
    """Take the only side that does something, or none; ask where two do."""
    number, _ = position.pending[0]
    if is_opponent(position, number):
        return COLLECT[True](position)
    left = options(position)
    if len(left) > 1:
        return None
    return replace(position, pending=pending(number, left) + position.pending[1:])


def choice_moves(position: Position) -> tuple[Move, ...]:
    """List the sides."""
    return tuple(Choose(option) for option in options(position))


def check_choice(position: Position, move: Choose) -> list[Finding]:
    """Refuse what is not on the card, or would do nothing."""
    left = options(position)
    if move.gain in left:
        return []
    offers = naming.joined([naming.gain_words([side]) for side in left], "or")
    text = f"This is not on offer here: {naming.gain_words([move.gain])}."
    return [finding("reward-choice", text, f"Choose one: {offers}.")]


def choose(position: Position, move: Choose) -> Position:
    """Take one side."""
    number = position.pending[0][0]
    return replace(position, pending=pending(number, move.gain.split("+")) + position.pending[1:])


DECISIONS[CHOICE] = Decision("Choose one side of the gain.", (Choose,), choice_moves, check_choice, choose)


# --- the free form of Pray (rule reward-pray) -----------------------------------------------------------------------


def occupied(position: Position, seat: Seat) -> list[str]:
    """List the actions with workers that a free Pray may empty (rule pray-pray)."""
    found = [name for name, group in zip(ACTIONS, seat.placed, strict=True) if group]
    if seat.placed[PRAY] and not position.game.options.pray_clears_pray:
        found.remove(ACTIONS[PRAY])
    return found


def cleared(seat: Seat, action: str) -> Seat:
    """Return the workers of one action to the general supply."""
    index = INDEX[action]
    return replace(seat, placed=(*seat.placed[:index], "", *seat.placed[index + 1 :]))


@prepare("pray")
def ready_pray(position: Position) -> Position | None:
    """Do nothing without workers to remove, empty the only action; ask where there are several."""
    number = position.pending[0][0]
    if is_opponent(position, number):
        return COLLECT[True](position)
    seat = position.seats[number]
    left = occupied(position, seat)
    if len(left) > 1:
        return None
    if left:
        position = with_seat(position, number, cleared(seat, left[0]))
    return replace(position, pending=position.pending[1:])


def clear_moves(position: Position) -> tuple[Move, ...]:
    """List the actions that can be emptied."""
    return tuple(Clear(action) for action in occupied(position, position.seats[position.pending[0][0]]))


def check_clear(position: Position, move: Clear) -> list[Finding]:
    """Refuse an action without workers."""
    left = occupied(position, position.seats[position.pending[0][0]])
    if move.action in left:
        return []
    text = f"There is nothing to clear on {naming.action_name(position, move.action)}."
    if move.action not in INDEX:
        text = f"{naming.plain(move.action)} is no action."
    names = naming.joined([naming.action_name(position, action) for action in left], "or")
    return [finding("reward-pray", text, f"Choose {names}.")]


def clear(position: Position, move: Clear) -> Position:
    """Empty one action."""
    number = position.pending[0][0]
    return with_seat(position, number, cleared(position.seats[number], move.action), pending=position.pending[1:])


DECISIONS["pray"] = Decision("Choose the action to free of workers.", (Clear,), clear_moves, check_clear, clear)


# --- a free workshop (rule reward-workshop) -----------------------------------------------------------------------


def workshop_places(seat: Seat) -> tuple[tuple[str, int], ...]:
    """List the spaces that the next workshop may cover: the first two of each right-hand action, if still open."""
    return () if seat.developed >= 8 else _places(seat.workshops)


@lru_cache(maxsize=4_096)
def _places(workshops: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    rows = zip(RIGHT, workshops, strict=True)
    return tuple([(name, space) for name, mask in rows for space in (1, 2) if not mask & space])


def place_workshop(position: Position, number: int, seat: Seat, action: str, space: int) -> Position:
    """Cover a space with the leftmost workshop (rules develop-place, develop-worker).

    A worker who stands there goes back to the supply; the worker that the workshop uncovers is gained at once.
    """
    index = INDEX[action]
    group = seat.placed[index]
    if group:
        mask = seat.workshops[index - LEFT]
        group = displaced(group, position.game.actions[index].spaces, mask, space)
        seat = replace(seat, placed=(*seat.placed[:index], group, *seat.placed[index + 1 :]))
    gained = position.game.workshops[seat.developed]
    masks = list(seat.workshops)
    masks[index - LEFT] |= space
    seat = replace(seat, workshops=tuple(masks))
    return with_seat(position, number, seat, pending=((number, gained), *position.pending))


@lru_cache(maxsize=4_096)
def displaced(group: str, spaces: str, mask: int, space: int) -> str:
    """Remove the worker who stands on one space; workers stand on the space of their colour first."""
    standing: dict[int, str] = {}
    rest = group
    open_ = [index for index in range(len(spaces)) if not mask >> index & 1]
    for index in sorted(open_, key=lambda index: spaces[index] == "*"):
        wanted = spaces[index]
        letter = wanted if wanted in rest else "X" if wanted != "*" and "X" in rest else rest[:1]
        standing[index] = letter
        rest = rest.replace(letter, "", 1) if letter else rest
    return group.replace(standing.get(space - 1) or " ", "", 1)


@prepare("workshop")
def ready_workshop(position: Position) -> Position | None:
    """Do nothing when no workshop or no space is left."""
    number = position.pending[0][0]
    if is_opponent(position, number):
        return COLLECT[True](position)
    if workshop_places(position.seats[number]):
        return None
    return replace(position, pending=position.pending[1:])


def build_moves(position: Position) -> tuple[Move, ...]:
    """List the places for the workshop."""
    seat = position.seats[position.pending[0][0]]
    return tuple(Build(action, space) for action, space in workshop_places(seat))


PLACES = "Choose space 1 or 2, not yet covered, of a right-hand action."


def check_place(seat: Seat, action: str, space: int) -> list[Finding]:
    """Refuse a place where no workshop can stand (rule develop-place)."""
    if (action, space) in workshop_places(seat):
        return []
    if seat.developed >= 8:
        return [finding("develop-place", "All eight workshops are placed.", workshops=8)]
    if action not in INDEX:
        return [finding("develop-place", f"{naming.plain(action)} is no action.", PLACES)]
    text = f"No workshop can be placed on space {space} of {naming.plain(action)}."
    return [finding("develop-place", text, PLACES)]


def check_build(position: Position, move: Build) -> list[Finding]:
    """Check the place."""
    return check_place(position.seats[position.pending[0][0]], move.action, move.space)


def build(position: Position, move: Build) -> Position:
    """Place the workshop; townsfolk see no action Develop in it (rule reward-workshop)."""
    number = position.pending[0][0]
    seat = position.seats[number]
    position = replace(position, pending=position.pending[1:])
    if position.game.options.free_workshop_develops:
        position = replace(position, pending=pending(number, ongoing(position, seat, "develop")) + position.pending)
    return place_workshop(position, number, seat, move.action, move.space)


DECISIONS["workshop"] = Decision("Choose where to place the workshop.", (Build,), build_moves, check_build, build)


# --- a free recruit (rules reward-recruit, setup-recruit) ------------------------------------------------------------


def keep_card(position: Position, number: int, card: str, seat: Seat) -> Position:
    """Take a card from the row and keep it; what it pays at once comes next (rule recruit-keep)."""
    row = tuple("" if other == card else other for other in position.townsfolk)
    gains = pending(number, position.game.catalogue.townsfolk[card].recruit)
    seat = replace(seat, townsfolk=(*seat.townsfolk, card))
    return with_seat(position, number, seat, townsfolk=row, pending=gains + position.pending)


def dismiss_card(position: Position, number: int, card: str) -> Position:
    """Take a card from the row and discard it for its reward (rule recruit-dismiss)."""
    row = tuple("" if other == card else other for other in position.townsfolk)
    gains = pending(number, position.game.catalogue.townsfolk[card].dismiss)
    return replace(position, townsfolk=row, pending=gains + position.pending)


def may_dismiss(position: Position) -> bool:
    """Say whether the free recruit under way may dismiss a card."""
    return position.game.options.free_recruit_dismisses and position.pending[0][1] == "recruit"


@prepare("welcome")
@prepare("recruit")
def ready_recruit(position: Position) -> Position | None:
    """Do nothing when the row is empty, take the only card; ask where there are several."""
    number = position.pending[0][0]
    if is_opponent(position, number):
        if position.pending[0][1] == "welcome":
            return replace(position, pending=position.pending[1:])
        return COLLECT[True](position)
    cards = [card for card in position.townsfolk if card]
    if len(cards) > 1 or (cards and may_dismiss(position)):
        return None
    position = replace(position, pending=position.pending[1:])
    return keep_card(position, number, cards[0], position.seats[number]) if cards else position


def hire_moves(position: Position) -> tuple[Move, ...]:
    """List the cards of the row."""
    cards = [card for card in position.townsfolk if card]
    moves: list[Any] = [Hire(card) for card in cards]
    if may_dismiss(position):
        moves += [Hire(card, True) for card in cards]
    return tuple(moves)


def not_in_row(position: Position, card: str) -> Finding:
    """Say that a townsfolk card does not lie in the row, and which ones do."""
    cards = ", ".join(naming.townsfolk_name(position, other) for other in position.townsfolk if other) or "none"
    text = f"{naming.townsfolk_name(position, card)} does not lie in the row."
    return finding("row-open", text if card else "No card is named.", f"The cards there are: {cards}.")


def check_hire(position: Position, move: Hire) -> list[Finding]:
    """Refuse a card that does not lie in the row, and to dismiss where that is no choice."""
    found = []
    if not move.card or move.card not in position.townsfolk:
        found.append(not_in_row(position, move.card))
    if move.dismiss and not may_dismiss(position):
        text = "Recruiting for nothing keeps the card; it does not dismiss it."
        found.append(finding("reward-recruit", text, "Keep it."))
    return found


def hire(position: Position, move: Hire) -> Position:
    """Take the card for nothing."""
    number = position.pending[0][0]
    position = replace(position, pending=position.pending[1:])
    if move.dismiss:
        return dismiss_card(position, number, move.card)
    return keep_card(position, number, move.card, position.seats[number])


HIRE = Decision("Choose a townsfolk card to recruit for nothing.", (Hire,), hire_moves, check_hire, hire)
DECISIONS["recruit"] = HIRE
DECISIONS["welcome"] = HIRE
