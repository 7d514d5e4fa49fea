"""Whatever is given in place of a move, text, number or name: a sentence comes back, never an error of the inside."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

import rules
from rules.printable import LARGEST
from rules.shape import misfit

from .mutants import SIGNS

HUGE = 10**5000  # more digits than Python prints
ODD: tuple[Any, ...] = (
    None, True, False, -1, 10**400, -HUGE, HUGE, 1e308, math.nan, math.inf, -math.inf, -0.0, 2.0, "", "\x1b[31m",
    "\ud800", "x" * 10_000, b"x", [], (), {}, set(), object(), int, [[]], {"a": math.nan},
)  # fmt: skip


def names(one: object) -> str:
    """Name a parameter."""
    return type(one).__name__


@cache
def decisions() -> tuple[Any, ...]:
    """Take a decision of every kind out of games of all rooms, with chance nodes and ends."""
    found: dict[Any, Any] = {}
    for game in map(rules.load, rules.games()):
        for seed, players in enumerate(game.players):
            for position in rules.playout(game.setup(players, seed, game.modules), seed=seed).positions():
                asked: Any = position
                question = asked.flow.asked(asked)
                what = question.question if question else type(next(iter(position.chance()), ["over"])[0])
                found.setdefault((game.name, what), position)
    return tuple(found.values())


def refused(call: Any) -> rules.RulesError:
    """Call what must be refused, and give the refusal: sentences of one line each that can be printed anywhere."""
    with pytest.raises(rules.RulesError) as caught:
        call()
    text = str(caught.value)
    assert text.strip() and len(text) < 5000
    assert all(line.isprintable() for line in text.split("\n")), text
    text.encode()
    return caught.value


# --- moves and their texts -------------------------------------------------------------------------------------------


def test_a_text_is_judged_as_the_move_that_it_spells() -> None:
    """``why_not`` and ``play`` read a key as ``move`` does, at every question of every game (not by rule turn-step)."""
    for position in decisions():
        for move in position.legal_moves()[:40]:
            assert position.why_not(move.key) == position.why_not(move) == ()
            assert position.play(move.key) == position.play(move)
        for outcome, _ in position.chance()[:5]:
            assert position.play(outcome.key) == position.play(outcome)


def test_the_text_of_an_illegal_move_has_the_findings_of_the_move() -> None:
    seen = 0
    for position in decisions():
        legal = set(position.legal_moves())
        for other in decisions():
            for move in other.legal_moves()[:3]:
                if other.game != position.game or move in legal:
                    continue
                found = position.why_not(move)
                assert found and position.why_not(move.key) == found
                assert refused(lambda p=position, m=move: p.play(m)).findings == found  # type: ignore[attr-defined]
                if not position.chance():
                    assert refused(lambda p=position, m=move: p.play(m.key)).findings == found  # type: ignore[attr-defined]
                seen += 1
    assert seen > 500


@pytest.mark.parametrize("thing", ODD, ids=names)
def test_what_is_neither_move_nor_text_is_refused(thing: Any) -> None:
    """One sentence that says what can be given; a TypeError for what is no text, as of any wrong kind."""
    for position in decisions():
        for call in (position.why_not, position.play):
            error = refused(lambda call=call: call(thing))
            if not isinstance(thing, str):
                assert isinstance(error, TypeError) and "legal_moves()" in str(error)
        refused(lambda p=position: p.move(thing))
        refused(lambda p=position: p.outcome(thing))


def test_a_move_of_another_game_is_none() -> None:
    for position in decisions():
        for other in decisions():
            if other.game != position.game and other.legal_moves():
                for call in (position.why_not, position.play):
                    assert isinstance(refused(lambda c=call, o=other: c(o.legal_moves()[0])), rules.WrongKind)


def spoilt() -> Iterator[tuple[Any, Any]]:
    """Make moves and outcomes of which one field holds something of another kind or beyond all measure."""
    for position in decisions():
        steps = (*position.legal_moves()[:1], *(outcome for outcome, _ in position.chance()[:1]))
        for step in steps:
            for field in step.__struct_fields__:
                value = getattr(step, field)
                wrong: list[Any] = [None, 1.0, math.nan, HUGE, "x" * 300, [1], (True,), (1.0,), (HUGE,), (None,)]
                wrong += [True] if type(value) is int else [1, 0]
                for other in wrong:
                    if type(other) is type(value) and type(value) is int and abs(other) <= LARGEST:
                        continue
                    changed = msgspec.structs.replace(step)
                    try:
                        msgspec.structs.force_setattr(changed, field, other)
                    except TypeError:
                        continue
                    yield position, changed


def test_a_move_that_holds_the_wrong_kind_of_value_is_refused() -> None:
    """True for 1 and 3.0 for 3 are equal to the right move, and would print a record that nobody can read."""
    seen = 0
    for position, step in spoilt():
        assert isinstance(refused(lambda p=position, s=step: p.play(s)), rules.WrongKind)
        assert isinstance(refused(lambda p=position, s=step: p.why_not(s)), rules.WrongKind)
        seen += 1
    assert seen > 300


def test_every_move_of_a_game_fits() -> None:
    for position in decisions():
        assert not any(misfit(move) for move in position.legal_moves())
        assert not any(misfit(outcome) for outcome, _ in position.chance()[:50])


@pytest.mark.parametrize("thing", [*ODD[:13], *ODD[13:17], b"x", object(), [None], [[]], [1], {1: 2}], ids=names)
def test_a_partial_choice_is_a_collection_of_tokens(thing: Any) -> None:
    """A text is none: its letters are no tokens, and the answer would be that nothing leads on."""
    for position in decisions():
        assert isinstance(refused(lambda p=position: p.choices(thing)), rules.WrongKind)


# --- numbers, names and other arguments ------------------------------------------------------------------------------


@pytest.mark.parametrize("thing", ODD, ids=names)
@pytest.mark.parametrize("name", rules.games())
def test_arguments_of_a_game(name: str, thing: Any) -> None:
    """Players, seeds, seats, modules, options and names of any kind are refused with what would be right."""
    game = rules.load(name)
    position = game.setup(max(game.players), 1)
    refused(lambda: game.setup(thing, 1))
    refused(lambda: position.view(thing))
    refused(lambda: rules.load(thing))
    refused(lambda: rules.load(name, options={thing if isinstance(thing, str | int | float) else "luck": 1}))
    refused(lambda: rules.playout(position, policy=thing if not callable(thing) else "none"))
    refused(lambda: rules.playout(thing))
    refused(lambda: rules.parse(thing))
    refused(lambda: rules.parse_record(thing))
    for option in type(game.options).__struct_fields__:  # type: ignore[attr-defined]
        if type(thing) is not bool:
            refused(lambda option=option: rules.load(name, options={option: thing}))
    if type(thing) is not int:
        refused(lambda: game.setup(min(game.players), thing))
        refused(lambda: rules.playout(position, seed=thing))
    if thing not in ((), [], None) or thing is False:
        refused(lambda: game.setup(max(game.players), 1, thing if thing not in ({}, set()) else (thing,)))
    refused(lambda: game.setup(max(game.players), 1, (thing,)))
    if thing is not None and thing != {}:
        refused(lambda: rules.load(name, options=thing if not isinstance(thing, dict) else {"luck": 1}))
    record = rules.Record(position)
    refused(lambda: record.undo(thing if type(thing) is not int or thing < 0 else "1"))
    refused(lambda: record.play(thing))


# --- texts -----------------------------------------------------------------------------------------------------------


@cache
def texts() -> tuple[Any, ...]:
    """Print a position of every game from its middle, also as the document that a code packs."""
    from rules.code import unpack

    found = []
    for name in rules.games():
        game = rules.load(name)
        path = list(rules.playout(game.setup(max(game.players), 2, game.modules), seed=2).positions())
        found.append((name, path[len(path) // 2].to_text(), unpack(path[len(path) // 2].to_code())))
    return tuple(found)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """List the paths to every value of a document that is no table or list."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))
    else:
        yield path


def put(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """Return a document with one value replaced."""
    if not path:
        return other
    if isinstance(value, dict):
        return {**value, path[0]: put(value[path[0]], path[1:], other)}
    return [put(inner, path[1:], other) if index == path[0] else inner for index, inner in enumerate(value)]


@pytest.mark.parametrize(
    "other", [*SIGNS, 10**400, 1e308, -0.0, 1.0, "nan", 2**63, -(2**63), None, math.inf], ids=names
)
def test_odd_values_anywhere_in_a_position(other: Any) -> None:
    """A control character, an endless name or number in any field is refused with the path to the field."""
    from rules.rooms import room

    for name, _, document in texts():
        for path in places({field: value for field, value in document.items() if field != "game"}):
            error = refused(lambda n=name, d=document, p=path: room(n).convert(put(d, p, other)))
            said = [problem.path for problem in error.problems]  # type: ignore[attr-defined]
            assert any(str(path[0]) in one for one in said), (path, said)


@pytest.mark.parametrize("sign", SIGNS[:5])
def test_hidden_characters_in_names_of_fields_and_in_catalogues_of_a_position(sign: str) -> None:
    from rules.rooms import room

    for name, _, document in texts():
        for spoiled in (
            {**document, sign: 1},
            {**document, "options": {sign: True}},
            {**document, "catalogue": {sign: {sign: {sign: sign}}}},
            {**document, "seats": [{**document["seats"][0], sign: sign}, *document["seats"][1:]]},
        ):
            refused(lambda n=name, d=spoiled: room(n).convert(d))


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 400, "1e999", "nan", "-inf", "-0.0", "true", "2026-02-31"])
def test_odd_numbers_in_the_text_of_a_position(number: str) -> None:
    """TOML has numbers of any length and dates that do not exist."""
    for _, text, _ in texts():
        for field in ("version = 1", "tax = ", "year = ", "round = ", "silver = ", "gold = "):
            at = text.find(field)
            if at >= 0:
                spoiled = f"{text[:at]}{field.partition(' ')[0]} = {number}{text[text.index(chr(10), at) :]}"
                refused(lambda t=spoiled: rules.parse(t))
        refused(lambda t=text: rules.parse(f"x = {number}\n{t}"))


@pytest.mark.parametrize("sign", SIGNS)
def test_hidden_characters_in_codes_and_records(sign: str) -> None:
    for _, text, _ in texts():
        position = rules.parse(text)
        code = position.to_code()
        if sign == "\ufeff":  # a mark without width is a leftover of copying and stands for nothing in a code
            assert rules.parse(code[:20] + sign + code[20:]) == position
        else:
            refused(lambda c=code: rules.parse(c[:20] + sign + c[20:]))
        refused(lambda: rules.parse(f"a.{sign}.b"))
        refused(lambda: rules.parse(sign))
        record = rules.playout(position, seed=1)
        good, key = record.to_text(), record.steps[0].key
        spelled = "".join(f"\\U{ord(one):08x}" for one in sign) if sign != "\ud800" else "\\u0007"
        for spoiled in (good.replace(f'"{key}"', f'"{key}{spelled}"', 1), f'"{spelled}" = 1\n{good}'):
            refused(lambda t=spoiled: rules.parse_record(t))
