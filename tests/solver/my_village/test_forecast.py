"""The plan over the turns to come: its rows one by one, its figures, and that its first turn is what the rules say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

import rules
import solver
from rules import BadInput
from rules.my_village.steps import replace
from rules.my_village.values import Position
from solver import rooms
from solver.control import Control
from solver.cpsat import OPTIMAL, maximise
from solver.my_village.exact import Turn
from solver.my_village.forecast import SHIPPED_TURNS, later, shipped_forecast
from solver.my_village.forecast_cards import Cards
from solver.my_village.forecast_solve import solve_forecast
from solver.my_village.forecast_stages import Stage, Stages
from solver.replay import replay
from solver.request import Request

from ...rules.my_village.table import seat, table

FREE = {name: Fraction(0) for name in ("turns", "coins", "edge", "clouds", "plague")}
#: A table without offers: what is to be done must be named.
BARE: dict[str, Any] = {
    "churches": (),
    "halls": (),
    "meetings": 0,
    "fields": 0,
    "crafts": ((), (), (), (), ()),
    "monks": ("", "", ""),
    "customers": ("",) * 6,
    "travel_decks": ((), (), (), (), ()),
    "hand_back": True,
}


def lay(turns: int = 1, offer: dict[str, Any] | None = None, **fields: Any) -> Request:
    """Lay a village on a bare table and ask what so many turns from now bring; figures not named are 0."""
    figures = FREE | {"turns": Fraction(turns)}
    figures |= {name: Fraction(fields.pop(name)) for name in FREE if name in fields and name != "coins"}
    figures["coins"] = Fraction(fields.pop("price", 0))
    position = table(seat(**fields), seat(), **(BARE | (offer or {})))
    return Request(position=position, seat=0, horizon="game", forecast=tuple(figures.items()))


def rows(asked: Request) -> Cards:
    """Return the rows that follow the present state."""
    position = asked.position
    assert isinstance(position, Position)
    return Cards(asked, [Stage((), position, Fraction(0))])


def most(asked: Request) -> Fraction:
    """Return the most points that the rows allow."""
    model = rows(asked)
    objective, unit = model.worth()
    solved = maximise(model.model, objective, model.variables(), asked, Control(20), unit=unit)
    assert solved.status == OPTIMAL and solved.value is not None
    return solved.value


def forced(asked: Request, turn: int, *words: str) -> bool:
    """Say whether the rows allow these deeds in a turn."""
    model = rows(asked)
    for text in words:
        flag = next((deed.flag for deed in model.deeds if deed.turn == turn and text in deed.words), None)
        if flag is None:
            return False
        model.model.add(flag == 1)
    objective, unit = model.worth()
    solved = maximise(model.model, objective, model.variables(), asked, Control(20), unit=unit)
    return solved.values is not None


def brute(position: Position) -> Fraction:
    """Return the most points that one turn with any value brings, by exact search over the rules core."""
    found = []
    for value in range(2, 13):
        start = replace(position, value=value, step="banner", white=(), black=())
        found.append(Turn(Request(position=start, seat=0, horizon="turn")).worth(start))
    return max(found)


# --- rows of one rule each ---------------------------------------------------------------------------------------


def test_one_value_makes_one_black_banner() -> None:
    """Rule banner-one-black: in one turn one field (1 point), in two turns two."""
    assert most(lay(1, {"fields": 8})) == 1
    assert most(lay(2, {"fields": 8})) == 2
    assert most(lay(2, {"fields": 1})) == 1  # rule cards-limited


def test_a_wanted_value_takes_coins() -> None:
    """A field brings the coin of the next one; without a first coin the headman fetches one."""
    assert most(lay(1, {"fields": 8}, price=1, coins=0)) == 0
    assert most(lay(3, {"fields": 8}, price=1, coins=0)) == 2
    assert most(lay(3, {"fields": 8}, price=1, coins=1)) == 3
    assert most(lay(2, {"fields": 8}, price=2, coins=2)) == 1
    assert most(lay(1, {"fields": 8}, price=2, coins=0, sets=1)) == 1  # a marker saves the coins


def test_stories_are_safe_when_the_headman_comes_home() -> None:
    """Rules headman-path, headman-home: from the stories it is two turns home, with all that is on the tree."""
    assert most(lay(1, headman=2, tree=5)) == 0
    assert most(lay(2, headman=2, tree=5)) == 5
    assert most(lay(1, headman=1, tree=5)) == 5


def test_the_plague_takes_half_of_the_tree() -> None:
    """Rules rat-half, church-salvation: 5 on the tree are 3 after the plague, unless a space of the church is free."""
    assert most(lay(2, headman=2, tree=5, plague=1)) == 3
    assert most(lay(2, headman=2, tree=5, plague=1, church="salvation")) == 5
    assert most(lay(2, headman=2, tree=5, plague=1, church="salvation", wards=2)) == 3
    assert most(lay(2, headman=2, tree=5, plague=2)) == 5


def test_who_passes_the_bridge_loses_a_villager() -> None:
    """Rules death-cross, death-chronicle: the field's cloud crosses, and the dead man's stories lie on the tree."""
    asked = lay(1, {"fields": 8}, time=9)
    assert forced(asked, 1, "take a field", "abbot dies")
    assert not forced(asked, 1, "take a field", "abbot dies", "merchant dies")
    assert not forced(lay(1, {"fields": 8}, time=5), 1, "take a field", "abbot dies")


def test_the_last_villager_is_replaced_by_a_laborer() -> None:
    """Rules laborer-hire, banner-must: a field for 1 point is not worth the 5 that a day laborer costs; the game banner
    takes no time, but where no value can be made only the banner "?" is left, and that takes the last cloud."""
    alone = (True, False, False, False, False)
    assert most(lay(1, {"fields": 8}, time=9, villagers=alone)) == 0
    assert most(lay(1, {"fields": 8}, time=9, villagers=alone, price=5, edge=5)) == -5
    assert (
        most(lay(1, {"fields": 8}, time=1, crossed=True, villagers=alone)) == -4
    )  # the bridge lies behind him already
    assert most(lay(1, {"fields": 8}, time=8, villagers=alone)) == 1


def test_a_banner_needs_the_villager_of_its_area() -> None:
    """Rules church-villager, school-place: without the abbot no church, but the school sends one for the next turn."""
    offer = {"churches": ("abbey",)}
    nobody = (False, True, True, True, True)
    assert most(lay(1, offer, coins=9)) > 0
    assert most(lay(1, offer, coins=9, villagers=nobody)) == 0
    assert most(lay(2, offer, coins=9, villagers=nobody, school=(True, False))) > 0


def test_windows_count_by_their_table() -> None:
    """Rules monk-church, score-windows, monk-windows: a monk is a window; without a church there is none."""
    game = table(seat(), seat()).game
    monk = game.monks[0][0]
    goods = {"coins": 9, "goods": (2, 2, 2, 2, 2), "crafts": "stable_1 brewery_1 smithy_1 scriptorium_1 wainwright_1"}
    offer = {"monks": (monk, "", "")}
    assert not forced(lay(1, offer, **goods), 1, "take the monk")
    assert forced(lay(1, offer, church="mission", **goods), 1, "take the monk")
    others = [card for stack in game.monks for card in stack if card != monk]
    full = lay(1, offer, church="mission", monks=tuple(others[:6]), **goods)
    assert not forced(full, 1, "take the monk")


def test_customers_take_their_goods() -> None:
    """Rules customer-goods, hall-joker, bailiff-take: goods or jokers serve who was taken before."""
    game = table(seat(), seat()).game
    name, row = next((key, row) for key, row in game.catalogue.customers.items() if len(row.goods) == 1)
    crafts = "stable_1 brewery_1 smithy_1 scriptorium_1 wainwright_1"
    assert most(lay(1, customers=name)) == 0
    assert most(lay(1, customers=name, crafts=crafts, goods={row.goods[0]: 1})) >= row.fame
    assert most(lay(1, customers=name, hall="guild", jokers=1)) == row.fame
    open_ = {"customers": (name, "", "", "", "", "")}
    assert most(lay(1, open_, hall="guild", jokers=1)) == 0
    assert most(lay(2, open_, hall="guild", jokers=1)) == row.fame


def test_journeys_are_made_in_order() -> None:
    """Rules travel-order, travel-one: one letter a turn, at the mean fame of its cards."""
    decks = table(seat(), seat()).travel_decks
    one = lay(1, {"travel_decks": decks}, coins=9)
    game = table(seat(), seat()).game
    mean = Fraction(sum(game.travel_fame[card] for card in decks[0]), len(decks[0]))
    assert most(one) == mean
    assert not forced(one, 1, "travel on to B")
    rich = {"coins": 9, "hall": "guild", "jokers": 3}
    assert forced(lay(2, {"travel_decks": decks}, **rich), 2, "travel on to B")
    assert not forced(lay(2, {"travel_decks": decks}, **rich), 2, "travel on to C")
    assert not forced(lay(2, {"travel_decks": decks}, **rich), 2, "travel on to A", "travel on to B")


def test_the_marks_of_a_hall_count_cards() -> None:
    """Rule hall-population: each use marks one more villager who is there."""
    row = table(seat(), seat()).catalogue.halls["population"]
    start = most(lay(1, hall="population", marks=("abbot",)))
    assert start == row.amount
    assert most(lay(2, hall="population", marks=("abbot",))) == 2 * row.amount
    there = (True, False, True, False, False)  # nobody in the council: the hall is not active
    assert most(lay(1, hall="population", marks=("abbot",), villagers=there)) == 0


# --- the whole ---------------------------------------------------------------------------------------------------

GOODS = {"crafts": "stable_1 brewery_3 scriptorium_2", "goods": (1, 1, 0, 2, 0)}
VILLAGES: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({"fields": 8}, {"coins": 2, "time": 9, "tree": 4, "headman": 1}),
    ({"churches": ("abbey", "trade"), "halls": ("area", "guild"), "meetings": 2}, {"coins": 6, **GOODS}),
    ({"monks": ("quill_1", "jug_1", "rosary_1")}, {"church": "trade", "tree": 3, "headman": 1, "coins": 4, **GOODS}),
    ({}, {"customers": "miller innkeeper widow", "school": (True, True), "villagers": (True,) * 4 + (False,), **GOODS}),
    ({}, {"hall": "area", "marks": ("crafts",), "fields": (True, False), "tile": "hall", "meeting": True, **GOODS}),
    ({"fields": 2}, {"hall": "population", "marks": ("abbot", "merchant"), "time": 9}),
)


@pytest.mark.parametrize("number", range(len(VILLAGES)))
def test_one_turn_agrees_with_exact_search(number: int) -> None:
    """With one turn ahead and dice for nothing the rows bring what an exact search over the rules core brings."""
    offer, fields = VILLAGES[number]
    asked = lay(1, offer, **fields)
    assert most(asked) == brute(asked.position)  # type: ignore[arg-type]


def played(seed: int, part: float) -> Position:
    """Return a decision about dice of a greedy game."""
    start = rules.load("my_village").setup(players=2 + seed % 3, seed=seed)
    there = [one for one in rules.playout(start, policy="greedy", seed=seed).positions() if one.question == "dice"]
    return there[int(part * len(there))]


@pytest.mark.parametrize(("seed", "part"), [(0, 0.3), (1, 0.6), (3, 0.9)])
def test_a_plan_is_replayed(seed: int, part: float) -> None:
    """The first turn replays to its claim; the rest is told turn by turn, and never beats its bound."""
    plan = solver.solve(played(seed, part), horizon="game", forecast={"turns": 2}, seconds=10)
    assert plan.moves and plan.bound is not None and plan.bound >= plan.value
    assert len(plan.outline) == 3
    assert any("forecast" in text for text in plan.assumptions)


def test_what_is_lost_later_counts() -> None:
    """Where the last villager must die soon, the plan says so, and its bound is not below its value."""
    mine = seat(time=8, villagers=(True, False, False, False, False))
    position = table(mine, seat(), white=(1, 1, 6, 6), **BARE)
    plan = solver.solve(position, horizon="game", forecast={"turns": 2, "coins": 5, "edge": 5}, seconds=20)
    assert (plan.value, plan.bound) == (2 - 5, 2 - 5)  # his 2 stories of the chronicle come home in the turn after


def test_two_turns_are_at_least_one() -> None:
    """What is planned over more turns brings no less than over fewer."""
    position = played(0, 0.6)
    values = []
    for turns in (0, 1):
        plan = solver.solve(position, horizon="game", forecast={"turns": turns, "plague": 0}, seconds=20)
        assert plan.status == "optimal"
        values.append(plan.value)
    assert values == sorted(values)


def test_without_a_turn_ahead_the_plan_is_this_turn() -> None:
    """With no later turn the plan brings what this turn brings at most, and nothing beyond."""
    position = played(1, 0.6)
    turn = solver.solve(position, horizon="turn", seconds=20)
    plan = solver.solve(position, horizon="game", forecast={"turns": 0}, seconds=20)
    assert (turn.status, plan.status) == ("optimal", "optimal")
    assert plan.value == turn.value


def test_a_stop_keeps_a_replayed_plan() -> None:
    """A solve that is stopped before it began still hands back moves that replay, and never calls them optimal."""
    position = played(0, 0.3)
    room = rooms.find(position)
    view = room.table(position, position.actor or 0)
    assert isinstance(view, Position)
    figures = tuple(shipped_forecast(view).items())
    asked = Request(position=view, seat=view.actor or 0, horizon="game", forecast=figures)
    control = Control(20)
    control.stop()
    answer = solve_forecast(asked, control)
    assert answer.bound is not None and answer.bound > answer.value and not answer.complete
    replay(asked, answer, room)


def test_ways_through_a_turn_replay() -> None:
    """Every way through the present turn is legal to its end."""
    position = played(0, 0.3)
    assert position.actor is not None
    asked = Request(position=rooms.find(position).table(position, position.actor), seat=position.actor, horizon="game")
    stages = Stages(asked, Control(20))
    assert stages.complete and len(stages.found) > 20
    for stage in stages.found[::5]:
        walked = asked.position
        for move in stage.line:
            while walked.actor is None:
                walked = walked.play(walked.chance()[0][0])
            walked = walked.play(walked.move(move.key))


def test_figures() -> None:
    """The shipped figures fit the position; what makes no sense is refused by name."""
    position = played(0, 0.3)
    figures = shipped_forecast(position)
    assert figures["turns"] == SHIPPED_TURNS and figures["plague"] >= 1
    for name, value, word in (
        ("turns", 9, "from 0 to 8"),
        ("turns", 1.5, "whole"),
        ("coins", -1, "from 0"),
        ("edge", 1 / 7, "parts"),
    ):
        with pytest.raises(BadInput, match=word) as caught:
            solver.solve(position, horizon="game", forecast={name: value})
        assert caught.value.problems[0].path.startswith("forecast")
    for other, path in (
        ({"method": "search"}, "method"),
        ({"rivals": "worst"}, "rivals"),
        ({"objective": {"coins": 1}}, "objective"),
    ):
        with pytest.raises(BadInput) as caught:
            solver.solve(position, horizon="game", **other)  # type: ignore[arg-type]
        assert path in [problem.path for problem in caught.value.problems]


def test_the_very_last_turn_needs_no_forecast() -> None:
    """In the last turn of the game there are no figures, and the exact search answers."""
    game = table(seat(), seat()).game
    wanted = game.table(2).coffins
    last = table(seat(), seat(), turn=2, start=0, graves=wanted, white=(1, 2, 3, 4), hand_back=True)
    last = msgspec.structs.replace(last, turn=2)
    assert shipped_forecast(last) == {}
    assert not later(Request(position=last, seat=0, horizon="game"))
    assert solver.solve(last, horizon="game", seconds=20).beyond == 0
