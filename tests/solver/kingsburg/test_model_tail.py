"""Workshops, building, Town Hall and recruiting in the season model: each with a tiny instance that holds and one
that does not."""

from __future__ import annotations

from rules.kingsburg.values import Position, Seat
from solver.kingsburg.model_gifts import Held, held_at_first
from solver.kingsburg.model_rows import Rows, Sum
from solver.kingsburg.model_tail import add_building, add_recruiting, add_town_hall, add_works, cheapest, orders
from solver.kingsburg.season import Season
from solver.kingsburg.tail import Option

from .rows import best, built, solution, table
from .small import ask


def season(position: Position, horizon: str = "season") -> Season:
    return Season(ask(position, horizon, "points"))


def start(position: Position, horizon: str = "season") -> tuple[Rows, Season, Held]:
    """Begin rows with what the first seat holds."""
    here = season(position, horizon)
    return Rows(), here, held_at_first(here.gifts.start)


def build(position: Position, *names: str, second: int = 1) -> bool:
    """Say whether these buildings can be built in this order in one season."""
    rows, here, held = start(position)
    chosen = add_building(rows, here.tail.options(True, 0), held, Sum(second))
    for option, flag in chosen:
        wanted = tuple(cell.id for cell in option.cells) == names
        rows.keep(Sum().plus(flag), int(wanted), int(wanted), "test")
    return any(tuple(cell.id for cell in option.cells) == names for option, _ in chosen) and bool(solution(rows, Sum()))


def test_build_cost__all_goods_must_be_there() -> None:
    assert build(table(Seat(gold=2)), "statue") or build(table(Seat(gold=9, wood=9, stone=9)), "statue")
    assert not build(table(Seat()), "statue")
    assert build(table(Seat()))


def test_build_left__the_row_is_built_from_the_left() -> None:
    rich = table(Seat(gold=9, wood=9, stone=9))
    assert build(rich, "statue", "chapel")
    assert not build(rich, "chapel")


def test_envoy_second__two_buildings_need_the_envoy() -> None:
    rich = table(Seat(gold=9, wood=9, stone=9))
    assert build(rich, "statue", "inn")
    assert not build(rich, "statue", "inn", second=0)
    assert build(rich, "statue", second=0)


def test_cheapest__leaves_out_what_costs_more_and_brings_the_same() -> None:
    seat = Seat(built=(1, 0, 0, 0, 0))
    dear, cheap, other = (Option((), cost, 1, 0, 0, 0, seat) for cost in ((2, 1, 0), (1, 1, 0), (0, 2, 0)))
    assert cheapest([dear, cheap, other]) == [cheap, other]


def works(position: Position, *names: str) -> bool:
    """Say whether these workshops can all be used."""
    rows, here, held = start(position)
    chosen = add_works(rows, orders(here.tail), held)
    wanted = Sum()
    for work, flag in chosen:
        if sorted(work.ids) == sorted(names):
            wanted.plus(flag)
    rows.keep(wanted, 1, 1, "test")
    return solution(rows, Sum()) is not None


def workshops(**goods: int) -> Position:
    long = table(Seat(), modules=("buildings",))
    names = [cell.id for cell in long.sheet.by_effect["workshop"]]
    return table(Seat(built=built(long, *names), **goods), modules=("buildings",), step="works")  # type: ignore[arg-type]


def test_workshop_pay__an_earlier_workshop_pays_for_a_later_one() -> None:
    assert works(workshops(wood=1), "sawmill")
    assert works(workshops(wood=1), "sawmill", "goldsmith")  # the Sawmill gives the gold that the Goldsmith costs
    assert not works(workshops(wood=1), "quarry")
    assert not works(workshops(gold=1), "goldsmith")


def hall(position: Position, *, owned: bool) -> bool:
    """Say whether the Town Hall can be paid."""
    rows, here, held = start(position)
    chosen = add_building(rows, here.tail.options(False, 5)[:1], held, Sum())
    chosen = [(option._replace(town_hall=int(owned)), flag) for option, flag in chosen]
    pays = add_town_hall(rows, chosen, held, True)
    total = Sum()
    for _, flag in pays:
        total.plus(flag)
    rows.keep(total, 1, 1, "test")
    return solution(rows, Sum()) is not None


def test_town_hall_pay__one_good_or_marker_if_it_stands() -> None:
    assert hall(table(Seat(wood=1)), owned=True)
    assert hall(table(Seat(markers=1)), owned=True)
    assert not hall(table(Seat()), owned=True)
    assert not hall(table(Seat(wood=1)), owned=False)


def recruits(own: Seat, soldiers: int, *buildings: str, modules: tuple[str, ...] = ()) -> bool:
    """Say whether a seat in phase 7 can have so many soldiers."""
    plain = table(own, modules=modules)
    from rules.kingsburg.steps import replace

    position = table(
        replace(own, built=built(plain, *buildings)), modules=modules, phase=7, step="recruit", queue=(0, 1, 2)
    )
    rows, here, held = start(position, "year")
    chosen = add_building(rows, here.tail.options(False, here.tail.first), held, Sum())
    add_recruiting(rows, here.tail, chosen, held)
    rows.keep(held.soldiers.copy(), soldiers, soldiers, "test")
    return solution(rows, Sum()) is not None


def test_recruit_cost__two_goods_a_soldier_one_with_barracks() -> None:
    assert recruits(Seat(gold=2, wood=1), 1)
    assert not recruits(Seat(gold=2, wood=1), 2)
    assert recruits(Seat(gold=2, wood=1), 3, "barracks")
    assert not recruits(Seat(gold=2, wood=1), 4, "barracks")


def test_recruiting_markers__need_the_office() -> None:
    assert recruits(Seat(markers=2), 2, "recruiting_office", modules=("buildings",))
    assert not recruits(Seat(markers=2), 3, "recruiting_office", modules=("buildings",))
    assert not recruits(Seat(markers=2), 1, modules=("buildings",))


def test_recruit_have__the_rest_is_kept() -> None:
    position = table(Seat(gold=3, wood=2), phase=7, step="recruit", queue=(0, 1, 2))
    rows, here, held = start(position, "year")
    chosen = add_building(rows, here.tail.options(False, here.tail.first), held, Sum())
    add_recruiting(rows, here.tail, chosen, held)
    rows.keep(held.soldiers.copy(), 2, 2, "test")
    kept = Sum().add(held.goods[0]).add(held.goods[1])
    assert best(rows, kept) == 1
