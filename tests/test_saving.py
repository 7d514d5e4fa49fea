"""Files are written whole or not at all, with the mode that umask, folder and the older file say."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rules.saving
import tutor
from rules import BadInput
from rules.saving import free_name, make_folder, save, write_whole
from tests.tutor.class_text import hand_in, make
from tutor.store import Store

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes and limits of POSIX")


def mode(path: Path) -> int:
    """Return the mode of a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def umask() -> Iterator[Callable[[int], None]]:
    """Let a test set the umask, and put it back."""
    before = os.umask(0o022)
    yield lambda value: (os.umask(value), None)[1]
    os.umask(before)


# --- whole or not at all ------------------------------------------------------------------------------------------

EVERY_WRITER = """
import json, resource
from pathlib import Path
import rules, tutor, widgets
from rules import BadInput
from rules.saving import write_whole
from tests.tutor.class_text import grade, hand_in, make, tasks
from tutor.command_text import Refused, write_file
from widgets import catalogue_file

game = rules.load(rules.games()[0])
panel = widgets.play(game.setup(players=2, seed=1))
made = make(Path("own"))
report = grade(made)
long = ["fly to the moon, and " + "on " * 60] * 8
answers = hand_in(made[0], "bert", 1, long)
report.write("report")
box = 'game = "%s"\\n%s' % (game.name, "# a long line\\n" * 200)
draft = catalogue_file.Draft(entries={"gold": "x" * 3000})
catalogue_file.write(Path("box.toml"), box, False)
catalogue_file.write_drafts(Path("box.toml"), {"a": draft})
made[0].course("course")
writers = {
    "old.toml": lambda: panel.save("old.toml"),
    "old.svg": lambda: panel.save("old.svg"),
    "old.png": lambda: panel.save("old.png"),
    "png.png": lambda: panel.to_png("png.png"),
    "old.html": lambda: panel.save("old.html"),
    "old.txt": lambda: panel.save("old.txt"),
    "command.txt": lambda: write_file(Path("command.txt"), "x" * 3000),
    "bench.txt": lambda: write_whole(Path("bench.txt"), "x" * 3000),
    "box.toml": lambda: catalogue_file.write(Path("box.toml"), box + "#\\n", False),
    "damaged.toml": lambda: catalogue_file.write(Path("damaged.toml"), box, True),
    "box.unfinished.json": lambda: catalogue_file.write_drafts(Path("box.toml"), {"b": draft}),
    "report/report.html": lambda: report.write("report"),
    "course/keys/%s.json" % made[0].id: lambda: made[0].course("course"),
    str(answers): lambda: hand_in(made[0], "bert", 1, long[1:]),
}
for name in writers:
    if not Path(name).exists():
        Path(name).write_text("the older file")
made[0].notebooks["anna"].write_text("{}")  # which the limit lets through, so that the key comes next
before = {name: Path(name).read_bytes() for name in writers}
resource.setrlimit(resource.RLIMIT_FSIZE, (64, resource.RLIM_INFINITY))
said, changed = {}, []
for name, write in writers.items():
    try:
        said[name] = str(write())
    except (BadInput, Refused, OSError) as error:
        said[name] = f"{type(error).__name__}: {error}"
    if Path(name).read_bytes() != before[name]:
        changed.append(name)
try:
    make(Path("other"))
except BadInput as error:
    said["make"] = f"BadInput: {error}"
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
left = sorted(str(path) for path in Path().rglob("*.part"))
print(json.dumps([said, changed, left]))
"""


def test_a_save_that_fails_leaves_the_older_file_whole(tmp_path: Path) -> None:
    """Every place that writes a file, under a limit of 64 bytes a file, such as `ulimit -f` sets."""
    root = Path(__file__).resolve().parent.parent
    own = {"PYTHONPATH": str(root), "MAGISTER_DATA": str(tmp_path / "data"), "MAGISTER_LANGUAGE": "en"}
    done = subprocess.run(
        [sys.executable, "-c", EVERY_WRITER],
        cwd=tmp_path,
        env=os.environ | own,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    said, changed, left = json.loads(done.stdout.splitlines()[-1])
    assert (changed, left) == ([], [])
    assert len(said) == 15
    plain = {"bench.txt", "box.toml", "damaged.toml", "box.unfinished.json"}  # whoever calls these says it
    for name, text in said.items():
        if name.endswith(".answers.json"):
            assert "cannot be written to" in done.stdout or "could not be written to" in done.stdout
        else:
            sentence = "File too large" if name in plain else "cannot be written: "
            assert sentence in text and "too large" in text, (name, text)


def test_an_interrupt_leaves_the_older_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_text("old")

    def interrupted(source: object, target: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("game.toml", "old")]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """What it leads to is written, also where that is not there yet."""
    there = tmp_path / "elsewhere"
    there.mkdir()
    for name in ("old.toml", "new.toml"):
        link = tmp_path / name
        link.symlink_to(there / name)
    (there / "old.toml").write_text("old")
    for name in ("old.toml", "new.toml"):
        write_whole(tmp_path / name, "new")
        assert (tmp_path / name).is_symlink() and (there / name).read_text() == "new"


def test_a_device_is_written_to_and_a_folder_refuses(tmp_path: Path) -> None:
    write_whole(Path("/dev/null"), "x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(BadInput, match=r"path: .* cannot be written: Is a directory\."):
        save(tmp_path, "x", "path")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"cannot be written: Not a directory\."):
        save(tmp_path / "file" / "a" / "b", "x", "folder", parents=True)


def test_a_locked_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "locked"
    path.write_text("old")
    path.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    with pytest.raises(BadInput, match="Permission denied"):
        save(path, "new", "path")
    assert (path.read_text(), mode(path)) == ("old", 0o444)


@pytest.mark.parametrize("refusal", [errno.EACCES, errno.EBUSY])
def test_a_file_that_cannot_be_replaced_is_written_where_it_is(
    refusal: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder lets nobody make a file, or the file is pinned there, as a container pins one."""

    def refused(*_: object) -> None:
        raise OSError(refusal, os.strerror(refusal))

    path = tmp_path / "game.toml"
    path.write_text("the older file")
    number = path.stat().st_ino
    monkeypatch.setattr(rules.saving, "_aside" if refusal == errno.EACCES else "_dress", refused)
    write_whole(path, "new")
    assert (path.read_text(), path.stat().st_ino) == ("new", number)
    with pytest.raises(OSError):
        write_whole(tmp_path / "none" / "new.toml", "new")
    assert [one.name for one in tmp_path.iterdir()] == ["game.toml"]


def test_what_is_moved_aside_takes_no_ones_place(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    for number in (1, 2, 3):
        aside = free_name(path, "damaged")
        assert aside.name == f"a.damaged-{number}.toml"
        aside.write_text("x")


# --- who may read it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mask", "file", "folder"), [(0o022, 0o644, 0o755), (0o077, 0o600, 0o700), (0o002, 0o664, 0o775)]
)
def test_modes_follow_the_umask(
    mask: int, file: int, folder: int, tmp_path: Path, umask: Callable[[int], None]
) -> None:
    """The key is for the teacher alone whatever the umask; notebooks, answers, sheets and tables follow it."""
    umask(mask)
    made, _ = make(tmp_path)
    answers = hand_in(made, "anna", 1, ["pass"])
    report = tutor.grade(made.folder, jobs=1, store=Store(":memory:")).write(tmp_path / "report")
    made.course(tmp_path / "course")
    assert mode(made.key) == mode(tmp_path / "course" / "keys" / f"{made.id}.json") == 0o600
    assert {mode(path) for path in (*made.notebooks.values(), answers, *report)} == {file}
    assert {mode(path.parent) for path in (*made.notebooks.values(), *report)} == {folder}


def test_a_file_keeps_its_mode(tmp_path: Path, umask: Callable[[int], None]) -> None:
    made, _ = make(tmp_path)
    for wanted in (0o600, 0o640, 0o664):
        made.key.chmod(wanted)
        make(tmp_path)
        assert mode(made.key) == wanted
    secret = tmp_path / "secret"
    secret.write_text("x")
    secret.chmod(0o600)
    seen: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules.saving, "_dress", lambda path, before: seen.append(mode(path)))
        write_whole(secret, "y")
    assert seen == [0o600], "not open to others for a moment"


def test_the_folder_of_a_group_lets_its_members_write(tmp_path: Path, umask: Callable[[int], None]) -> None:
    course = tmp_path / "course"
    course.mkdir()
    course.chmod(0o2775)
    make_folder(course / "week" / "one")
    write_whole(course / "week" / "one" / "sheet.html", "x")
    write_whole(course / "key.json", "x", private=True)
    assert (mode(course / "week" / "one" / "sheet.html"), mode(course / "key.json")) == (0o664, 0o600)
    assert mode(course / "week" / "one") & 0o777 == 0o775
    umask(0o077)  # whoever hides from the group what is made means it
    write_whole(course / "week" / "one" / "own.html", "x")
    assert mode(course / "week" / "one" / "own.html") == 0o600


def test_a_file_keeps_its_group(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    others = [group for group in (*os.getgroups(), 1) if group != path.stat().st_gid]
    try:
        os.chown(path, -1, others[0])
    except OSError:
        pytest.skip("there is no other group to give the file to")
    write_whole(path, "new")
    assert path.stat().st_gid == others[0]


def test_a_share_that_knows_no_modes_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o2775)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    for name in ("chmod", "chown", "fchmod"):
        monkeypatch.setattr(os, name, refused)
    made, key = make(tmp_path)
    for moves in (["pass"], ["fly"]):
        answers = hand_in(made, "anna", 1, moves)
    assert json.loads(answers.read_text())["entries"][0]["moves"] == ["fly"]
    assert key.students and made.notebooks["anna"].is_file()


def test_a_share_that_cannot_wait_for_the_disk_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def refusing(number: int) -> Callable[[int], None]:
        def refused(handle: int) -> None:
            raise OSError(number, os.strerror(number))

        return refused

    monkeypatch.setattr(os, "fsync", refusing(errno.EINVAL))
    write_whole(path, "new")
    monkeypatch.setattr(os, "fsync", refusing(errno.EIO))
    with pytest.raises(OSError, match="Input/output"):
        write_whole(path, "newer")
    assert path.read_text() == "new"
