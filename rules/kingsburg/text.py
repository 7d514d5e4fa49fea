"""Print a position as TOML and as a one-line code, and read both back with every defect named.

The document form uses the words of the game: seats list their buildings by id, points by source, placements
name an advisor's rank. Fields with their usual value are left out; what is missing is read as that value.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rules.fields import Reader, as_plain, by_name, wrong_seats
from rules.findings import BadPosition, Problem
from rules.toml_text import Plain

from .game import MODULES, PLAYERS, Game, load
from .problems import problems
from .values import EARLIER, NEUTRAL, NO_MARKER, NO_POINTS, SOURCES, Placement, Position, Seat

VERSION = 1
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Stock = Annotated[int, msgspec.Meta(ge=0, le=999)]
Number = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]


class PlacementText(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold one group of dice as it is printed; without ``seat`` the dice are neutral."""

    advisor: Annotated[int, msgspec.Meta(ge=1, le=18)]
    seat: SeatNumber | None = None
    dice: tuple[Face, ...] = ()
    bonus: tuple[Face, ...] = ()
    marker: bool = False
    market: Annotated[int, msgspec.Meta(ge=-3, le=3)] = 0
    envoy: bool = False
    private: bool = False


class OwedText(msgspec.Struct, forbid_unknown_fields=True):
    """Hold goods that a seat is about to take."""

    seat: SeatNumber
    goods: Annotated[int, msgspec.Meta(ge=1, le=40)]


class SeatText(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold one seat as it is printed; ``points`` is a number, or a table by source."""

    gold: Stock = 0
    wood: Stock = 0
    stone: Stock = 0
    soldiers: Stock = 0
    markers: Stock = 0
    points: Number | dict[str, Number] = 0
    buildings: tuple[str, ...] = ()
    dice: tuple[Face, ...] = ()
    bonus: tuple[Face, ...] = ()
    bonus_dice: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    used: tuple[str, ...] = ()
    governor: str = ""
    hand: tuple[str, ...] = ()
    army: tuple[Annotated[int, msgspec.Meta(ge=0, le=20)], ...] | None = None
    chosen: Annotated[int, msgspec.Meta(ge=-2, le=20)] = NO_MARKER


class PositionText(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold a position as it is printed."""

    year: Annotated[int, msgspec.Meta(ge=1, le=5)]
    phase: Annotated[int, msgspec.Meta(ge=0, le=9)]
    step: str
    order: tuple[SeatNumber, ...]
    game: str = "kingsburg"
    version: int = VERSION
    modules: tuple[str, ...] = ()
    queue: tuple[SeatNumber, ...] = ()
    envoy: SeatNumber | None = None
    enemy: str = ""
    peeked: tuple[SeatNumber, ...] = ()
    reinforcement: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    paid: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    options: dict[str, bool | str] = {}
    catalogue: dict[str, Any] = {}
    owed: tuple[OwedText, ...] = ()
    placements: tuple[PlacementText, ...] = ()
    seats: tuple[SeatText, ...] = ()


READER = Reader(PositionText, {"seats": SeatText, "placements": PlacementText, "owed": OwedText})


# --- printing ----------------------------------------------------------------------------------------------------


def _seat_text(position: Position, seat: Seat) -> SeatText:
    by_source = by_name(SOURCES, seat.points)
    points = seat.total if set(by_source) <= {"earlier"} else by_source
    full_army = tuple(sorted(position.catalogue.army)) if "army" in position.modules else ()
    return SeatText(
        gold=seat.gold,
        wood=seat.wood,
        stone=seat.stone,
        soldiers=seat.soldiers,
        markers=seat.markers,
        points=points,
        buildings=tuple(cell.id for cell in position.sheet.owned(seat.built)),
        dice=seat.dice,
        bonus=seat.bonus,
        bonus_dice=seat.bonus_dice,
        used=seat.used,
        governor=seat.governor,
        hand=seat.hand,
        army=None if seat.army == full_army else seat.army,
        chosen=seat.chosen,
    )


def document(position: Position) -> dict[str, Plain]:
    """Return the position as plain values in the order in which a person reads them."""
    text = PositionText(
        game=position.game.name,
        version=VERSION,
        year=position.year,
        phase=position.phase,
        step=position.step,
        order=position.order,
        modules=position.modules,
        queue=position.queue,
        envoy=None if position.envoy == NEUTRAL else position.envoy,
        enemy=position.enemy,
        peeked=position.peeked,
        reinforcement=position.reinforcement,
        paid=position.paid,
        options=position.game.chosen_options(),
        catalogue=position.game.overlay,
        owed=tuple(OwedText(seat, goods) for seat, goods in position.owed),
        placements=tuple(
            PlacementText(
                group.rank,
                None if group.seat == NEUTRAL else group.seat,
                group.dice,
                group.bonus,
                group.marker,
                group.market,
                group.envoy,
                group.private,
            )
            for group in position.placements
        ),
        seats=tuple(_seat_text(position, seat) for seat in position.seats),
    )
    return as_plain(text)


TABLES = ("options", "catalogue", "owed", "placements", "seats")  #: fields that are printed as tables


# --- reading -----------------------------------------------------------------------------------------------------


def _points(value: int | dict[str, int], path: str, found: list[Problem]) -> tuple[int, ...]:
    points = list(NO_POINTS)
    if isinstance(value, int):
        points[EARLIER] = value
        return tuple(points)
    for source, number in value.items():
        if source in SOURCES:
            points[SOURCES.index(source)] = number
        else:
            found.append(Problem(f"{path}.{source}", f"is no source of points; sources are {', '.join(SOURCES)}."))
    return tuple(points)


def _built(
    game: Game, modules: tuple[str, ...], names: tuple[str, ...], path: str, found: list[Problem]
) -> tuple[int, ...]:
    """Count buildings per row; name unknown ones, double ones and missing left neighbours (rule build-left)."""
    sheet = game.long_sheet if "buildings" in modules else game.short_sheet
    owned = set()
    for index, name in enumerate(names):
        here = f"{path}[{index}]"
        if name not in sheet.by_id:
            if name in game.long_sheet.by_id:
                text = f'{name!r} stands in row A or G, which module "buildings" brings; that module is not in use.'
            else:
                text = f"is {name!r}, which is no building; buildings are {', '.join(sheet.by_id)}."
            found.append(Problem(here, text, "module1-rows"))
        elif name in owned:
            found.append(Problem(here, f"names {name!r} twice; a building is built once.", "build-owned"))
        owned.add(name)
    built = list(sheet.empty)
    for row in sheet.rows:
        for cell in row:
            if cell.id not in owned:
                continue
            if built[cell.row] < cell.column:
                missing = row[built[cell.row]].id
                text = f"has {cell.id!r} without its left neighbour {missing!r}; add it, or take {cell.id!r} out."
                found.append(Problem(path, text, "build-left"))
                built[cell.row] = cell.column
            built[cell.row] += 1
    return tuple(built)


def _used(text: PositionText, number: int, seat: SeatText) -> tuple[str, ...]:
    """Return the effects used, with the +2 marker and the Market where the seat's groups on advisors show them."""
    own = [group for group in text.placements if group.seat == number]
    shown = [name for name in ("marker", "market") if any(getattr(group, name) for group in own)]
    return tuple(sorted((*seat.used, *(name for name in shown if name not in seat.used))))


def convert(document: dict[str, Any]) -> Position:
    """Check a document and make the position; raise :class:`rules.BadPosition` with every defect."""
    found: list[Problem] = []
    text, game = READER.begin(document, load, VERSION, found)
    found += [
        Problem("modules", f"holds {module!r}; there are {', '.join(MODULES)}.")
        for module in text.modules
        if module not in MODULES
    ]
    found += wrong_seats(len(text.seats), PLAYERS, "Kingsburg")
    modules = tuple(module for module in MODULES if module in text.modules)
    full_army = tuple(sorted(game.catalogue.army)) if "army" in modules else ()
    seats = tuple(
        Seat(
            gold=seat.gold,
            wood=seat.wood,
            stone=seat.stone,
            soldiers=seat.soldiers,
            markers=seat.markers,
            built=_built(game, modules, seat.buildings, f"seats[{number}].buildings", found),
            dice=tuple(sorted(seat.dice)),
            bonus=tuple(sorted(seat.bonus)),
            bonus_dice=seat.bonus_dice,
            used=_used(text, number, seat),
            points=_points(seat.points, f"seats[{number}].points", found),
            governor=seat.governor,
            hand=tuple(sorted(seat.hand)),
            army=full_army if seat.army is None else tuple(sorted(seat.army)),
            chosen=seat.chosen,
        )
        for number, seat in enumerate(text.seats)
    )
    position = Position(
        game=game,
        modules=modules,
        year=text.year,
        phase=text.phase,
        step=text.step,
        order=text.order,
        seats=seats,
        queue=text.queue,
        placements=tuple(
            Placement(
                group.advisor,
                NEUTRAL if group.seat is None else group.seat,
                tuple(sorted(group.dice)),
                tuple(sorted(group.bonus)),
                group.marker,
                group.market,
                group.envoy,
                group.private,
            )
            for group in text.placements
        ),
        paid=text.paid,
        owed=tuple((row.seat, row.goods) for row in text.owed),
        envoy=NEUTRAL if text.envoy is None else text.envoy,
        enemy=text.enemy,
        peeked=tuple(sorted(text.peeked)),
        reinforcement=text.reinforcement,
    )
    if len(text.seats) in PLAYERS:
        found += problems(position)
    if found:
        raise BadPosition(found)
    return position
