"""Name every defect that makes a position impossible on a table, all at once, each by its field."""

from __future__ import annotations

from collections import Counter

from rules.findings import Problem

from .gifts import asks
from .influence import private_ranks
from .steps import CHANCES, DECISIONS, governor_of, replace
from .values import NEUTRAL, NO_MARKER, NO_POINTS, UNKNOWN, UNKNOWN_MARKER, Placement, Position, Seat

SEASON_STEPS = frozenset(
    {"neutral", "blessing", "bonus", "roll", "change", "reroll", "influence", "duke", "gifts", "peek"}
    | {"works", "build", "second", "town_hall"}
)
#: Which steps belong to which phase; in the productive seasons (2, 4, 6) all of SEASON_STEPS.
PHASE_STEPS: dict[int, frozenset[str]] = {
    0: frozenset({"governor"}),
    1: frozenset({"sorcerer"}),
    2: SEASON_STEPS,
    4: SEASON_STEPS,
    6: SEASON_STEPS,
    7: frozenset({"recruit"}),
    8: frozenset({"army", "king", "academy", "reveal", "losses", "over"}),
}
#: What waits while goods are being taken (``owed``), by phase.
WAITING: dict[int, frozenset[str]] = {
    0: frozenset({"year"}),
    1: frozenset({"season"}),
    2: frozenset({"build", "ask_second", "season_end"}),
    3: frozenset({"season"}),
    4: frozenset({"build", "ask_second", "season_end"}),
    6: frozenset({"build", "ask_second", "season_end"}),
    8: frozenset({"losses", "year_end"}),
}
#: All payments for soldiers are listed when they are asked for, so a text may not ask for billions of them.
MOST_WAYS = 1_000_000
DICE_STEPS = frozenset({"change", "reroll", "influence"})  # the steps in which dice lie before a seat
PLACED_STEPS = frozenset({"influence", "duke", "gifts", "peek"})


def problems(position: Position) -> tuple[Problem, ...]:
    """List the defects, in the order of the fields."""
    found: list[Problem] = []
    seats = range(len(position.seats))
    _steps(position, found)
    if sorted(position.order) != list(seats):
        found.append(Problem("order", f"must name each seat from 0 to {len(seats) - 1} once."))
    for field, numbers in (("queue", position.queue), ("peeked", position.peeked)):
        if len(set(numbers)) != len(numbers) or any(number not in seats for number in numbers):
            found.append(Problem(field, f"must hold different seats from 0 to {len(seats) - 1}."))
    if position.envoy != NEUTRAL and position.envoy not in seats:
        found.append(Problem("envoy", f"is held by seat {position.envoy}, which does not exist.", "envoy-fewest"))
    if position.envoy != NEUTRAL and position.year == 1 and position.phase < 6:
        found.append(Problem("envoy", "is held before phase 5 of year 1, when it is first awarded.", "envoy-fewest"))
    _enemy(position, found)
    for number, seat in enumerate(position.seats):
        _seat(position, number, seat, found)
    _placements(position, found)
    for index, (seat_number, goods) in enumerate(position.owed):
        if seat_number not in seats or goods < 1:
            found.append(Problem(f"owed[{index}]", "must name a seat and at least 1 good."))
    if not found:
        _question(position, found)
    return tuple(found)


def _steps(position: Position, found: list[Problem]) -> None:
    phase = position.phase
    allowed = WAITING.get(phase, frozenset()) if position.owed else PHASE_STEPS.get(phase, frozenset())
    if position.step not in allowed:
        known = ", ".join(sorted(allowed)) or "none (this phase runs by itself)"
        while_owed = " while goods are owed" if position.owed else ""
        text = f"is {position.step!r}; in phase {phase}{while_owed} the steps are {known}."
        found.append(Problem("step", text, "year-phases"))
    if phase == 0 and position.year != 1:
        found.append(Problem("phase", "is 0 (set-up), which is before year 1.", "year-phases"))
    if position.step == "over" and position.year != 5:
        found.append(Problem("step", "is 'over', but the game ends with year 5.", "game-end"))
    needs = {
        "buildings": ("works", "academy"),
        "governors": ("governor", "sorcerer", "blessing", "duke"),
        "army": ("army", "academy"),
    }
    for module, steps in needs.items():
        if position.step in steps and module not in position.modules:
            found.append(Problem("step", f"is {position.step!r}, which needs module {module!r}."))
    if position.step == "king" and "army" in position.modules:
        found.append(Problem("step", "is 'king', but army markers replace the King's die.", "module3-choose"))
    if position.step == "neutral" and len(position.seats) != 2:
        found.append(Problem("step", "is 'neutral', but neutral dice belong to the game of two.", "two-neutral"))
    queued = position.step in DECISIONS or position.step in ("roll", "reroll", "peek", "academy")
    if queued and not position.queue:
        found.append(Problem("queue", f"is empty, but in step {position.step!r} a seat must act.", "turn-seat"))


def _enemy(position: Position, found: list[Problem]) -> None:
    card = position.enemy
    if card:
        if card not in position.catalogue.enemies:
            known = ", ".join(position.game.deck[position.year - 1])
            found.append(Problem("enemy", f"is {card!r}; the cards of year {position.year} are {known}."))
        elif position.catalogue.enemies[card].year != position.year:
            year = position.catalogue.enemies[card].year
            found.append(Problem("enemy", f"is a card of year {year}, but this is year {position.year}."))
    elif position.step in ("losses", "over") or (position.phase == 8 and position.owed):
        found.append(Problem("enemy", "is missing, but the enemy has been revealed.", "battle-strength"))
    faces = position.phase == 8 and not card and position.step in ("losses", "year_end", "over")
    if position.peeked and not card and faces:
        found.append(Problem("peeked", "names seats that have seen a card, but no card is drawn.", "peek-secret"))


def _seat(position: Position, number: int, seat: Seat, found: list[Problem]) -> None:
    here = f"seats[{number}]"
    for field in ("gold", "wood", "stone", "soldiers", "markers", "bonus_dice"):
        if getattr(seat, field) < 0:
            found.append(Problem(f"{here}.{field}", f"is {getattr(seat, field)}; a stock cannot be negative."))
    markers = seat.markers if "recruiting" in position.sheet.by_effect else 0
    ways = (seat.gold + 1) * (seat.wood + 1) * (seat.stone + 1) * (markers + 1)
    if ways > MOST_WAYS:
        text = (
            f"makes, with wood, stone and +2 markers, {ways:,} ways to recruit; no table has so many goods. Give fewer."
        )
        found.append(Problem(f"{here}.gold", text, "recruit-have"))
    if len(seat.points) != len(NO_POINTS):
        found.append(Problem(f"{here}.points", "must have one number per source."))
    rows = position.sheet.rows
    if len(seat.built) != len(rows) or any(not 0 <= n <= len(row) for n, row in zip(seat.built, rows, strict=False)):
        found.append(Problem(f"{here}.buildings", "do not fit the sheet in use.", "module1-rows"))
    _seat_dice(position, number, seat, found)
    _seat_modules(position, number, seat, found)
    if len(set(seat.used)) != len(seat.used):
        found.append(Problem(f"{here}.used", "names an effect twice; each is used once a season.", "change-once"))
    for name in seat.used:
        if name not in known_effects(position):
            found.append(Problem(f"{here}.used", f"names {name[:40]!r}, which is no effect of this game."))


def known_effects(position: Position) -> frozenset[str]:
    """Return every name that ``used`` may hold."""
    sheet = position.sheet
    names = {"marker", "market", "statue", "chapel"}
    names |= {cell.id for cell in sheet.by_effect.get("workshop", ())}
    if "governors" in position.modules:
        names |= {"prince", "philosopher", "philosopher:spoilt", "trickster", "duke", "preacher", "year:priest"}
        names |= {f"game:sorcerer:{cell.id}" for cell in sheet if cell.column == 0}
    return frozenset(names)


def _seat_dice(position: Position, number: int, seat: Seat, found: list[Problem]) -> None:
    here = f"seats[{number}]"
    own = [group for group in position.placements if group.seat == number]
    placed = sum(len(group.dice) for group in own)
    white = sum(len(group.bonus) for group in own)
    if len(seat.dice) + placed > 3:
        text = f"has {len(seat.dice) + placed} player dice with those on advisors; every seat has 3."
        found.append(Problem(f"{here}.dice", text, "roll-all"))
    if len(seat.bonus) + white > seat.bonus_dice:
        text = (
            f"shows {len(seat.bonus) + white} bonus dice with those on advisors, but bonus_dice is {seat.bonus_dice}."
        )
        found.append(Problem(f"{here}.bonus", text, "bonus-optional"))
    if any(not 1 <= face <= 6 for face in seat.dice + seat.bonus):
        found.append(Problem(f"{here}.dice", "must show faces from 1 to 6.", "roll-all"))
    step = "" if position.owed else position.step
    rolled = step in DICE_STEPS or (step == "roll" and number not in position.queue)
    whole = step in ("change", "influence", "duke") or (step == "roll" and rolled)
    if whole or (step == "reroll" and number not in position.queue[:1]):
        if len(seat.dice) + placed != 3:
            text = f"shows {len(seat.dice) + placed} player dice with those on advisors, but all 3 have been rolled."
            found.append(Problem(f"{here}.dice", text, "roll-all"))
        if len(seat.bonus) + white != seat.bonus_dice:
            text = f"shows {len(seat.bonus) + white} bonus dice, but bonus_dice says {seat.bonus_dice} were rolled."
            found.append(Problem(f"{here}.bonus", text, "roll-all"))
    elif step and not rolled and step not in PLACED_STEPS and (seat.dice or seat.bonus):
        found.append(Problem(f"{here}.dice", f"lie before the seat, but in step {step!r} none do.", "dice-return"))


def _seat_modules(position: Position, number: int, seat: Seat, found: list[Problem]) -> None:
    here = f"seats[{number}]"
    governors = position.catalogue.governors
    waits = number in position.queue
    if position.step == "governor" and not position.owed:
        if waits and (len(seat.hand) != 3 or seat.governor):
            text = f"holds {len(seat.hand)} cards; a seat that is still to choose holds the 3 that were dealt."
            found.append(Problem(f"{here}.hand", text, "module2-deal"))
        elif not waits and not seat.governor:
            text = "is missing, but the seat is not in the queue of those that are still to choose."
            found.append(Problem(f"{here}.governor", text, "module2-deal"))
    if position.step == "army" and not position.owed and waits == (seat.chosen != NO_MARKER):
        text = "must be a marker exactly when the seat is not in the queue of those that are still to choose."
        found.append(Problem(f"{here}.chosen", text, "module3-choose"))
    elif position.step != "army" and seat.chosen != NO_MARKER:
        text = "is set, but markers lie chosen only in step 'army'; elsewhere they have been revealed."
        found.append(Problem(f"{here}.chosen", text, "module3-choose"))
    named = [*((seat.governor,) if seat.governor else ()), *seat.hand]
    for card in named:
        if card != UNKNOWN and card not in governors:
            found.append(Problem(f"{here}.governor", f"is {card!r}; cards are {', '.join(governors)}.", "module2-deal"))
    if "governors" in position.modules:
        if position.step != "governor" and not seat.governor:
            found.append(
                Problem(f"{here}.governor", 'is missing; with module "governors" each seat has one.', "module2-deal")
            )
        if seat.hand and position.step != "governor":
            found.append(Problem(f"{here}.hand", "is only held while governors are chosen.", "module2-deal"))
    elif seat.governor or seat.hand:
        found.append(Problem(f"{here}.governor", 'belongs to module "governors", which is not in use.', "module2-deal"))
    for other in position.seats[:number]:
        double = {card for card in (seat.governor, *seat.hand) if card and card != UNKNOWN} & {
            other.governor,
            *other.hand,
        }
        if double:
            found.append(Problem(f"{here}.governor", f"{min(double)!r} is held by two seats.", "module2-deal"))
    if "army" not in position.modules:
        if seat.army or seat.chosen != NO_MARKER:
            found.append(Problem(f"{here}.army", 'belongs to module "army", which is not in use.', "module3-choose"))
        return
    chosen = (seat.chosen,) if seat.chosen >= 0 else ()
    extra = Counter(seat.army) + Counter(chosen) - Counter(position.catalogue.army)
    if extra:
        found.append(Problem(f"{here}.army", f"has marker {min(extra)} more often than the box.", "module3-held"))
    done = position.year - 1 + (position.phase == 8 and (position.step != "army" or bool(chosen)))
    expected = len(position.catalogue.army) - done
    if not extra and len(seat.army) != expected and seat.chosen != UNKNOWN_MARKER:
        text = f"has {len(seat.army)} markers left; in year {position.year} at this point there are {expected}."
        found.append(Problem(f"{here}.army", text, "module3-choose"))


def _placements(position: Position, found: list[Problem]) -> None:
    if position.placements and position.step not in PLACED_STEPS | {
        "neutral",
        "blessing",
        "bonus",
        "roll",
        "change",
        "reroll",
    }:
        found.append(
            Problem("placements", f"hold dice, but in step {position.step!r} the advisors are empty.", "dice-return")
        )
    by_rank: dict[tuple[int, bool], list[Placement]] = {}
    for index, group in enumerate(position.placements):
        here = f"placements[{index}]"
        _group(position, group, here, found)
        first = by_rank.setdefault((group.rank, group.private), [])
        if first and not group.envoy and not any(other.envoy for other in first):
            text = f"puts a second group on the advisor of rank {group.rank} without the envoy."
            found.append(Problem(here, text, "influence-free"))
        first.append(group)
    if sum(group.envoy for group in position.placements) > 1:
        found.append(Problem("placements", "use the envoy twice; there is one.", "envoy-held"))
    for number in range(len(position.seats)):
        own = [group for group in position.placements if group.seat == number]
        used = position.seats[number].used
        for name, spent in (("marker", any(group.marker for group in own)), ("market", any(g.market for g in own))):
            if spent and name not in used:
                text = f"must name {name!r}, since a group of dice of this seat used it this season."
                found.append(Problem(f"seats[{number}].used", text, f"{name}-once"))
        if sum(group.marker for group in own) > 1:
            found.append(Problem("placements", f"use two +2 markers of seat {number} in one season.", "marker-once"))
        if sum(bool(group.market) for group in own) > 1:
            found.append(Problem("placements", f"use the Market of seat {number} twice.", "market-once"))
    if position.paid and position.step not in ("gifts", "peek"):
        found.append(Problem("paid", f"is {position.paid}, but only in step 'gifts' have groups been paid."))
    if not 0 <= position.paid <= len(position.placements):
        found.append(Problem("paid", f"is {position.paid}, but {len(position.placements)} groups lie on advisors."))


def _group(position: Position, group: Placement, here: str, found: list[Problem]) -> None:
    if group.seat == NEUTRAL:
        if len(position.seats) != 2:
            found.append(Problem(here, "has neutral dice, which belong to the game of two.", "two-neutral"))
        if sum(group.dice) != group.rank:
            text = f"has neutral dice that total {sum(group.dice)}, not {group.rank}."
            found.append(Problem(here, text, "two-neutral"))
        return
    if group.seat >= len(position.seats):
        found.append(Problem(f"{here}.seat", f"is {group.seat}, but seats are 0 to {len(position.seats) - 1}."))
        return
    if not group.dice:
        found.append(Problem(f"{here}.dice", "must hold at least one player die.", "influence-player-die"))
    total = sum(group.dice) + sum(group.bonus) + 2 * group.marker + group.market
    duke = governor_of(position, "duke") == group.seat and "duke" in position.seats[group.seat].used
    if total != group.rank and not (duke and group.rank == 12):
        text = f"has dice that make {total}, but the advisor's rank is {group.rank}."
        found.append(Problem(here, text, "influence-exact"))
    if group.market and not position.sheet.has(position.seats[group.seat].built, "market"):
        found.append(Problem(here, f"uses the Market, which seat {group.seat} does not own.", "market-owned"))
    if group.private:
        emptied = tuple(other for other in position.placements if not other.private)
        ranks = private_ranks(replace(position, placements=emptied), group.seat)
        if group.rank not in ranks:
            found.append(Problem(here, "lies on a private advisor that the seat does not have.", "governor-politician"))


def _question(position: Position, found: list[Problem]) -> None:
    """Check that the step can really ask what it asks; only called when everything else is right."""
    step = position.step
    if position.owed:
        return
    if step in ("gifts", "peek"):
        if position.paid >= len(position.placements):
            found.append(Problem("paid", "says that all groups have been paid, so no gift is being chosen."))
            return
        group = position.placements[position.paid]
        if group.seat == NEUTRAL or (group.seat,) != position.queue:
            found.append(Problem("queue", f"must be the seat of group {position.paid}, whose gift is being chosen."))
        elif step == "gifts" and not asks(position, group):
            found.append(Problem("step", "is 'gifts', but this advisor leaves nothing to choose.", "gift-choice"))
        elif step == "peek" and not position.game.advisors[group.rank - 1].peek:
            found.append(Problem("step", "is 'peek', but this advisor shows nothing.", "peek-secret"))
    elif step in DECISIONS and step not in CHANCES:
        moves = DECISIONS[step].moves(position)
        if not moves:
            found.append(Problem("step", f"is {step!r}, but seat {position.queue[0]} has nothing to choose there."))
    owner = {"duke": "duke", "blessing": "priest", "sorcerer": "sorcerer"}.get(step)
    if owner and position.queue != (governor_of(position, owner),):
        text = f"is {step!r}, which asks the seat of the governor {owner!r} alone."
        found.append(Problem("step", text, f"governor-{owner}"))
    if step == "second" and position.envoy not in position.queue[:1]:
        found.append(Problem("step", "is 'second', but the seat does not hold the envoy.", "envoy-held"))
