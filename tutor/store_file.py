"""The file of a store: how it is opened, changed and shared with other processes that use it at the same time."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeVar

Value = TypeVar("Value")
Changes = list[tuple[str, tuple[str, ...]]]
Work = Callable[[sqlite3.Connection], Changes]

FORMAT: Final = 1
"""The version of the tables; a file of a later version is left alone."""

PATIENCE: Final = 1.2
"""Seconds to wait for others that use the file: so long a panel may stand still. Then work goes on in memory."""

PAUSE: Final = 0.001
"""Seconds between two looks whether a locked file is free."""

TURN: Final = 3 * PAUSE
"""Seconds that a process which has just written leaves to others, so that those who wait find the file free."""

TABLES: Final = """
CREATE TABLE IF NOT EXISTS shelf (
    shelf TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (shelf, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS history (
    number INTEGER PRIMARY KEY AUTOINCREMENT, shelf TEXT NOT NULL, time TEXT NOT NULL, value TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS history_shelf ON history (shelf, number);
"""

GET: Final = "SELECT value FROM shelf WHERE shelf = ? AND key = ?"
ENTRIES: Final = "SELECT number, value FROM history WHERE shelf = ? ORDER BY number"

LOCKED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def open_file(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """Open the file and look whether it is whole; raise `sqlite3.Error` where it is not, or not ours."""
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        until = time.monotonic() + patience
        patiently(lambda: _prepare(connection), patience)
        # A file that may only be read is found out now, not at the first change.
        patiently(lambda: change(connection), until - time.monotonic())
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Make a connection ready for use, and the tables where there are none; it may be done again after it failed."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > FORMAT:
        raise sqlite3.OperationalError(f"a later version of this program wrote it, in format {version}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if version < FORMAT:
        with transaction(connection):
            for statement in TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {FORMAT}")
        return
    (whole,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if whole != "ok":
        raise sqlite3.DatabaseError(f"malformed: {whole}")
    for question, values in ((GET, ("", "")), (ENTRIES, ("",))):
        connection.execute(question, values)


def open_to_read(path: Path) -> sqlite3.Connection | None:
    """Open a file that may only be read; None where it is not there or not in our format."""
    if not path.is_file():
        return None
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=0, uri=True, check_same_thread=False)
    if connection.execute("PRAGMA user_version").fetchone() != (FORMAT,):
        connection.close()
        return None
    return connection


def copied(before: sqlite3.Connection | None) -> sqlite3.Connection:
    """Return a database in memory with what another still gives, which is closed."""

    def unless_locked(status: int, remaining: int, pages: int) -> None:
        # A copy would wait for a locked file without end.
        if status & 0xFF in LOCKED:
            raise sqlite3.OperationalError("database is locked")

    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if before is not None:
        with contextlib.suppress(sqlite3.Error):
            before.backup(memory, progress=unless_locked)
        with contextlib.suppress(sqlite3.Error):
            before.close()
    memory.executescript(TABLES)
    return memory


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a block as one transaction that nobody else can write in between."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def change(connection: sqlite3.Connection, *works: Work) -> Changes:
    """Make all the changes in one transaction, and return them."""
    made = []
    with transaction(connection):
        for work in works:
            for statement, values in (changes := work(connection)):
                connection.execute(statement, values)
            made += changes
    return made


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let no other process move the same damaged file aside meanwhile: it would move the new one."""
    guard = sqlite3.connect(path.with_name(f"{path.stem}.mending"), timeout=0, isolation_level=None)
    try:
        patiently(lambda: guard.execute("BEGIN EXCLUSIVE"))
        yield
    finally:
        guard.close()


def patiently(act: Callable[[], Value], seconds: float = PATIENCE) -> Value:
    """Do something with a file, again and again for so many seconds while other processes keep it locked.

    SQLite's own waiting is not enough. It does not wait at all where several open a new file at once and change it to
    WAL, or where one recovers it; and its pauses grow so long that it never finds the gap between two changes of a
    process that writes without rest. Nor can a person interrupt it.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return act()
        except sqlite3.OperationalError as error:
            if not is_locked(error) or time.monotonic() >= until:
                raise
        wait(PAUSE)


def wait(seconds: float) -> None:
    """Sleep; tests put in here what another process does meanwhile."""
    time.sleep(seconds)


def is_locked(error: sqlite3.Error) -> bool:
    """Say whether an error means that somebody else uses the file just now."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in LOCKED


def is_damage(error: Exception) -> bool:
    """Say whether an error means that the bytes are wrong, rather than that the file cannot be used now."""
    return isinstance(error, sqlite3.DatabaseError) and (
        not isinstance(error, sqlite3.OperationalError)
        # Tables that are not as we made them are damage, too.
        or any(sign in str(error) for sign in ("malformed", "no such table", "no such column", "has no column"))
    )
