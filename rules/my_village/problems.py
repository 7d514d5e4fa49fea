"""Name every defect that makes a position impossible on a table, all at once, each by its field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.findings import Problem

from .black import white_banners
from .death import SPACES
from .rounds import turns
from .scoring import windows
from .values import (
    AREAS,
    KINDS,
    LETTERS,
    PROFESSIONS,
    ROW,
    SYMBOLS,
    WINDOWS,
    Position,
    Seat,
)
from .waiting import BEHIND, questions
from .white import own_banners, values_of

#: Steps in which a position can wait for a decision or for chance.
STEPS = ("roll_white", "roll_black", "dice", "banner", "white", "rat", "over")


def problems(position: Position) -> tuple[Problem, ...]:
    """List the defects, in the order of the fields."""
    found: list[Problem] = []
    _step(position, found)
    _pool(position, found)
    _tracks(position, found)
    for number, seat in enumerate(position.seats):
        _seat(position, seat, f"seats[{number}]", found)
    _cards(position, found)
    if not found:
        questions(position, found)
    return tuple(found)


def _step(position: Position, found: list[Problem]) -> None:
    """Check round, step, seats and the hand."""
    seats = len(position.seats)
    allowed = BEHIND if position.pending else STEPS
    if position.step not in allowed:
        where = "with a question pending" if position.pending else "here"
        text = f"is {position.step[:60]!r}; {where} it is one of {', '.join(allowed)}."
        found.append(Problem("step", text, "turn-step"))
    for name in ("start", "hand"):
        if getattr(position, name) >= seats:
            found.append(Problem(name, f"is seat {getattr(position, name)}; there are {seats} seats, from 0."))
    if position.turn >= turns(seats):
        text = f"is {position.turn}; a round has {turns(seats)} turns, counted from 0."
        found.append(Problem("turn", text, "round-two-players" if seats == 2 else "round-turns"))
    if position.step in ("roll_white", "roll_black") and position.turn:
        found.append(Problem("turn", "is not 0, but the dice are rolled before the first turn.", "prepare-roll"))
    if not position.hand_back and position.hand != position.start:
        found.append(Problem("hand", "lies palm up with another seat than the starting player.", "prepare-hand"))
    if position.hand_back:
        _taken(position, seats, found)
    if position.hand_back and position.hand_stories:
        found.append(Problem("hand_stories", "lie on the hand, which has been taken in this round.", "hand-take"))
    if not position.hand_back and not position.hand_stories:
        found.append(Problem("hand_stories", "is 0, but a story point was laid on it.", "prepare-hand"))
    ended = position.coffins >= position.game.table(seats).coffins
    if position.step == "over" and not ended:
        found.append(Problem("step", "is 'over', but too few coffin spaces are filled.", "game-end-coffins"))
    if position.step == "over" and position.turn + 1 != turns(seats):
        found.append(Problem("turn", f"is {position.turn}; the game ends after the last turn.", "game-end-round"))
    early = position.step in ("roll_white", "roll_black") or (position.step == "dice" and position.turn == 0)
    if early and ended:
        found.append(Problem("step", "begins a round, but enough coffin spaces are filled.", "game-end-round"))


def _taken(position: Position, seats: int, found: list[Problem]) -> None:
    """Check that the hand can have been taken by its holder in this round."""
    acted = position.step in ("death", "rat", "rat_return") and not position.used
    done = position.turn + acted  # turns that can have brought the hand
    takers = [(position.start + turn) % seats for turn in range(1, done)]
    if position.step == "over":
        takers.append(position.acting)
    if position.hand not in takers:
        text = "is true, but the seat that holds the hand cannot have taken it in this round."
        found.append(Problem("hand_back", text, "hand-back"))


def _pool(position: Position, found: list[Problem]) -> None:
    """Check the dice and the value made of them."""
    table = position.game.table(len(position.seats))
    dice = len(position.white) + len(position.black)
    acted = position.step not in ("roll_white", "roll_black", "dice")
    for name, most in (("white", table.white), ("black", table.black)):
        if len(getattr(position, name)) > most:
            text = f"has {len(getattr(position, name))} dice; there are {most} with this number of players."
            found.append(Problem(name, text, "setup-dice"))
    if position.step == "over" or position.step == "roll_white":
        wanted = 0
    elif position.step == "roll_black":
        wanted = table.white
    else:
        wanted = table.white + table.black - 2 * (position.turn + acted)
    if dice != wanted or (position.step == "roll_black" and position.black):
        found.append(Problem("white", f"and black hold {dice} dice; at this point there are {wanted}.", "dice-two"))
    valued = acted and position.step != "over"
    if valued and position.value < 2:
        found.append(Problem("value", "is missing: two dice have made a banner value.", "dice-sum"))
    if not valued and (position.value or position.used):
        found.append(Problem("value", "is set, but no dice have been taken in this turn.", "dice-sum"))
    if len(set(position.used)) != len(position.used):
        found.append(Problem("used", "names a banner twice.", "white-once"))
    if position.used and valued:
        _used(position, position.seats[position.acting], found)
    if position.step == "banner" and position.used:
        found.append(Problem("used", "is not empty, but no banner has been activated yet.", "banner-must"))
    if position.step == "death" and position.used:
        found.append(Problem("used", "is not empty, but a black banner is being settled.", "banner-one-black"))
    if position.step in ("white", "again") and not position.used:
        found.append(Problem("used", "is empty, but a white banner has been activated.", "white-once"))


def _used(position: Position, seat: Seat, found: list[Problem]) -> None:
    """Check the white banners of this turn: they belong to the village, and show the value (perhaps by the tile)."""
    rows, own = position.catalogue, own_banners(seat)
    for index, name in enumerate(position.used):
        path = f"used[{index}]"
        if name == "school":
            values = rows.places["school"].values
        elif name in seat.served and name in rows.customers:
            values = rows.customers[name].values or (position.value,)
        elif name in own and not (name == "game" and seat.board not in rows.boards) and seat.hall in ("", *rows.halls):
            values = values_of(position, seat, name)
        else:
            found.append(Problem(path, f"is {name[:60]!r}, no white banner of the acting village.", "banner-area"))
            continue
        # The tile may have lain beside it and have been moved by the meeting place, or gone with a customer.
        if position.value not in (*values, *(position.game.meeting.tile if seat.meeting else ())):
            text = f"is {name[:60]!r}, which does not show the value {position.value}."
            found.append(Problem(path, text, "white-value"))
        if name == "meeting" and index + 1 < len(position.used):
            found.append(Problem(path, "is the meeting place, after which no banner follows.", "white-last"))
    if "meeting" in position.used and position.step == "white":
        found.append(Problem("step", "is 'white', but the meeting place ends the turn.", "white-last"))


def _tracks(position: Position, found: list[Problem]) -> None:
    """Check rat, chronicle and graves."""
    start = position.game.table(len(position.seats)).rat
    if not 0 <= position.rat <= start or (position.rat == 0 and position.step != "rat_return"):
        found.append(Problem("rat", f"is {position.rat}; it starts {start} fields before the plague.", "rat-roll"))
    if position.rat and position.step == "rat_return":
        found.append(Problem("rat", "is not 0, but the plague is being settled.", "rat-plague"))
    for index, name in enumerate(PROFESSIONS):
        if position.chronicle[index] > len(position.game.chronicle[index]):
            found.append(Problem(f"chronicle.{name}", "has two spaces.", "death-chronicle"))
    # Each village begins with five; descendants and day laborers come only to the places of the dead.
    living = sum([sum(seat.villagers) for seat in position.seats])
    ever = len(PROFESSIONS) * len(position.seats) + sum([seat.laborers for seat in position.seats])
    if living + position.coffins < ever:
        text = f"and the chronicle hold {position.coffins} dead; {ever - living} villagers are missing at least."
        found.append(Problem("graves", text, "death-one"))
    buried = position.step == "rat_return" or (
        position.step == "rat" and not any(w == "dies" for _, w in position.pending)
    )
    if buried and not position.coffins:
        found.append(Problem("graves", "and the chronicle are empty, but a villager has just died.", "death-cross"))


def _seat(position: Position, seat: Seat, path: str, found: list[Problem]) -> None:
    """Check one village."""
    game, rows = position.game, position.catalogue
    if seat.time >= game.clouds:
        found.append(Problem(f"{path}.time", f"is {seat.time}; clouds count from 0 to {game.clouds - 1}."))
    acting = seat is _acting(position)
    if seat.crossed and not (acting and position.value):
        found.append(Problem(f"{path}.crossed", "is true outside this seat's turn.", "death-cross"))
    if seat.crossed and position.step in ("rat", "rat_return"):
        found.append(Problem(f"{path}.crossed", "is true, but a villager has died already.", "death-one"))
    hiring = (position.acting, "laborer") in position.pending and acting
    if not any(seat.villagers) and not hiring:
        found.append(Problem(f"{path}.missing", "names all professions; a day laborer is hired.", "laborer-hire"))
    _religion(position, seat, path, found)
    _council(position, seat, path, found)
    for index, kind in enumerate(KINDS):
        slots = rows.craft_kinds[kind].slots if seat.crafts[index] else 0  # type: ignore[index]
        if seat.goods[index] > slots:
            text = f"is {seat.goods[index]}; the {kind} has {slots} spaces."
            found.append(Problem(f"{path}.goods", text, "slot-full"))
    for index, card in enumerate(seat.travel):
        row = rows.travel.get(card)
        if row is None:
            found.append(Problem(f"{path}.travel[{index}]", f"is {card[:60]!r}, no travel card."))
        elif index >= len(LETTERS) or row.letter != LETTERS[index]:
            found.append(Problem(f"{path}.travel[{index}]", "is out of alphabetical order.", "travel-order"))
        elif index + 1 < len(seat.travel) and row.ends:
            found.append(Problem(f"{path}.travel[{index}]", "ends the journey, but a card follows.", "travel-end"))
    for name in ("customers", "served"):
        for index, card in enumerate(getattr(seat, name)):
            if card not in rows.customers:
                found.append(Problem(f"{path}.{name}[{index}]", f"is {card[:60]!r}, no customer."))
    if seat.board not in rows.boards:
        known = ", ".join(rows.boards)
        found.append(Problem(f"{path}.board", f"is {seat.board[:60]!r}, none of {known}.", "setup-boards"))


def _acting(position: Position) -> Seat:
    return position.seats[position.acting]


def _religion(position: Position, seat: Seat, path: str, found: list[Problem]) -> None:
    """Check church and monks."""
    game, rows = position.game, position.catalogue
    if seat.church and seat.church not in rows.churches:
        found.append(Problem(f"{path}.church", f"is {seat.church[:60]!r}, no church."))
    if seat.monks and not seat.church:
        found.append(Problem(f"{path}.monks", "are there without a church.", "monk-church"))
    for index, card in enumerate(seat.monks):
        if card not in rows.monks:
            found.append(Problem(f"{path}.monks[{index}]", f"is {card[:60]!r}, no monk."))
    if len(seat.monks) + (seat.church == game.abbey) > WINDOWS or windows(position, seat) > WINDOWS:
        found.append(Problem(f"{path}.monks", f"make more than {WINDOWS} church windows.", "monk-windows"))
    if seat.wards > (SPACES if seat.church == game.salvation else 0):
        found.append(Problem(f"{path}.wards", "needs the Salvation church, and there are two.", "church-salvation"))
    for index, letter in enumerate(seat.missions):
        if seat.church != game.mission or letter not in LETTERS or letter in seat.missions[:index]:
            text = "needs the Mission church, and names each letter once."
            found.append(Problem(f"{path}.missions[{index}]", text, "church-mission-once"))
        elif LETTERS.index(letter) >= len(seat.travel) + (bool(position.drawn) and seat is _acting(position)):
            text = f"is {letter!r}, but no travel card of this letter has been taken."
            found.append(Problem(f"{path}.missions[{index}]", text, "church-mission-once"))


def _council(position: Position, seat: Seat, path: str, found: list[Problem]) -> None:
    """Check town hall, meeting place and tile."""
    game, rows = position.game, position.catalogue
    row = rows.halls.get(seat.hall)
    if seat.hall and row is None:
        found.append(Problem(f"{path}.hall", f"is {seat.hall[:60]!r}, no town hall."))
    effect = row.effect if row is not None else ""
    names: tuple[str, ...] = {"area": AREAS, "population": PROFESSIONS}.get(effect, ())
    for index, slot in enumerate(seat.marks):
        if slot not in names or slot in seat.marks[:index]:
            text = f"is {slot[:60]!r}, no free space of this hall."
            found.append(Problem(f"{path}.marks[{index}]", text, "hall-marks"))
    if seat.jokers > (row.slots if row is not None and effect == "guild" else 0):
        found.append(Problem(f"{path}.jokers", "is more than the Guild hall has spaces.", "hall-guild"))
    if seat.sets > (game.meeting.slots if seat.meeting else 0):
        found.append(Problem(f"{path}.sets", "is more than the meeting place has spaces.", "meeting-marker"))
    first = any(what == "tile" for _, what in position.pending) and seat is _acting(position)
    if seat.meeting and not seat.tile and not first:
        found.append(Problem(f"{path}.tile", "is missing; a meeting place brings one.", "meeting-first-tile"))
    if seat.tile and (not seat.meeting or seat.tile not in (*white_banners(seat), "meeting")):
        found.append(Problem(f"{path}.tile", "lies beside no white banner of this village.", "meeting-tile"))


def _twice(path: str, cards: Iterable[str], found: list[Problem]) -> None:
    """Refuse cards that lie in two places."""
    for card, number in Counter(cards).items():
        if card and number > 1:
            found.append(Problem(path, f"holds {card[:60]!r} {number} times; there is one.", "cards-limited"))


def _cards(position: Position, found: list[Problem]) -> None:
    """Check that every card lies in one place."""
    game, seats = position.game, position.seats
    _twice("seats.church", [seat.church for seat in seats], found)
    _twice("seats.hall", [seat.hall for seat in seats], found)
    _twice("seats.board", [seat.board for seat in seats], found)
    _twice("seats.crafts", [card for seat in seats for card in seat.crafts], found)
    _twice("seats.travel", [card for seat in seats for card in seat.travel], found)
    _twice("monks", [*position.monks, *[card for seat in seats for card in seat.monks]], found)
    _twice(
        "customers", [*position.customers, *[card for seat in seats for card in (*seat.customers, *seat.served)]], found
    )
    if sum(seat.meeting for seat in seats) > game.meeting.copies:
        found.append(Problem("seats.meeting", f"there are {game.meeting.copies} meeting places.", "cards-limited"))
    if sum(len(seat.fields) for seat in seats) > game.field.copies:
        found.append(Problem("seats.fields", f"there are {game.field.copies} fields.", "cards-limited"))
    if len(position.monks) != len(SYMBOLS):
        found.append(Problem("monks", 'has three places, one for each stack ("" for an empty one).'))
    for index, (card, symbol) in enumerate(zip(position.monks, SYMBOLS, strict=False)):
        row = position.catalogue.monks.get(card)
        if card and (row is None or row.symbol != symbol):
            found.append(Problem(f"monks[{index}]", f"is {card[:60]!r}, no monk with the {symbol}."))
    for index, card in enumerate(position.customers):
        if card and card not in position.catalogue.customers:
            found.append(Problem(f"customers[{index}]", f"is {card[:60]!r}, no customer."))
    if len(position.customers) < ROW or len(position.customers) > ROW + 1:
        text = f'has {len(position.customers)} places; the row has {ROW} ("" for a gap).'
        found.append(Problem("customers", text, "bailiff-refill"))
