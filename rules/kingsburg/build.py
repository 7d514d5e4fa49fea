"""Step d of a productive season: workshops (module 1), building, and what happens at the season's end.

Sources: rulebook pages 6 (building, envoy), 9 (module 1), 10 and 11 (effects).
"""

from __future__ import annotations

from rules.findings import Finding
from rules.wording import joined

from .catalogue import Building, Cell
from .moves import GOODS, Build, Decline, Move, Pass, Pay, Use
from .steps import (
    DECISIONS,
    Decision,
    automatic,
    called,
    finding,
    governor_of,
    replace,
    with_points,
    with_seat,
    with_used,
)
from .values import (
    BUILDINGS,
    EFFECTS,
    GOVERNORS,
    NEUTRAL,
    SPRING,
    SUMMER,
    Position,
    Seat,
)

PASS = Pass()

# --- workshops of row A (rules workshop-use, workshop-pay) -------------------------------------------------------


def workshops(position: Position, number: int) -> tuple[Use, ...]:
    """List the workshops that a seat owns, has not used this season and can pay."""
    seat = position.seats[number]
    return tuple(
        Use(cell.id)
        for cell in position.sheet.by_effect.get("workshop", ())
        if seat.built[cell.row] > cell.column
        and cell.id not in seat.used
        and getattr(seat, cell.building.pay) >= cell.building.pay_number
    )


@automatic("ask_works")
def ask_works(position: Position) -> Position:
    """Ask the next seat that can use a workshop."""
    queue = position.queue
    while queue and not workshops(position, queue[0]):
        queue = queue[1:]
    return replace(position, queue=queue, step="works" if queue else "start_build")


def check_works(position: Position, move: Use | Decline) -> list[Finding]:
    """Refuse a workshop that is not owned, was used, or cannot be paid."""
    if isinstance(move, Decline):
        return []
    seat = position.seats[position.queue[0]]
    left = [f"the {called(position, each.effect)}" for each in workshops(position, position.queue[0])]
    change = f"Use {joined(left, 'or')}, or decline."
    cell = position.sheet.by_id.get(move.effect)
    if cell is None or cell.building.effect != "workshop" or seat.built[cell.row] <= cell.column:
        return [
            finding(
                "workshop-use",
                f"You own no workshop called {called(position, move.effect)}.",
                change,
            )
        ]
    if move.effect in seat.used:
        return [finding("workshop-use", f"You used the {cell.building.name.en} this season already.", change)]
    row = cell.building
    held = getattr(seat, row.pay)
    if held < row.pay_number:
        text = f"The {row.name.en} costs {row.pay_number} {row.pay}; you have {held}."
        return [finding("workshop-pay", text, change, cost=row.pay_number, held=held)]
    return []


def work(position: Position, move: Use | Decline) -> Position:
    """Pay a workshop and take what it gives; the seat may then use another."""
    number = position.queue[0]
    if isinstance(move, Decline):
        return replace(position, queue=position.queue[1:], step="ask_works")
    seat = position.seats[number]
    row = position.sheet.by_id[move.effect].building
    goods = {good: getattr(seat, good) + getattr(row.gain, good) for good in GOODS}
    goods[row.pay] -= row.pay_number
    seat = with_points(
        seat,
        EFFECTS,
        row.gain.points,
        used=with_used(seat, move.effect),
        soldiers=seat.soldiers + row.gain.soldiers,
        markers=seat.markers + row.gain.markers,
        **goods,
    )
    return with_seat(position, number, seat, step="ask_works")


DECISIONS["works"] = Decision(
    "Use a workshop, or decline.",
    (Use, Decline),
    lambda position: (*workshops(position, position.queue[0]), Decline()),
    check_works,
    work,
)


# --- building ----------------------------------------------------------------------------------------------------


@automatic("start_build")
def start_build(position: Position) -> Position:
    """Ask every seat in turn order (rule build-one)."""
    return replace(position, queue=position.order, step="build")


def cost(position: Position, seat: Seat, cell: Cell) -> tuple[int, int, int]:
    """Return what a building costs a seat in gold, wood and stone, with the Crane and the Carpenter."""
    row: Building = cell.building
    gold, wood = row.gold, row.wood
    if cell.column >= 2:  # rule crane-discount: columns III and IV
        for crane in position.sheet.by_effect.get("crane", ()):
            if seat.built[crane.row] > crane.column:
                gold = max(0, gold - crane.building.amount)
    if seat.governor:
        card = position.catalogue.governors.get(seat.governor)
        # rule governor-carpenter: from the card's column on
        if card is not None and card.effect == "carpenter" and cell.column >= card.column - 1:
            wood = max(0, wood - card.count)
    return gold, wood, row.stone


def build_moves(position: Position) -> tuple[Move, ...]:
    """List the buildings that stand next in their rows and can be paid, and to build nothing."""
    seat = position.seats[position.queue[0]]
    moves: list[Move] = []
    for cell in position.sheet.next_cells(seat.built):
        gold, wood, stone = cost(position, seat, cell)
        if seat.gold >= gold and seat.wood >= wood and seat.stone >= stone:
            moves.append(Build(cell.id))
    moves.append(PASS)
    return tuple(moves)


def check_build(position: Position, move: Build | Pass) -> list[Finding]:
    """Return every rule that a building breaks: sheet, ownership, left neighbours, cost."""
    if isinstance(move, Pass):
        return []
    seat = position.seats[position.queue[0]]
    cell = position.sheet.by_id.get(move.building)
    if cell is None:
        rule = "module1-rows" if move.building in position.catalogue.buildings else "build-sheet"
        text = f"There is no building {called(position, move.building)} on the sheet in use."
        example = position.sheet.next_cells(seat.built)
        change = f"Choose one that is, such as the {example[0].building.name.en}." if example else "Pass."
        return [finding(rule, text, change)]
    name = cell.building.name.en
    built = seat.built[cell.row]
    if built > cell.column:
        return [finding("build-owned", f"You own the {name} already.", "Choose another building.")]
    found = []
    if built < cell.column:
        missing = [other.building.name.en for other in position.sheet.rows[cell.row][built : cell.column]]
        text = f"The {name} needs everything to its left in row {cell.building.row}; missing: {', '.join(missing)}."
        found.append(finding("build-left", text, f"Build the {missing[0]} first."))
    costs = cost(position, seat, cell)
    short = [
        f"{need - have} {good}"
        for need, have, good in zip(costs, (seat.gold, seat.wood, seat.stone), GOODS, strict=True)
        if need > have
    ]
    if short:
        price = joined([f"{need} {good}" for need, good in zip(costs, GOODS, strict=True) if need])
        text = f"The {name} costs you {price}; you lack {joined(short)}."
        found.append(finding("build-cost", text, gold=costs[0], wood=costs[1], stone=costs[2]))
    return found


def construct(position: Position, number: int, cell: Cell) -> Position:
    """Pay for a building, mark it and take its printed points; effects that wait for a building follow."""
    seat = position.seats[number]
    gold, wood, stone = cost(position, seat, cell)
    built = (*seat.built[: cell.row], seat.built[cell.row] + 1, *seat.built[cell.row + 1 :])
    points = list(seat.points)
    points[BUILDINGS] += cell.building.points  # rule build-points
    if "governors" in position.modules:
        points[GOVERNORS] += builder_points(position, number, cell, sum(built))
    seat = replace(
        seat,
        gold=seat.gold - gold,
        wood=seat.wood - wood,
        stone=seat.stone - stone,
        built=built,
        points=tuple(points),
    )
    position = with_seat(position, number, seat)
    collector = governor_of(position, "tax_collector")
    if collector >= 0 and collector != number:  # rule governor-tax_collector
        card = position.catalogue.governors[position.seats[collector].governor]
        if cell.column == card.column - 1:
            position = replace(position, owed=((collector, card.goods),))
    return position


def builder_points(position: Position, number: int, cell: Cell, owned: int) -> int:
    """Return the points that the builder's own governor gives (rules governor-architect, governor-sculptor)."""
    card = position.catalogue.governors.get(position.seats[number].governor)
    if card is None:
        return 0
    if card.effect == "sculptor" and cell.column == card.column - 1:
        return card.points
    if card.effect == "architect":
        others = [seat.buildings for index, seat in enumerate(position.seats) if index != number]
        return card.points if max(others) > owned else 0
    return 0


def build(position: Position, move: Build | Pass) -> Position:
    """Build one building, or nothing; who holds the envoy may then build a second one (rule envoy-second)."""
    number, rest = position.queue[0], position.queue[1:]
    if isinstance(move, Pass):
        preacher = governor_of(position, "preacher")
        if preacher >= 0 and "preacher" not in position.seats[preacher].used:  # rule governor-preacher
            seat = position.seats[preacher]
            points = position.catalogue.governors[seat.governor].points
            seat = with_points(seat, GOVERNORS, points, used=with_used(seat, "preacher"))
            position = with_seat(position, preacher, seat)
        return next_builder(position, rest)
    position = construct(position, number, position.sheet.by_id[move.building])
    if position.envoy == number:
        return replace(position, step="ask_second")
    return next_builder(position, rest)


@automatic("ask_second")
def ask_second(position: Position) -> Position:
    """Ask for the second building if the seat can pay one."""
    if len(build_moves(position)) > 1:
        return replace(position, step="second")
    return next_builder(position, position.queue[1:])


def next_builder(position: Position, rest: tuple[int, ...]) -> Position:
    """Go to the next seat, or to the end of the season."""
    return replace(position, queue=rest, step="build" if rest else "season_end")


def build_second(position: Position, move: Build | Pass) -> Position:
    """Build a second building and give the envoy back, or keep him."""
    number, rest = position.queue[0], position.queue[1:]
    if isinstance(move, Build):
        position = construct(position, number, position.sheet.by_id[move.building])
        position = replace(position, envoy=NEUTRAL)
    return next_builder(position, rest)


DECISIONS["build"] = Decision("Build one building, or pass.", (Build, Pass), build_moves, check_build, build)
DECISIONS["second"] = Decision(
    "Build a second building with the envoy, or pass and keep him.",
    (Build, Pass),
    build_moves,
    check_build,
    build_second,
)


# --- the end of a season -----------------------------------------------------------------------------------------


@automatic("season_end")
def end_season(position: Position) -> Position:
    """Settle the effects of the season's end in turn order, then ask for the Town Hall.

    A seat may order its own effects; gaining the Inn's marker first is never worse, so it is done
    (rules inn-marker, embassy-point).
    """
    sheet = position.sheet
    for number in position.order:
        seat = position.seats[number]
        markers, points = seat.markers, 0
        if position.phase == SUMMER:
            for cell in sheet.by_effect.get("inn", ()):
                markers += cell.building.amount * (seat.built[cell.row] > cell.column)
        for cell in sheet.by_effect.get("embassy", ()):
            points += cell.building.amount * (seat.built[cell.row] > cell.column)
        if points or markers != seat.markers:
            position = with_seat(position, number, with_points(seat, EFFECTS, points, markers=markers))
    return replace(position, queue=position.order, step="ask_town_hall")


def town_hall_pays(position: Position, number: int) -> tuple[Move, ...]:
    """List what a seat can pay the Town Hall."""
    seat = position.seats[number]
    if not position.sheet.has(seat.built, "town_hall"):
        return ()
    pays = [Pay(good) for good in GOODS if getattr(seat, good)]
    return (*pays, Pay("marker")) if seat.markers else tuple(pays)


@automatic("ask_town_hall")
def ask_town_hall(position: Position) -> Position:
    """Ask the next seat that owns the Town Hall and has something to pay."""
    queue = position.queue
    while queue and not town_hall_pays(position, queue[0]):
        queue = queue[1:]
    return replace(position, queue=queue, step="town_hall" if queue else "season_close")


def check_town_hall(position: Position, move: Pay | Decline) -> list[Finding]:
    """Refuse a payment that the seat does not have (rules town-hall, town-hall-pay)."""
    if isinstance(move, Decline):
        return []
    seat = position.seats[position.queue[0]]
    if move.what not in (*GOODS, "marker"):
        return [
            finding(
                "town-hall",
                f"The Town Hall does not take {called(position, move.what)}.",
                "Pay one good or one +2 marker.",
            )
        ]
    if (seat.markers if move.what == "marker" else getattr(seat, move.what)) < 1:
        name = "+2 marker" if move.what == "marker" else move.what
        return [
            finding("town-hall-pay", f"You have no {name} to pay the Town Hall.", "Pay another, or decline.", held=0)
        ]
    return []


def town_hall(position: Position, move: Pay | Decline) -> Position:
    """Pay one good or one +2 marker for a point, once a season (rule town-hall)."""
    number, rest = position.queue[0], position.queue[1:]
    if isinstance(move, Pay):
        seat = position.seats[number]
        amount = max(cell.building.amount for cell in position.sheet.by_effect["town_hall"])
        field = "markers" if move.what == "marker" else move.what
        seat = with_points(seat, EFFECTS, amount, **{field: getattr(seat, field) - 1})
        position = with_seat(position, number, seat)
    return replace(position, queue=rest, step="ask_town_hall")


DECISIONS["town_hall"] = Decision(
    "Pay the Town Hall one good or one +2 marker for 1 point, or decline.",
    (Pay, Decline),
    lambda position: (*town_hall_pays(position, position.queue[0]), Decline()),
    check_town_hall,
    town_hall,
)


@automatic("season_close")
def close_season(position: Position) -> Position:
    """Forget what was used this season and go to the next phase (rule year-phases)."""
    seats = tuple(
        replace(seat, used=tuple(name for name in seat.used if ":" in name and not name.startswith("philosopher")))
        if seat.used
        else seat
        for seat in position.seats
    )
    following = {SPRING: "reward", SUMMER: "envoy"}.get(position.phase, "start_recruit")
    return replace(position, seats=seats, phase=position.phase + 1, step=following, queue=())
