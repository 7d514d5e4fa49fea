"""Texts fit: on every card, in both languages, at every width, whatever font the reader has."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.rules.my_village import table as laid
from tests.widgets.extents import faults
from tests.widgets.my_village.games import GAME, decisions, end, sample
from tutor.local import LocalView, edition, local, translated_picture
from widgets.canvas import Canvas
from widgets.drawing import WIDTHS, edge_of
from widgets.views import find, my_village
from widgets.views.my_village_cards import card
from widgets.views.my_village_main import header

replace = msgspec.structs.replace
VIEW = LocalView(find("my_village"))
SIZES = (*WIDTHS, 1180, 2000)
CARDS = (
    *("churches", "monks", "halls", "meeting", "fields", "craft_kinds"),
    *("crafts", "travel_stacks", "travel", "customers"),
)


@cache
def tables() -> tuple[Any, ...]:
    """Return positions in which every card lies somewhere: on offer, taken, in the own village, in that of another."""
    looked = next(each for each in (*sample(2), *sample(4)) if each.question == "journey")
    found: list[Any] = [decisions(4)[-12], looked, end(3)]
    crafts = [[GAME.crafts[kind][copy] for kind in range(5)] for copy in range(4)]
    journeys = [[stack[min(copy, len(stack) - 1)] for stack in GAME.travel] for copy in range(4)]
    for turn, (church, hall) in enumerate(zip(GAME.catalogue.churches, GAME.catalogue.halls, strict=True)):
        free = list(GAME.customers)
        seats = []
        for number in range(4):
            waiting, served = free[turn * 2 : turn * 2 + 2], free[-3 - turn : -turn or None]
            free = [each for each in free if each not in (*waiting, *served)]
            seats.append(
                laid.seat(
                    church=church if number == 0 else "",
                    hall=hall if number == 0 else "",
                    meeting=True,
                    tile="school" if number == 0 else "",
                    sets=number,
                    monks=tuple(stack[(turn + number) % len(stack)] for stack in GAME.monks) if not number else (),
                    crafts=" ".join(crafts[(turn + number) % 4]),
                    goods=dict.fromkeys(("horse", "beer", "plow", "scroll", "wagon"), 2),
                    travel=" ".join(journeys[(turn + number) % 4]),
                    fields=(True, False),
                    customers=tuple(waiting),
                    served=tuple(served),
                    school=(True, True),
                    coins=14,
                    tree=12,
                    safe=23,
                    laborers=2,
                    villagers=(False,) * 5,
                )
            )
        monks = tuple(stack[turn % len(stack)] for stack in GAME.monks)
        held = [card for stack in GAME.monks for card in stack]
        seats[0] = replace(seats[0], monks=tuple(each for each in seats[0].monks if each not in monks and each in held))
        found.append(laid.table(*seats, step="dice", monks=monks, meetings=0, fields=0))
    return tuple(found)


@pytest.mark.parametrize("width", SIZES)
def test_no_text_reaches_out_of_its_card_or_meets_another_thing(language: str, width: int) -> None:
    for position in tables()[SIZES.index(width) % 3 :: 3]:
        for seat in (0, len(position.seats) - 1):
            picture = VIEW.draw(position, seat, None, width)
            assert not faults(picture)
            shrunk = re.findall(r'<g transform="translate\([^)]*\) scale\(([0-9.]+)\)"', picture.body)
            assert min(map(float, shrunk), default=1.0) >= 0.6, "a price must stay large enough to be read"


@pytest.mark.parametrize("width", WIDTHS)
def test_whatever_is_asked_fits_above_the_board(language: str, width: int) -> None:
    asked = {(position.question, position.actor): position for position in (*sample(2), *sample(3), *sample(4))}
    edge = edge_of(width)
    for position in asked.values():
        canvas = Canvas()
        header(canvas, local(position), edge, edge, float(width - 2 * edge))
        found = faults(translated_picture("my_village", canvas.picture(width, 160, "what is asked", "")))
        assert not found, (position.question, found)


@pytest.mark.parametrize("table", CARDS)
def test_every_card_by_itself_fits(language: str, table: str) -> None:
    game: Any = edition(GAME) if language == "de" else GAME
    for key in getattr(GAME.catalogue, table):
        picture = card(game, table, key)
        assert picture is not None
        assert not faults(translated_picture("my_village", picture)), key


def test_what_does_not_fit_is_found() -> None:
    """The measure itself: a text that is too long for its card, and one that a mark lies on."""
    picture = my_village.draw(decisions(2)[0], 0, None, 1200)
    assert not faults(picture)
    wide = picture.over.replace(">Customer", ">Somebody")
    for words in (">Field", ">School"):
        assert words in "".join((picture.over, *picture.printed))
    longer = tuple(block.replace(">Field", ">A field of wheat behind the mill") for block in picture.printed)
    assert any("reaches out" in fault for fault in faults(replace(picture, printed=longer, over=wide)))
    covered = picture.over + '<use href="#ml-flag-0" x="60" y="30"/>'
    assert any("lies on a flag-0" in fault for fault in faults(replace(picture, over=covered)))
