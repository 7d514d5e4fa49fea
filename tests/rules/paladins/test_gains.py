"""Taxes, suspicion, debts, inquisition and gains that ask (rulebook pages 22, 23 and 33)."""

from __future__ import annotations

from .table import gain, keys, play, refused, replace, seat, table


def test_criminal_suspicion__one_card_each() -> None:
    position = gain(table(seat(), seat()), "X", "X")
    assert position.seats[0].workers == "X"
    position = play(position, "suspicion 0", "suspicion 0")
    assert (position.seats[0].workers, position.seats[0].suspicion) == ("XX", (0, 0))


def test_suspicion_tax__from_the_tax_supply() -> None:
    position = play(gain(table(seat(), seat(), tax=5), "X"), "suspicion 2")
    assert (position.seats[0].silver, position.tax) == (2, 3)


def test_suspicion_reshuffle__discards_then_inquisition() -> None:
    held = (0,) * 6 + (1,) * 8 + (2,) * 9
    position = gain(table(seat(suspicion=held), seat(), suspicion_out=(0, 0, 1)), "X")
    assert {outcome.key for outcome, _ in position.chance()} == {"suspicion 2"}
    assert position.suspicion_out == (0, 0, 0)
    position = gain(table(seat(suspicion=(*held, 2)), seat()), "X")
    assert position.seats[0].unpaid == 1
    assert len(position.seats[0].suspicion) == 12
    assert position.question == "suspicion"


def test_suspicion_discard__the_newest() -> None:
    position = gain(table(seat(suspicion=(0, 1, 2)), seat()), "pardon")
    assert position.seats[0].suspicion == (0, 1)
    assert position.suspicion_out == (0, 0, 1)


def test_debt_settle__with_debt_collectors() -> None:
    position = gain(table(seat(unpaid=1, townsfolk="debt_collector_1 debt_collector_3"), seat()), "settle")
    first = position.seats[0]
    assert (first.unpaid, first.paid, first.workers) == (0, 1, "LS")
    assert gain(table(seat(townsfolk="debt_collector_1"), seat()), "settle").seats[0].workers == ""


def test_debt_destroy__returns_it() -> None:
    first = gain(table(seat(unpaid=2), seat()), "destroy").seats[0]
    assert (first.unpaid, first.paid) == (1, 0)


def test_inquisition_when__the_last_silver() -> None:
    assert gain(table(seat(), seat(), tax=2), "tax1").tax == 1
    assert gain(table(seat(), seat(), tax=1), "tax1").tax == 6


def test_inquisition_abilities__before_the_debts() -> None:
    people = (seat(suspicion=(0, 0), townsfolk="conspirator_1"), seat(suspicion=(0, 0)))
    position = gain(table(*people, tax=1), "tax1")
    assert [one.unpaid for one in position.seats] == [0, 1]


def test_inquisition_passed__affects_who_has_passed() -> None:
    position = replace(table(seat(suspicion=(1,), townsfolk="squire_2"), seat(), tax=1), queue=(1,))
    position = gain(position, "tax1", number=1)
    assert (position.seats[0].unpaid, position.seats[0].influence) == (1, 0)


def test_inquisition_discard__rounded_down() -> None:
    position = gain(table(seat(suspicion=(1,)), seat(), tax=1), "tax1")
    assert (position.seats[0].unpaid, position.seats[0].suspicion) == (1, (1,))


def test_inquisition_refill__always() -> None:
    position = gain(table(seat(), seat(), seat(), tax=1), "tax2")
    assert [one.unpaid for one in position.seats] == [0, 0, 0]
    assert position.tax == position.game.full_tax(3)


def test_reward_choice__only_what_does_something() -> None:
    position = gain(table(seat(unpaid=1), seat()), "settle/silver+silver")
    assert keys(position) == {"choose settle", "choose silver+silver"}
    assert "reward-choice" in refused(position, "choose pardon")
    assert play(position, "choose silver+silver").seats[0].silver == 2
    assert gain(table(seat(), seat()), "settle/silver+silver").seats[0].silver == 2


def test_reward_pray__free() -> None:
    position = gain(table(seat(placed={"hunt": "L", "trade": "M"}), seat()), "pray")
    assert "reward-pray" in refused(position, "clear attack")
    assert play(position, "clear trade").seats[0].placed[3] == ""


def test_reward_recruit__keeps_unless_the_option_says_so() -> None:
    position = gain(table(seat(), seat()), "recruit")
    assert "reward-recruit" in refused(position, "hire abbot_1 dismiss")
    assert play(position, "hire abbot_1").seats[0].silver == 0
    position = gain(table(seat(), seat(), options={"free_recruit_dismisses": True}), "recruit")
    after = play(position, "hire abbot_1 dismiss").seats[0]
    assert (after.workers, after.townsfolk) == ("LC", ())


def test_reward_workshop__no_develop() -> None:
    own = seat(townsfolk="architect_2")
    position = gain(table(own, seat()), "workshop")
    after = play(position, "build attack 1").seats[0]
    assert (after.workers, after.provisions, after.developed) == ("S", 0, 1)
    position = gain(table(own, seat(), options={"free_workshop_develops": True}), "workshop")
    assert play(position, "build attack 1").seats[0].provisions == 1


def test_attribute_cap__twelve_or_none() -> None:
    assert gain(table(seat(faith=12), seat()), "faith").seats[0].faith == 12
    assert gain(table(seat(faith=12), seat(), options={"attribute_cap": "none"}), "faith").seats[0].faith == 13


def test_supply_unlimited__workers_and_debts() -> None:
    first = gain(table(seat(workers="L" * 30, unpaid=24), seat()), "L", "debt").seats[0]
    assert (len(first.workers), first.unpaid) == (31, 25)
