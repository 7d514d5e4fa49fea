"""What is said of the games: in German nothing is left of the English, and in English a refusal names things by name.

Games are played by seeds, and every word of what is then said in German must come from the German words of the house:
the lists of phrases, the catalogue of the German box, the sentences of the panels, the wording of the rules.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import rules
from rules.paladins import naming
from rules.rule_table import rule_table
from tests.widgets.table_talk import press
from tutor.language import FOLDER, set_language
from tutor.local import LESSONS, edition, talk_of, translated, view_of
from tutor.local_panel import Local
from widgets.findings import FOLDER as VIEWS
from widgets.talk import talk_of as english_talk

WORD = re.compile(r"[^\W\d_]{2,}")
ENDINGS = ("", "n", "en", "r")
"""What the endings of the grammar add to a word of the lists."""


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    set_language("de")
    yield
    set_language(None)


def _german(rows: object) -> Iterator[str]:
    if isinstance(text := getattr(rows, "de", None), str):
        yield text
    if isinstance(rows, dict):
        for row in rows.values():
            yield from _german(row)
    for name in getattr(rows, "__struct_fields__", ()):
        yield from _german(getattr(rows, name))


@cache
def known(game: str) -> frozenset[str]:
    """Return every word that the house says in German of a game."""
    from babel.messages.pofile import read_po

    lists = msgspec.json.decode((LESSONS / game / "words.json").read_bytes())
    texts = [text for part in lists.values() if isinstance(part, dict) for text in part.values()]
    texts += _german(rules.load(game).catalogue)  # type: ignore[attr-defined]
    texts += [rule.de for rule in rule_table(f"rules.{game}").values()]
    # What the rules say of a case stands on the floor of the widgets: the sentences of this game and those of all.
    refusals = (VIEWS / "views" / f"{game}_findings_de.po", VIEWS / "locale" / "de_findings.po")
    for path in (*FOLDER.glob("de*.po"), *filter(Path.is_file, refusals)):
        with path.open("rb") as file:
            messages = [message.string for message in read_po(file, locale="de") if message.id]
        texts += [text for one in messages for text in ([one] if isinstance(one, str) else one)]
    return frozenset(word for text in texts for word in WORD.findall(re.sub(r"\{\w+\}", " ", text)))


def foreign(game: str, text: str) -> list[str]:
    """List the words of a text that are not among the German ones of the house."""
    words = known(game)
    same = {"II", "III", "IV", "VI", "VII"}
    return [
        word
        for word in WORD.findall(text)
        if word not in same
        and not any(
            form.removesuffix(ending) in words for ending in ENDINGS for form in (word, word[0].lower() + word[1:])
        )
    ]


def games(game: str, seed: int) -> Iterator[tuple[Any, Any]]:
    """Play a game of every number of players, and give its positions with what was done in each."""
    loaded = rules.load(game)
    for players in loaded.players:
        modules = loaded.modules if (players + seed) % 2 else ()
        record = rules.playout(loaded.setup(players, seed, modules), "greedy" if seed % 2 else "random", seed)
        yield from zip(record.positions(), record.steps, strict=False)


def said(game: str, position: Any, step: Any, random: Random, *, drawn: bool) -> Iterator[str]:
    """Give what is said about a position: status, the step, some moves, and all that stands on the board."""
    talk, view = talk_of(game), view_of(position)
    yield view.status(position)
    yield talk.told(position, step)
    yield talk.house_note(position)
    if position.actor is not None:
        legal = list(position.legal_moves())
        for move in random.sample(legal, min(4, len(legal))):
            yield talk.phrase(position, move)
            yield from (talk.token_words(position, part) for part in move.parts)
    if drawn:
        picture = view.draw(position, position.actor)
        yield from (picture.title, picture.text)
        yield from (text for place in picture.places for text in (place.label, place.group))
        yield from re.findall(r">([^<>]*)<", picture.body)  # with what its marks are called


@pytest.mark.parametrize("game", rules.games())
@pytest.mark.parametrize("seed", [5, 8])
def test_nothing_english_is_left_of_a_game(game: str, seed: int) -> None:
    random, left, looked = Random(seed), {}, 0
    for number, (position, step) in enumerate(games(game, seed)):
        for text in said(game, position, step, random, drawn=number % 61 == 0):
            looked += 1
            for word in foreign(game, text):
                left.setdefault(word, text)
    assert looked > 1_000
    assert left == {}


@pytest.mark.parametrize("game", rules.games())
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_english_is_left_of_the_end_of_a_game(game: str, seed: int) -> None:
    loaded, left = rules.load(game), {}
    for players in loaded.players:
        record = rules.playout(loaded.setup(players, seed, loaded.modules if seed % 2 else ()), "greedy", seed)
        position = list(record.positions())[-1]
        assert position.over and "gewinn" in view_of(position).status(position)
        picture = view_of(position).draw(position, 0)
        texts = [view_of(position).status(position), picture.title, picture.text]
        texts += [text for place in picture.places for text in (place.label, place.group)]
        for text in (*texts, *re.findall(r">([^<>]*)<", picture.layers(picture.printed))):
            for word in foreign(game, text):
                left.setdefault(word, text)
    assert left == {}


TYPED = re.compile(r"\(Regel [\w-]+|(?<=Seite )\d+, [a-z]+\d?-[\w-]+$|(?:wie man sie tippt|Tippe): .*", re.DOTALL)
"""What is typed, not read: the id of a rule, and moves in their spelling."""


def shown_by(panel: Any) -> Iterator[str]:
    """Give all that a panel of the tutor shows and says; names of languages stay what they are."""
    for one in panel.controls:
        yield from (str(one.get(name) or "") for name in ("label", "reason", "help"))
        if one["key"] != "language":
            yield from (str(option["label"]) for option in one.get("options", ()))
    for section in panel.sections:
        yield from (str(section.get(name) or "") for name in ("title", "text") if section["kind"] != "code")
        yield from (str(item.get(name) or "") for item in section.get("items", ()) for name in ("text", "detail"))
        yield from (str(cell) for row in (section.get("head", ()), *section.get("rows", ())) for cell in row)
        yield from re.findall(r">([^<>]*)<", section.get("svg", ""))
    yield panel.status
    yield from (text for place in panel.places for text in (place["label"], place.get("reason") or "", place["group"]))
    yield from re.findall(r">([^<>]*)<", panel.picture.layers(panel.picture.printed))


def left_by(game: str, panel: Any, own: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the words of a panel that are not German, each with its sentence; ``own`` are words that a file brings."""
    assert panel.errors == []
    left: dict[str, str] = {}
    for text in shown_by(panel):
        for word in foreign(game, TYPED.sub("", text)):
            if word not in own:
                left.setdefault(word, text)
    return left


@pytest.mark.parametrize("game", rules.games())
def test_review_has_no_english_left(game: str) -> None:
    import tutor

    whole = rules.playout(rules.load(game).setup(players=2, seed=3), "greedy", seed=3)
    panel = tutor.review(rules.Record(whole.start, whole.steps[:36]), jobs=0, seconds=6)
    assert panel.job is not None
    panel.job.result(120)
    press(panel, "stop")
    left = left_by(game, panel)
    for key in ("worst", "replay", "hint", "hint", "hint", "hint"):
        press(panel, key)
        left |= left_by(game, panel)
    assert panel.replaying and left == {}


@pytest.mark.parametrize("game", rules.games())
def test_puzzles_have_no_english_left(game: str) -> None:
    import tutor
    from tutor.puzzle import shipped

    left: dict[str, str] = {}
    kinds = tomllib.loads((LESSONS.parent / "puzzles" / f"{game}.toml").read_text("utf-8"))["kind"]
    task = frozenset(word for kind in kinds for word in WORD.findall(kind["ask"]["de"]))
    for puzzle in list(shipped(game))[::6]:
        panel = tutor.puzzle(id=puzzle.id)
        left |= left_by(game, panel, task)
        for key in puzzle.line:
            panel.play(key)
            left |= left_by(game, panel, task)
        panel.check()
        left |= left_by(game, panel, task)
    assert left == {}


@pytest.mark.parametrize("game", rules.games())
def test_lessons_have_no_english_left(game: str) -> None:
    import tutor
    from tutor import courses

    left = left_by(game, tutor.learn(game), lesson_words(game))
    for lesson in courses.course(game):
        with tutor.learn(lesson=lesson) as panel:
            left |= left_by(game, panel, lesson_words(game))
            press(panel, "hint")
            press(panel, "whynot")
            left |= left_by(game, panel, lesson_words(game))
    assert left == {}


@cache
def lesson_words(game: str) -> frozenset[str]:
    """Return the words of the German texts of a game's lessons, which a person wrote and reads."""
    from tutor import courses

    return frozenset(word for lesson in courses.course(game) for text in _texts(lesson) for word in WORD.findall(text))


def _texts(value: object) -> Iterator[str]:
    if isinstance(text := getattr(value, "de", None), str):
        yield text
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _texts(each)


@pytest.mark.parametrize("game", rules.games())
def test_panels_have_no_english_left(game: str) -> None:
    loaded = rules.load(game)
    record = rules.playout(loaded.setup(loaded.players[1], 3, loaded.modules), "greedy", 3)
    left = {}
    for number in range(0, 60, 7):
        with Local(rules.Record(record.start, record.steps[:number]), {}, pace=0) as panel:
            panel.refresh()
            texts = [str(control.get(name) or "") for control in panel.controls for name in ("label", "reason", "help")]
            texts += [str(section.get("title") or "") for section in panel.sections]
            texts += [str(item["text"]) for section in panel.sections for item in section.get("items", ())]
            texts += [panel.status, *(place["reason"] for place in panel.places if place.get("reason"))]
            for text in texts:
                # What a rule calls itself is an id: it is typed, not read.
                for word in foreign(game, re.sub(r"\(Regel [\w-]+", "(Regel", text)):
                    left.setdefault(word, text)
    assert left == {}


def questions(game: str) -> list[str]:
    """List what the rules ask in each step."""
    from importlib import import_module

    found: dict[str, Any] = import_module(f"rules.{game}.steps").DECISIONS
    return [question.question[:1].lower() + question.question[1:] for question in found.values()]


@pytest.mark.parametrize("game", rules.games())
def test_every_question_of_the_rules_has_its_german(game: str) -> None:
    asked = questions(game)
    assert len(asked) > 5
    shorter = {
        "do one action, use a favour, or pass.",
        "choose which of three paladins you use, keep on top, and put below.",
    }
    shorter.add("choose one side of the gain.")  # the gain itself is said in the place of these
    assert {text: foreign(game, translated(game, text)) for text in asked if text not in shorter} == {
        text: [] for text in asked if text not in shorter
    }


def test_every_word_for_gains_and_cards_has_its_german() -> None:
    texts = [many for nouns in (naming.NOUNS, naming.PIECES) for pair in nouns.values() for many in pair]
    texts += [form.format(2) for pair in naming.DEEDS.values() for form in pair if form]
    texts += [ability.format(2) for ability in naming.ABILITIES.values()]
    texts += [*naming.KINDS.values(), *naming.TRIGGER_NAMES.values(), *naming.SCORINGS.values()]
    assert {text: foreign("paladins", translated("paladins", text)) for text in texts} == {text: [] for text in texts}


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("Blue prays with 1 Cleric for 2 silver to free Jagen.",
         "Blau betet mit 1 Geistlichen für 2 Silber und räumt Jagen frei."),
        ("free Beten of its workers", "räume Beten von Arbeitern frei"),
        ("Place 1 workshop", "1 Werkstatt setzen"),
        ("hunt with 2 Merchants, 3 Scouts and 2 Criminals", "jage mit 2 Händlern, 3 Spähern und 2 Verbrechern"),
        ("Red gains 1 faith and 1 Cleric and takes 1 debt.",
         "Rot erhält 1 Glauben und 1 Geistlichen und nimmt 1 Schuldschein."),
        ("1 point for each attacked Saracen", "1 Punkt für jeden angegriffenen Sarazenen"),
        ("2 unpaid debts; 1 paid debt", "2 offene Schuldscheine; 1 beglichener Schuldschein"),
        ("dismiss the Abt with 1 Scout for a debt", "wirf ab: Abt mit 1 Späher gegen einen Schuldschein"),
        ("let the Hausierer act", "lass wirken: Hausierer"),
        ("takes a Scout, any worker and a Cleric",
         "braucht einen Späher, einen beliebigen Arbeiter und einen Geistlichen"),
        ("use Roland, with Oliver on top and Samson below", "nutze Roland, mit Oliver oben und Samson unten"),
    ],
)  # fmt: skip
def test_cases_verbs_and_nouns_are_told_apart(english: str, told: str) -> None:
    assert translated("paladins", english) == told
    assert translated("paladins", told) == told, "what is German already stays as it is"


# --- findings ------------------------------------------------------------------------------------------------------


def refusals(game: str, seed: int) -> Iterator[rules.Finding]:
    """Give findings of moves that are not legal where they are tried: those of other positions of other games."""
    random = Random(seed)
    seen = [position for position, _ in games(game, seed) if position.actor is not None]
    tried: dict[type, list[Any]] = {}
    for position in seen[::5]:
        for move in position.legal_moves()[:200]:
            tried.setdefault(type(move), []).append(move)
    for position in seen[::4]:
        verbs = {type(move) for move in position.legal_moves()}
        for kind, moves in tried.items():
            if kind in verbs:
                for move in random.sample(moves, min(6, len(moves))):
                    yield from position.why_not(move)
    talk = english_talk(game)
    for position in seen[::40]:
        set_language("en")
        for part in {part for moves in tried.values() for move in moves[:30] for part in move.parts}:
            if (attempt := talk.attempt(position, (), part)) is not None and type(attempt) in {
                type(move) for move in position.legal_moves()
            }:
                yield from position.why_not(attempt)


@pytest.mark.parametrize("game", rules.games())
@pytest.mark.parametrize("seed", [4, 7])
def test_a_refusal_names_things_by_name(game: str, seed: int) -> None:
    found = set()
    for finding in refusals(game, seed):
        text = f"{finding.text} {finding.change}"
        found.add(finding.rule)
        assert "_" not in text, text
        assert not re.search(r"'[\w:+ -]*'", text), text
        assert not re.search(r"(?<![\d+])\b1 (?:provisions|goods|markers|\+2 markers|bonus dice|workers)\b", text), text
    assert len(found) >= 8, found


def test_a_card_is_named_by_the_use_it_is_put_to() -> None:
    from rules.paladins import moves
    from rules.paladins.phrases import phrase

    position = rules.load("paladins").setup(players=3, seed=7)
    alone = phrase(position, moves.Recruit("S", "watchman_1", False))
    assert alone.startswith("dismiss the Watchman (1 Fighter and 1 Labourer) with 1 Scout")
    assert phrase(position, moves.Recruit("FS", "watchman_1", False)).startswith(
        "recruit the Watchman (1 Labourer) with"
    )


def test_a_favour_says_all_that_it_costs() -> None:
    from rules.paladins import moves
    from rules.paladins.phrases import phrase

    position = rules.load("paladins").setup(players=3, seed=7)
    for card, row in position.catalogue.favours.items():
        words = phrase(position, moves.Favour("X", card))
        assert all(part in words for part in naming.price_words(row)), words
    assert edition(position.game).house_values() == position.game.house_values()


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_of_outsiders_fit_beside_the_mark_of_their_kind(language: str) -> None:
    from widgets.marks_text import width

    set_language(language)
    position = rules.load("paladins").setup(players=4, seed=2)
    cards = list(position.catalogue.outsiders)
    fitted = 0
    for at in range(0, len(cards) - 5, 6):
        shown = msgspec.structs.replace(position, outsiders=tuple(cards[at : at + 6]))
        picture = view_of(shown).draw(shown, 0)
        for card in cards[at : at + 6]:
            room = picture.place(f"outsider:{card}").w - 30
            row = (
                edition(position.game).catalogue.outsiders[card]
                if language == "de"
                else shown.catalogue.outsiders[card]
            )
            found = re.search(rf"<text([^<>]*)>{row.name.en}°?</text>", picture.layers(picture.printed))
            assert found is not None, row.name.en
            narrow, size = re.search(r'textLength="([\d.]+)"', found[1]), re.search(r"font-size:([\d.]+)px", found[1])
            if narrow is not None:
                taken = float(narrow[1])
            else:
                size_ = float(size[1]) if size is not None else 14 if "ml-t-name" in found[1] else 13
                taken = width(row.name.en, size_, "serif")
            assert taken <= room + 0.5, (row.name.en, taken, room)
            fitted += 1
    assert fitted >= 24


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("Grey's Military Academy rolls 3.", "Die Militärakademie von Grau würfelt 3."),
        ("influence 4 Händler with 4 and the envoy", "beeinflusse 4 Händler mit 4 und dem Gesandten"),
        ("The game is over: Blue won with 45 points.", "Das Spiel ist zu Ende: Blau gewinnt mit 45 Punkten."),
        ("The game is over: Blue and Red won with 45 points.",
         "Das Spiel ist zu Ende: Blau und Rot gewinnen mit 45 Punkten."),
    ],
)  # fmt: skip
def test_kingsburg_is_told_in_whole_sentences(english: str, told: str) -> None:
    assert translated("kingsburg", english) == told
    assert translated("kingsburg", told) == told
