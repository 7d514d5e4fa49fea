"""What the rules say of moves that are not legal: in words, and in German with the same numbers and the same remedy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rules
from tutor.language import set_language
from tutor.local import finding_words
from widgets.findings import name_words, refusal_words
from widgets.marking import explain
from widgets.talk import talk_of

GAMES = ("kingsburg", "paladins", "my_village")
TRIED = 60
"""So many moves are tried at each position."""


def played(game: str, seed: int) -> tuple[list[Any], dict[str, Any]]:
    """Return the decisions of a game that is played at random, and moves that were legal at some of them."""
    random = Random(seed)
    position: Any = rules.load(game).setup(players=2 + seed % 2, seed=seed)
    decisions, moves = [], {}
    while not position.over and len(decisions) < 250:
        if position.actor is None:
            position = position.play(random.choice(position.chance())[0])
            continue
        legal = position.legal_moves()
        decisions.append(position)
        moves |= {move.key: move for move in random.sample(legal, min(6, len(legal)))}
        position = position.play(random.choice(legal))
    return decisions, moves


def spoilt(key: str) -> Iterator[str]:
    """Type a move with a word left out, another word, another number, or something behind it."""
    words = key.split()
    for at in range(1, len(words)):
        yield " ".join(words[:at])
        yield " ".join([*words[:at], "foo", *words[at + 1 :]])
        yield " ".join([*words[:at], re.sub(r"\d+", lambda found: str(int(found[0]) + 7), words[at]), *words[at + 1 :]])
    yield f"{key} 3"


def mistyped(game: str) -> Iterator[rules.Finding]:
    """Give what the rules find wrong with moves that are not typed well, each sentence once but for its numbers."""
    seen = set()
    loaded = rules.load(game)
    for players in loaded.players:
        record = rules.playout(loaded.setup(players, players, loaded.modules), "random", players)
        random, asked = Random(players), [one for one in record.positions() if one.actor is not None]
        for position in random.sample(asked, 30):
            for move in random.sample(position.legal_moves(), min(2, len(position.legal_moves()))):
                for text in spoilt(move.key):
                    try:
                        findings = position.why_not(text)
                    except rules.UnknownName:
                        continue
                    for found in findings:
                        kind = (found.rule, re.sub(r"\d+", "#", found.text + found.change))
                        if kind not in seen:
                            seen.add(kind)
                            yield found


def refusals(game: str) -> Iterator[rules.Finding]:
    """Give what the rules find wrong with moves of other moments, each sentence once but for its numbers."""
    seen = set()
    for seed in (0, 1):
        decisions, moves = played(game, seed)
        random, keys = Random(seed), sorted(moves)
        for position in random.sample(decisions, min(40, len(decisions))):
            for key in random.sample(keys, min(TRIED, len(keys))):
                for found in position.why_not(moves[key]):
                    kind = (found.rule, re.sub(r"\d+", "#", found.text + found.change))
                    if kind not in seen:
                        seen.add(kind)
                        yield found


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """Let the tutor speak German."""
    set_language("de")
    yield
    set_language(None)


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+", text))


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_its_german_with_the_same_numbers_and_its_remedy(game: str) -> None:
    found = list(refusals(game))
    if game != "paladins":
        found += mistyped(game)
    assert len(found) > 50
    for each in found:
        text = f"{each.text} {each.change}".strip()
        said = refusal_words(game, text, "de", lambda value: name_words(game, value, "de", frozenset()))
        assert said is not None, text  # the sentence of the rule alone would leave out what is short and what helps
        assert numbers(said) == numbers(text), (text, said)
        told = finding_words(game, (each,))
        assert numbers(told.partition(" (Regel ")[0]) >= numbers(each.text), (text, told)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_out_of_step_is_refused_in_words(game: str) -> None:
    """No key of a move stands in the sentence: it says what is asked, and gives examples of what can be done."""
    decisions, moves = played(game, 3)
    for position in decisions[:40]:
        legal = position.flow.asked(position).verbs
        for move in [move for move in moves.values() if type(move) not in legal][:20]:
            (found,) = position.why_not(move)
            assert found.rule == "turn-step"
            said = f"{found.text} {found.change}"
            assert move.key not in found.text and "'" + move.key.split()[0] not in said
            assert position.flow.asked(position).question in said and "Possible now, for example: " in found.change


@pytest.mark.parametrize("game", GAMES)
def test_a_place_that_is_no_part_of_the_decision_says_what_is_asked(game: str) -> None:
    position = played(game, 1)[0][0]
    said = explain(position, (), "nothing:at:all", talk_of(game)).text
    assert position.flow.asked(position).question in said and "Possible now, for example: " in said


def test_german_numbers_and_names_of_one_refusal() -> None:
    position = rules.load("kingsburg").setup(players=3, seed=7)
    sentence = "These dice make 8, but the Swordsmith has rank 11. You need 3 more."
    said = refusal_words("kingsburg", sentence, "de", lambda value: name_words("kingsburg", value, "de"))
    smith = next(row.name.de for row in position.game.advisors if row.name.en == "Swordsmith")
    assert said == f"Diese Würfel ergeben 8, aber der Rang ist 11: {smith}. Dir fehlen noch 3."


def test_a_list_of_what_the_school_may_do_is_in_words() -> None:
    for seed in range(4):
        decisions, moves = played("my_village", seed)
        schools = [move for key, move in moves.items() if key.startswith("school")]
        for position in decisions[::3]:
            for move in schools[:6]:
                for found in position.why_not(move):
                    assert "school train" not in str(found) and "school left" not in str(found)
