"""Write files whole or not at all: what is written lies aside until it is complete, and then takes the file's place.

So a full disk, a limit, an interrupt or a crash leave the older file as it was. A link stays a link, and what it leads
to is written. A file that is there keeps its mode and group; a new one gets what the umask and its folder say. Where a
file system knows no modes, the file is written all the same.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from .findings import BadInput, refuse
from .printable import shown

LONGEST_PATH: Final = 200  #: characters of a path in a sentence
SHARED: Final = stat.S_ISGID | stat.S_IWGRP
"""What the folder of a group has: new files belong to its group, and its members may write."""

PINNED: Final = (errno.EBUSY, errno.EXDEV)
"""What the system says where no other file may take the place of one, such as one that a container has mounted."""


def save(path: Path, data: bytes | str, at: str, *, private: bool = False, parents: bool = False) -> None:
    """Write a file as `write_whole` does; ``at`` is the argument that said where, or nothing.

    Raises :class:`rules.BadInput` with a sentence where it cannot be written; what was there before is still there.
    """
    try:
        write_whole(path, data, private=private, parents=parents)
    except (OSError, ValueError) as error:
        raise not_written(path, error, at) from None


def not_written(path: Path, error: OSError | ValueError, at: str) -> BadInput:
    """Make the refusal of a file that the system does not write."""
    return refuse(at, f"{shown(str(path), LONGEST_PATH)} cannot be written: {reason(error)}.")


def reason(error: OSError | ValueError) -> str:
    """Say why the system refused.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def write_whole(path: Path, data: bytes | str, *, private: bool = False, parents: bool = False) -> None:
    """Write a file as a whole or not at all; text in UTF-8.

    ``private`` makes a new file readable for its owner alone. ``parents`` makes the folders above it.

    Raises OSError, or ValueError for a name that no file can have; what was there before is still there.
    """
    written = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(path))
    if parents:
        make_folder(target.parent)
    before = _about(target)
    if before is not None and not stat.S_ISREG(before.st_mode):  # a device or a pipe; a folder refuses by itself
        with target.open("wb") as file:
            file.write(written)
        return
    if before is not None and not os.access(target, os.W_OK):  # whoever locks a file means it
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    try:
        _replace(target, written, before, private)
    except OSError as error:
        # The folder lets nobody make or move a file, while the file itself may be written.
        if before is None or not (isinstance(error, PermissionError) or error.errno in PINNED):
            raise
        _write_in_place(target, written)


def make_folder(path: Path) -> None:
    """Make a folder and those above it; in the folder of a group its members may write, where they may read.

    Raises OSError where that cannot be.
    """
    if path.is_dir():
        return
    if path.exists():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    if path.parent != path:
        make_folder(path.parent)
    path.mkdir(exist_ok=True)
    _share(path, path.parent)


def free_name(path: Path, what: str) -> Path:
    """Return a name beside a file that no file has, under which it can be kept; ``what`` says in what state it is."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.stem}.{what}-{number}{path.suffix}")):
        number += 1
    return aside


def _about(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, before: os.stat_result | None, private: bool) -> None:
    """Write a file aside, and let it take the place of another."""
    # Never open to more people than the file is in whose place it comes, not even for a moment.
    mode = 0o600 if private and before is None else 0o666 if before is None else stat.S_IMODE(before.st_mode) & 0o666
    partial, handle = _aside(target.parent, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if before is not None:  # a crash of the machine must not lose what was there
                file.flush()
                _settle(file.fileno())
        if before is not None:
            _dress(partial, before)
        elif not private:
            _share(partial, target.parent)
        os.replace(partial, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(partial)
        raise


def _aside(folder: Path, mode: int) -> tuple[Path, int]:
    """Open a new file in a folder; the umask, or what the folder has in its place, takes its part of the mode."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    while True:
        partial = folder / f".{secrets.token_hex(6)}.part"
        with contextlib.suppress(FileExistsError):
            return partial, os.open(partial, flags, mode)


def _settle(handle: int) -> None:
    """Wait until a file has reached the disk; a share that cannot say so is believed."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):
            raise


def _dress(path: Path, before: os.stat_result) -> None:
    """Give a file the group and mode of the one in whose place it comes, as far as the file system knows such."""
    now = path.stat()
    if hasattr(os, "chown") and now.st_gid != before.st_gid:
        with contextlib.suppress(OSError):
            os.chown(path, -1, before.st_gid)
    if stat.S_IMODE(now.st_mode) != stat.S_IMODE(before.st_mode):
        with contextlib.suppress(OSError, NotImplementedError):
            os.chmod(path, stat.S_IMODE(before.st_mode))


def _share(path: Path, folder: Path) -> None:
    """Let the group write what was made in its folder, unless the umask hides it from the group."""
    with contextlib.suppress(OSError, NotImplementedError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if folder.stat().st_mode & SHARED == SHARED and mode & stat.S_IRGRP and not mode & stat.S_IWGRP:
            os.chmod(path, mode | stat.S_IWGRP)


def _write_in_place(target: Path, data: bytes) -> None:
    """Write into a file; where that fails, put back what was in it."""
    before = target.read_bytes()
    try:
        with target.open("wb") as file:
            file.write(data)
    except BaseException:
        with contextlib.suppress(OSError), target.open("wb") as file:
            file.write(before)
        raise
