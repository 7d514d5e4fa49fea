"""What lies in a village of My Village, in words."""

from __future__ import annotations

from rules.my_village.scoring import hall_points, windows
from rules.my_village.values import GOODS, HEADMAN, KINDS, PROFESSIONS, Position
from widgets.views.my_village_house import hall_ring, served_ring, total_ring, windows_ring
from widgets.views.my_village_words_cards import travel_words
from widgets.views.my_village_words_names import (
    AREA_NAMES,
    CHURCHES,
    HALLS,
    banner_name,
    both,
    cost_words,
    count,
    customer_words,
    good_words,
    joined,
    name,
    ring,
    seat_name,
    titled,
    values_words,
)

PATH: dict[str, str] = {"house": "at the main house", "coin": "on the coin field", "stories": "on the field of stories"}


def villagers_words(position: Position, number: int) -> str:
    """Say who is there."""
    seat = position.seats[number]
    there = [name_ for name_, here in zip(PROFESSIONS, seat.villagers, strict=True) if here]
    said = joined(there) or "nobody"
    return said + (f" ({count(seat.laborers, 'day laborer')} hired)" if seat.laborers else "")


def life_words(position: Position, number: int) -> str:
    """Say where the time marker is."""
    seat, clouds = position.seats[number], position.game.clouds
    if seat.crossed:
        return f"time marker on cloud {seat.time + 1} of {clouds}, it has passed the bridge: a villager dies"
    return f"time marker on cloud {seat.time + 1} of {clouds}, {clouds - seat.time} time to the bridge"


def stores_words(position: Position, number: int) -> str:
    """Say coins and stories."""
    seat = position.seats[number]
    tree = count(seat.tree, "story", "stories")
    return f"{count(seat.coins, 'coin')}; {tree} on the tree, {seat.safe} safe in the main house"


def school_words(position: Position, number: int) -> str:
    """Say who is in the school."""
    left, right = position.seats[number].school
    if not left and not right:
        return "nobody"
    sides = [side for side, here in (("left", left), ("right", right)) if here]
    return f"a descendant on the {joined(sides)} place" if len(sides) == 1 else "descendants on both places"


def church_state(position: Position, number: int) -> str:
    """Say which church there is, what it still does, and the windows."""
    seat = position.seats[number]
    shown = windows(position, seat)
    if not seat.church:
        return "no church"
    row = position.catalogue.churches[seat.church]
    parts = [f"{titled(row)}, {row.fame} fame; {CHURCHES[row.effect]}"]
    if row.effect == "salvation":
        parts.append(f"used {seat.wards} of 2 times")
    if row.effect == "mission":
        parts.append(f"used for {', '.join(seat.missions).upper() or 'no letter'}")
    parts.append(windows_words(position, shown))
    return "; ".join(parts)


def windows_words(position: Position, shown: int) -> str:
    """Say so many church windows and their fame."""
    return f"{count(shown, 'church window')} for {position.game.windows[shown]} fame{windows_ring(position)}"


def hall_state(position: Position, number: int) -> str:
    """Say which town hall there is and what it holds."""
    seat = position.seats[number]
    if not seat.hall:
        return "no town hall"
    row = position.catalogue.halls[seat.hall]
    parts = [f"{titled(row)}, white banner {values_words(row.values)}, {HALLS[row.effect].format(row.amount)}"]
    if row.effect in ("area", "population"):
        marked = joined([AREA_NAMES.get(slot, slot) for slot in seat.marks])
        parts.append(f"marked: {marked or 'nothing'}")
    if row.effect == "guild":
        parts.append(f"{count(seat.jokers, 'joker good')} on it, space for {row.slots}")
    parts.append(f"counts {hall_points(position, seat)} fame{hall_ring(position, number)} now")
    return "; ".join(parts)


def meeting_state(position: Position, number: int) -> str:
    """Say whether there is a meeting place, its markers, and where the tile lies."""
    seat, row = position.seats[number], position.game.meeting
    if not seat.meeting:
        return "no meeting place"
    tile = (
        "on it, without effect"
        if seat.tile in ("", "meeting")
        else f"beside {banner_name(position, seat.tile, number)}"
    )
    head = f"{titled(row)}, banner {values_words(row.values)}, {row.fame} fame"
    return f"{head}; {count(seat.sets, 'marker')} on it, space for {row.slots}; 2/12 tile {tile}"


def craft_state(position: Position, number: int, index: int) -> str:
    """Say a craft building and what stands on it."""
    seat, kind = position.seats[number], KINDS[index]
    row, card = position.catalogue.craft_kinds[kind], position.catalogue.crafts[seat.crafts[index]]  # type: ignore[index]
    banner = f"white banner {values_words(card.values)} for {cost_words(row.white_time)}"
    goods = good_words(GOODS[index], seat.goods[index])
    return f"{both(row)}{ring(card, row)}, {banner}; {goods} on it, space for {row.slots}"


def field_state(position: Position, number: int, index: int) -> str:
    """Say a field."""
    row, plow = position.game.field, position.seats[number].fields[index]
    banner = f"white banner {values_words(row.values)} for {cost_words(row.white_time)}"
    gives = row.coins + row.plow * plow
    return (
        f"field {index + 1}{ring(row)}, {banner} brings {count(gives, 'coin')}, {'with' if plow else 'without'} a plow"
    )


def total_words(position: Position, number: int) -> str:
    """Say the fame of a seat if the game ended now."""
    return f"{position.scores()[number].total} fame{total_ring(position, number)} if the game ended now"


def served_words(position: Position, number: int) -> str:
    """Say the pile of served customers."""
    seat = position.seats[number]
    if not seat.served:
        return "no customer served yet"
    fame = sum(position.game.customer_fame[card] for card in seat.served)
    names = joined([name(position.catalogue.customers[card]) for card in seat.served])
    return f"{count(len(seat.served), 'customer')} served for {fame} fame{served_ring(position, number)}: {names}"


def seat_lines(position: Position, number: int) -> list[str]:
    """Say a whole village, the seat first."""
    seat, rows = position.seats[number], position.catalogue
    board = rows.boards.get(seat.board)
    out = [f"{seat_name(number)}: {total_words(position, number)}"]
    out.append(f"villagers: {villagers_words(position, number)}; {life_words(position, number)}")
    out.append(f"{stores_words(position, number)}; headman {PATH[HEADMAN[seat.headman]]}")
    game = f"game banner {values_words(board.values)}{ring(board)}; " if board is not None else ""
    out.append(f"{game}school: {school_words(position, number)}")
    out.append(church_state(position, number))
    out += [hall_state(position, number), meeting_state(position, number)]
    fields = [field_state(position, number, index) for index in range(len(seat.fields))]
    crafts = [craft_state(position, number, index) for index, card in enumerate(seat.crafts) if card]
    travel = [f"{card[0].upper()}: {travel_words(rows, card)}" for card in seat.travel]
    waiting = [customer_words(rows, card) for card in seat.customers]
    for title, found in (("fields", fields), ("crafts", crafts), ("travel", travel), ("customers", waiting)):
        out.append(f"{title}: {'; '.join(found) or 'none'}")
    out.append(served_words(position, number))
    return out
