"""The board of Paladins and the parts of moves: each is a place to press, or a button with words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.widgets.paladins.games import decisions
from widgets import marking
from widgets.picture import Mark, Picture
from widgets.table import Pick, choose
from widgets.talk import talk_of
from widgets.views import paladins

PLAYERS = (1, 2, 3, 4)
TALK = talk_of("paladins")


def drawn_with(position: Any, picks: tuple[Pick, ...]) -> tuple[Any, Picture]:
    """Return the choice after some picks, and the board as a panel shows it then."""
    choice = choose(
        position,
        picks,
        lambda token: not TALK.token_words(position, token),
        lambda token: TALK.implied(position, token),
    )
    bare = paladins.draw(position, position.actor).places
    return choice, paladins.draw(position, position.actor, marking.marks_for(position, bare, choice, TALK))


def missing(position: Any, choice: Any, picture: Picture) -> set[str]:
    """Return what is offered, is no place of the picture, and does not wait."""
    here = {place.token for place in picture.places}
    return {token for token in choice.offered if token not in here and not TALK.waits(position, choice.tokens, token)}


BUTTONS = re.compile(r"gain:.*|pass|debt|dismiss")


@pytest.mark.parametrize("players", PLAYERS)
def test_every_part_of_a_legal_move_is_a_place_or_a_button_with_words(players: int) -> None:
    for position in decisions(players)[::3]:
        choice, picture = drawn_with(position, ())
        assert choice.offered
        elsewhere = missing(position, choice, picture)
        assert all(BUTTONS.fullmatch(token) for token in elsewhere), (position.question, elsewhere)
        assert all(TALK.token_words(position, token) for token in elsewhere)
        # What a place stands for is legal on it, and nothing else is.
        for place in picture.places:
            if place.state == "legal":
                assert place.token in {*choice.offered, *choice.instead}


def examples(players: int) -> list[tuple[Any, Any]]:
    """Return some moves of every kind with their positions, from all over a game."""
    found: dict[str, list[tuple[Any, Any]]] = {}
    for position in decisions(players)[::2]:
        for kind, move in {move.parts[0].partition(":")[0]: move for move in position.legal_moves()}.items():
            found.setdefault(kind, []).append((position, move))
    assert {"develop", "hunt", "recruit", "commission", "fortify", "garrison", "use", "tavern", "hire"} <= set(found)
    return [pair for pairs in found.values() for pair in pairs[:: max(1, len(pairs) // 2)]][:40]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_move_can_be_built_by_pressing_places(players: int) -> None:
    for position, move in examples(players):
        picks: tuple[Pick, ...] = ()
        rest = [token for token in move.parts if TALK.token_words(position, token) and token != "favour"]
        if any(token.startswith("top:") for token in rest):
            rest = rest[:2]  # the place of the third paladin follows
        for token in rest:
            choice, picture = drawn_with(position, picks)
            used = {pick.place for pick in picks}
            free = [place.key for place in picture.places if place.token == token and place.key not in used]
            assert free or BUTTONS.fullmatch(token), (position.question, move.key, token)
            assert token in choice.offered
            picks += (Pick(token, free[0] if free else ""),)
        choice, _ = drawn_with(position, picks)
        assert choice.complete == move


def test_workers_of_a_kind_are_places_of_their_own() -> None:
    position = next(p for p in decisions(3) if p.question == "action" and p.seats[p.actor].workers.count("L") > 1)
    seat = position.seats[position.actor]
    tokens = [place.token for place in paladins.draw(position, position.actor).places]
    for letter in "LSMFCX":
        assert tokens.count(f"worker:{letter}") == seat.workers.count(letter)


def test_an_action_is_the_target_once_develop_or_pray_is_chosen() -> None:
    position = next(
        p for p in decisions(2) if p.question == "action" and any(m.parts[0] == "develop" for m in p.legal_moves())
    )
    _, before = drawn_with(position, ())
    keys = {place.key for place in before.places}
    assert {"develop", "commission", "convert"} <= keys
    assert not {key for key in keys if key.startswith("area:")}
    _, after = drawn_with(position, (Pick("develop", "develop"),))
    assert {place.state for place in after.places if place.key.startswith("area:")} == {"legal"}
    area = next(place.key for place in after.places if place.key.startswith("area:"))
    _, chosen = drawn_with(position, (Pick("develop", "develop"), Pick(area, area)))
    box = chosen.place(area)
    spaces = [place for place in chosen.places if place.key in ("space:1", "space:2")]
    assert [place for place in spaces if place.state == "legal"]
    for space in spaces:
        assert box.x <= space.x <= space.x + space.w <= box.x + box.w
        assert box.y <= space.y <= space.y + space.h <= box.y + box.h


def test_marks_become_states_rings_and_steps() -> None:
    position = next(p for p in decisions(3) if p.question == "action")
    plain = paladins.draw(position, position.actor)
    card = next(card for card in position.townsfolk if card)
    given = {
        "hunt": Mark("legal", step=1),
        f"townsfolk:{card}": Mark("hint", step=2),
        "trade": "chosen",
        "pray": Mark("refused", "You have no Cleric."),
    }
    drawn = paladins.draw(position, position.actor, given)
    assert [drawn.place(key).state for key in given] == ["legal", "hint", "chosen", "refused"]
    assert "You have no Cleric" in drawn.place("pray").spoken
    for kind in ("ring-legal", "ring-chosen", "ring-hint", "veil", "disc", "thread"):
        assert f"ml-{kind}" in drawn.over
        assert f"ml-{kind}" not in plain.over.replace('class="ml-disc" cx="6.5"', "")
    assert drawn.printed == plain.printed
