"""Set-up, the course of a round, paladins, taverns, scoring (rulebook pages 4 to 11, 24, 25)."""

from __future__ import annotations

import pytest

import rules
from rules.findings import BadInput, UnknownName

from .table import TOWN, keys, load, play, refused, replace, seat, table


def onward(position: rules.Position, step: str) -> rules.Position:
    """Play first moves and outcomes up to a step."""
    while position.step != step or position.pending:  # type: ignore[attr-defined]
        options = position.legal_moves() or [outcome for outcome, _ in position.chance()]
        position = position.play(options[-1])
    return position


def test_setup_table__open_rows_and_decks() -> None:
    position = load().setup(4, 5)
    assert (len(position.townsfolk), len(position.outsiders), position.tax) == (5, 6, 8)
    assert [load().setup(players, 5).tax for players in (1, 2, 3)] == [5, 6, 7]
    with pytest.raises(BadInput):
        load().setup(5, 1)
    with pytest.raises(UnknownName):
        rules.load("paladins", options={"difficulty": "very hard"})


def test_setup_seat__silver_and_provision() -> None:
    first = load().setup(2, 5).seats[0]
    assert (first.silver, first.provisions, first.faith, first.townsfolk) == (3, 1, 0, ())
    assert len({load().setup(4, seed).start for seed in range(40)}) == 4


def test_setup_recruit__in_reverse_order() -> None:
    position = load().setup(3, 1)
    order = []
    while position.question == "welcome":
        order.append(position.actor)
        position = position.play(position.legal_moves()[0])
    start = position.start
    assert order == [(start + 2) % 3, (start + 1) % 3, start]


def test_setup_refill__nothing_is_discarded() -> None:
    position = load().setup(2, 1)
    before = position.townsfolk
    while position.question == "welcome":
        position = position.play(position.legal_moves()[0])
    kept = [card for card in position.townsfolk if card]
    assert len(kept) == 3 and set(kept) < set(before)
    assert position.townsfolk[:2] == ("", "")


def test_round_start__the_marker_moves() -> None:
    after = onward(play(table(seat(), seat()), "pass", "pass"), "paladin")
    assert (after.round, after.start, after.queue) == (2, 1, (1, 0))  # type: ignore[attr-defined]


def test_round_cards__orders_and_favours() -> None:
    position = load().setup(2, 3)
    seen = {}
    while not position.over:
        if position.step == "action":
            seen[position.round] = (len(position.orders), len(position.favours))
        moves = position.legal_moves()
        position = position.play(moves[-1] if moves else position.chance()[0][0])
    assert seen == {1: (1, 0), 2: (2, 0), 3: (3, 1), 4: (3, 2), 5: (3, 3), 6: (3, 4), 7: (3, 5)}


def test_tavern_cards__one_more_than_players() -> None:
    position = onward(load().setup(3, 3), "tavern")
    assert len(position.taverns) == 4  # type: ignore[attr-defined]
    position = replace(
        table(seat(), seat(), step="tavern_card", queue=()), tavern_deck=("cffm",), taverns=(), guests=()
    )
    names = position.game.taverns
    position = replace(position, tavern_deck=names[:1])
    after = play(position, f"tavern {names[0]}")
    assert after.tavern_deck == names[1:], "the others are shuffled when the deck is empty"


def test_paladin_draw__known_cards_come_first() -> None:
    position = load().setup(1, 3)
    for round_ in range(1, 8):
        position = onward(position, "paladin")
        first = position.seats[0]  # type: ignore[attr-defined]
        assert len(first.hand) == 3 and len(first.used) == round_ - 1
        kept = position.legal_moves()[0]
        position = position.play(kept)
        if round_ < 7:
            while position.step != "paladin":  # type: ignore[attr-defined]
                moves = position.legal_moves()
                position = position.play(moves[-1] if moves else position.chance()[0][0])
            assert kept.top in position.seats[0].hand


def test_paladin_choose__one_of_three_each() -> None:
    own = seat(hand=("anseis", "gerin", "otton"))
    position = table(own, seat(hand=("anseis", "gerin", "otton")), step="paladin")
    assert len(keys(position)) == 6
    assert "paladin-choose" in refused(position, "paladin oliver top gerin under otton")
    assert "paladin-choose" in refused(position, "paladin gerin top gerin under otton")
    first = play(position, "paladin gerin top otton under anseis").seats[0]
    assert (first.paladin, first.top, first.under, first.hand) == ("gerin", "otton", ("anseis",), ())


def test_paladin_secret__view() -> None:
    hand = ("anseis", "gerin", "otton")
    position = play(table(seat(hand=hand), seat(hand=hand), step="paladin"), "paladin gerin top otton under anseis")
    seen = position.view(1).seats[0]
    assert (seen.paladin, seen.top, seen.under) == ("?", "?", ("?",))
    assert position.view(0).seats[0] == position.seats[0]
    assert position.view(0).seats[1].hand == ("?", "?", "?")


def test_paladin_workers__two() -> None:
    hand = ("anseis", "gerin", "otton")
    position = table(seat(hand=hand, workers="X"), seat(hand=hand), step="paladin")
    position = play(position, "paladin gerin top otton under anseis", "paladin otton top gerin under anseis")
    assert [one.workers for one in position.seats] == ["LMX", "MM"]


def test_tavern_choose__four_workers_criminals_one_at_a_time() -> None:
    names = load().taverns
    loud = next(name for name in names if name.count("x") == 2)
    position = table(seat(), seat(), step="tavern", taverns=(loud, names[0], names[1]), guests=(-1,) * 3)
    after = play(position, f"tavern {loud}")
    assert after.question == "suspicion"
    after = play(after, "suspicion 0", "suspicion 0")
    assert len(after.seats[0].workers) == 4
    assert after.guests == (0, -1, -1)
    assert "tavern-choose" in refused(after, f"tavern {loud}")


def test_reset_outsiders__the_leftmost_goes() -> None:
    after = play(table(seat(), seat()), "pass", "pass")
    assert after.outsiders[:5] == ("archer_saracen", "armourer_viking", "mercenary_viking", "guardian_viking",
                                   "lookout_viking")  # fmt: skip
    assert after.townsfolk == ("", *TOWN[:4])


def test_reset_no_shuffle__an_empty_deck_stays_empty() -> None:
    position = replace(table(seat(), seat()), townsfolk_deck=(), outsider_deck=())
    after = play(position, "pass", "pass")
    assert after.townsfolk == ("", *TOWN[:4])
    assert after.step == "order"


def test_game_end__after_round_seven() -> None:
    favours = ("guild", "tithe", "prayer", "levy", "labour")
    position = table(seat(workers="LLLL"), seat(), round=7, favours=favours, hired=("",) * 5)
    after = play(position, "pass", "pass")
    assert after.over
    assert after.seats[0].workers == ""


def test_score_orders__everybody_who_fulfils_them() -> None:
    position = table(seat(monks=5), seat(monks=5), round=2)
    assert [score.sources["orders"] for score in position.scores()] == [4, 4]


def test_score_attributes__levels() -> None:
    points = [table(seat(faith=level), seat()).scores()[0].total for level in range(13)]
    assert points == [0, 0, 1, 1, 3, 3, 6, 6, 9, 11, 13, 16, 20]


def test_score_debts__paid_and_unpaid() -> None:
    assert table(seat(paid=3, unpaid=2), seat()).scores()[0].total == -3


def test_score_goods__one_pool() -> None:
    assert table(seat(silver=2, provisions=5), seat()).scores()[0].total == 2


def test_score_hunter__the_option() -> None:
    own = seat(converted="hunter_saracen", townsfolk="abbot_1 abbot_2 abbot_3 squire_1")
    assert table(own, seat()).scores()[0].total == 2
    assert table(own, seat(), options={"hunter_counts": "kept_but_the_first"}).scores()[0].total == 1


def test_tie_break__orders_then_suspicion() -> None:
    position = table(seat(paid=4, suspicion=(1,)), seat(paid=4), seat(monks=5), round=1)
    assert [score.total for score in position.scores()] == [4, 4, 6]
    position = table(seat(paid=6), seat(monks=5), seat(monks=5, suspicion=(0,)))
    assert [score.rank for score in position.scores()] == [3, 1, 2]
    assert [score.rank for score in table(seat(), seat()).scores()] == [1, 1]
