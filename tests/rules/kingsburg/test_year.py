"""The frame of the game: set-up, the phases, the events between the seasons, the end (pages 2, 3 and 6 to 8)."""

from __future__ import annotations

import pytest

from rules.findings import BadInput
from rules.kingsburg.moves import Build, Pass, Place, Take
from rules.kingsburg.values import KING, NO_POINTS, PHASES, Position

from .table import (
    QUIET,
    SPRING,
    SUMMER,
    WINTER,
    goods,
    keys,
    load,
    outcomes,
    play,
    quiet,
    refused,
    seat,
    table,
    totals,
)


def before_a_new_year(*seats: dict[str, object], year: int = 1, **fields: object) -> Position:
    """Lay out the moment before a winter's enemy is revealed, with soldiers for an even fight against strength 2."""
    people = [{"soldiers": 2, **person} for person in seats]
    return table(*people, phase=WINTER, step="reveal", year=year, **fields)


def end_of(phase: int, *seats: dict[str, object], **fields: object) -> Position:
    """Lay out the last decision about building in a season: only seat 0 is still to build."""
    return table(*seats, phase=phase, step="build", queue=(0,), **fields)


# --- set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup_start__nobody_has_anything(players: int) -> None:
    position = load().setup(players=players, seed=3)
    assert (position.year, position.envoy, position.placements, len(position.seats)) == (1, -1, (), players)
    for person in position.seats:
        assert (person.goods, person.soldiers, person.markers, person.buildings) == (0, 0, 0, 0)
        assert person.points == NO_POINTS
        assert not (person.hand or person.governor or person.army)


def test_setup_start__first_order_is_random_and_repeats_with_the_seed() -> None:
    orders = [load().setup(players=4, seed=seed).order for seed in range(60)]
    assert len(set(orders)) > 12
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert orders == [load().setup(players=4, seed=seed).order for seed in range(60)]


# --- the course of a year -----------------------------------------------------------------------------------------


def test_year_phases__five_years_of_eight_phases_in_order() -> None:
    position = load().setup(players=3, seed=1)
    seen = [(position.year, position.phase)]
    while not position.over:
        position = step(position)
        if (position.year, position.phase) != seen[-1]:
            seen.append((position.year, position.phase))
    expected = [(year, phase) for year in range(1, 6) for phase in (2, 4, 6, 7, 8)]
    assert [moment for moment in seen if moment[1] in (2, 4, 6, 7, 8)] == expected
    assert seen == sorted(seen)
    assert [PHASES[phase] for _, phase in expected[:5]] == ["spring", "summer", "autumn", "recruit", "winter"]


def step(position: Position) -> Position:
    """Play one quiet move or the first outcome."""
    if position.actor is None:
        return position.play(position.chance()[0][0])
    legal = {move.key: move for move in position.legal_moves()}
    return position.play(next((legal[key] for key in QUIET if key in legal), next(iter(legal.values()))))


def test_turn_step__a_move_of_another_step_is_refused() -> None:
    building = end_of(SPRING, seat(gold=1), seat())
    refused(building, Take(gold=1), "turn-step")
    influence = table(seat(dice=(1, 2, 3)), seat(dice=(1, 2, 3)), phase=SPRING, step="influence")
    refused(influence, Build("inn"), "turn-step")


def test_turn_step__nothing_may_be_decided_at_a_chance_node_or_at_the_end() -> None:
    winter = before_a_new_year(seat(), seat(), seat())
    assert winter.legal_moves() == ()
    refused(winter, Pass(), "turn-step")
    over = table(seat(), seat(), phase=WINTER, step="over", year=5)
    refused(over, Pass(), "turn-step")
    assert over.legal_moves() == over.chance() == ()


def test_turn_seat__only_the_seat_in_line_is_asked() -> None:
    position = table(seat(dice=(1,)), seat(dice=(2,)), seat(dice=(3,)), phase=SPRING, step="influence", queue=(1, 2, 0))
    assert position.actor == 1
    assert keys(position) == {"pass", "place 2: 2"}
    refused(position, Place(3, (3,)), "influence-dice")
    owing = table(seat(), seat(), phase=SPRING, step="season_end", owed=((1, 1),))
    assert owing.actor == 1


def test_turn_seat__somebody_must_be_in_line() -> None:
    for queue in ((), (3,), (0, 0)):
        position = table(seat(dice=(1, 2, 3)), seat(dice=(1, 2, 3)), phase=SPRING, step="influence", queue=queue)
        assert any(problem.path == "queue" for problem in position.problems()), queue
    empty = table(seat(dice=(1, 2, 3)), seat(dice=(1, 2, 3)), phase=SPRING, step="influence", queue=())
    assert {problem.rule for problem in empty.problems()} == {"turn-seat"}


# --- what is open, what is unlimited ------------------------------------------------------------------------------


def test_open_information__all_see_goods_markers_sheets_and_dice() -> None:
    people = (
        seat(gold=1, markers=2, dice=(1, 2, 3)),
        seat(wood=3, soldiers=1, dice=(1, 1, 6), buildings="inn"),
        seat(),
    )
    position = table(*people, phase=SPRING, step="influence", envoy=1, year=2)
    assert [position.view(number) for number in range(3)] == [position] * 3
    refused_seats = (3, -1, "0")
    for number in refused_seats:
        with pytest.raises(BadInput, match="seat"):
            position.view(number)  # type: ignore[arg-type]


def test_supply_unlimited__more_than_the_box_holds() -> None:
    position = table(
        seat(gold=60, wood=50, stone=40, markers=30, soldiers=0), seat(), seat(), phase=7, step="recruit", year=2
    )
    assert position.problems() == ()
    after = play(position, "recruit 60 gold 50 wood 40 stone")
    assert after.seats[0].soldiers == 75
    dice = table(seat(bonus_dice=9), seat(), seat(), phase=SPRING, step="bonus", queue=(0,))
    assert "bonus 9" in keys(dice)
    assert play(dice, "bonus 9").step == "roll"


# --- phase 1 ------------------------------------------------------------------------------------------------------


def test_favour_fewest__gets_one_bonus_die_for_spring_only() -> None:
    start = before_a_new_year(seat(buildings="inn"), seat(gold=5), seat(buildings="inn statue"))
    spring = play(start, "enemy barbarians_1_2")
    assert (spring.year, spring.phase) == (2, 2)
    assert [person.bonus_dice for person in spring.seats] == [0, 1, 0]
    assert [person.goods for person in spring.seats] == [0, 5, 0]
    summer = quiet(spring, phase=SUMMER)
    assert [person.bonus_dice for person in summer.seats] == [0, 0, 0]


def test_favour_fewest__counts_buildings_not_points() -> None:
    start = before_a_new_year(seat(points=-5, buildings="inn"), seat(points=30), seat(points=2, buildings="inn"))
    assert [person.bonus_dice for person in play(start, "enemy barbarians_1_2").seats] == [0, 1, 0]


def test_favour_tie_goods__the_tied_seat_with_the_fewest_goods_gets_the_die() -> None:
    start = before_a_new_year(seat(gold=2), seat(wood=1), seat(buildings="inn"))
    spring = play(start, "enemy barbarians_1_2")
    assert [person.bonus_dice for person in spring.seats] == [0, 1, 0]
    assert not spring.owed


def test_favour_tie_goods__markers_and_soldiers_are_no_goods() -> None:
    start = before_a_new_year(seat(markers=9, stone=1), seat(stone=2), seat(buildings="inn"))
    assert [person.bonus_dice for person in play(start, "enemy barbarians_1_2").seats] == [1, 0, 0]


def test_favour_share__only_the_tied_seats_take_a_good() -> None:
    start = before_a_new_year(seat(gold=1), seat(gold=3), seat(wood=1), order=(2, 1, 0))
    spring = play(start, "enemy barbarians_1_2")
    assert spring.owed == ((2, 1), (0, 1))
    assert keys(spring) == {"take 1 gold", "take 1 wood", "take 1 stone"}
    spring = play(spring, "take 1 stone", "take 1 gold")
    assert [goods(spring, number) for number in range(3)] == [(2, 0, 0), (3, 0, 0), (0, 1, 1)]
    assert [person.bonus_dice for person in spring.seats] == [0, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_favour_share__in_year_1_everybody_takes_a_good_and_nobody_gets_a_die(players: int) -> None:
    position = load().setup(players=players, seed=2)
    assert position.owed == tuple((number, 1) for number in position.order)
    for _ in range(players):
        position = play(position, "take 1 wood")
    assert [goods(position, number) for number in range(players)] == [(0, 1, 0)] * players
    assert all(person.bonus_dice == 0 for person in position.seats)
    assert position.phase == SPRING


# --- phase 3 ------------------------------------------------------------------------------------------------------


def test_reward_most__one_point_at_once() -> None:
    summer = play(end_of(SPRING, seat(buildings="inn"), seat(buildings="inn statue"), seat()), "pass")
    assert summer.phase == SUMMER
    assert totals(summer) == [0, 1, 0]
    assert summer.seats[1].points[KING] == 1


def test_reward_most__all_tied_get_it() -> None:
    summer = play(end_of(SPRING, seat(buildings="inn"), seat(buildings="statue"), seat()), "pass")
    assert totals(summer) == [1, 1, 0]


@pytest.mark.parametrize(("by_the_letter", "points"), [(True, [1, 1, 1]), (False, [0, 0, 0])])
def test_reward_most__with_no_building_anywhere_all_tie(by_the_letter: bool, points: list[int]) -> None:
    spring = end_of(SPRING, seat(), seat(), seat(), options={"reward_without_buildings": by_the_letter})
    assert totals(play(spring, "pass")) == points


def test_reward_most__one_building_is_enough_in_both_readings() -> None:
    for by_the_letter in (True, False):
        options = {"reward_without_buildings": by_the_letter}
        assert totals(play(end_of(SPRING, seat(buildings="inn"), seat(), seat(), options=options), "pass")) == [1, 0, 0]


def test_reward_most__only_after_spring() -> None:
    rows = [seat(buildings="inn"), seat(), seat()]
    for phase in (SUMMER, 6):
        assert totals(play(end_of(phase, *rows), "pass")) == [0, 0, 0]


# --- phase 5 ------------------------------------------------------------------------------------------------------


def test_envoy_fewest__fewest_buildings() -> None:
    autumn = play(end_of(SUMMER, seat(buildings="statue"), seat(buildings="statue"), seat(gold=9)), "pass")
    assert (autumn.phase, autumn.envoy) == (6, 2)


def test_envoy_fewest__tied_fewest_goods() -> None:
    autumn = play(end_of(SUMMER, seat(gold=2), seat(stone=1), seat(buildings="statue")), "pass")
    assert autumn.envoy == 1


def test_envoy_fewest__still_tied_nobody() -> None:
    autumn = play(end_of(SUMMER, seat(gold=1), seat(stone=1), seat(buildings="statue")), "pass")
    assert autumn.envoy == -1
    assert not autumn.owed


def test_envoy_fewest__not_in_other_seasons() -> None:
    for phase in (SPRING, 6):
        assert play(end_of(phase, seat(), seat(buildings="inn")), "pass").envoy == -1


def test_envoy_return__an_unused_envoy_goes_back_before_the_award() -> None:
    tied = end_of(SUMMER, seat(gold=1), seat(stone=1), seat(buildings="statue"), envoy=0)
    assert play(tied, "pass").envoy == -1
    again = end_of(SUMMER, seat(), seat(buildings="statue"), seat(buildings="statue"), envoy=0)
    assert play(again, "pass").envoy == 0
    other = end_of(SUMMER, seat(buildings="statue"), seat(), seat(buildings="statue"), envoy=0)
    assert play(other, "pass").envoy == 1


def test_envoy_return__it_is_kept_over_the_winter() -> None:
    winter = before_a_new_year(seat(buildings="inn"), seat(), seat(buildings="statue inn"), envoy=2)
    spring = play(winter, "enemy barbarians_1_2")
    assert (spring.year, spring.envoy) == (2, 2)


# --- the end ------------------------------------------------------------------------------------------------------


def at_the_end(*seats: dict[str, object], **fields: object) -> Position:
    """Play the last winter of year 5 as a draw against strength 8."""
    people = [{"soldiers": 8, **person} for person in seats]
    last = table(*people, phase=WINTER, step="reveal", year=5, **fields)
    return play(last, "enemy barbarians_5_8")


def ranks(position: Position) -> list[int]:
    """List the final places."""
    return [score.rank for score in position.scores()]


def test_game_end__after_the_winter_of_year_5() -> None:
    end = at_the_end(seat(points=10), seat(points=12), seat(points=3))
    assert end.over
    assert end.actor is None
    assert ranks(end) == [2, 1, 3]
    assert [score.total for score in end.scores()] == [10, 12, 3]


def test_game_end__other_years_go_on() -> None:
    for year in (1, 2, 3, 4):
        position = before_a_new_year(seat(), seat(), year=year)
        first = next(iter(outcomes(position)))
        assert not play(position, first).over


def test_tie_break__most_goods() -> None:
    assert ranks(at_the_end(seat(points=5, gold=1), seat(points=5, wood=1, stone=1), seat(points=4, gold=9))) == [
        2,
        1,
        3,
    ]


def test_tie_break__markers_do_not_count_as_goods() -> None:
    assert ranks(at_the_end(seat(points=5, markers=5), seat(points=5, wood=1), seat())) == [2, 1, 3]


def test_tie_break__then_most_buildings() -> None:
    end = at_the_end(seat(points=5, gold=2, buildings="inn"), seat(points=5, wood=2), seat(points=5, stone=2))
    assert ranks(end) == [1, 2, 2]


def test_tie_break__still_tied_win_together() -> None:
    end = at_the_end(seat(points=5, gold=2), seat(points=5, wood=2), seat(points=1))
    assert ranks(end) == [1, 1, 3]


def test_cathedral_points__one_for_two_goods_kept_for_the_tie_break() -> None:
    rich = seat(points=5, gold=2, wood=2, stone=1, buildings="statue chapel church cathedral")
    end = at_the_end(rich, seat(points=7, wood=5), seat(points=7, wood=4))
    assert [score.total for score in end.scores()] == [7, 7, 7]
    assert goods(end, 0) == (2, 2, 1)
    # Goods stay: seats 0 and 1 have five each, and seat 0 has the buildings.
    assert ranks(end) == [1, 2, 3]


def test_cathedral_points__only_at_the_end() -> None:
    winter = before_a_new_year(seat(gold=6, buildings="statue chapel church cathedral"), seat(), year=4)
    key = next(key for key in outcomes(winter) if "zombies" in key)
    people = [seat(gold=6, soldiers=7, buildings="statue chapel church cathedral"), seat(soldiers=7)]
    assert totals(play(table(*people, phase=WINTER, step="reveal", year=4), key)) == [0, 0]


def test_negative_points__may_decide_the_game() -> None:
    end = at_the_end(seat(points=-4), seat(points=-3), seat(points=0))
    assert [score.total for score in end.scores()] == [-4, -3, 0]
    assert ranks(end) == [3, 2, 1]
