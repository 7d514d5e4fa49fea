"""The coach: always an answer, true to the solver, no secrets, and following it reaches what can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import rules
import solver
from rules import BadInput, IllegalMove
from tutor.amounts import name_of, speaking
from tutor.coach import BEST_SO_FAR, GOAL, GUESS, ONLY_MOVE, OPTIMAL, RUNGS, hint
from tutor.judge import Judge, Loss
from tutor.language import set_language
from tutor.puzzle import games as with_puzzles
from tutor.puzzle import judge as judged
from tutor.puzzle import shipped
from tutor.puzzle_judge import automatic, line_over

GAMES = rules.games()
PROOF = 60.0
"""Seconds for what is proved at once: so many that no pause of the machine is taken for a hard question."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language(None)


def game_of(name: str, players: int = 3, seed: int = 3) -> list[tuple[Any, Any]]:
    """Return the positions and steps of a greedy game."""
    record = rules.playout(rules.load(name).setup(players=players, seed=seed), "greedy", seed=seed)
    return list(zip(record.positions(), record.steps, strict=False))


def choices(name: str, **given: int) -> list[tuple[Any, Any]]:
    """Return the positions of a game where a seat chooses between several moves, with what it played."""
    pairs = game_of(name, **given)
    return [(at, step) for at, step in pairs if at.actor is not None and len(at.legal_moves()) > 1]


@pytest.fixture(scope="module")
def season() -> Any:
    """Return a decision that the solver answers exactly at once: dice are on the table."""
    found = [at for at, step in choices("kingsburg") if step.key.startswith("place")]
    return found[4]


# --- always an answer ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_position_has_an_answer_on_every_rung(name: str) -> None:
    seen = set()
    for position, step in game_of(name):
        kind = (type(step).__name__, position.actor is None, len(position.legal_moves()) == 1)
        if kind in seen:
            continue
        seen.add(kind)
        for rung in range(1, RUNGS + 1):
            found = hint(position, rung, seconds=0.1)
            assert found.text.strip() and found.rung == rung
            assert found.text.rstrip()[-1] in ".:?!)", found.text
            legal = {move.key for move in position.legal_moves()}
            assert not found.moves or found.moves[0] in legal
            if rung >= 4 and position.actor is not None:
                assert found.moves, "the move is named from the fourth rung on"
            if rung < 4 and len(legal) > 1:
                assert not found.moves, "the first rungs do not give the move away"
    assert len(seen) > 8


@pytest.mark.parametrize("name", GAMES)
def test_where_nothing_is_decided_it_says_so(name: str) -> None:
    pairs = game_of(name)
    chance = next(position for position, _ in pairs if position.chance())
    assert hint(chance).text.startswith("Nobody decides now")
    end = pairs[-1][0].play(pairs[-1][1])
    assert end.over
    assert hint(end, 5).text == "The game is over; there is nothing to decide any more."
    games = (at for seed in range(3, 13) for at, _ in game_of(name, seed=seed))
    single = next(at for at in games if at.actor is not None and len(at.legal_moves()) == 1)
    only = hint(single, 1)
    assert only.text.startswith("There is only one move: ")
    assert (only.proof, only.moves) == (ONLY_MOVE, (single.legal_moves()[0].key,))


def test_what_the_solver_does_not_take_is_a_guess_and_says_so() -> None:
    position = next(at for at, _ in choices("paladins", players=2))
    with pytest.raises(BadInput):
        solver.solve(position)
    found = hint(position, 4)
    assert found.proof == GUESS
    assert found.text.endswith("The solver takes no question here; this is a quick judgement.")


# --- true to the solver --------------------------------------------------------------------------------------------


def test_the_rungs_speak_of_one_line(season: Any) -> None:
    hints = [hint(season, rung) for rung in range(1, RUNGS + 1)]
    assert {found.proof for found in hints} == {OPTIMAL}
    plan = solver.solve(season, "season", "worth")
    assert hints[4].moves == plan.keys
    assert hints[3].moves == plan.keys[:1]
    move = season.move(plan.keys[0])
    assert set(hints[3].tokens) <= set(move.parts)
    assert len(hints[2].tokens) == 1 and hints[2].tokens[0] in hints[3].tokens
    assert hints[0].tokens == hints[1].tokens == ()
    for number in range(1, len(plan.moves) + 1):
        assert f"\n{number}. " in hints[4].text, "every step of the line is told"


def test_the_price_of_an_own_move_is_the_regret(season: Any) -> None:
    ranking = solver.rank_moves(season, "season", "worth")
    worst, value = ranking.values[-1]
    assert value < ranking.best
    with speaking("en"):
        wanted = Loss(ranking.best - value, ranking.best - value, ranking.best - value).words()
    text = hint(season, 5, choice=worst.key).text
    said = text.splitlines()[-1]
    assert f", {wanted}. Goods are counted with the points" in said, "a figure with decimals is no number of points"
    assert "+" not in wanted and "-" not in wanted
    best = hint(season, 5, choice=solver.solve(season, "season", "worth").moves[0]).text
    assert best.splitlines()[-1].startswith("Your move is the same")


def test_losses_are_the_regrets() -> None:
    for position, move in islice(choices("kingsburg"), 12, 60, 3):
        try:
            wanted = solver.regret(position, move, "season", "worth", seconds=PROOF)
        except BadInput:
            continue
        found = Judge(position, "season", seconds=PROOF).loss(move)
        assert (found.least, found.about, found.most) == (wanted, wanted, wanted), move.key


def test_bounds_are_in_order_where_nothing_is_proved() -> None:
    open_ones = 0
    for position, move in islice(choices("paladins", players=2), 4, 40, 5):
        found = Judge(position, seconds=0.3).loss(move)
        if found.about is None:
            continue
        assert Fraction(0) <= found.least <= found.about
        assert found.most is None or found.most >= found.about
        open_ones += not found.exact
    assert open_ones, "some round must be too large to be proved in this time"


@pytest.mark.parametrize(
    ("loss", "wanted"),
    [
        (Loss(Fraction(2), Fraction(2), Fraction(2)), "loses 2 points"),
        (Loss(Fraction(1), Fraction(1), Fraction(1)), "loses 1 point"),
        (Loss(Fraction(7, 3), Fraction(7, 3), Fraction(7, 3)), "loses about 2.33 points"),
        (Loss(Fraction(0), Fraction(0), Fraction(0)), "loses nothing"),
        (Loss(Fraction(1), Fraction(2), Fraction(3)), "loses at least 1 point and at most 3 points"),
        (Loss(Fraction(1), Fraction(2)), "loses at least 1 point"),
        (Loss(Fraction(0), Fraction(2)), "seems to lose 2 points; it is not proved"),
        (Loss(Fraction(0), Fraction(2), Fraction(4)), "seems to lose 2 points, and at most 4 points; it is not proved"),
        (Loss(Fraction(0), Fraction(0), Fraction(4)), "loses nothing that is known, and at most 4 points"),
        (Loss(Fraction(0), Fraction(0)), "loses nothing that is known; how much at most is not proved"),
        (Loss(Fraction(0), None), "could not be valued in the time that there was"),
    ],
)
def test_a_loss_says_in_words_how_sure_it_is(loss: Loss, wanted: str) -> None:
    assert loss.words() == wanted
    with speaking("de"):
        german = loss.words()
    assert german != wanted and ("verliert" in german or "bewerten" in german)


# --- following it --------------------------------------------------------------------------------------------------


def follow(task: Any, position: Any, options: Any) -> tuple[str, ...]:
    """Play a line of a puzzle's seat by nothing but the hints, and return its keys."""
    from tutor.puzzle_judge import asked

    request, room = asked(task)
    keys = []
    while not line_over(request, room, position):
        step: Any
        if position.actor == request.seat:
            found = hint(position, 4, horizon=task.horizon, objective=task.objective, seconds=10, **options)
            step = position.move(found.moves[0])
            keys.append(step.key)
        else:
            step = automatic(request, room, position)
        position = position.play(step)
    return tuple(keys)


@pytest.mark.parametrize("name", with_puzzles())
def test_following_all_hints_of_a_puzzle_solves_it(name: str) -> None:
    tasks = sorted(shipped(name), key=lambda one: one.id)
    assert tasks
    for task in tasks[:: max(1, len(tasks) // 4)]:
        verdict = judged(task, follow(task, task.start(), {}))
        assert verdict.optimal, (task.id, verdict)


def test_a_goal_is_reached_even_where_it_is_not_best(season: Any) -> None:
    ranking = solver.rank_moves(season, "season", "worth")
    goal = ranking.values[-1][0]
    found = hint(season, 4, goal=[goal.key])
    assert (found.moves, found.proof) == ((goal.key,), GOAL)
    assert found.text.endswith("It leads to the goal.")
    some = [ranking.values[-1][0], ranking.values[0][0]]
    assert hint(season, 4, goal=some).moves == (ranking.values[0][0].key,)


# --- nothing else --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_rests_on_what_the_seat_may_know(name: str) -> None:
    met = 0
    for position, _ in choices(name, players=2, seed=5):
        known = position.view(position.actor)
        if known != position and position.legal_moves() == known.legal_moves():
            met += 1
            assert hint(position, 5, seconds=0.1, memory={}).moves[0] == hint(known, 5, seconds=0.1, memory={}).moves[0]
            if met == 2:
                return


def test_arguments_that_do_not_fit_are_refused_in_sentences(season: Any) -> None:
    for rung in (0, 6, True, "2"):
        with pytest.raises(BadInput, match="whole number from 1 to 5"):
            hint(season, rung)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="horizon"):
        hint(season, horizon="nowhere")
    with pytest.raises(BadInput, match="goal"):
        hint(season, goal=())
    with pytest.raises(IllegalMove):
        hint(season, 5, choice="place 18: 1 1 1")
    with pytest.raises(ValueError, match="does not speak"):
        hint(season, language="fr")


def test_german_is_german_and_leaves_the_session_alone(season: Any) -> None:
    text = hint(season, 5, language="de").text
    assert "Die Zugfolge bis zum Ende dieser Ertragsphase" in text
    for english in ("points", "brings", "the end", "influence", "costs", "Your move"):
        assert english not in text
    assert hint(season, 1).text.startswith("You choose between")


def test_best_so_far_is_never_called_optimal() -> None:
    kinds = set()
    for position, _ in islice(choices("paladins", players=2), 4, 60, 6):
        judge = Judge(position, seconds=0.2)
        best = judge.best()
        found = hint(position, 4, seconds=0.2, memory={})
        kinds.add(found.proof)
        if found.proof == OPTIMAL:
            assert best is None or best.bound is None or best.bound >= best.value
            assert "this is proved" in found.text
        else:
            assert found.proof in (BEST_SO_FAR, GUESS) and "this is proved" not in found.text
    assert BEST_SO_FAR in kinds or GUESS in kinds


@pytest.mark.parametrize("name", GAMES)
def test_every_source_good_and_horizon_has_a_name_in_both_languages(name: str) -> None:
    from solver import rooms
    from tutor.amounts import names

    room = rooms.load(name)
    game = rules.load(name)
    end = rules.playout(game.setup(players=max(game.players), seed=1, modules=game.modules), "greedy", seed=1).end
    wanted = {one for score in end.scores() for one in (*score.sources, *score.ties)}
    wanted |= set(room.holdings(end, 0)) | {f"horizon:{horizon}" for horizon in room.horizons}
    known = names(name)
    assert wanted - set(known) == set()
    assert {key.removesuffix(":1") for key in known} - wanted == set(), "nobody asks for these"
    assert all(text.en.strip() and text.de.strip() for text in known.values())


def test_points_of_the_king_are_named_after_the_phase_that_gives_them() -> None:
    """The king's favour (phase 1) gives goods and dice; points come with his reward (phase 3)."""
    whole = rules.playout(rules.load("kingsburg").setup(players=3, seed=2), "greedy", seed=2)
    before = whole.start
    phases = set()
    for position in whole.positions():
        scores = zip(before.scores(), position.scores(), strict=True)
        if any(new.sources.get("king", 0) > old.sources.get("king", 0) for old, new in scores):
            phases |= {before.phase, position.phase}
        before = position
    assert phases and min(phases) >= 2 and max(phases) <= 4, "around phase 3"
    with speaking("en"):
        assert name_of("kingsburg", "king") == "the king's reward"
    with speaking("de"):
        assert name_of("kingsburg", "king") == "Ehrung durch den König"


def test_points_of_a_line_that_rests_on_house_values_carry_their_mark() -> None:
    position = rules.parse((Path(rules.__file__).parents[1] / "notebooks/my_village/bridge.toml").read_text("utf-8"))
    with speaking("en"):
        assert "°" in hint(position, 1, seconds=PROOF).text
        said = hint(position, 5, seconds=PROOF).text
    assert "Innkeeper" in said and "customers.innkeeper" not in said and ".values" not in said
    assert re.search(r"brings \d+ points?° \(customers\)", said)
    assert not re.search(r"points?[ ,.](?!.*°)", next(line for line in said.splitlines() if "Together" in line))
