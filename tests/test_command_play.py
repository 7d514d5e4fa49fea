"""`magister play`: a game in the terminal by typed moves."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

import pytest

import rules

from .test_command import GAME, Run, influence, run, table  # noqa: F401 - fixtures


def moves(*lines: str) -> str:
    """Give lines as a person types them."""
    return "\n".join(lines) + "\n"


def test_a_typed_game_is_played_and_saved(run: Run, table: Path, tmp_path: Path) -> None:  # noqa: F811
    """Typed moves are played, bots play their seats, and the saved game replays to the same position."""
    target = tmp_path / "game.toml"
    ended = run(
        "play", table, "--seat", "1=greedy", "--seat", "green=greedy",
        given=moves("place 7: 2 5", f"save {target}", "quit"),
    )  # fmt: skip
    assert (ended.code, ended.err) == (0, "")
    assert "  Green influences" in ended.out and "  Red influences" in ended.out
    record = rules.parse_record(target.read_text())
    assert record.start == influence()
    assert record.steps[0].key == "place 7: 2 5"
    assert "Blue> quit" in run("play", target, given="quit\n").out


def scored(run: Run, game: str, players: int, sides: int = 0) -> tuple[set[str], str]:  # noqa: F811
    """Play a whole game by greedy bots; give the names of all ``sides`` (or players) in the scores, and the note."""
    seats = [word for seat in range(players) for word in ("--seat", f"{seat}=greedy")]
    ended = run("play", game, "--players", str(players), "--seed", "3", *seats)
    assert ended.code == 0
    *lines, note = ended.out.splitlines()[-(sides or players) - 1 :]
    assert note.startswith("° This game rests on house values")
    assert all("points (" in line for line in lines)
    return {line.split(": ")[0].partition(". ")[2] for line in lines}, note


def drawn(run: Run, path: Path, *words: object, given: str = "") -> bool:  # noqa: F811
    """Say whether a picture of a board is written to a path."""
    assert run("show", *words, "--svg", path, given=given).code == 0
    return path.read_text(encoding="utf-8").startswith("<svg")


def test_a_whole_game_by_bots_ends_with_the_scores(run: Run) -> None:  # noqa: F811
    ended = run("play", GAME, "--players", "2", "--seed", "3", "--seat", "0=greedy", "--seat", "1=random")
    end = rules.playout(rules.load(GAME).setup(2, 3), seed=0)
    assert ended.code == 0
    assert "The game is over" in ended.out
    lines = ended.out.splitlines()[-2:]
    assert [line[:2] for line in lines] == ["1.", "2."]
    assert all("points (" in line for line in lines)
    assert end.end.over


def test_the_same_seed_is_the_same_game(run: Run) -> None:  # noqa: F811
    words = ("play", "--seat", "0=greedy", "--seat", "1=greedy", "--seed")
    assert run(*words, "4").out == run(*words, "4").out != run(*words, "5").out


def test_a_refused_move_says_rule_and_page_and_changes_nothing(run: Run, table: Path) -> None:  # noqa: F811
    ended = run("play", table, given=moves("place 9: 2 5", "why place 18: 5", "why place 7: 2 5", "jump", "text"))
    assert ended.code == 0
    assert "rule influence-exact, Influence the king's advisors, page 4" in ended.out
    assert "You need 13 more" in ended.out or "but the King has rank 18" in ended.out
    assert "'place 7: 2 5' is legal." in ended.out
    assert "'jump' is no verb of this game" in ended.out
    assert influence().view(0).to_text() in ended.out
    assert ended.err == "", "nothing was played, so nothing is unsaved"


def test_moves_are_listed_and_filtered(run: Run, table: Path) -> None:  # noqa: F811
    ended = run("play", table, given=moves("moves 5", "moves dragon"))
    listed = ended.out.split("Blue> moves 5\n")[1].split("Blue>")[0].splitlines()
    assert [line.strip() for line in listed] == [m.key for m in influence().legal_moves() if "5" in m.key]
    assert "no legal move holds 'dragon'" in ended.out


def test_undo_takes_back_a_move_but_not_the_dice(run: Run, table: Path) -> None:  # noqa: F811
    ended = run("play", table, given=moves("undo", "place 7: 2 5", "undo", "place 7: 2 5"))
    assert "Nobody has decided anything yet." in ended.out
    assert ended.out.count("Taken back: 1 step.") == 1
    assert "Nothing was taken back." in run("play", table, given="redo\n").out
    again = run("play", table, given=moves("place 7: 2 5", "undo", "redo", "text"))
    assert "Played again: 1 step." in again.out
    assert "[[placements]]\nadvisor = 7" in again.out


def chance_follows() -> tuple[rules.Position, str]:
    """Give a decision whose answer is followed by chance, and the answer."""
    record = rules.playout(rules.load(GAME).setup(players=2, seed=1), policy="greedy", seed=1)
    before = list(record.positions())
    for position, step, after in zip(before, record.steps, before[1:], strict=False):
        if position.actor is not None and len(position.legal_moves()) > 1 and len(after.chance()) > 1:
            return position, step.key
    raise AssertionError("no decision is followed by chance")


@pytest.mark.parametrize("analysis", [False, True])
def test_undo_stops_at_what_chance_has_shown(run: Run, tmp_path: Path, analysis: bool) -> None:  # noqa: F811
    position, key = chance_follows()
    path = tmp_path / "late.toml"
    path.write_text(position.to_text())
    other = "1" if position.actor == 0 else "0"
    words = ["--analysis"] if analysis else []
    ended = run("play", path, "--seat", f"{other}=greedy", *words, given=moves(key, "undo"))
    assert ("Taken back: " in ended.out) == analysis
    assert ("A die or a card was revealed since your last decision" in ended.out) != analysis


def test_real_dice_can_be_typed(run: Run, tmp_path: Path) -> None:  # noqa: F811
    """With --typed-dice each outcome is asked for; a wrong one is refused, and a typed one can be taken back."""
    start = rules.load(GAME).setup(2, 1)
    while not start.chance():
        start = start.play(start.legal_moves()[0])
    key = start.chance()[3][0].key
    path = tmp_path / "dice.toml"
    path.write_text(start.to_text())
    ended = run("play", path, "--typed-dice", given=moves("roll 0: 9 9 9", key, "undo", "draw", "text"))
    assert "'roll 0: 9 9 9' cannot happen here." in ended.out
    assert "Taken back: what chance has brought." in ended.out
    assert ended.out.count("chance> ") >= 4


def test_a_file_is_not_overwritten(run: Run, table: Path, tmp_path: Path) -> None:  # noqa: F811
    other = tmp_path / "other.toml"
    other.write_text("mine")
    lines = moves(
        f"save {other}", f"save {tmp_path / 'new.toml'}", f"save {tmp_path / 'new.toml'}", "save /nowhere/x", "save"
    )
    ended = run("play", table, given=lines)
    assert other.read_text() == "mine"
    assert "is there already; choose another name." in ended.out
    assert ended.out.count("Saved 0 steps") == 2
    assert "/nowhere/x: cannot be written: no such file or directory." in ended.out


def test_an_unsaved_game_is_not_lost(run: Run, table: Path) -> None:  # noqa: F811
    """Whoever leaves without saving gets the position as one line."""
    ended = run("play", table, given=moves("place 7: 2 5", "quit"))
    assert "not saved" in ended.err
    left = rules.parse(ended.out.splitlines()[-1])
    assert left == influence().play(influence().move("place 7: 2 5"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seat", "7=greedy"], "--seat: there is no seat '7'; the seats are 0 (Blue), 1 (Red), 2 (Green)."),
        (["--seat", "1=clever"], "--seat: policy: is 'clever'; policies are random, greedy."),
        (["--seat", "1"], "--seat: '1' is not understood; write name=value."),
        (["--players", "3"], "--players: belongs to a new game; {table} is taken for a file."),
    ],
)
def test_play_refuses(run: Run, table: Path, words: list[str], sentence: str) -> None:  # noqa: F811
    ended = run("play", table, *words)
    assert (ended.code, ended.out, ended.err) == (2, "", sentence.format(table=table) + "\n")


INTERRUPT = b"\x03"


def on_a_terminal(words: list[str], *sends: tuple[str, bytes]) -> tuple[str, int]:
    """Run a program on a terminal of its own; whenever a prompt has come, type the bytes that belong to it.

    Python misses an interrupt that comes after the prompt is printed and before it waits for a key. Whoever gets no
    answer presses the keys again, and so does this.
    """
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover - the new process
        os.execv(words[0], words)
    seen, looked = b"", 0
    waiting = list(sends)
    until = time.monotonic() + 90
    last, answered = b"", until
    try:
        while time.monotonic() < until:
            if select.select([terminal], [], [], 0.1)[0]:
                if not (data := os.read(terminal, 4096)):
                    break
                seen += data
                answered = time.monotonic()
            if waiting and (at := seen.find(waiting[0][0].encode(), looked)) >= 0:
                looked = at + len(waiting[0][0])
                last = waiting.pop(0)[1]
                os.write(terminal, last)
            elif last == INTERRUPT and time.monotonic() > answered + 5:
                os.write(terminal, last)
                answered = time.monotonic()
        else:
            os.kill(child, signal.SIGKILL)
    except OSError:  # the program has ended
        pass
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return seen.decode(errors="replace"), os.waitstatus_to_exitcode(status)


def test_a_terminal_prompts_and_an_interrupt_leaves_the_position(table: Path) -> None:  # noqa: F811
    words = [sys.executable, "-m", "tutor.command", "play", str(table), "--seat", "1=greedy", "--seat", "2=greedy"]
    out, code = on_a_terminal(words, ("Blue> ", b"place 7: 2 5\n"), ("Blue> ", INTERRUPT))
    assert code == 0
    assert "Traceback" not in out
    assert "The game is not saved." in out
    (line,) = [line for line in out.splitlines() if line.startswith(f"{GAME}.")]
    assert rules.parse(line) != influence()


def test_a_position_from_a_pipe_is_played_on_the_terminal(table: Path) -> None:  # noqa: F811
    """With the position on standard input, moves come from the terminal."""
    shell = f"{sys.executable} -m tutor.command play - < {table}"
    out, code = on_a_terminal(["/bin/sh", "-c", shell], ("Blue> ", b"why place 18: 5\n"), ("Blue> ", b"\x04"))
    assert code == 0
    assert "rule influence-exact" in out
