"""Progress is kept: by several processes at once, over damage, full disks and folders that cannot be written."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from tutor import store as store_module
from tutor import store_file
from tutor.puzzle import shipped
from tutor.puzzle_panel import Puzzles
from tutor.rating import result_of
from tutor.store import DAMAGED, Store, default
from tutor.store_file import FORMAT, PATIENCE, TURN


class Purse(msgspec.Struct, frozen=True):
    """Stand for what a panel keeps."""

    coins: int = 0
    share: Fraction = Fraction(0)
    names: tuple[str, ...] = ()


def file_of(folder: Path) -> Path:
    return folder / "progress.sqlite"


def test_values_come_back(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    store = Store(path)
    assert store.get("purses", "anna", Purse) is None
    assert store.get("purses", "anna", Purse, Purse(5)) == Purse(5)
    store.put("purses", "anna", Purse(3, Fraction(1, 3), ("a", "b")))
    store.put("purses", "bert", Purse(1))
    store.put("lessons", "anna", 7)
    store.append("games", Purse(1))
    store.append("games", Purse(2))
    assert store.update("purses", "anna", Purse, Purse(), lambda p: msgspec.structs.replace(p, coins=4)).coins == 4
    store.close()

    again = Store(path)
    assert again.items("purses", Purse) == (("anna", Purse(4, Fraction(1, 3), ("a", "b"))), ("bert", Purse(1)))
    assert again.entries("games", Purse) == (Purse(1), Purse(2))
    again.remove("purses", "bert")
    assert [key for key, _ in again.items("purses", Purse)] == ["anna"]
    assert again.notice == "" and not again.in_memory


def test_an_update_that_raises_changes_nothing(tmp_path: Path) -> None:
    store = Store(file_of(tmp_path))
    store.put("purses", "anna", Purse(3))

    def fail(purse: Purse) -> Purse:
        raise KeyError("x")

    with pytest.raises(KeyError):
        store.update("purses", "anna", Purse, Purse(), fail)
    store.put("purses", "bert", Purse(1))
    assert store.get("purses", "anna", Purse) == Purse(3)


def test_the_shared_store_follows_the_folder(
    own_progress: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = default()
    assert first is default() and first.path == file_of(own_progress)
    monkeypatch.setenv("MAGISTER_DATA", str(tmp_path / "other"))
    assert default() is not first
    monkeypatch.delenv("MAGISTER_DATA")
    assert store_module.place().name == "progress.sqlite" and "magister-ludi" in str(store_module.place())


COUNT = """
import sys
from tutor.store import Store
print("ready", flush=True)
sys.stdin.readline()
store = Store(sys.argv[1])
for number in range(int(sys.argv[2])):
    store.update("counts", "all", int, 0, lambda count: count + 1)
    store.append("steps", number)
print("done", store.notice, flush=True)
"""


def counting(path: Path, number: int) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", COUNT, str(path), str(number)], stdin=pipe, stdout=pipe, text=True, bufsize=1
    )


def count_at_once(path: Path, processes: int, number: int) -> list[str]:
    """Let processes open the same file at the same time and count in it; return what they say at the end."""
    workers = [counting(path, number) for _ in range(processes)]
    for worker in workers:
        assert worker.stdout is not None and worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("\n")
    return [worker.communicate()[0].strip() for worker in workers]


def test_processes_that_open_and_write_at_once_lose_nothing(tmp_path: Path) -> None:
    """All open a file that is not there yet, and count without rest."""
    path = file_of(tmp_path)
    assert count_at_once(path, 6, 25) == ["done"] * 6
    store = Store(path)
    assert store.get("counts", "all", int) == 150
    assert len(store.entries("steps", int)) == 150
    assert store.notice == ""


def test_processes_that_find_a_damaged_file_at_once_lose_nothing(tmp_path: Path) -> None:
    """One moves it aside; what it writes into the new one stays where it is."""
    path = file_of(tmp_path)
    path.write_bytes(b"this is no database" * 100)
    said = count_at_once(path, 4, 10)
    assert len(list(tmp_path.glob("progress.damaged-*.sqlite"))) == 1
    assert sorted(text == "done" for text in said) == [False, True, True, True]
    assert Store(path).get("counts", "all", int) == 40


class Other:
    """Stand for another process that has the file locked until somebody has waited for it a few times."""

    def __init__(self, path: Path, *statements: str) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        for statement in statements:
            self.connection.execute(statement)
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        if len(self.waits) == 3:
            self.connection.close()


TABLE = "CREATE TABLE t (n)"
LOCKS = {
    "the file is made": ("BEGIN EXCLUSIVE", TABLE),
    "it is changed to WAL": ("PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = WAL", TABLE),
    "it is written": ("PRAGMA journal_mode = WAL", "BEGIN IMMEDIATE", TABLE),
}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_file_locked_while_it_is_opened_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lock: str
) -> None:
    other = Other(file_of(tmp_path), *LOCKS[lock])
    monkeypatch.setattr(store_file, "wait", other.wait)
    store = Store(file_of(tmp_path))
    store.put("purses", "anna", 1)
    assert (store.notice, store.in_memory, store.get("purses", "anna", int)) == ("", False, 1)
    assert len(other.waits) == 3


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "PRAGMA locking_mode = EXCLUSIVE"])
def test_a_file_locked_while_it_is_used_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lock: str
) -> None:
    path = file_of(tmp_path)
    store = Store(path)
    store.put("purses", "anna", 1)
    store._connection.close()  # so that the other one can have the file to itself
    other = Other(path, lock, "INSERT INTO shelf VALUES ('purses', 'bert', '2')")
    monkeypatch.setattr(store_file, "wait", other.wait)
    store._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    if "EXCLUSIVE" in lock:
        assert store.items("purses", int) == (("anna", 1), ("bert", 2))
    store.update("purses", "anna", int, 0, lambda coins: coins + 5)
    assert store.get("purses", "anna", int) == 6
    assert (store.notice, len(other.waits)) == ("", 3)


def test_whoever_writes_without_rest_lets_others_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two changes there is a pause in which another finds the file free at once, and longer than it waits."""
    one, two = Store(file_of(tmp_path)), Store(file_of(tmp_path))
    monkeypatch.setattr(store_module, "time", SimpleNamespace(monotonic=lambda: 100.0))
    monkeypatch.setattr(store_file, "wait", lambda seconds: pytest.fail("the file was not free"))
    pauses: list[float] = []

    def other(seconds: float) -> None:
        pauses.append(seconds)
        two._wrote_at = 0.0
        two.update("counts", "all", int, 0, lambda count: count + 1)

    monkeypatch.setattr(store_module, "wait", other)
    for _ in range(4):
        one.update("counts", "all", int, 0, lambda count: count + 1)
    assert pauses == [TURN] * 3 and TURN > 2 * store_file.PAUSE
    assert one.get("counts", "all", int) == 7


def test_what_was_done_while_another_kept_the_file_is_added_to_what_that_one_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that never lets go is told about; then both counts are in the file, and nobody's entry is lost."""
    path = file_of(tmp_path)
    store = Store(path)
    store.put("counts", "all", 10)
    clock = [1000.0]

    def wait(seconds: float) -> None:
        clock[0] += seconds

    for module in (store_module, store_file):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
        monkeypatch.setattr(module, "wait", wait)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("UPDATE shelf SET value = '15'")
    assert store.update("counts", "all", int, 0, lambda count: count + 1) == 11
    assert clock[0] >= 1000 + PATIENCE
    assert store.in_memory and "locked" in store.notice
    store.update("counts", "all", int, 0, lambda count: count + 1 if count == 11 else 1 // 0)
    store.append("games", 3)
    clock[0] += store_module.RETRY
    before = clock[0]
    store.append("games", 4)
    assert store.in_memory and clock[0] < before + 1, "a panel does not stand still again and again"
    other.execute("COMMIT")
    store.close()
    again = Store(path)
    # 15 and the first one; the second one cannot be done to 16, so what it gave stands.
    assert again.entries("games", int) == (3, 4)
    assert again.get("counts", "all", int) == 12


LIMIT = 2.0  #: seconds that a panel may stand still because somebody else has the file locked


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Have a clock that goes on only while somebody waits for the file."""
    now = [1000.0]

    def wait(seconds: float) -> None:
        now[0] += seconds

    for module in (store_module, store_file):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))
        monkeypatch.setattr(module, "wait", wait)
    return now


@pytest.mark.parametrize("when", ["before the panel is opened", "while it is open"])
def test_a_check_stands_still_for_no_more_than_two_seconds_where_the_file_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float], when: str
) -> None:
    """Opening a panel, and the check of an answer in it; what cannot be kept is said."""
    monkeypatch.setenv("MAGISTER_DATA", str(tmp_path))
    monkeypatch.setattr(store_module, "_stores", {})
    puzzle = shipped("kingsburg")[0]
    path = default().path
    if when == "before the panel is opened":  # then nobody else may even read
        default().close()
    other = sqlite3.connect(path, isolation_level=None)
    if when == "before the panel is opened":
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    other.execute("UPDATE shelf SET value = value")
    before = clock[0]
    panel = Puzzles(puzzle, pace=0)
    assert clock[0] - before < LIMIT
    for key in puzzle.line:
        panel.play(key)
    before = clock[0]
    assert panel.check().optimal
    assert clock[0] - before < LIMIT and clock[0] > 1000
    (notice,) = (one["text"] for one in panel.sections if one["key"] == "notice")
    assert "cannot be written" in notice and "kept in memory" in notice
    for later in range(40):  # nor does it stand still later on
        clock[0] += 3 * later
        before = clock[0]
        panel.store.put("counts", "all", later)
        assert clock[0] - before < LIMIT
    other.execute("COMMIT")
    other.close()
    panel.store.close()
    again = Store(path)
    assert result_of(puzzle, again).solved, "as soon as the file is free it is written"
    assert again.get("counts", "all", int) == 39


def test_what_could_not_be_written_is_written_at_the_end_of_the_process(tmp_path: Path) -> None:
    program = f"""
import sqlite3, sys
sys.path[:] = {sys.path!r}
from tutor import store
mine = store.default()
mine.put("counts", "all", 1)
other = sqlite3.connect(mine.path, isolation_level=None)
other.execute("BEGIN EXCLUSIVE")
mine.put("counts", "all", 2)
assert mine.in_memory
other.execute("COMMIT")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"MAGISTER_DATA": str(tmp_path)}, check=False
    )
    assert done.returncode == 0
    assert Store(tmp_path / store_module.FILE).get("counts", "all", int) == 2


def test_changes_made_in_memory_are_made_again_to_what_the_file_holds(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    store = Store(path)
    store.put("counts", "all", 10)
    store._connection = store._stay_in_memory(sqlite3.OperationalError("database is locked"), store._connection)
    for _ in range(2):
        store.update("counts", "all", int, 0, lambda count: count + 1)
    Store(path).put("counts", "all", 15)
    store.close()
    assert Store(path).get("counts", "all", int) == 17


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no signal that ends at once")
def test_a_process_killed_in_the_middle_loses_no_finished_change(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    store = Store(path)
    store.put("purses", "anna", Purse(9))
    worker = counting(path, 1_000_000)
    assert worker.stdout is not None and worker.stdin is not None
    worker.stdout.readline()
    worker.stdin.write("\n")
    seen = 0
    while seen < 20:
        seen = store.get("counts", "all", int, 0)
    worker.kill()
    worker.wait()
    assert store.get("counts", "all", int, 0) >= seen
    count = store.update("counts", "all", int, 0, lambda number: number + 1)
    assert count > seen and store.get("purses", "anna", Purse) == Purse(9)
    assert Store(path).get("counts", "all", int) == count
    assert store.notice == "" and list(path.parent.glob("*damaged*")) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_opens_its_own(tmp_path: Path) -> None:
    store = Store(file_of(tmp_path))
    store.put("purses", "anna", 1)
    code = (
        "import os, sys; from tutor.store import Store; s = Store(sys.argv[1]); s.put('purses', 'anna', 2)\n"
        "child = os.fork()\n"
        "s.update('purses', 'anna', int, 0, lambda n: n + 10)\n"
        "child and os.waitpid(child, 0)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(store.path)], check=True)
    assert store.get("purses", "anna", int) == 22


@pytest.mark.parametrize(
    "bytes_", [b"this is no database" * 100, b"SQLite format 3\x00" + b"\xff" * 5000], ids=["text", "head only"]
)
def test_a_damaged_file_is_moved_aside(tmp_path: Path, bytes_: bytes) -> None:
    path = file_of(tmp_path)
    path.write_bytes(bytes_)
    store = Store(path)
    (aside,) = tmp_path.glob("progress.damaged-*.sqlite")
    assert aside.read_bytes() == bytes_
    assert "damaged" in store.notice and aside.name in store.notice
    store.put("purses", "anna", 1)
    assert Store(path).get("purses", "anna", int) == 1


def test_pages_damaged_in_the_middle_are_found(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    store = Store(path)
    for number in range(20):
        store.put("purses", f"{number:03}", "x" * 4000)
    store.close()
    data = bytearray(path.read_bytes())
    for start in range(8192, len(data), 4096):
        data[start : start + 64] = b"\xa5" * 64
    path.write_bytes(bytes(data))
    again = Store(path)
    assert "damaged" in again.notice and len(list(tmp_path.glob("progress.damaged-*.sqlite"))) == 1
    again.put("purses", "anna", "y")
    assert Store(path).items("purses", str) == (("anna", "y"),)


def test_damage_while_it_is_open_is_no_exception(tmp_path: Path) -> None:
    store = Store(file_of(tmp_path))
    other = sqlite3.connect(store.path)
    other.execute("DROP TABLE shelf")
    other.commit()
    other.close()
    assert store.get("purses", "anna", int, 3) == 3
    store.put("purses", "anna", 4)
    assert store.get("purses", "anna", int) == 4
    assert "damaged" in store.notice


def test_a_value_of_another_kind_is_left_out_and_kept(tmp_path: Path) -> None:
    store = Store(file_of(tmp_path))
    store.put("purses", "anna", {"coins": "many"})
    store.put("purses", "bert", Purse(2))
    assert store.get("purses", "anna", Purse, Purse(1)) == Purse(1)
    assert "'anna'" in store.notice
    assert store.items("purses", Purse) == (("bert", Purse(2)),)
    store.update("purses", "anna", Purse, Purse(), lambda purse: Purse(purse.coins + 1))
    assert store.get("purses", "anna", Purse) == Purse(1)
    assert [text for _, text in store.items(DAMAGED, str)] == ['{"coins":"many"}']


class Full(sqlite3.Connection):
    """Stand for a disk that is full while ``full`` is set."""

    full = False

    def execute(self, sql: str, values: object = ()) -> sqlite3.Cursor:  # type: ignore[override]
        name = super().execute("PRAGMA database_list").fetchone()[2]
        if Full.full and name and sql.startswith(("INSERT", "BEGIN", "DELETE")):
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, values)  # type: ignore[arg-type]


def test_a_full_disk_keeps_work_in_memory_and_writes_it_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "factory": Full}))
    path = file_of(tmp_path)
    store = Store(path)
    store.put("purses", "anna", 1)
    Full.full = True
    try:
        store.update("purses", "anna", int, 0, lambda coins: coins + 1)
        assert store.in_memory and "disk is full" in store.notice and str(path) in store.notice
        store.append("games", 5)
        store.put("purses", "bert", 8)
        assert store.items("purses", int) == (("anna", 2), ("bert", 8))
        monkeypatch.setattr(store_module, "RETRY", 0.0)
        store.put("purses", "bert", 9)
        assert store.in_memory
    finally:
        Full.full = False
    store._again_at = 0.0
    store.put("purses", "carl", 1)
    assert not store.in_memory and store.notice == ""
    store.close()
    again = Store(path)
    assert again.items("purses", int) == (("anna", 2), ("bert", 9), ("carl", 1))
    assert again.entries("games", int) == (5,)


def test_closing_writes_what_was_kept_in_memory(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    folder.write_text("a file where the folder should be")
    store = Store(file_of(folder))
    store.put("purses", "anna", 1)
    assert store.in_memory and store.notice
    folder.unlink()
    store.close()
    assert Store(file_of(folder)).get("purses", "anna", int) == 1


def test_a_file_that_may_only_be_read_is_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file_of(tmp_path)
    first = Store(path)
    first.put("purses", "anna", 1)
    first.close()
    original = store_module.open_file

    def read_only(path: Path, patience: float = 0) -> sqlite3.Connection:
        original(path).close()
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(store_module, "open_file", read_only)
    store = Store(path)
    assert "readonly" in store.notice
    assert store.get("purses", "anna", int) == 1
    store.put("purses", "anna", 2)
    assert store.get("purses", "anna", int) == 2
    monkeypatch.undo()
    assert Store(path).get("purses", "anna", int) == 1


def test_a_folder_that_may_only_be_read(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is read-only for the administrator")
    tmp_path.chmod(0o500)
    store = Store(file_of(tmp_path))
    store.put("purses", "anna", 1)
    assert store.get("purses", "anna", int) == 1 and store.in_memory and store.notice
    tmp_path.chmod(0o700)


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    store = Store(path)
    store.put("purses", "anna", 1)
    assert store.get("purses", "anna", int) == 1
    assert "later version" in store.notice
    assert path.read_bytes() == before


def test_text_in_keys_and_values_is_only_text(tmp_path: Path) -> None:
    store = Store(file_of(tmp_path))
    name = "'); DROP TABLE shelf; -- <script>"
    store.put(name, name, name)
    assert store.get(name, name, str) == name
