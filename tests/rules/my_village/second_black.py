"""Black banners and the banner "?" once more, read from the rulebook (pages 5 to 11) and the printed values alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

GOODS = {"stable": "horse", "brewery": "beer", "smithy": "plow", "scriptorium": "scroll", "wainwright": "wagon"}
PLACE = {"abbot": 0, "councilman": 1, "traveller": 2, "craftsman": 3, "merchant": 4}


def blacks(position: Any) -> set[str]:
    """List the keys of what a value can be used for besides white banners and plows."""
    seat, printed, value = position.seats[position.acting], position.catalogue, position.value

    def there(profession: str) -> bool:
        return bool(seat.villagers[PLACE[profession]])

    steps = {0: ["coin"], 1: ["house", "stories"], 2: ["coin"]}[seat.headman]
    found = {f"headman {to}" for to in (*steps, "stay")}
    first = position.turn == 0
    if value in printed.places["hand"].values and not position.hand_back and not first:
        found.add("hand")
    if value in printed.places["bailiff"].values:
        found |= set(customers(position, seat, there("abbot")))
    offers: list[tuple[str, list[tuple[str, Any]]]] = []
    if there("abbot") and not seat.church:
        offers.append(("church", [(card, printed.churches[card]) for card in position.churches]))
    if there("abbot") and seat.church and len(seat.monks) + (seat.church == "abbey") < 6:
        tops = [printed.monks[card] for card in position.monks if card]
        offers.append(("monk", [(row.symbol, row) for row in tops]))
    if there("councilman") and not seat.hall:
        offers.append(("hall", [(card, printed.halls[card]) for card in position.halls]))
    if there("craftsman"):
        owned = {printed.crafts[card].kind for card in seat.crafts if card}
        for card in (card for row in position.crafts for card in row):
            row = printed.crafts[card]
            if row.kind not in owned and value in row.values:
                kind = printed.craft_kinds[row.kind]
                found |= {" ".join(("craft", card, *pay)) for pay in bills(seat, kind.ways, 0, ())}
    for verb, cards in offers:
        for name, row in cards:
            if value in row.values:
                found |= {" ".join((verb, name, *pay)) for pay in bills(seat, row.ways, 0, ())}
    if there("councilman") and not seat.meeting and position.meetings and value in printed.meeting["meeting"].values:
        found.add("meeting")
    if position.fields and value in printed.fields["field"].values:
        found.add("field")
    last = printed.travel[seat.travel[-1]] if seat.travel else None
    if there("traveller") and len(seat.travel) < 5 and not (last and last.ends):
        letter = "abcde"[len(seat.travel)]
        row = printed.travel_stacks[letter]
        if value in row.values:
            coins, goods = (last.coins, last.goods) if last else (0, ())
            found |= {" ".join(("travel", letter, *pay)) for pay in bills(seat, row.ways, coins, goods)}
    return found


def customers(position: Any, seat: Any, abbot: bool) -> Iterator[str]:
    """List what the bailiff can be asked for."""
    if seat.church == "trade" and abbot:
        yield "bailiff"
        return
    row = [card for card in position.customers if card]
    for number in (1, 2, 3, 4):
        if position.catalogue.bailiff[f"price_{number}"].coins <= seat.coins:
            yield from (" ".join(("bailiff", *sorted(group))) for group in combinations(row, number))


def bills(seat: Any, ways: Any, coins: int, goods: tuple[str, ...]) -> set[tuple[str, ...]]:
    """List the ways to pay: for each good that is asked for, one labelled marker that can stand for it."""
    found = set()
    for way in ways or (None,):
        price = coins + (way.coins if way else 0)
        if price > seat.coins:
            continue
        wanted = [*(way.goods if way else ()), *goods]
        for chosen in product(*[list(markers(seat, good)) for good in wanted]):
            if len(set(chosen)) == len(chosen):
                named = Counter(name for name, _ in chosen)
                named["coin"] = way.coins if way and len(ways) > 1 else 0
                found.add(tuple(sorted(named.elements())))
    return found


def markers(seat: Any, good: str) -> Iterator[tuple[str, int]]:
    """List the markers that can stand for a good, each as name and copy."""
    number = dict(zip(GOODS.values(), seat.goods, strict=True))[good]
    yield from ((good, copy) for copy in range(number))
    yield from (("joker", copy) for copy in range(seat.jokers))
    if good == "plow":
        yield from ((f"field{place + 1}", 0) for place, plow in enumerate(seat.fields) if plow)
