"""What a person's progress is kept in: one SQLite file of shelves, which never stops a panel.

A shelf holds values by key, or a history that only grows. Values are msgspec structs, kept as JSON and validated when
they are read. Several notebooks may use the file at once: each change is one transaction. What goes wrong with the file
(a full disk, a folder that cannot be written, damaged bytes) is told in `Store.notice`, and work goes on in memory.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeVar, overload

import msgspec

from .language import say

Value = TypeVar("Value")

VARIABLE: Final = "MAGISTER_DATA"
"""The environment variable that names the folder of the file."""

FILE: Final = "progress.sqlite"
FORMAT: Final = 1
"""The version of the tables; a file of a later version is left alone."""

PATIENCE: Final = 5.0
"""Seconds to wait for another process that is writing."""

RETRY: Final = 10.0
"""Seconds between attempts to write to the file again once that failed."""

DAMAGED: Final = "damaged"
"""The shelf to which values go that cannot be read, so that nothing is lost when they are replaced."""

TABLES: Final = """
CREATE TABLE IF NOT EXISTS shelf (
    shelf TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (shelf, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS history (
    number INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, time TEXT NOT NULL, value TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS history_shelf ON history (shelf, number);
"""

GET: Final = "SELECT value FROM shelf WHERE shelf = ? AND key = ?"
PUT: Final = "INSERT INTO shelf VALUES (?, ?, ?) ON CONFLICT (shelf, key) DO UPDATE SET value = excluded.value"
REMOVE: Final = "DELETE FROM shelf WHERE shelf = ? AND key = ?"
ITEMS: Final = "SELECT key, value FROM shelf WHERE shelf = ? ORDER BY key"
APPEND: Final = "INSERT INTO history (shelf, time, value) VALUES (?, ?, ?)"
ENTRIES: Final = "SELECT number, value FROM history WHERE shelf = ? ORDER BY number"

_stores: dict[Path, Store] = {}
_stores_lock = threading.Lock()
_carried_over: list[sqlite3.Connection] = []


def place() -> Path:
    """Return where progress is kept: in the folder that ``MAGISTER_DATA`` names, else where the system keeps such."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser() / FILE
    from platformdirs import user_data_path

    return user_data_path("magister-ludi", appauthor=False) / FILE


def default() -> Store:
    """Return the store that all panels of this process share."""
    path = place()
    with _stores_lock:
        if path not in _stores:
            _stores[path] = Store(path)
        return _stores[path]


class Store:
    """Keep values on shelves in a file; see the module for what is promised.

    No method raises because of the file. ``notice`` is empty, or says in a sentence what is wrong with it.

    >>> store = Store(":memory:")
    >>> store.put("purse", "anna", 3)
    >>> store.update("purse", "anna", int, 0, lambda coins: coins + 4)
    7
    >>> store.get("purse", "bert", int) is None
    True
    """

    def __init__(self, path: str | Path | None = None) -> None:
        """Open the file, or make it; ``":memory:"`` keeps everything in memory alone."""
        self.path: Final = place() if path is None else Path(path)
        self.notice = ""
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._unwritten: list[tuple[str, tuple[str, ...]]] = []
        self._again_at = 0.0
        self._on_disk = str(path) != ":memory:"
        self._connection = self._open() if self._on_disk else _copied(None)

    @property
    def in_memory(self) -> bool:
        """Say whether what is put in now will be gone when this process ends."""
        return not self._on_disk

    # --- values by key --------------------------------------------------------------------------------------------

    @overload
    def get(self, shelf: str, key: str, kind: type[Value]) -> Value | None: ...
    @overload
    def get(self, shelf: str, key: str, kind: type[Value], default: Value) -> Value: ...
    def get(self, shelf: str, key: str, kind: type[Value], default: Value | None = None) -> Value | None:
        """Return a value, or the default where there is none or it cannot be read (`notice` then says so)."""
        rows = self._read(GET, (shelf, key))
        found = self._decoded(shelf, key, rows[0][0], kind) if rows else None
        return default if found is None else found

    def put(self, shelf: str, key: str, value: object) -> None:
        """Keep a value, in the place of the one that was there."""
        self._write(lambda: [(PUT, (shelf, key, _text(value)))])

    def remove(self, shelf: str, key: str) -> None:
        """Take a value away; nothing happens where there is none."""
        self._write(lambda: [(REMOVE, (shelf, key))])

    def update(
        self, shelf: str, key: str, kind: type[Value], default: Value, function: Callable[[Value], Value]
    ) -> Value:
        """Put ``function`` of the value (or of the default) in its place, and return it.

        No other process can change the value in between. What ``function`` raises is raised, and nothing is changed;
        it may be called again where the file fails meanwhile.
        """
        found: list[Value] = []

        def work() -> list[tuple[str, tuple[str, ...]]]:
            rows = self._connection.execute(GET, (shelf, key)).fetchall()
            old = self._decoded(shelf, key, rows[0][0], kind) if rows else None
            found[:] = [function(default if old is None else old)]
            spoilt = [(PUT, _spoilt(shelf, key, rows[0][0]))] if rows and not _valid(rows[0][0], kind) else []
            return [*spoilt, (PUT, (shelf, key, _text(found[0])))]

        self._write(work)
        return found[0]

    def items(self, shelf: str, kind: type[Value]) -> tuple[tuple[str, Value], ...]:
        """Return keys and values of a shelf, by key; what cannot be read is left out (`notice` then says so)."""
        read = ((key, self._decoded(shelf, key, text, kind)) for key, text in self._read(ITEMS, (shelf,)))
        return tuple((key, value) for key, value in read if value is not None)

    # --- histories ------------------------------------------------------------------------------------------------

    def append(self, shelf: str, value: object) -> None:
        """Add a value to the end of a history."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._write(lambda: [(APPEND, (shelf, now, _text(value)))])

    def entries(self, shelf: str, kind: type[Value]) -> tuple[Value, ...]:
        """Return a history, oldest first; what cannot be read is left out (`notice` then says so)."""
        rows = self._read(ENTRIES, (shelf,))
        read = (self._decoded(shelf, f"entry {number}", text, kind) for number, text in rows)
        return tuple(value for value in read if value is not None)

    def close(self) -> None:
        """Write what could not be written before, if that works now, and let go of the file."""
        with self._lock:
            if self._unwritten:
                self._return_to_disk(now=True)
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            with _stores_lock:
                if _stores.get(self.path) is self:
                    del _stores[self.path]

    # --- the file -------------------------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        """Open the file; move it aside where it is damaged, and stay in memory where it cannot be used."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return _open_file(self.path)
        except (sqlite3.Error, OSError) as error:
            if _is_damage(error):
                return self._begin_anew()
            return self._stay_in_memory(error, None)

    def _begin_anew(self) -> sqlite3.Connection:
        """Move the damaged file aside, and begin a new one."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        aside = self.path.with_name(f"{self.path.stem}.damaged-{stamp}{self.path.suffix}")
        try:
            # Another process may have done it already: what is whole now stays where it is.
            with contextlib.suppress(sqlite3.Error):
                return _open_file(self.path)
            self.path.rename(aside)
            for ending in ("-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    Path(f"{self.path}{ending}").rename(f"{aside}{ending}")
            self.notice = say(
                "The file with your progress was damaged. It was moved to {name} in {folder}, and a new one was begun.",
                name=aside.name,
                folder=aside.parent,
            )
            return _open_file(self.path)
        except (sqlite3.Error, OSError) as error:
            return self._stay_in_memory(error, None)

    def _stay_in_memory(self, error: Exception, before: sqlite3.Connection | None) -> sqlite3.Connection:
        """Go on in memory with what the file still gives, and say so."""
        with contextlib.suppress(sqlite3.Error):
            before = before or _open_to_read(self.path)
        memory = _copied(before)
        self._on_disk = False
        self._again_at = time.monotonic() + RETRY
        self.notice = say(
            "Your progress cannot be written to {path} ({reason}). It is kept in memory, and written as soon as that "
            "works again; until then do not close the notebook.",
            path=self.path,
            reason=_reason(error),
        )
        return memory

    def _return_to_disk(self, now: bool = False) -> None:
        """Write what was kept in memory to the file, where that works again."""
        if self._on_disk or str(self.path) == ":memory:" or (not now and time.monotonic() < self._again_at):
            return
        self._again_at = time.monotonic() + RETRY
        with contextlib.suppress(sqlite3.Error, OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = _open_file(self.path)
            try:
                connection.execute("BEGIN IMMEDIATE")
                for statement, values in self._unwritten:
                    connection.execute(statement, values)
                connection.execute("COMMIT")
            except sqlite3.Error:
                connection.close()
                raise
            self._connection.close()
            self._connection, self._on_disk, self._unwritten, self.notice = connection, True, [], ""

    def _read(self, statement: str, values: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return the rows of a question, from memory where the file gives none."""
        for _ in range(2):
            with self._lock, self._tended() as fine:
                rows = self._connection.execute(statement, values).fetchall()
            if fine:
                return rows
        return []

    def _write(self, work: Callable[[], list[tuple[str, tuple[str, ...]]]]) -> None:
        """Make the changes that ``work`` names in one transaction, and in memory where the file refuses them."""
        with self._lock:
            self._return_to_disk()
            for _ in range(3):
                with self._tended() as fine, _transaction(self._connection):
                    changes = work()
                    for statement, values in changes:
                        self._connection.execute(statement, values)
                if fine:
                    if not self._on_disk and str(self.path) != ":memory:":
                        self._unwritten += changes
                    return

    @contextlib.contextmanager
    def _tended(self) -> Iterator[list[bool]]:
        """Run a block on the file; where that fails, change to what works instead and leave the list empty."""
        fine: list[bool] = []
        if self._process != os.getpid():
            # SQLite forbids a connection to be used, or even closed, in a process that was forked from its own.
            self._process = os.getpid()
            if self._on_disk:
                _carried_over.append(self._connection)
                self._connection = self._open()
        try:
            yield fine
            fine.append(True)
        except sqlite3.Error as error:
            if _is_damage(error):
                with contextlib.suppress(sqlite3.Error):
                    self._connection.close()
                self._connection = self._begin_anew()
            else:
                self._connection = self._stay_in_memory(error, self._connection)

    def _decoded(self, shelf: str, key: str, text: str, kind: type[Value]) -> Value | None:
        """Read a kept value; one that does not fit its type is reported, and None returned."""
        try:
            return _value(text, kind)
        except msgspec.MsgspecError:
            self.notice = say(
                "What was kept under {shelf}, {key} cannot be read by this version. It is left out; where it is "
                "replaced, the old text stays on the shelf {damaged}.",
                shelf=repr(shelf),
                key=repr(key),
                damaged=repr(DAMAGED),
            )
            return None


def _open_file(path: Path) -> sqlite3.Connection:
    """Open the file and look whether it is whole; raise `sqlite3.Error` where it is not, or not ours."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise sqlite3.OperationalError(f"a later version of this program wrote it, in format {version}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version < FORMAT:
            connection.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {FORMAT}; COMMIT;")
        else:
            (whole,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if whole != "ok":
                raise sqlite3.DatabaseError(f"malformed: {whole}")
            for question, values in ((GET, ("", "")), (ENTRIES, ("",))):
                connection.execute(question, values)
            # A file that may only be read is found out now, not at the first change.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _open_to_read(path: Path) -> sqlite3.Connection | None:
    """Open a file that may only be read; None where it is not there or not in our format."""
    if not path.is_file():
        return None
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
    if connection.execute("PRAGMA user_version").fetchone() != (FORMAT,):
        connection.close()
        return None
    return connection


def _copied(before: sqlite3.Connection | None) -> sqlite3.Connection:
    """Return a database in memory with what another still gives, which is closed."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if before is not None:
        with contextlib.suppress(sqlite3.Error):
            before.backup(memory)
        with contextlib.suppress(sqlite3.Error):
            before.close()
    memory.executescript(TABLES)
    return memory


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a block as one transaction that nobody else can write in between."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _is_damage(error: Exception) -> bool:
    """Say whether an error means that the bytes are wrong, rather than that the file cannot be used now."""
    return isinstance(error, sqlite3.DatabaseError) and (
        not isinstance(error, sqlite3.OperationalError)
        # Tables that are not as we made them are damage, too.
        or any(sign in str(error) for sign in ("malformed", "no such table", "no such column", "has no column"))
    )


def _reason(error: Exception) -> str:
    """Return what the system says about an error, without the path that stands in the sentence already."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _text(value: object) -> str:
    """Print a value as JSON; exact numbers as text."""
    return msgspec.json.encode(value, enc_hook=_plain).decode()


def _value(text: str, kind: type[Value]) -> Value:
    """Read a value from JSON, strictly; raise `msgspec.MsgspecError`."""
    return msgspec.json.decode(text, type=kind, dec_hook=_rich)


def _valid(text: str, kind: type[Value]) -> bool:
    """Say whether a kept text is a value of this type."""
    try:
        _value(text, kind)
    except msgspec.MsgspecError:
        return False
    return True


def _spoilt(shelf: str, key: str, text: str) -> tuple[str, str, str]:
    """Name the place where a text is kept that cannot be read."""
    return (DAMAGED, f"{shelf}/{key}/{datetime.now(UTC).isoformat()}", _text(text))


def _plain(value: object) -> object:
    """Write an exact number as text."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a {type(value).__name__} cannot be kept")


def _rich(kind: type, value: object) -> object:
    """Read an exact number from text."""
    if kind is Fraction and isinstance(value, str):
        return Fraction(value)
    raise NotImplementedError(f"a {kind.__name__} cannot be read")
