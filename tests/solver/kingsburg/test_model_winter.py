"""The winter battle in the season model: soldiers, goods that are lost, the Cathedral."""

from __future__ import annotations

from fractions import Fraction

import pytest

import solver
from rules.kingsburg.steps import replace
from rules.kingsburg.values import Position, Seat
from solver import rooms
from solver.kingsburg.model_gifts import held_at_first
from solver.kingsburg.model_rows import Rows, Sum
from solver.kingsburg.model_tail import add_building
from solver.kingsburg.model_winter import add_winter, at_most, enough, loss, too_hard
from solver.kingsburg.season import Season
from solver.kingsburg.tail import Stock
from solver.request import Request, make_request

from .rows import best, built, solution, table

DEAR = {"gold": Fraction(1, 3), "wood": Fraction(1, 2), "stone": Fraction(2, 3)}


def recruiting(own: Seat, year: int, *buildings: str, modules: tuple[str, ...] = ()) -> Position:
    own = replace(own, built=built(table(own, modules=modules), *buildings))
    return table(own, modules=modules, year=year, phase=7, step="recruit")


def ask(position: Position, objective: str | dict[str, Fraction] = "points") -> Request:
    return make_request(position, rooms.find(position), horizon="year", objective=objective)


@pytest.mark.parametrize("number", (1, 2, 4))
@pytest.mark.parametrize("held", (0, 1, 3, 7))
def test_at_most__is_the_smaller_of_two(number: int, held: int) -> None:
    rows = Rows()
    goods = Sum().plus(rows.variable("goods", 0, 7))
    smaller = at_most(rows, goods, number, "test")
    rows.keep(goods.copy(), held, held, "test")
    assert best(rows, smaller) == min(held, number)
    rows.keep(smaller.copy(), min(held, number) + 1, None, "test")
    assert solution(rows, Sum()) is None


def test_loss_goods__is_what_the_battle_takes() -> None:
    for year in (1, 2, 3, 4):
        season = Season(ask(recruiting(Seat(), year), DEAR))
        winter = season.tail.winter
        assert winter is not None
        for index, card in enumerate(winter.cards):
            for goods in ((0, 0, 0), (1, 0, 2), (3, 1, 0), (2, 5, 4)):
                rows = Rows()
                held = held_at_first(Stock(*goods, 0, 0, 0))
                for total in held.goods:  # sums of variables, as in a model
                    total.plus(rows.variable("none", 0, 0))
                taken = loss(rows, season.tail, card, held, "")
                values = solution(rows, taken)
                seat = Seat(gold=goods[0], wood=goods[1], stone=goods[2])
                expected = season.weights.value(winter._loss(seat, index))
                found = 0 if values is None else taken.value(values)
                assert Fraction(found, season.weights.denominator) == expected, (card, goods)


def winter_value(position: Position, soldiers: int) -> Fraction | None:
    """Return the value of the winter with exactly so many soldiers, None where the rows cannot hold them."""
    season = Season(ask(position))
    rows = Rows()
    held = held_at_first(Stock(0, 0, 0, 0, 0, 0))
    chosen = add_building(rows, season.tail.options(False, season.tail.first), held, Sum())
    number = rows.variable("soldiers", 0, 9)
    held.soldiers.plus(number)
    add_winter(rows, season.tail, chosen, held)
    rows.keep(Sum().plus(number), soldiers, soldiers, "test")
    values = solution(rows)
    if values is None:
        return None
    return Fraction(rows.gain.value(values), season.weights.denominator)


def test_battle_strength__each_number_of_soldiers_has_its_value() -> None:
    position = recruiting(Seat(), 1)
    season = Season(ask(position))
    winter = season.tail.winter
    assert winter is not None
    found = [winter_value(position, soldiers) for soldiers in range(10)]
    assert found == [season.weights.value(winter.table(season.own, soldiers)) for soldiers in range(10)]
    top = enough(winter, season.own)
    assert 0 < top < 9 and len(set(found[top:])) == 1 and found[top - 1] != found[top]
    assert winter_value(position, 10) is None


def values(position: Position, objective: str | dict[str, Fraction] = "points") -> tuple[Fraction, Fraction]:
    """Return what CP-SAT and the exact search find."""
    plans = [solver.solve(position, horizon="year", objective=objective, method=name) for name in ("cp-sat", "search")]
    assert [plan.method for plan in plans] == ["cp-sat", "search"]
    return plans[0].value, plans[1].value


def test_cathedral_points__pairs_of_goods_are_kept_where_soldiers_bring_less() -> None:
    for goods in range(6):
        model, search = values(recruiting(Seat(gold=goods, stone=1), 5, "cathedral", "fortress"))
        assert model == search


def test_loss_choice__goods_of_little_worth_are_lost_first() -> None:
    for year in (1, 3, 4):
        model, search = values(recruiting(Seat(gold=2, wood=2, stone=2), year), DEAR)
        assert model == search


def test_module3_choose__the_marker_is_part_of_the_plan() -> None:
    position = recruiting(Seat(gold=3, army=(1, 3, 4)), 2, modules=("army",))
    rivals = tuple(replace(seat, army=(1, 1)) for seat in position.seats[1:])
    model, search = values(replace(position, seats=(position.seats[0], *rivals)), DEAR)
    assert model == search


def test_too_hard__says_why() -> None:
    position = recruiting(Seat(gold=1), 2)
    assert too_hard(Season(ask(position)).tail) is None
    governed = recruiting(Seat(gold=1, governor="minstrel"), 2, modules=("governors",))
    reason = too_hard(Season(ask(governed)).tail)
    assert reason is not None and "Minstrel" in reason
    plan = solver.solve(governed, horizon="year", method="cp-sat")
    assert plan.method == "search" and reason in plan.assumptions
    assert plan.value == solver.solve(governed, horizon="year").value
