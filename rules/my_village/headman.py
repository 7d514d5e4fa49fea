"""The banner "?": the headman walks along his path, and brings the stories home.

Source: rulebook page 7.
"""

from __future__ import annotations

from rules.findings import Finding

from .banners import BLACK, Verb
from .moves import Headman, Move, Skip
from .seats import passed
from .steps import DECISIONS, Decision, finding, replace, settled, with_seat
from .values import COIN, HEADMAN, HOUSE, STORIES, Position, Seat

NEXT = {HOUSE: ("coin",), COIN: ("house", "stories"), STORIES: ("coin",)}
STAY = "stay"
HERE = ("at home", "on the coin", "on the stories")
TOWARDS = {"house": "home", "coin": "to the coin", "stories": "to the stories"}


def walks(seat: Seat) -> list[Move]:
    """List where the headman can go; he may also stay (rule waive)."""
    return [*[Headman(to) for to in NEXT[seat.headman]], Headman(STAY)]


def check_walk(position: Position, seat: Seat, move: Headman) -> list[Finding]:
    """Refuse a field that is not the next one of the path."""
    if move.to == STAY or move.to in NEXT[seat.headman]:
        return []
    text = f"The headman stands {HERE[seat.headman]} and cannot go {TOWARDS.get(move.to, 'there')}."
    ways = " or ".join(TOWARDS[to] for to in NEXT[seat.headman])
    return [finding("headman-path", text, f"He can go {ways}, or stay.")]


def walked(position: Position, seat: Seat, move: Headman) -> Seat:
    """Pay the time and move (rules headman-cost, headman-coin, headman-stories, headman-home)."""
    place = position.catalogue.places["headman"]
    seat = passed(position, seat, place.time)
    if move.to == STAY:
        return seat
    to = HEADMAN.index(move.to)
    if to == COIN:
        return replace(seat, headman=to, coins=seat.coins + 1)
    if to == STORIES:
        return replace(seat, headman=to, tree=seat.tree + place.stories)
    return replace(seat, headman=to, safe=seat.safe + seat.tree, tree=0)


def walk(position: Position, number: int, move: Headman) -> Position:
    """Activate the banner "?"."""
    return with_seat(position, number, walked(position, position.seats[number], move))


BLACK[Headman] = Verb(lambda position, seat: walks(seat), check_walk, walk)


# --- the monk who wakes the headman (rule monk-headman) --------------------------------------------------------------


def check_woken(position: Position, seat: Seat, move: Headman) -> list[Finding]:
    """Refuse a field that is not the next one; who lets him stay skips the bonus and pays nothing."""
    if move.to != STAY:
        return check_walk(position, seat, move)
    return [finding("headman-path", "A monk's headman moves, or you skip the bonus.", "Say skip.")]


def woken(position: Position, move: Headman | Skip) -> Position:
    """Activate the banner "?" at a monk's word, or let it go."""
    number = position.pending[0][0]
    if isinstance(move, Skip):
        return settled(position)
    return with_seat(settled(position), number, walked(position, position.seats[number], move))


DECISIONS["bonus/headman"] = Decision(
    "Your monk wakes the headman: pay 1 time and move him, or skip.",
    (Headman, Skip),
    lambda position: (
        *[Headman(to) for to in NEXT[position.seats[position.pending[0][0]].headman]],
        Skip(),
    ),
    lambda position, move: (
        [] if isinstance(move, Skip) else check_woken(position, position.seats[position.pending[0][0]], move)
    ),
    woken,
)
