"""What is said of My Village: names of parts, what was done, and why not."""

from __future__ import annotations

from typing import Any

import pytest

from rules.my_village.outcomes import Rat
from tests.widgets.my_village.games import GAME, PLAYERS, decisions, sample, steps
from tests.widgets.table_talk import verbs_go_without_saying
from widgets.marking import FITS_NOT, explain
from widgets.views import my_village
from widgets.views import my_village_talk as talk
from widgets.views import my_village_words as words
from widgets.views import my_village_words_names as names


@pytest.mark.parametrize("players", PLAYERS)
def test_two_moves_are_never_said_alike(players: int) -> None:
    for position in sample(players):
        legal = position.legal_moves()
        assert len({talk.phrase(position, move) for move in legal}) == len(legal)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_part_has_a_name_of_its_own(players: int) -> None:
    for position in (*sample(players), *decisions(players, 4, "random")[::25]):
        tokens = {token for move in position.legal_moves() for token in move.parts}
        named = {token: talk.token_words(position, token) for token in tokens}
        assert {token for token, name in named.items() if not name} <= talk.VERBS
        spoken = [name for name in named.values() if name]
        assert len(set(spoken)) == len(spoken), sorted(spoken)
        assert not any("_" in name or ":" in name.replace("Headman: ", "") for name in spoken)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_verb_goes_without_saying_only_where_the_rest_tells_it(players: int) -> None:
    """Two legal moves never have the same parts apart from bare and implied verbs."""
    for position in (*sample(players), *decisions(players, 6, "random")[::15]):
        verbs_go_without_saying(talk, position)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_step_is_told_in_sentences(players: int) -> None:
    for position, step in steps(players):
        said = talk.told(position, step)
        assert said.endswith(".")
        assert "_" not in said
        if position.actor is not None:
            assert said.split(" ")[0] == names.seat_name(position.actor)
            assert said.split(" ")[1].rstrip(".:").endswith("s"), said


def test_the_rat_and_the_plague_are_told() -> None:
    told = [talk.told(position, step) for position, step in steps(4) if isinstance(step, Rat)]
    assert told
    assert all(said.startswith("The rat moves ") for said in told)


def test_what_a_move_brings_is_told() -> None:
    from rules.my_village.moves import Craft, Field, Use

    found: dict[type, str] = {}
    for position, step in steps(3):
        if isinstance(step, Craft | Field) or (isinstance(step, Use) and step.banner == "stable"):
            found.setdefault(type(step), talk.told(position, step))
    assert " gets 1 coin." in found[Field]
    assert " gets 1 " in found[Craft]
    for said in found.values():
        assert said.count(" gets ") == 1


def test_a_journey_that_is_kept_is_told_to_all() -> None:
    from rules.my_village.moves import Settle

    position = decisions(2)[5]
    card = position.travel_decks[0][0]
    seats = list(position.seats)
    seats[position.acting] = type(seats[0])(church=GAME.mission, board=seats[position.acting].board)
    fields = {name: getattr(position, name) for name in position.__struct_fields__}
    fields |= {"seats": tuple(seats), "drawn": card, "pending": ((position.acting, "journey"),), "step": "death"}
    looked = type(position)(**fields)
    name = position.catalogue.travel[card].name.en
    assert name in talk.told(looked, Settle(again=False))
    assert name not in talk.told(looked, Settle(again=True))


def test_a_new_round_is_told() -> None:
    told = " ".join(talk.told(position, step) for position, step in steps(2))
    assert "Round 2 begins; " in told
    assert "The game is over." in told


def test_a_seats_look_at_a_travel_card_is_not_told_to_others() -> None:
    from rules.my_village.outcomes import Reveal
    from widgets.views.my_village_talk_told import revealed

    position = decisions(2)[5]
    card = position.travel_decks[0][0]
    seats = list(position.seats)
    seats[position.acting] = type(seats[0])(church=GAME.mission)
    secret = type(position)(
        **{name: getattr(position, name) for name in position.__struct_fields__} | {"seats": tuple(seats)}
    )
    name = position.catalogue.travel[card].name.en
    assert name not in revealed(secret, Reveal("travel", card))
    assert name in revealed(position, Reveal("travel", card))


# --- why not --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_every_place_leads_to_a_rule(players: int) -> None:
    """Whatever stands on a board: it is on offer, or the nearest move with it breaks a rule that is named."""
    for position in sample(players)[::2]:
        if position.actor is None:
            continue
        offered = set(position.choices(()).tokens)
        for place in my_village.draw(position, position.actor).places:
            if place.token in offered:
                continue
            why = explain(position, (), place.token, talk)
            assert why.findings or "rule " in why.text or why.text == FITS_NOT, (position.question, place.key, why.text)


def rules_of(position: Any, token: str, *chosen: str) -> set[str]:
    """Return the rules by which a part is refused."""
    return {finding.rule for finding in explain(position, chosen, token, talk).findings}


def test_why_a_banner_cannot_be_activated() -> None:
    position = next(p for p in decisions(3) if p.question == "banner" and p.value not in (4, 10))
    assert "hand-value" in rules_of(position, "hand")
    assert rules_of(position, "bailiff") == {"bailiff-value"}
    assert "monk-church" in rules_of(position, "monk:quill")
    letter = "b" if not position.seats[position.actor].travel else "a"
    assert "travel-order" in rules_of(position, f"travel:{letter}")


def test_why_a_value_cannot_be_made() -> None:
    position = next(p for p in decisions(3) if p.question == "dice" and p.seats[p.actor].coins < 3)
    low = sorted(position.white)[:2]
    assert rules_of(position, "value:12", *(f"die:w{face}" for face in low)) == {"dice-coins"}
    third = f"die:w{sorted(position.white)[2]}"
    assert explain(position, [f"die:w{face}" for face in low], third, talk).text


def test_another_step_says_what_is_asked_now() -> None:
    position = next(p for p in decisions(2) if p.question == "dice")
    why = explain(position, (), "headman", talk)
    assert "not what is asked now" in why.text


def test_the_status_says_who_and_what() -> None:
    for position in sample(3):
        said = words.status(position)
        assert said.endswith(".")
        if position.actor is not None:
            assert said.startswith(names.seat_name(position.actor))


def test_the_text_says_everything_that_lies_open() -> None:
    for position in sample(4)[::3]:
        said = words.text(position)
        rows = position.catalogue
        for number, seat in enumerate(position.seats):
            assert f"{names.seat_name(number)}: " in said
            for card in (*seat.customers, *seat.served):
                assert rows.customers[card].name.en in said
        for card in position.customers:
            assert not card or rows.customers[card].name.en in said
        assert f"{position.coffins} of " in said


def test_the_result_says_on_which_house_values_it_rests() -> None:
    note = talk.house_note(decisions(3)[0])
    assert note.startswith("° This game rests on house values")
    assert "customers" in note
