"""White banners without a question of their own: game, hall, meeting place, fields and craft buildings.

Source: rulebook pages 5 and 6, and 8 to 11 (what each card does again).
"""

from __future__ import annotations

from rules.findings import Finding

from . import headman, moves, plow, school, travel  # noqa: F401  (verbs are registered before they are asked)
from . import naming as words
from .banners import WHITE, Verb, ask
from .black import hall_action, laid_banners
from .market import shows
from .moves import Move, Use
from .seats import needs, off_value, passed, stored
from .steps import finding, replace, with_seat
from .values import COUNCILMAN, CRAFTSMAN, KINDS, Position, Seat

#: The verbs of step II, in the order in which legal moves are listed.
VERBS = (
    *(moves.Hand, moves.Church, moves.Monk, moves.Hall, moves.Meeting, moves.Field, moves.Craft),
    *(moves.Bailiff, moves.Headman, moves.Travel),
    *(moves.Serve, moves.School, moves.Use),
    moves.Plow,
)
REMEMBERED = 100_000  #: answers of :func:`showing`


def field_of(banner: str) -> int:
    """Return the number of a field from its banner's name, counted from 0; -1 for another banner.

    >>> field_of("field2"), field_of("hall")
    (1, -1)
    """
    number = banner.removeprefix("field")
    return int(number) - 1 if number != banner and number.isdigit() and len(number) < 3 and number[0] != "0" else -1


def own_banners(seat: Seat) -> list[str]:
    """List the white banners of this kind in a village."""
    return ["game", *laid_banners(seat), *(["meeting"] if seat.meeting else [])]


def values_of(position: Position, seat: Seat, banner: str) -> tuple[int, ...]:
    """Return the values of a white banner, with those of the tile beside it (rules white-value, tile-values)."""
    catalogue = position.catalogue
    if banner == "game":
        values = catalogue.boards[seat.board].values
    elif banner == "hall":
        values = catalogue.halls[seat.hall].values
    elif banner == "meeting":
        return position.game.meeting.values
    elif field_of(banner) >= 0:
        values = position.game.field.values
    else:
        values = catalogue.crafts[seat.crafts[KINDS.index(banner)]].values
    return shows(position, seat, banner, values)


def time_of(position: Position, seat: Seat, banner: str) -> int:
    """Return the time of a white banner (rule white-time)."""
    catalogue = position.catalogue
    if banner == "game":
        return 0
    if banner == "hall":
        return catalogue.halls[seat.hall].white_time
    if banner == "meeting":
        return position.game.meeting.white_time
    if field_of(banner) >= 0:
        return position.game.field.white_time
    return catalogue.craft_kinds[banner].white_time  # type: ignore[index]


def uses(position: Position, seat: Seat) -> list[Move]:
    """List the white banners that show the value."""
    used = position.used
    return [Use(banner) for banner in showing(position, seat) if banner not in used and active(seat, banner)]


def showing(position: Position, seat: Seat) -> tuple[str, ...]:
    """List the white banners of a village that show the value; remembered, for villages change seldom."""
    memory = position.game.memory
    key = (position.value, seat.board, seat.hall, len(seat.fields), seat.crafts, seat.meeting, seat.tile)
    found: tuple[str, ...] | None = memory.get(key)
    if found is None:
        if len(memory) >= REMEMBERED:
            memory.clear()
        own = own_banners(seat)
        found = tuple([banner for banner in own if position.value in values_of(position, seat, banner)])
        memory[key] = found
    return found


def active(seat: Seat, banner: str) -> bool:
    """Say whether the villager of a banner's area is there; board and fields need none."""
    if banner in ("hall", "meeting"):
        return seat.villagers[COUNCILMAN]
    return banner not in KINDS or seat.villagers[CRAFTSMAN]


def check_use(position: Position, seat: Seat, move: Use) -> list[Finding]:
    """Refuse a white banner that is not there, shows other values, is used up, or lies in an area without villager."""
    banner = move.banner
    if banner not in own_banners(seat):
        text = f"Your village has no white banner of the name {words.banner_name(position, banner)}."
        names = words.joined([words.banner_name(position, one) for one in own_banners(seat)])
        return [finding("banner-area", text, f"It has {names}, besides school and customers.")]
    name = words.banner_name(position, banner)
    wrong = off_value(position, values_of(position, seat, banner), f"The {name}", "white-value")
    if banner in position.used:
        wrong.append(finding("white-once", f"The {name} has been activated in this turn already."))
    if banner in ("hall", "meeting"):
        wrong += needs(position, seat, COUNCILMAN, "hall-villager" if banner == "hall" else "meeting-villager")
    elif banner in KINDS:
        wrong += needs(position, seat, CRAFTSMAN, "craft-villager")
    return wrong


def use(position: Position, number: int, move: Use) -> Position:
    """Pay the time and do what the card does."""
    banner = move.banner
    seat = passed(position, position.seats[number], time_of(position, position.seats[number], banner))
    used = (*position.used, banner)
    if banner == "hall":
        return hall_action(with_seat(position, number, seat, used=used), number)
    if banner == "meeting":
        return with_seat(position, number, seat, used=used, pending=((number, "tile"),))
    if banner == "game":
        seat = replace(seat, tree=seat.tree + 1)
    elif (field := field_of(banner)) >= 0:
        row = position.game.field
        seat = replace(seat, coins=seat.coins + row.coins + (row.plow if seat.fields[field] else 0))
    else:
        kind = KINDS.index(banner)
        slots = position.catalogue.craft_kinds[banner].slots  # type: ignore[index]
        seat = stored(seat, kind, slots)
    return with_seat(position, number, seat, used=used)


WHITE[Use] = Verb(uses, check_use, use)
ask(VERBS)
