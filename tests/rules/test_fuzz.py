"""Damage at random: whatever is done to a text, code or key, only a refusal comes back, or a position that plays."""

from __future__ import annotations

import re
import string
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules

NUMBERS = [*map(str, range(-1, 8)), "19", "1000", "99999999999999999999", "1.5", "true", '""', "[]", "{}"]
SIGNS = string.ascii_letters + string.digits + "\"'[]{}=.,:#\\ \n\t\x00éß✓"


@cache
def positions() -> tuple[Any, ...]:
    """Take positions out of games of every kind."""
    found = []
    for name in rules.games():
        game = rules.load(name)
        for seed, players in enumerate(game.players):
            for modules in ((), game.modules):
                path = list(rules.playout(game.setup(players, seed, modules), seed=seed).positions())
                found += [path[0], path[-1], *Random(seed).sample(path, 10)]
    return tuple(found)


@cache
def texts() -> tuple[str, ...]:
    """Print them."""
    return tuple(position.to_text() for position in positions())


@cache
def words() -> tuple[str, ...]:
    """List the words that stand in texts."""
    return tuple(sorted({word for text in texts() for word in re.findall(r"[A-Za-z_0-9]{2,}", text)}))


def mutate(text: str, random: Random) -> str:
    """Do one thing to a text: letters, numbers, words or lines."""
    kind = random.randrange(7)
    spot = random.randrange(len(text) + 1)
    if kind == 0:
        return text[:spot] + text[spot + random.randrange(1, 20) :]
    if kind == 1:
        return text[:spot] + random.choice(SIGNS) + text[spot:]
    if kind == 2:
        numbers = list(re.finditer(r"-?\d+|true|false", text))
        if numbers:
            one = random.choice(numbers)
            return text[: one.start()] + random.choice(NUMBERS) + text[one.end() :]
    if kind == 3:
        names = list(re.finditer(r"[A-Za-z_]{2,}", text))
        if names:
            one = random.choice(names)
            return text[: one.start()] + random.choice(words()) + text[one.end() :]
    lines = text.split("\n")
    line = random.randrange(len(lines))
    if kind == 4:
        return "\n".join(lines[:line] + lines[line + 1 :])
    if kind == 5:
        return "\n".join([*lines[:line], lines[line], random.choice(lines), *lines[line + 1 :]])
    other = random.randrange(len(lines))
    lines[line], lines[other] = lines[other], lines[line]
    return "\n".join(lines)


def check_position(position: Any, random: Random) -> None:
    """A position that was read has no defect, prints and reads back, shows itself to every seat, and plays on."""
    assert position.problems() == ()
    assert rules.parse(position.to_text()) == position
    assert rules.parse(position.to_code()) == position
    for seat in range(len(position.seats)):
        position.view(seat).to_text()
    position.scores()
    for _ in range(25):
        if position.over:
            break
        if outcomes := position.chance():
            position = position.play(random.choice(outcomes)[0])
        else:
            assert position.actor is not None
            legal = position.legal_moves()
            assert legal
            move = random.choice(legal)
            assert not position.why_not(move)
            position = position.play(move)
        assert position.problems() == (), position.to_text()


def check_text(text: str, random: Random) -> bool:
    """Read a text: it is refused with sentences, or it is a position. Say which."""
    try:
        position = rules.parse(text)
    except rules.BadInput as error:
        check_refusal(error)
        return False
    check_position(position, random)
    return True


def check_refusal(error: rules.RulesError) -> None:
    """A refusal says why."""
    said = [problem.text for problem in getattr(error, "problems", ())]
    said += [finding.text for finding in getattr(error, "findings", ())]
    assert said
    assert all(text.strip() for text in said)


@settings(max_examples=1500)
@given(seed=st.integers(0, 2**32), number=st.integers(1, 3))
def test_mutated_texts(seed: int, number: int) -> None:
    random = Random(seed)
    text = random.choice(texts())
    for _ in range(number):
        text = mutate(text, random)
    check_text(text, random)


@settings(max_examples=400)
@given(seed=st.integers(0, 2**32))
def test_mutated_codes(seed: int) -> None:
    random = Random(seed)
    code = random.choice(positions()).to_code()
    check_text(mutate(code, random), random)


@settings(max_examples=400)
@given(seed=st.integers(0, 2**32), number=st.integers(1, 3))
def test_mutated_documents_with_a_right_check_sum(seed: int, number: int) -> None:
    """A code that somebody made on purpose: the check sum fits, what it holds does not."""
    from rules.code import pack, unpack

    random = Random(seed)
    position = random.choice(positions())
    document: Any = unpack(position.to_code())
    for _ in range(number):
        spoil(document, random)
    check_text(pack(position.game.name, document), random)


def spoil(value: Any, random: Random) -> None:
    """Change something deep in plain values."""
    while True:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not places:
            return
        place = random.choice(places)
        inner = value[place]
        if isinstance(inner, dict | list) and inner and random.random() < 0.8:
            value = inner
            continue
        junk = [None, *range(-1, 8), 10**30, 1.5, True, "", "x", random.choice(words()), [], {}, [1], {"a": 1}]
        other = random.choice(junk)
        if random.random() < 0.2:
            del value[place]
        else:
            value[place] = other
        return


@settings(max_examples=300)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    check_text(text, Random(1))


@settings(max_examples=600)
@given(seed=st.integers(0, 2**32))
def test_mutated_keys(seed: int) -> None:
    """A typed move is legal or refused with a reason; what is read is what is written."""
    random = Random(seed)
    position = random.choice(positions())
    legal = position.legal_moves()
    key = random.choice(legal).key if legal else "pass"
    for _ in range(random.randrange(3)):
        key = mutate(key, random)
    try:
        move = position.move(key)
    except rules.RulesError as error:
        check_refusal(error)
        return
    assert move in legal
    assert position.move(move.key) == move


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32))
def test_mutated_records(seed: int) -> None:
    random = Random(seed)
    text = record_text()
    try:
        record = rules.parse_record(mutate(text, random))
    except rules.BadInput as error:
        check_refusal(error)
        return
    assert rules.parse_record(record.to_text()) == record


@cache
def record_text() -> str:
    """Print the record of a short game."""
    name = rules.games()[0]
    game = rules.load(name)
    return rules.playout(game.setup(min(game.players), 3), seed=3).to_text()


@pytest.mark.parametrize("index", range(0, 96, 5))
def test_unchanged_texts(index: int) -> None:
    """The mutations start from what is right."""
    position = positions()[index]
    assert rules.parse(texts()[index]) == position
    check_position(position, Random(index))


def test_some_mutations_are_positions() -> None:
    """The check that accepted positions play is not idle: one mutation in twenty at least is accepted."""
    random = Random(5)
    accepted = sum(check_text(mutate(random.choice(texts()), random), random) for _ in range(300))
    assert 15 <= accepted <= 270
