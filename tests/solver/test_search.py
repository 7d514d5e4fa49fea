"""The oracle against a plain enumeration, and what is built on exact values: ranking, regret, reasons."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
import toy_orchard
import toy_orchard_room

import solver
from rules.findings import BadInput, IllegalMove
from solver import rooms, search
from solver.answer import Answer
from solver.blockers import Blocker, Goal, delete, shrink
from solver.control import Control

GAME = toy_orchard.Orchard()
REST = toy_orchard.Act("rest")


def won(position: toy_orchard.Position) -> Fraction:
    return Fraction(position.scores()[0].total)


def plain(position: toy_orchard.Position, worst: bool) -> Fraction:
    """Value a position by walking the whole tree: no memory, no order, nothing shared with the search."""
    if position.over:
        return won(position)
    if position.shaking:
        return sum((chance * plain(position.play(fall), worst) for fall, chance in position.chance()), Fraction(0))
    if position.actor == 1 and not worst:
        return plain(position.play(REST), worst)
    values = [plain(position.play(move), worst) for move in position.legal_moves()]
    return max(values) if position.actor == 0 else min(values)


@pytest.mark.parametrize("worst", [False, True])
@pytest.mark.parametrize("rounds, basket", [(1, 1), (2, 0), (2, 3), (3, 1), (3, 4)])
def test_search_agrees_with_plain_enumeration(rounds: int, basket: int, worst: bool) -> None:
    if worst and rounds > 2:
        rounds, basket = 2, basket + 1  # the plain tree of three rounds with a free rival is too large
    start = GAME.setup(rounds, basket)
    rival = None if worst else lambda position: REST
    value, moves = search.best(start, 0, lambda position: False, won, rival)
    assert value == plain(start, worst)
    assert moves
    exact = search.values(start, 0, lambda position: False, won, rival)
    assert exact == {move.key: plain(start.play(move), worst) for move in start.legal_moves()}
    assert max(exact.values()) == value


def test_positions_that_differ_only_in_what_was_won_can_be_merged() -> None:
    start = GAME.setup(7, 6)

    def same(position: toy_orchard.Position) -> tuple[object, Fraction]:
        bare = msgspec.structs.replace(position, trees=(0, 0), sold=(0, 0))
        return bare, won(position)

    rest = lambda position: REST  # noqa: E731
    full = search.Search(0, lambda position: False, won, rest)
    merged = search.Search(0, lambda position: False, won, rest, same=same)
    assert full.worth(start) == merged.worth(start)
    assert merged.states < full.states
    assert full.line(start)[0] == merged.line(start)[0]


def test_a_policy_takes_the_place_of_the_search() -> None:
    value, moves = search.best(GAME.setup(3), 0, lambda position: False, won, lambda position: REST, lambda _: REST)
    assert value == 0
    assert moves == (REST,) * 3


def test_search_stops_at_its_limit_and_at_its_control() -> None:
    start = GAME.setup(8, 8)
    with pytest.raises(solver.SearchTooLarge, match="more than 500 states"):
        search.best(start, 0, lambda position: False, won, None, limit=500)
    control = Control(60)
    control.stop()
    with pytest.raises(search.SearchStopped):
        search.best(start, 0, lambda position: False, won, None, control=control)


def test_the_line_is_always_the_same() -> None:
    lines = {solver.solve(GAME.setup(4, 6), "game", "worth").keys for _ in range(3)}
    assert len(lines) == 1


# --- ranking and regret ------------------------------------------------------------------------------------------


def test_ranking_regret_and_margin_agree_with_plain_enumeration() -> None:
    start = GAME.setup(3, 4)
    exact = {move.key: plain(start.play(move), worst=False) for move in start.legal_moves()}
    top = max(exact.values())
    ranking = solver.rank_moves(start, "game")
    assert {move.key: value for move, value in ranking.values} == exact
    assert ranking.best == top
    assert {move.key for move in ranking.optimal} == {key for key, value in exact.items() if value == top}
    assert solver.optimal_moves(start, "game") == ranking.optimal
    others = [value for value in exact.values() if value < top]
    assert ranking.margin == (top - max(others) if others else None)
    for key, value in exact.items():
        assert solver.regret(start, key, "game") == top - value


def test_regret_in_the_middle_of_a_game_counts_only_what_is_still_to_come() -> None:
    start = msgspec.structs.replace(GAME.setup(4, 4), round=4, apples=(2, 0), trees=(9, 0))
    assert solver.regret(start, "plant", "game") == 0
    assert solver.regret(start, "rest", "game") > 0


def test_regret_against_the_worst_rival() -> None:
    start = GAME.setup(2, 2)
    exact = {move.key: plain(start.play(move), worst=True) for move in start.legal_moves()}
    for key, value in exact.items():
        assert solver.regret(start, key, "game", rivals="worst") == max(exact.values()) - value


def test_regret_refuses_an_illegal_move_and_a_time_that_is_too_short() -> None:
    with pytest.raises(IllegalMove, match="Planting costs 2 apples"):
        solver.regret(GAME.setup(), "plant", "game")
    with pytest.raises(TimeoutError, match="too short for exact values"):
        solver.regret(GAME.setup(12, 12), "rest", "game", rivals="worst", seconds=0)
    with pytest.raises(TimeoutError):
        solver.rank_moves(GAME.setup(12, 12), "game", rivals="worst", seconds=0)


def test_a_room_can_rank_by_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def values(request: solver.Request, control: Control) -> dict[str, Fraction]:
        return toy_orchard_room.search(request, control).moves(request.position)

    plainly = solver.rank_moves(GAME.setup(3), "game")
    monkeypatch.setattr(toy_orchard_room, "values", values, raising=False)
    rooms.register("toy_orchard", "toy_orchard_room")
    try:
        assert solver.rank_moves(GAME.setup(3), "game") == plainly
    finally:
        rooms.register("toy_orchard", "toy_orchard_room")


# --- why not -----------------------------------------------------------------------------------------------------


@pytest.fixture
def reasons(monkeypatch: pytest.MonkeyPatch) -> list[frozenset[str]]:
    """Give the toy room groups that can be lifted; return the list of what it was asked."""
    asked: list[frozenset[str]] = []

    def blockers(request: solver.Request) -> tuple[Blocker, ...]:
        return (
            Blocker(name="price", text="A tree costs two apples.", rule="plant"),
            Blocker(name="luck", text="A shaken tree may give nothing."),
            Blocker(name="basket", text=f"The basket holds only {request.position.basket} apples."),
        )

    def reach(request: solver.Request, goal: Goal, kept: frozenset[str], control: Control) -> Answer:
        asked.append(kept)
        position = request.position
        if "basket" not in kept:
            position = msgspec.structs.replace(position, basket=99)
        free = 0 if "price" in kept else 2
        position = msgspec.structs.replace(position, apples=(position.apples[0] + 20 * free, 0))
        if goal.move:
            position = position.play(position.move(goal.move))
            position = position.play(REST)
        value = toy_orchard_room.search(msgspec.structs.replace(request, position=position)).worth(position)
        return Answer(moves=(), value=value, bound=value)

    monkeypatch.setattr(toy_orchard_room, "blockers", blockers, raising=False)
    monkeypatch.setattr(toy_orchard_room, "reach", reach, raising=False)
    rooms.register("toy_orchard", "toy_orchard_room")
    yield asked
    monkeypatch.undo()
    rooms.register("toy_orchard", "toy_orchard_room")


def test_why_not_names_a_smallest_set_and_verifies_it(reasons: list[frozenset[str]]) -> None:
    start = GAME.setup(4, 1)
    best = solver.solve(start, "game").value
    found = solver.why_not(start, points=6, horizon="game")
    assert found.reachable is False
    assert found.best == best < 6
    assert {blocker.name for blocker in found.blockers} == {"price", "basket"}
    assert found.irreducible
    assert found.smallest
    assert reasons.count(frozenset({"price", "basket"})) == 2, "it was asked once more: the verification"
    assert reasons.count(frozenset({"price", "basket"})) >= 2
    assert dict(found.without)["price"] >= 6
    text = found.explain()
    assert "6 points cannot be reached" in text
    assert "- The basket holds only 1 apples. Without it" in text


def test_why_not_is_never_without_a_reason(reasons: list[frozenset[str]]) -> None:
    """Where no rule can be named it says just that: a bare "cannot be reached" explains nothing."""
    found = solver.why_not(GAME.setup(4, 1), points=6, horizon="game")
    named = msgspec.structs.replace(found, blockers=(), without=(), irreducible=False)
    assert named.explain().splitlines()[1].startswith("No single rule makes it impossible: no rule or shortage could")
    lifted = msgspec.structs.replace(named, irreducible=True)
    assert "even without all the rules and shortages" in lifted.explain()
    whole = solver.why_not(GAME.setup(4, 5), points=999_999, horizon="game")
    assert whole.reachable is False and len(whole.explain().splitlines()) > 1


def test_why_not_says_when_a_goal_can_be_reached(reasons: list[frozenset[str]]) -> None:
    found = solver.why_not(GAME.setup(4, 5), points=6, horizon="game")
    assert found.reachable
    assert found.plan is not None
    assert found.plan.value == 6
    assert "can be reached" in found.explain()
    assert not reasons


def test_why_not_of_a_move(reasons: list[frozenset[str]]) -> None:
    illegal = solver.why_not(GAME.setup(), move="plant", horizon="game")
    assert illegal.reachable is False
    assert "'plant' is not legal here." in illegal.explain()
    assert "Planting costs 2 apples" in illegal.explain()
    best = solver.why_not(GAME.setup(4, 5), move="pick 2", horizon="game")
    assert best.reachable
    waste = solver.why_not(GAME.setup(4, 5), move="rest", horizon="game")
    assert waste.reachable is False
    assert waste.plan is not None
    assert waste.plan.keys[0] == "rest"
    assert waste.goal.points == 6
    assert waste.blockers


def test_why_not_without_enough_time_says_so() -> None:
    start = GAME.setup(4, 5)
    near = solver.why_not(start, points=2.5, horizon="hard", objective="worth", seconds=1)
    assert near.reachable is None, "four apples are found, a fifth is neither found nor excluded in this time"
    assert near.best == 2
    zero = solver.why_not(GAME.setup(), points=99, horizon="game", seconds=0)
    assert zero.reachable is None
    assert "too short" in zero.explain()


def test_why_not_wants_a_goal() -> None:
    with pytest.raises(BadInput, match="name a number of points, a move, or both"):
        solver.why_not(GAME.setup(), horizon="game")
    with pytest.raises(BadInput, match="points: is 'many'"):
        solver.why_not(GAME.setup(), points="many", horizon="game")  # type: ignore[arg-type]


def test_deletion_and_shrinking_on_every_family_of_three_blocking_sets() -> None:
    """For all small families of blocking sets the loop ends irreducible, and shrinking ends smallest."""
    from itertools import combinations

    names = ("a", "b", "c", "d")
    sets = [frozenset(set_) for size in (1, 2, 3) for set_ in combinations(names, size)]
    for family in combinations(sets, 3):

        def reached(kept: tuple[str, ...], family: tuple[frozenset[str], ...] = family) -> bool:
            return not any(blocking <= set(kept) for blocking in family)

        kept, sure = delete(names, reached)
        assert sure
        assert not reached(kept)
        assert all(reached(tuple(other for other in kept if other != name)) for name in kept)
        small, proved = shrink(names, kept, reached)
        assert proved
        assert not reached(small)
        assert len(small) == min(map(len, family))


def test_deletion_says_when_it_does_not_know() -> None:
    kept, sure = delete(("a", "b"), lambda kept: None if kept == ("b",) else not {"b"} <= set(kept))
    assert (kept, sure) == (("a", "b"), False)
