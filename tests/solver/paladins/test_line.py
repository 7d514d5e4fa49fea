"""What a line of moves is: legal whatever the cards show, worth its exact expectation, questions of chance answered."""

from __future__ import annotations

from fractions import Fraction

import pytest

from solver.paladins.line import Walker
from solver.paladins.table import ended

from .lay import after, gain, quiet, request, seat

WALLS = ("points_2", "workers_s")


def test_a_wall_is_worth_what_its_cards_are_worth_on_average() -> None:
    """Strength rises from 1 to 2: one point. One card of the two is worth 2 points more."""
    position = quiet("fortify", "hunt", workers="LSM", provisions=1, strength=1, wall_deck=WALLS)
    assert gain(position, "fortify LSM") == 1 + Fraction(1, 2) * 2
    assert gain(position) == 0
    assert len(after(position, "fortify LSM")) == 2


def test_a_move_stands_in_a_line_only_if_it_is_legal_whatever_is_drawn() -> None:
    """One of the walls brings a Scout: nothing may count on it. If both do, it may."""
    position = quiet("fortify", "hunt", workers="LSM", provisions=1, wall_deck=WALLS)
    assert gain(position, "fortify LSM", "hunt S") is None
    both = quiet("fortify", "hunt", workers="LSM", provisions=1, silver=2, wall_deck=("workers_s", "workers_s"))
    assert gain(both, "fortify LSM", "hunt S") == 0  # a provision spent, one gained: as many goods as before
    assert gain(both, "fortify LSM") == -1  # 3 goods were a point


def test_suspicion_cards_pay_their_tax_in_expectation() -> None:
    """2 silver: a tax of 1 or 2 makes the third. Unseen are one card of 0, one of 1, two of 2."""
    position = quiet("conspire", workers="L", silver=2, deck=(1, 1, 2))
    assert gain(position, "conspire L") == Fraction(3, 4)
    assert gain(position, "conspire L", objective={"suspicion": Fraction(-1, 2)}) == Fraction(1, 4)
    assert gain(position, "conspire L", objective={"points": 0, "silver": 1}) == Fraction(1 + 2 * 2, 4)


SETTLE = ("settle_or_silver", "workers_s")


def test_what_only_one_card_asks_is_answered_by_what_is_worth_most_at_once() -> None:
    """Settling turns -3 into +1; two silver and the provision would make one point."""
    position = quiet("fortify", "hunt", workers="LLSM", provisions=1, unpaid=1, wall_deck=SETTLE)
    assert gain(position, "fortify LSM") == Fraction(1, 2) * 4
    assert gain(position, "fortify LSM", "hunt L") == Fraction(1, 2) * 4
    belief = after(position, "fortify LSM", "hunt L")
    assert sorted(end.seats[0].paid for end in belief) == [0, 1]
    assert all(end.seats[0].provisions == 1 for end in belief)


def test_a_line_may_answer_it_itself_and_leaves_the_answer_out_where_it_is_not_asked() -> None:
    position = quiet("fortify", "hunt", workers="LLSM", provisions=1, unpaid=1, wall_deck=SETTLE)
    assert gain(position, "fortify LSM", "choose silver+silver", "hunt L") == Fraction(1, 2) * 1
    assert gain(position, "fortify LSM", "choose settle", "hunt L") == Fraction(1, 2) * 4
    assert gain(position, "choose settle", "hunt L") == gain(position, "hunt L") == 0


def test_an_answer_that_is_not_legal_waits_for_the_next_question() -> None:
    """A question that does not know the answer is left to the policy; if none is asked after it, it is left out."""
    position = quiet("fortify", workers="LSM", provisions=1, unpaid=1, wall_deck=SETTLE)
    assert gain(position, "fortify LSM", "clear hunt") == gain(position, "fortify LSM")


def test_an_inquisition_is_met_only_by_the_cards_that_bring_it() -> None:
    """One tax is left. A card of 0 brings nothing; one of 1 an inquisition: most suspicion, so a debt of -3."""
    position = quiet("conspire", workers="L", tax=1, suspicion=(0,), deck=(1, 1, 0))
    assert gain(position, "conspire L") == Fraction(1, 2) * -3
    belief = after(position, "conspire L")
    assert {(end.tax, end.seats[0].unpaid, len(end.seats[0].suspicion)): chance for end, chance in belief.items()} == {
        (1, 0, 2): Fraction(1, 2),
        (6, 1, 1): Fraction(1, 2),
    }


def test_a_rival_with_more_suspicion_takes_the_debt() -> None:
    position = quiet("conspire", workers="L", tax=1, deck=(1, 1, 0), rivals=(seat(suspicion=(0, 1)),))
    assert gain(position, "conspire L") == 0


def test_a_debt_of_an_inquisition_can_be_settled_in_the_same_line() -> None:
    """Two cards empty the supply; the favour's question is asked only where the debt came: -3 + 4 = +1."""
    position = quiet(
        "conspire", workers="LF", silver=1, tax=1, suspicion=(0,), deck=(0, 3, 0), favours=("clemency",), hired=("",)
    )
    assert gain(position, "conspire L", "favour F clemency", "choose settle") == 1


def test_rivals_pass_and_the_seat_plays_on_alone() -> None:
    position = quiet("hunt", "trade", workers="LL", others=2)
    (there,) = after(position, "hunt L")
    assert there.actor == 0
    assert there.queue == (0,)


def test_the_solo_opponent_rests() -> None:
    position = quiet("hunt", "trade", workers="LL", rivals=())
    asked = request(position)
    assert asked.position.opponent is not None  # type: ignore[attr-defined]
    assert asked.position.opponent.resting  # type: ignore[attr-defined]
    (there,) = after(position, "hunt L")
    assert there.actor == 0
    assert there.opponent is not None and there.opponent.placed == (0,) * 12


@pytest.mark.parametrize("round_", [1, 6, 7])
@pytest.mark.parametrize("rivals", [(), (seat(),)])
def test_unused_workers_count_as_far_as_they_stay(round_: int, rivals: tuple[object, ...]) -> None:
    """To pass with four keeps three; who starts with two and hunts with one keeps one. In the last round none does."""
    orders = ("commission", "fortify", "garrison")[: min(3, round_)]
    favours = {"favours": ("guild",) * max(0, round_ - 2), "hired": ("L",) * max(0, round_ - 2)}
    four = quiet("hunt", workers="LLLL", round=round_, rivals=rivals, orders=orders, **favours)
    worths = {"points": 0, "workers": 1}
    assert gain(four, objective=worths) == 0
    assert gain(four, "hunt L", objective=worths) == 0
    two = quiet("hunt", workers="LL", round=round_, rivals=rivals, orders=orders, **favours)
    assert gain(two, "hunt L", objective=worths) == (0 if round_ == 7 else -1)


def test_the_horizon_ends_with_the_pass() -> None:
    position = quiet("hunt", workers="LL", others=2)
    asked = request(position)
    belief = Walker(asked).walk(())
    assert belief is not None and not any(ended(asked, there) for there in belief)
    ends = Walker(asked).finish(belief)
    assert all(ended(asked, there) for there in ends)


def test_a_line_cannot_go_on_after_passing() -> None:
    position = quiet("hunt", workers="LL", others=2)
    assert gain(position, "pass", "hunt L") is None
    assert gain(position, "hunt L", "pass") == 0
