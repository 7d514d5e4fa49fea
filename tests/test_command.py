"""The command `magister`: what it prints, what it refuses and with which sentence, and its exit codes."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import rules
from tutor import command, command_text

ROOT = Path(__file__).resolve().parent.parent
GAME = "kingsburg"


@dataclass(frozen=True)
class Ended:
    """What a command has printed, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process, with text or bytes on standard input."""

    def run(*words: str | Path, given: str | bytes = b"") -> Ended:
        data = given if isinstance(given, bytes) else given.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(SystemExit) as end:
            command.main([str(word) for word in words])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        assert isinstance(end.value.code, int)
        return Ended(end.value.code, printed.out, printed.err)

    return run


TABLE = """\
game = "kingsburg"
version = 1
year = 1
phase = 2
step = "influence"
order = [0, 2, 1]
queue = [0, 2, 1]

[[seats]]
gold = 1
dice = [1, 2, 5]

[[seats]]
gold = 1
dice = [2, 5, 5]

[[seats]]
gold = 1
dice = [1, 4, 5]
"""


def influence() -> rules.Position:
    """Give a position for three in which the first seat places its dice."""
    return rules.parse(TABLE)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Write that position to a file."""
    path = tmp_path / "table.toml"
    path.write_text(influence().to_text(), encoding="utf-8")
    return path


# ------------------------------------------------------------------------------------------------ help


COUNTED = """
import atexit, os, sys
before = set(sys.modules)
def count():
    new = set(sys.modules) - before
    files = {getattr(sys.modules[name], "__file__", None) for name in new}
    size = sum(os.path.getsize(file) for file in files if file and file.endswith(".py") and os.path.isfile(file))
    print(size, *sorted(new), file=sys.stderr)
atexit.register(count)
from tutor.command import main
main(["--help"])
"""


def test_help_is_there_at_once() -> None:
    """`magister --help` loads few modules and little source: what it costs is counted, no clock can be relied on."""
    done = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "solve" in done.stdout
    size, *new = done.stderr.split()
    assert {"tutor.command", "typer"} <= set(new)
    assert len(new) <= 310 and int(size) <= 4_200_000
    assert {"rules", "solver", "widgets", "msgspec", "ortools", "IPython", "babel", "numpy"}.isdisjoint(new)


def test_the_command_loads_nothing_heavy_before_it_is_needed() -> None:
    code = "import sys, tutor.command; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "typer" in done.stdout.split()
    assert {"rules", "solver", "widgets", "ortools", "IPython", "nbconvert", "rich"}.isdisjoint(done.stdout.split())


def test_help_tells_the_exit_codes_that_the_command_uses(run: Run) -> None:
    text = " ".join(run("--help").out.replace("│", " ").split())
    for code in (
        command_text.DONE,
        command_text.NEGATIVE,
        command_text.WRONG,
        command_text.BEST_SO_FAR,
        command_text.FAULT,
    ):
        assert re.search(rf"[:;] ?{code} ", text), code


@pytest.mark.parametrize("name", ["new", "show", "check", "solve", "play", "rules", "lab", "demo"])
def test_every_subcommand_has_help(run: Run, name: str) -> None:
    ended = run(name, "--help")
    assert ended.code == 0
    assert f"magister {name}" in ended.out


@pytest.mark.parametrize(
    "words", [["sovle"], ["new", "--playres", "3"], ["new", "--seed", "x"], ["solve", "--rivals", "x"]]
)
def test_wrong_usage_ends_with_2(run: Run, words: Sequence[str]) -> None:
    ended = run(*words)
    assert ended.code == 2
    assert ended.err.strip()


# ------------------------------------------------------------------------------------------------ new, show, check


def test_new_prints_a_position_that_reads_back(run: Run) -> None:
    ended = run("new", GAME, "--players", "3", "--seed", "7", "--module", "army")
    position = rules.parse(ended.out)
    assert ended.code == 0
    assert len(position.seats) == 3
    assert position.actor is not None, "the dice are rolled until somebody decides"
    assert run("new", GAME, "--players", "3", "--seed", "7", "--module", "army").out == ended.out
    assert run("new", GAME, "--players", "3", "--seed", "8", "--module", "army").out != ended.out


def test_new_may_leave_the_dice_alone(run: Run) -> None:
    ended = run("new", GAME, "--players", "4", "--seed", "3", "--until", "setup")
    assert rules.parse(ended.out) == rules.load(GAME).setup(players=4, seed=3)


@pytest.mark.parametrize("module", [(), ("--module", "governors", "--module", "army", "--module", "buildings")])
@pytest.mark.parametrize("players", ["2", "3", "5"])
def test_new_goes_on_to_the_first_dice(run: Run, players: str, module: Sequence[str]) -> None:
    """With `--until dice` somebody's dice lie on the table and a season can be solved."""
    ended = run("new", "--until", "dice", "--players", players, *module)
    position = rules.parse(ended.out)
    assert position.actor is not None
    assert "dice = [" in ended.out


def test_new_prints_a_code(run: Run) -> None:
    ended = run("new", "--seed", "0", "--code")
    assert len(ended.out.splitlines()) == 1
    assert rules.parse(ended.out.strip()) == rules.parse(run("new", "--seed", "0").out)
    assert ended.err == "" and ended.out == run("new", "--seed", "0", "--code").out


def test_a_new_game_has_new_dice_and_says_which_seed_gives_them_again(run: Run, tmp_path: Path) -> None:
    made = [run("new", "--until", "dice") for _ in range(6)]
    assert len({ended.out for ended in made}) == 6
    found = re.fullmatch(r"Dice and cards of this game: --seed (\d+) gives them again\.\n", made[0].err)
    assert found is not None
    assert run("new", "--until", "dice", "--seed", found[1]).out == made[0].out
    bots = ("play", "--seat", "0=greedy", "--seat", "1=greedy")
    played = [run(*bots).out.partition("\n") for _ in range(3)]
    assert len({game for _, _, game in played}) == 3
    found = re.fullmatch(r"Dice and cards of this game: --seed (\d+) gives them again\.", played[0][0])
    assert found is not None
    assert run(*bots, "--seed", found[1]).out == played[0][2]


def test_new_takes_options_and_a_catalogue(run: Run, tmp_path: Path) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text("[buildings.statue]\npoints = 9\n")
    position = rules.parse(run("new", "--seed", "0", "--option", "priest=six", "--catalogue", cards).out)
    assert position == rules.load(GAME, cards, {"priest": "six"}).setup(2, 0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], f"game: is 'chess'; this installation knows {', '.join(rules.games())}."),
        (["--players", "9"], "players: is 9; Kingsburg is played by 2, 3, 4 or 5."),
        (["--module", "dragons"], "modules: holds 'dragons'; there are buildings, governors, army."),
        (["--option", "priest=seven"], "options.priest: must be one of 'bonus_die', 'six'."),
        (["--option", "priest"], "--option: 'priest' is not understood; write name=value."),
        (["--catalogue", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory."),
    ],
)
def test_new_refuses(run: Run, words: list[str], sentence: str) -> None:
    assert run("new", *words) == Ended(2, "", sentence + "\n")


def test_show_prints_the_board_in_words(run: Run, table: Path) -> None:
    ended = run("show", table)
    assert ended.code == 0
    assert "Seats:" in ended.out and "dice 1 2 5" in ended.out
    assert run("show", "-", given=table.read_bytes()) == ended
    assert run("show", given=rules.parse(table.read_text()).to_code() + "\n") == ended


def test_show_keeps_secrets(run: Run, table: Path) -> None:
    """An enemy card that one seat has looked at is shown to that seat and to nobody else."""
    (card,) = [name for name in rules.load(GAME).deck[0] if name.startswith("orcs")][:1]
    text = table.read_text().replace("year = 1", f'year = 1\nenemy = "{card}"\npeeked = [1]', 1)
    seen = {seat: "Enemy: Orcs" in run("show", "--seat", seat, given=text).out for seat in ("0", "1", "green", "red")}
    assert seen == {"0": False, "1": True, "green": False, "red": True}
    assert "Enemy: Orcs" not in run("show", given=text).out


def test_show_tells_a_hand_to_its_own_seat_alone(run: Run) -> None:
    start = rules.load(GAME).setup(3, 1, ("governors",))
    names = [[start.game.catalogue.governors[card].name.en for card in seat.hand] for seat in start.seats]
    for looking in ("0", "1", "2", ""):
        words = ("--seat", looking) if looking else ()
        shown = run("show", *words, given=start.to_text()).out
        for seat, hand in enumerate(names):
            assert [name in shown for name in hand] == [looking == str(seat)] * 3, (looking, seat)


def test_show_writes_pictures(run: Run, table: Path, tmp_path: Path) -> None:
    ended = run("show", table, "--svg", tmp_path / "a.svg", "--png", tmp_path / "a.png", "--html", tmp_path / "a.html")
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.html").read_text().startswith("<!DOCTYPE html>")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full in the middle leaves the old file as it was, and nothing beside it."""
    path = tmp_path / "board.svg"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(command_text.Refused, match="cannot be written: no space left on device"):
        command_text.write_file(path, "new")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("board.svg", "old")]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--svg", "/"], "/: cannot be written: is a directory."),
        (["--seat", "purple"], "--seat: there is no seat 'purple'; the seats are 0 (Blue), 1 (Red), 2 (Green)."),
        (["--width", "3"], "--width: Kingsburg's board cannot be drawn 3 pixels wide; choose 420 to 2000."),
        (["--svg", "/nowhere/a.svg"], "/nowhere/a.svg: cannot be written: no such file or directory."),
    ],
)
def test_show_refuses(run: Run, table: Path, words: list[str], sentence: str) -> None:
    assert run("show", table, *words) == Ended(2, "", sentence + "\n")


def test_check_finds_nothing_wrong(run: Run, table: Path) -> None:
    ended = run("check", table)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"{table}: no defects (Kingsburg).")


def test_check_lists_every_defect_with_its_path(run: Run, table: Path) -> None:
    text = table.read_text().replace("year = 1", "year = 7").replace("gold = 1", "gold = -1").replace("phase", "phsae")
    ended = run("check", given=text)
    lines = ended.out.splitlines()
    assert ended.code == 1
    assert all(line.startswith("standard input: ") for line in lines)
    for path in ("year", "phsae", "seats[0].gold", "seats[1].gold", "seats[2].gold", "phase"):
        assert sum(line.startswith(f"standard input: {path}: ") for line in lines) == 1, (path, lines)


def test_a_defect_is_refused_elsewhere_with_the_same_sentence(run: Run, table: Path) -> None:
    text = table.read_text().replace("year = 1", "year = 7")
    listed = run("check", given=text).out
    for words in (["show"], ["solve"], ["play", "-"]):
        assert run(*words, given=text) == Ended(2, "", listed), words


def test_check_replays_a_saved_game(run: Run) -> None:
    record = rules.playout(rules.load(GAME).setup(2, 5), seed=5)
    assert f"{len(record.steps)} steps, all legal" in run("check", given=record.to_text()).out
    broken = record.to_text().replace('"take 1 gold"', '"take 9 gold"', 1).replace('"take 1 wood"', '"take 9 wood"', 1)
    assert broken != record.to_text()
    ended = run("check", given=broken)
    assert ended.code == 1
    assert re.match(r"standard input: steps\[\d+\]: 'take 9 \w+' cannot be replayed: ", ended.out)


# ------------------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize("words", [["show"], ["check"], ["solve"], ["play"]])
def test_what_cannot_be_read_is_one_sentence(run: Run, tmp_path: Path, words: list[str]) -> None:
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(50 * 1024 * 1024)  # a sparse file: nothing of it is read
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n")
    zeros = tmp_path / "zeros.toml"
    zeros.write_bytes(b"game = 1\0\0")
    empty = tmp_path / "empty.toml"
    empty.write_text(" \n")
    cases = [
        (tmp_path / "nowhere.toml", "cannot be read: no such file or directory."),
        (tmp_path, "is a folder; name a file."),
        (large, "is 52,428,800 bytes large; at most 1,000,000 are read."),
        (binary, "is no text in UTF-8 (byte 1 does not fit); save it as text in UTF-8."),
        (zeros, "is no text in UTF-8: it holds zero bytes; save it as text in UTF-8."),
        (empty, "is empty; a position is expected."),
    ]
    for path, sentence in cases:
        assert run(*words, path) == Ended(2, "", f"{path}: {sentence}\n")


def test_a_file_without_permission_is_one_sentence(run: Run, table: Path) -> None:
    if os.geteuid() == 0:
        assert command_text.reason(PermissionError(13, "Permission denied")) == "permission denied"
        return
    table.chmod(0)
    assert run("show", table) == Ended(2, "", f"{table}: cannot be read: permission denied.\n")


def test_a_long_input_is_not_read_to_its_end(run: Run) -> None:
    ended = run("show", given=b"#" * 1_000_001)
    assert ended == Ended(2, "", "standard input: is larger than 1,000,000 bytes, which is the most that is read.\n")


def test_a_cut_code_is_one_sentence(run: Run) -> None:
    code = influence().to_code()
    ended = run("check", given=code[:-12])
    assert ended.code == 1
    assert ended.out.count("\n") == 1 and "cut off" in ended.out


def test_text_from_a_file_does_not_steer_the_terminal(run: Run, table: Path) -> None:
    text = table.read_text().replace("[[seats]]", '[[seats]]\ngovernor = "\\u001b[2J\\u0007"', 1)
    ended = run("check", given=text)
    assert ended.code == 1
    assert "\x1b" not in ended.out and "\x07" not in ended.out


def test_a_fault_of_ours_is_a_sentence_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(rules, "load", broken)
    ended = run("new")
    assert ended.code == 4
    assert "A fault of ours, please report it: ZeroDivisionError: division by zero" in ended.err


def test_a_reader_that_leaves_early_is_no_error(table: Path) -> None:
    """`magister rules | head -1` ends quietly."""
    words = f"{sys.executable} -m tutor.command rules | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", words], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


# ------------------------------------------------------------------------------------------------ rules


def test_rules_lists_the_whole_table(run: Run) -> None:
    from rules.rule_table import rule_table

    table = rule_table(f"rules.{GAME}")
    ended = run("rules", GAME)
    ids = [line.split(" ")[0] for line in ended.out.splitlines() if line and not line.startswith(" ")]
    assert ids == list(table)


def test_rules_shows_one_rule_in_both_languages(run: Run) -> None:
    english, german = run("rules", "influence-exact"), run("rules", GAME, "influence-exact", "--lang", "de")
    assert english.out.startswith("influence-exact (Influence the king's advisors, page 4")
    assert english.out != german.out
    assert "Beraters" in german.out and german.out.startswith("influence-exact (Seite 4)")
    assert "Influence" not in german.out, "the title of the section is known in English alone"


def test_the_board_is_shown_in_the_language_that_was_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code = run("new", GAME, "--code").out.strip()
    assert "Holz" in run("show", "-", "--lang", "de", given=code).out
    monkeypatch.setenv("MAGISTER_LANGUAGE", "de")
    assert "Holz" in run("show", "-", given=code).out
    assert "Holz" not in run("show", "-", "--lang", "en", given=code).out
    assert "is no file and no game; games are" in run("play", "catan").err


def test_rules_shows_those_that_begin_alike(run: Run) -> None:
    ids = [line.split(" ")[0] for line in run("rules", "influence").out.splitlines() if not line.startswith(" ")]
    assert len(ids) > 3
    assert all(name.startswith("influence-") for name in ids)


def test_rules_names_what_is_near(run: Run) -> None:
    ended = run("rules", "influence-exct")
    assert ended.code == 2
    assert "Did you mean influence-exact" in ended.err
    assert run("rules", GAME, "zzz").err == f"{GAME} has no rule 'zzz'. `magister rules` lists all.\n"


# ------------------------------------------------------------------------------------------------ README


def readme(kind: str) -> list[str]:
    """Give the blocks of README.md of one kind."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    """What stands behind `$` in README.md works as it stands, in its order."""
    (tmp_path / "notebooks").symlink_to(ROOT / "notebooks")
    lines = [line[2:] for block in readme("console") for line in block.splitlines() if line.startswith("$ magister")]
    assert len(lines) >= 5
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for line in lines:
        done = subprocess.run(
            ["bash", "-c", line], capture_output=True, text=True, cwd=tmp_path, env=environment,
            stdin=subprocess.DEVNULL, timeout=120, check=False,
        )  # fmt: skip
        codes = (0, 3) if "--seconds" in line else (0,)  # 3: a plan that the seconds were too short to prove
        assert done.returncode in codes and done.stderr == "", (line, done.returncode, done.stderr)
        assert done.stdout or ">" in line


def test_every_subcommand_and_option_of_the_readme_exists(run: Run) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, row in re.findall(r"^\| `magister (\w+)[^`]*` \| (.*) \|$", text, re.MULTILINE):
        known = run(name, "--help").out
        for option in re.findall(r"`(--[a-z-]+)", row):
            assert option in known, (name, option)


def test_the_texts_of_the_readme_are_right() -> None:
    """The typed position is one, the catalogue fits, and the example of options runs and counts as it says."""
    import tomllib

    position, cards = readme("toml")
    assert rules.parse(position).actor == 0
    plain, owned = rules.load(GAME).house_values(), rules.load(GAME, tomllib.loads(cards)).house_values()
    assert len(plain) - len(owned) == 2
    for block in readme("python"):
        exec(compile(block, "README.md", "exec"), {"__name__": "readme"})  # noqa: S102 (our own file)
