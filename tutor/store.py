"""What a person's progress is kept in: one SQLite file of shelves, which never stops a panel.

A shelf holds values by key, or a history that only grows. Values are msgspec structs, kept as JSON and validated when
they are read. Several notebooks may use the file at once: each change is one transaction, and whoever finds the file
locked waits for a turn. What goes wrong with the file (a full disk, a folder that cannot be written, damaged bytes, a
program that never lets go) is told in `Store.notice`, and work goes on in memory.
"""

from __future__ import annotations

import atexit
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

from rules.arguments import check_path, wrong_kind
from rules.findings import BadInput
from widgets.data_folder import VARIABLE, data_folder

from .language import say
from .store_file import (
    ENTRIES,
    GET,
    TURN,
    Changes,
    Work,
    alone,
    change,
    copied,
    is_damage,
    open_file,
    open_to_read,
    patiently,
    wait,
)

Value = TypeVar("Value")

FILE: Final = "progress.sqlite"

MEMORY: Final = Path(":memory:")
"""The path of a store without a file."""

BRIEF: Final = 0.5
"""Seconds to wait for a locked file where work goes on in memory: a panel must not stand still at every change."""

AT_END: Final = 5.0
"""Seconds to wait for a locked file when the process ends: what is not written then is lost."""

RETRY: Final = 10.0
"""Seconds between attempts to write to the file again once that failed."""

DAMAGED: Final = "damaged"
"""The shelf to which values go that cannot be read, so that nothing is lost when they are replaced."""

PUT: Final = "INSERT INTO shelf VALUES (?, ?, ?) ON CONFLICT (shelf, key) DO UPDATE SET value = excluded.value"
REMOVE: Final = "DELETE FROM shelf WHERE shelf = ? AND key = ?"
ITEMS: Final = "SELECT key, value FROM shelf WHERE shelf = ? ORDER BY key"
APPEND: Final = "INSERT INTO history (shelf, time, value) VALUES (?, ?, ?)"

_stores: dict[Path, Store] = {}
_stores_lock = threading.Lock()
_carried_over: list[sqlite3.Connection] = []


def place() -> Path:
    """Return where progress is kept: in the folder that ``MAGISTER_DATA`` names, else where the system keeps such.

    Raises:
        rules.BadInput: whoever runs this has no home folder, and names no other.
    """
    return data_folder() / FILE


def _usual() -> tuple[Path, str]:
    """Return where progress is kept, and a sentence where that is in memory alone."""
    try:
        return place(), ""
    except BadInput:
        return MEMORY, say(
            "There is no home folder here to keep your progress in: it is kept in memory and will be gone with this "
            "session. {variable} can name a folder.",
            variable=VARIABLE,
        )


def chosen(store: object) -> Store:
    """Return a store that was given, or the one that all panels share.

    Raises:
        rules.WrongKind: it is none.
    """
    if store is None:
        return default()
    if not isinstance(store, Store):
        raise wrong_kind("store", store, "a tutor.store.Store, or None for that of this person")
    return store


def default() -> Store:
    """Return the store that all panels of this process share."""
    path, _ = _usual()
    with _stores_lock:
        if path not in _stores:
            _stores[path] = Store()
        return _stores[path]


@atexit.register
def _write_at_end() -> None:
    """Write what could not be written before; whoever has the file locked may have let go of it."""
    for store in tuple(_stores.values()):
        store.write_now(AT_END)


class Store:
    """Keep values on shelves in a file; see the module for what is promised.

    No method raises because of the file; what is no text is refused as the name of a shelf or key. ``notice`` is empty,
    or says in a sentence what is wrong with the file.

    >>> store = Store(":memory:")
    >>> store.put("purse", "anna", 3)
    >>> store.update("purse", "anna", int, 0, lambda coins: coins + 4)
    7
    >>> store.get("purse", "bert", int) is None
    True
    """

    def __init__(self, path: str | Path | None = None) -> None:
        """Open the file, or make it; ``":memory:"`` keeps everything in memory alone."""
        usual, self.notice = _usual() if path is None else (None, "")
        self.path: Final = usual or check_path(path, "path", "the path of a file, or ':memory:'")
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._unwritten: list[tuple[Work, Changes]] = []
        self._again_at = 0.0
        self._wrote_at = -TURN
        self._on_disk = self.path != MEMORY
        self._connection = self._open() if self._on_disk else copied(None)

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
        rows = self._read(GET, _names(shelf, key))
        found = self._decoded(shelf, key, rows[0][0], kind) if rows else None
        return default if found is None else found

    def put(self, shelf: str, key: str, value: object) -> None:
        """Keep a value, in the place of the one that was there."""
        text = _text(value)  # now, for what is kept in memory is written later
        names = _names(shelf, key)
        self._write(lambda _: [(PUT, (*names, text))])

    def remove(self, shelf: str, key: str) -> None:
        """Take a value away; nothing happens where there is none."""
        names = _names(shelf, key)
        self._write(lambda _: [(REMOVE, names)])

    def update(
        self, shelf: str, key: str, kind: type[Value], default: Value, function: Callable[[Value], Value]
    ) -> Value:
        """Put ``function`` of the value (or of the default) in its place, and return it.

        No other process can change the value in between. What ``function`` raises is raised, and nothing is changed.
        It must do nothing but compute: where the file fails meanwhile, it is called once more when that works again,
        with the value that the file holds then. What it raises then is not raised: the value returned now is put in.
        """
        found: list[Value] = []
        _names(shelf, key)

        def work(connection: sqlite3.Connection) -> Changes:
            rows = connection.execute(GET, (shelf, key)).fetchall()
            old = self._decoded(shelf, key, rows[0][0], kind) if rows else None
            found[:] = [function(default if old is None else old)]
            spoilt = [(PUT, _spoilt(shelf, key, rows[0][0]))] if rows and not _valid(rows[0][0], kind) else []
            return [*spoilt, (PUT, (shelf, key, _text(found[0])))]

        self._write(work)
        return found[0]

    def items(self, shelf: str, kind: type[Value]) -> tuple[tuple[str, Value], ...]:
        """Return keys and values of a shelf, by key; what cannot be read is left out (`notice` then says so)."""
        read = ((key, self._decoded(shelf, key, text, kind)) for key, text in self._read(ITEMS, _names(shelf)))
        return tuple((key, value) for key, value in read if value is not None)

    # --- histories ------------------------------------------------------------------------------------------------

    def append(self, shelf: str, value: object) -> None:
        """Add a value to the end of a history."""
        now, text = datetime.now(UTC).isoformat(timespec="seconds"), _text(value)
        names = _names(shelf)
        self._write(lambda _: [(APPEND, (*names, now, text))])

    def entries(self, shelf: str, kind: type[Value]) -> tuple[Value, ...]:
        """Return a history, oldest first; what cannot be read is left out (`notice` then says so)."""
        rows = self._read(ENTRIES, _names(shelf))
        read = (self._decoded(shelf, f"entry {number}", text, kind) for number, text in rows)
        return tuple(value for value in read if value is not None)

    def write_now(self, patience: float = AT_END) -> None:
        """Write what could not be written before, if that works within so many seconds."""
        with self._lock:
            if self._unwritten and self._process == os.getpid():
                self._return_to_disk(patience)

    def close(self) -> None:
        """Write what could not be written before, if that works now, and let go of the file."""
        with self._lock:
            self.write_now()
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
            return open_file(self.path)
        except (sqlite3.Error, OSError) as error:
            if is_damage(error):
                return self._begin_anew()
            return self._stay_in_memory(error, None)

    def _begin_anew(self) -> sqlite3.Connection:
        """Move the damaged file aside, and begin a new one."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        aside = self.path.with_name(f"{self.path.stem}.damaged-{stamp}{self.path.suffix}")
        try:
            with alone(self.path):
                # Another process may have done it already: what is whole now stays where it is.
                try:
                    return open_file(self.path)
                except sqlite3.Error as error:
                    if not is_damage(error):
                        raise
                self.path.rename(aside)
                for ending in ("-wal", "-shm"):
                    with contextlib.suppress(FileNotFoundError):
                        Path(f"{self.path}{ending}").rename(f"{aside}{ending}")
                self.notice = say(
                    "The file with your progress was damaged. It was moved to {name} in {folder}, and a new one was "
                    "begun.",
                    name=aside.name,
                    folder=aside.parent,
                )
                return open_file(self.path)
        except (sqlite3.Error, OSError) as error:
            return self._stay_in_memory(error, None)

    def _stay_in_memory(self, error: Exception, before: sqlite3.Connection | None) -> sqlite3.Connection:
        """Go on in memory with what the file still gives, and say so."""
        with contextlib.suppress(sqlite3.Error, OSError):
            before = before or open_to_read(self.path)
        memory = copied(before)
        self._on_disk = False
        self._again_at = time.monotonic() + RETRY
        self.notice = say(
            "Your progress cannot be written to {path} ({reason}). It is kept in memory, and written as soon as that "
            "works again; until then do not close the notebook.",
            path=self.path,
            reason=_reason(error),
        )
        return memory

    def _return_to_disk(self, patience: float) -> None:
        """Do to the file what was done in memory, where that works again; others may have changed it meanwhile."""
        self._again_at = time.monotonic() + RETRY
        with contextlib.suppress(sqlite3.Error, OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            until = time.monotonic() + patience
            connection = open_file(self.path, patience)
            try:
                again = [_once_more(*one) for one in self._unwritten]
                patiently(lambda: change(connection, *again), until - time.monotonic())
            except BaseException:
                connection.close()
                raise
            self._connection.close()
            self._connection, self._on_disk, self._unwritten, self.notice = connection, True, [], ""

    def _read(self, statement: str, values: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return the rows of a question, from memory where the file gives none."""
        for _ in range(2):
            with self._lock, self._tended() as fine:
                rows = patiently(lambda: self._connection.execute(statement, values).fetchall())
            if fine:
                return rows
        return []

    def _write(self, work: Work) -> None:
        """Make the changes that ``work`` names in one transaction, and in memory where the file refuses them."""
        with self._lock:
            if not self._on_disk and self.path != MEMORY and time.monotonic() >= self._again_at:
                self._return_to_disk(BRIEF)
            if self._on_disk and time.monotonic() < self._wrote_at + TURN:
                wait(TURN)
            for _ in range(3):
                with self._tended() as fine:
                    changes = patiently(lambda: change(self._connection, work))
                if fine:
                    self._wrote_at = time.monotonic()
                    if not self._on_disk and self.path != MEMORY:
                        self._unwritten.append((work, changes))
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
            if is_damage(error):
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


def _once_more(work: Work, before: Changes) -> Work:
    """Do again, with what the file holds, what was done in memory; where it fails, put in what came of it before."""

    def again(connection: sqlite3.Connection) -> Changes:
        try:
            return work(connection)
        except sqlite3.Error:
            raise
        except Exception:  # noqa: BLE001 - whoever would have to know of it went on long ago
            return before

    return again


def _reason(error: Exception) -> str:
    """Return what the system says about an error, without the path that stands in the sentence already."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _names(*names: object) -> tuple[str, ...]:
    """Return the names of a shelf and a key; `rules.WrongKind` for what is no text that can be kept."""
    for name in names:
        if not isinstance(name, str) or any("\ud800" <= sign <= "\udfff" for sign in name):
            raise wrong_kind("key", name, "a text")
    return tuple(str(name) for name in names)


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
