"""The puzzle panel and its form for the terminal, without a browser."""

from __future__ import annotations

import io
import json
import re
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import rules
import tutor
from rules import BadInput
from tests.widgets.table_talk import choose, control, done, press, refused
from tutor import rating
from tutor.amounts import speaking
from tutor.language import set_language
from tutor.private_puzzle import SHELF
from tutor.puzzle import LEVELS, Puzzle, games, shipped, strip
from tutor.puzzle_judge import played_out
from tutor.puzzle_panel import RIGHT, SHOWN, SOLVING, WRONG, Puzzles
from tutor.puzzle_text import PuzzleTerminal
from tutor.store import default

GAMES = games()


def some(game: str) -> list[Puzzle]:
    """Return a puzzle of each level."""
    return [next(puzzle for puzzle in shipped(game) if puzzle.level == level) for level in LEVELS]


def solve(panel: Puzzles, keys: tuple[str, ...]) -> None:
    for key in keys:
        panel.play(key)


def wrong_move(puzzle: Puzzle) -> str:
    return next(move.key for move in puzzle.start().legal_moves() if move.key not in puzzle.best)


def section(panel: Puzzles, key: str) -> dict[str, Any]:
    return next(section for section in panel.sections if section["key"] == key)


# --- solving ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_best_line_is_right(game: str) -> None:
    for puzzle in some(game):
        panel = tutor.puzzle(id=puzzle.id)
        solve(panel, puzzle.line)
        verdict = panel.check()
        assert verdict.optimal and panel.stage == RIGHT, puzzle.id
        assert panel.answer[: len(puzzle.line)] == puzzle.line or verdict.moves
        assert section(panel, "verdict")["tone"] == "good"
        assert rating.result_of(puzzle).solved
        assert not panel.errors


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_line_says_what_it_loses_and_shows_the_better_one(game: str) -> None:
    puzzle = some(game)[1]
    panel = tutor.puzzle(id=puzzle.id)
    panel.play(wrong_move(puzzle))
    verdict = panel.check()
    assert panel.stage == WRONG and verdict.loss >= Fraction(puzzle.margin)
    assert section(panel, "verdict")["tone"] == "bad"
    table = section(panel, "comparison")
    assert table["rows"][-1][0] == "together" and table["rows"][-1][3].endswith(" less")
    assert not [cell for row in table["rows"] for cell in row if cell.startswith(("−", "-", "+"))]
    done(press(panel, "solution"))
    assert panel.stage == SHOWN and panel.cursor == 0
    told = []
    while panel.cursor < len(panel.table.steps):
        assert control(panel, "next")["shortcut"] == "Enter"
        told.append(done(press(panel, "next")))
    assert panel.answer[: len(puzzle.line)] == puzzle.line
    assert len(told) == len(panel.table.steps) >= len(puzzle.line)
    assert "together" in section(panel, "earned")["title"]
    assert refused(press(panel, "check"))
    done(press(panel, "next_puzzle"))
    assert panel.task is not None and panel.task.id != puzzle.id and panel.stage == SOLVING
    assert not panel.errors


SIGN = re.compile(r"(?<![\w)])[-−+](?:about )?\d")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_line_that_loses_points_says_so_in_words(game: str, language: str) -> None:
    """A sign is easily overlooked: what is lost is called a loss, in the verdict, the table and the plan."""
    puzzle = next(one for one in shipped(game) if _loses(one))
    with speaking(language):
        panel = tutor.puzzle(id=puzzle.id)
        panel.play(_loses(puzzle))
        said = panel.check().sentence
    assert ("a loss of" if language == "en" else "einen Verlust von") in said
    cells = [cell for row in section(panel, "comparison")["rows"] for cell in row]
    assert not [text for text in (said, *cells) if SIGN.search(text)]


def _loses(puzzle: Puzzle) -> str:
    """Return a first move after which the line as it stands brings less than nothing; empty where none does."""
    for move in puzzle.start().legal_moves()[:12]:
        if played_out(puzzle, (move.key,))[0].value < 0:
            return str(move.key)
    return ""


@pytest.mark.parametrize("game", GAMES)
def test_moves_can_be_taken_back_before_the_check(game: str) -> None:
    puzzle = some(game)[0]
    panel = tutor.puzzle(id=puzzle.id)
    panel.play(wrong_move(puzzle))
    panel.undo()
    assert panel.answer == ()
    solve(panel, puzzle.line)
    assert panel.check().optimal


def test_after_the_check_nothing_is_played_before_one_begins_anew() -> None:
    puzzle = some(GAMES[0])[1]
    panel = tutor.puzzle(id=puzzle.id)
    panel.play(wrong_move(puzzle))
    panel.check()
    assert panel.choice() is None
    assert "Undo" not in {made["label"] for made in panel.controls}
    assert refused(press(panel, "move", puzzle.line[0]))
    done(press(panel, "again"))
    assert panel.stage == SOLVING and panel.answer == () and panel.verdict is None
    solve(panel, puzzle.line)
    assert panel.check().optimal
    result = rating.result_of(puzzle)
    assert result.solved and result.tries == 2
    assert rating.person(puzzle.game).games == 1, "only the first answer counts"


@pytest.mark.parametrize("game", GAMES)
def test_a_line_ends_where_the_horizon_does(game: str) -> None:
    for puzzle in some(game):
        panel = tutor.puzzle(id=puzzle.id)
        solve(panel, puzzle.line)
        assert panel.complete, puzzle.id
        assert panel.choice() is None
        assert control(panel, "check")["primary"] and control(panel, "check")["shortcut"] == "Enter"
        assert panel.table.next() == ""


def test_nothing_can_be_checked_before_a_move() -> None:
    panel = tutor.puzzle(id=some(GAMES[0])[0].id)
    assert control(panel, "check")["enabled"] is False
    assert "at least one move" in refused(press(panel, "check"))
    assert not rating.result_of(some(GAMES[0])[0]).tries


@pytest.mark.parametrize("game", GAMES)
def test_following_all_hints_solves_it(game: str) -> None:
    for puzzle in some(game):
        panel = tutor.puzzle(id=puzzle.id)
        for _ in range(40):
            if panel.complete:
                break
            found = panel.hint(5)
            assert found.moves, found.text
            panel.play(found.moves[0])
        assert panel.check().optimal, puzzle.id
        assert rating.person(game).rating < 1700, "with hints it counts as a draw"


def test_to_look_at_the_solution_counts_as_not_solved() -> None:
    puzzle = some(GAMES[0])[0]
    panel = tutor.puzzle(id=puzzle.id)
    panel.solution()
    assert rating.person(puzzle.game).rating < 1500
    assert rating.result_of(puzzle) == rating.Result(False, 1, "")


def test_where_only_a_button_leads_on_nobody_is_sent_to_the_board() -> None:
    """A card that can be had for a debt alone: no place of the board has a ring then, and one button does it."""
    panel, move = debt_alone()
    for token in move.parts:
        if token != "debt" and not panel._silent(token):
            choose(panel, token)
    assert {place.state for place in panel.picture.places} & {"legal"} == set()
    assert control(panel, "token:debt").get("enabled", True)
    assert "Go on with one of the buttons." in panel.status and "has a ring" not in panel.status
    labels = [one["label"] for one in panel.controls]
    assert len({label.partition(" (")[0] for label in labels}) == len(labels), "no two are called the same"


def debt_alone() -> tuple[Puzzles, Any]:
    for puzzle in shipped("paladins"):
        legal = {move.key: move for move in puzzle.start().legal_moves()}
        for key, move in legal.items():
            if key.startswith("recruit") and key.endswith(" debt") and key.removesuffix(" debt") not in legal:
                return tutor.puzzle(id=puzzle.id), move
    raise AssertionError("no puzzle holds such a move")


# --- what a student has -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_task_without_its_answer_is_played_and_not_judged(game: str) -> None:
    puzzle = some(game)[0]
    panel = Puzzles(strip(puzzle))
    solve(panel, puzzle.line)
    assert panel.complete and panel.answer
    assert "not in this notebook" in refused(press(panel, "check")) or not control(panel, "check")["enabled"]
    for key in ("solution", "hint"):
        assert refused(press(panel, key))
    assert "solution" not in {made["key"] for made in panel.controls}
    json.dumps(panel.answer)


# --- the list -----------------------------------------------------------------------------------------------------


def test_without_arguments_it_offers_what_there_is() -> None:
    panel = tutor.puzzle()
    assert {item["value"] for item in section(panel, "games")["items"]} == set(GAMES)
    assert rules.load(GAMES[0]).title in panel.words
    done(press(panel, "game", GAMES[0]))
    assert sum(len(section(panel, f"level{level}")["items"]) for level in LEVELS) == 60
    first = section(panel, "level3")["items"][0]["value"]
    done(press(panel, "puzzle", first))
    assert panel.task is not None and panel.task.id == first
    done(press(panel, "list"))
    assert panel.task is None and panel.course == GAMES[0]
    done(press(panel, "next_puzzle"))
    assert panel.task is not None and panel.task.level == 1
    assert not panel.errors


def test_puzzles_of_ones_own_stand_in_the_list() -> None:
    """What a review keeps counts goods, too: the table of worths is part of the question."""
    shown = msgspec.structs.replace(some(GAMES[0])[0], id="mine-1", level=3)
    default().put(SHELF, shown.id, shown)
    panel = tutor.puzzle()
    done(press(panel, "game", GAMES[0]))
    assert [item["value"] for item in section(panel, "mine")["items"]] == ["mine-1"]
    done(press(panel, "puzzle", "mine-1"))
    assert panel.task == shown
    solve(panel, shown.line)
    assert panel.check().optimal
    assert tutor.puzzle(id="mine-1").task == shown
    worth = msgspec.structs.replace(shown, id="mine-2", objective="worth")
    assert "in points for one of each" in section(tutor.puzzle(task=worth), "task")["text"]


def test_a_level_can_be_asked_for() -> None:
    for level in LEVELS:
        panel = tutor.puzzle(GAMES[0], level=level)
        assert panel.task is not None and panel.task.level == level
        panel.go_on()
        assert panel.task.level == level


def test_what_there_is_not_is_said() -> None:
    for arguments in ({"game": "chess"}, {"game": []}, {"game": {}}, {"level": 7}, {"id": "nothing"}):
        with pytest.raises(BadInput):
            tutor.puzzle(**arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="colour"):
        Puzzles(colour="red")
    panel = tutor.puzzle(GAMES[0])
    assert refused(press(panel, "puzzle", "nothing"))
    assert refused(press(panel, "nonsense"))


def test_it_speaks_german() -> None:
    try:
        panel = tutor.puzzle(GAMES[0], language="de")
        assert "Stufe 1" in panel.words and "Gewinne" in panel.words
        assert control(panel, "check")["label"] == "Prüfen"
        panel.play(panel.position.legal_moves()[0].key)
        panel.check()
        assert "beste Zugfolge" in panel.words or "Richtig" in panel.words
        done(press(panel, "language", "en"))
        assert "The best line" in panel.words or "Right" in panel.words
        assert not panel.errors
    finally:
        set_language(None)


def test_a_notice_of_the_store_is_shown() -> None:
    panel = tutor.puzzle(GAMES[0])
    default().notice = "The disk is full."
    panel.refresh()
    assert section(panel, "notice")["text"] == "The disk is full."
    default().notice = ""


def test_house_values_are_marked() -> None:
    for game in GAMES:
        for puzzle in shipped(game):
            if puzzle.house:
                panel = tutor.puzzle(id=puzzle.id)
                assert "°" in section(panel, "task")["title"]
                assert "house values" in section(panel, "task")["text"]
                return
    pytest.fail("no shipped puzzle rests on a house value, so its mark was not seen")


# --- in the terminal ----------------------------------------------------------------------------------------------


def typed(puzzle: Puzzle, *lines: str, capsys: pytest.CaptureFixture[str]) -> str:
    PuzzleTerminal(puzzle, io.StringIO("\n".join(lines) + "\n")).run()
    return capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_in_the_terminal(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = some(game)[0]
    out = typed(puzzle, "moves", *puzzle.line, "check", "quit", capsys=capsys)
    assert "Right: this brings" in out and "Your rating" in out
    assert rating.result_of(puzzle).solved


def test_the_terminal_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = some(GAMES[0])[1]
    lines = [
        "fly",
        "undo",
        "check",
        "hint",
        wrong_move(puzzle),
        "undo",
        wrong_move(puzzle),
        "check",
        "solution",
        "next",
    ]
    out = typed(puzzle, *lines, "help", capsys=capsys)
    for words in ("not understood", "Play at least one move first", "The best line brings", "Proved by", "moves  "):
        assert words in out
    assert "\x1b" not in out


def test_odd_messages_are_refused_and_are_no_errors() -> None:
    panel = tutor.puzzle()
    assert refused(press(panel, "again")) == "Open a puzzle first."
    assert "no such language" in refused(press(panel, "language", "²"))
    assert not panel.errors
