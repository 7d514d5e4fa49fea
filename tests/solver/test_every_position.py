"""Everything is asked everywhere: each horizon, objective and kind of rivals, in every position of whole games.

A question gets an answer or a sentence that says why not (:class:`rules.BadInput`), and never another exception. And
``solve``, ``rank_moves``, ``regret``, ``optimal_moves`` and ``why_not`` speak of one value of every move. Written once
for all games; the games are played with every number of players, every module and every reading of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

import rules
import solver
from rules.findings import BadInput
from solver import rooms
from solver.plan import Plan

#: The games that are asked; one whose room is ready is added here.
GAMES = ("kingsburg", "my_village", "paladins")
RIVALS = ("idle", "worst")
WEIGHTS = (Fraction(0), Fraction(1), Fraction(1, 3), Fraction(7, 10), Fraction(-1, 2))
SHORT = 0.02  #: seconds of a question that is asked everywhere: some are answered in it, and some are stopped
LONG = 20.0  #: seconds of a question whose value is compared
BRIEF = 2.0  #: the same in the normal run: what is not proved in it is compared in the slow one
FEW = 40  #: legal moves of a position whose moves are all valued

Question = tuple[str, Any, str]


def tables(name: str) -> list[tuple[Any, int, tuple[str, ...]]]:
    """List every kind of game: each number of players, module by module and all together, and each other reading."""
    plain: Any = rules.load(name)
    modules = dict.fromkeys([(), *((module,) for module in plain.modules), tuple(plain.modules)])
    found = [(plain, players, chosen) for players in plain.players for chosen in modules]
    for number, (field, kind) in enumerate(get_type_hints(type(plain.options)).items()):
        choices = get_args(kind) if get_origin(kind) is Literal else (True, False)
        for choice in choices:
            if choice != getattr(plain.options, field):
                players = plain.players[number % len(plain.players)]
                found.append((rules.load(name, options={field: choice}), players, tuple(plain.modules)))
    return found


def positions(table: tuple[Any, int, tuple[str, ...]], seed: int) -> list[Any]:
    """Return every position of one game, chance and the end too; half of the games are played by chance alone."""
    game, players, modules = table
    policy = ("greedy", "random")[seed % 2]
    return list(rules.playout(game.setup(players, seed, modules), policy, seed).positions())


def questions(position: Any, random: Random) -> list[Question]:
    """List each horizon with each objective and each kind of rivals; the own table is drawn."""
    room = rooms.find(position)
    names = room.holdings(position, position.actor or 0)
    own = {name: random.choice(WEIGHTS) for name in ("points", *names) if random.random() < 0.8}
    return list(product(room.horizons, ("points", "worth", own), RIVALS))


def ask(position: Any, question: Question, seconds: float) -> Plan | None:
    """Return the plan; None where the question is refused with sentences."""
    horizon, objective, rivals = question
    try:
        plan = solver.solve(position, horizon, objective, rivals, seconds=seconds)
    except BadInput as error:
        refused = error
        plan = None
    if plan is None:
        assert refused.problems
        assert all(problem.text.rstrip().endswith(".") for problem in refused.problems), refused
        return None
    assert plan.bound is not None, "a plan has a finite bound"
    assert plan.value <= plan.bound
    assert (plan.status == "optimal") == (plan.value == plan.bound)
    return plan


def told(position: Any, question: Question, error: BaseException | str) -> str:
    """Say where a question failed so that it can be asked again."""
    text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    return f"{question}: {text[:300]}\n{position.to_code()}"


def failures(position: Any, random: Random, few: int | None = None) -> Iterator[str]:
    """Ask all questions, or a few of them, and say which failed."""
    asked = questions(position, random)
    for question in asked if few is None else random.sample(asked, min(few, len(asked))):
        try:
            ask(position, question, random.choice((0, SHORT)))
        except Exception as error:  # noqa: BLE001 - whatever comes is a failure, and is named
            yield told(position, question, error)


def disagreements(position: Any, question: Question, random: Random, seconds: float) -> Iterator[str]:
    """Say where the functions speak of different values of one move; nothing where the time was too short."""
    horizon, objective, rivals = question
    plan = ask(position, question, seconds)
    if plan is None or plan.status != "optimal" or len(position.legal_moves()) > FEW:
        return
    try:
        ranking = solver.rank_moves(position, horizon, objective, rivals, seconds)
    except TimeoutError:
        return
    values = {move.key: value for move, value in ranking.values}
    if set(values) != {move.key for move in position.legal_moves()}:
        yield told(position, question, "not every legal move is ranked")
    if ranking.best != plan.value:
        yield told(position, question, f"solve says {plan.value}, rank_moves {ranking.best}")
    best = {key for key, value in values.items() if value == ranking.best}
    if {move.key for move in solver.optimal_moves(position, horizon, objective, rivals, seconds)} != best:
        yield told(position, question, "optimal_moves are not the best of rank_moves")
    if plan.moves and plan.moves[0].key not in best:
        yield told(position, question, f"the plan begins with {plan.moves[0].key}, which is not among the best")
    for key in random.sample(sorted(values), min(2, len(values))):
        lost = ranking.best - values[key]
        if (found := solver.regret(position, key, horizon, objective, rivals, seconds)) != lost:
            yield told(position, question, f"regret of {key} is {found}, rank_moves says {lost}")
        for more in (Fraction(0), Fraction(1, 7)):
            reasons = solver.why_not(position, values[key] + more, key, horizon, objective, rivals, seconds)
            if (reasons.best, reasons.reachable) != (values[key], not more):
                text = f"why_not of {key} with {values[key] + more} says {reasons.best}, {reasons.reachable}"
                yield told(position, question, text)
    for more in (Fraction(0), Fraction(1, 7)):
        reasons = solver.why_not(position, plan.value + more, None, horizon, objective, rivals, seconds)
        if (reasons.best, reasons.reachable) != (plan.value, not more):
            text = f"why_not of {plan.value + more} says {reasons.best}, {reasons.reachable}"
            yield told(position, question, text)


@pytest.mark.parametrize("name", GAMES)
def test_a_question_anywhere_gets_an_answer_or_a_sentence(name: str) -> None:
    wrong: list[str] = []
    for seed, table in enumerate(tables(name)):
        random = Random(f"{name} {seed}")
        for position in random.sample(positions(table, seed), 4):
            wrong += failures(position, random, few=3)
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_all_functions_speak_of_one_value_of_a_move(name: str) -> None:
    wrong: list[str] = []
    for seed, table in list(enumerate(tables(name)))[::7]:
        random = Random(f"{name} {seed}")
        decisions = [position for position in positions(table, seed) if position.actor is not None]
        for position in random.sample(decisions, 1):
            wrong += compared(position, random, most=6, seconds=BRIEF)
    assert not wrong, "\n\n".join(wrong)


def compared(position: Any, random: Random, most: int = FEW, seconds: float = LONG) -> list[str]:
    """Compare the functions on one question of a position with few legal moves."""
    if len(position.legal_moves()) > most:
        return []
    question = random.choice(questions(position, random))
    try:
        return list(disagreements(position, question, random, seconds))
    except TimeoutError:
        return []
    except Exception as error:  # noqa: BLE001 - whatever comes is a failure, and is named
        return [told(position, question, error)]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_whole_games(name: str) -> None:
    wrong: list[str] = []
    for seed, table in enumerate(tables(name)):
        random = Random(f"whole {name} {seed}")
        for position in positions(table, seed):
            wrong += failures(position, random)
            if position.actor is not None and random.random() < 0.1:
                wrong += compared(position, random)
        assert not wrong, "\n\n".join(wrong[:20])


def test_the_kinds_of_games_are_all_there() -> None:
    """Each number of players, each module and each reading of every game is played."""
    for name in rules.games():
        game: Any = rules.load(name)
        found = tables(name)
        assert {players for _, players, _ in found} == set(game.players)
        assert {module for _, _, modules in found for module in modules} == set(game.modules)
        readings = {msgspec.json.encode(edition.options) for edition, _, _ in found}
        assert len(readings) > len(get_type_hints(type(game.options)))
