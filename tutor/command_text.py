"""What all commands share: reading a file or standard input, writing files, and saying things in a terminal."""

from __future__ import annotations

import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rules import Game, Position, Record

#: No position comes near it: a position takes about 6 kB, the record of a whole game 40 kB.
LARGEST_FILE = 1_000_000
STDIN = "-"

# What a command ends with; `magister --help` and the README say the same.
DONE, NEGATIVE, WRONG, BEST_SO_FAR, FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 130


class ReaderLeft(Exception):
    """Say that nobody reads the output any more, as after `head`; the command then ends quietly."""


class Refused(Exception):
    """End a command with sentences for a person on standard error, one a line, and an exit code."""

    def __init__(self, *sentences: str, code: int = WRONG) -> None:
        self.sentences = sentences
        self.code = code
        super().__init__("\n".join(sentences))


def plain(text: str) -> str:
    """Replace control characters: a name from a file must not steer the terminal.

    >>> plain("a\\x1b[2Jb")
    'a?[2Jb'
    """
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def say(text: str = "", to: TextIO | None = None) -> None:
    """Print text for a person; what the terminal's encoding lacks is replaced, not an error."""
    stream = to or sys.stdout
    encoding = stream.encoding or "utf-8"
    try:
        print(plain(text).encode(encoding, "replace").decode(encoding), file=stream, flush=True)
    except BrokenPipeError:
        raise ReaderLeft from None


def warn(text: str) -> None:
    """Print text for a person on standard error."""
    say(text, sys.stderr)


def read_text(source: str | None) -> tuple[str, str]:
    """Read a file, or standard input for "-" and for nothing; return the text and what to call it.

    Raises :class:`Refused` with one sentence when it cannot be read, is too large or is no text.
    """
    if source is None or source == STDIN:
        if source is None and sys.stdin.isatty():
            raise Refused("Name a file, or give the position on standard input.")
        return _decoded(sys.stdin.buffer.read(LARGEST_FILE + 1), "standard input"), "standard input"
    path = Path(source)
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise Refused(f"{source}: is a folder; name a file.")
        if about.st_size > LARGEST_FILE:
            raise Refused(f"{source}: is {about.st_size:,} bytes large; at most {LARGEST_FILE:,} are read.")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise Refused(f"{source}: cannot be read: {reason(error)}.") from None
    return _decoded(data, source), source


def _decoded(data: bytes, name: str) -> str:
    """Turn bytes into text, or refuse them."""
    if len(data) > LARGEST_FILE:
        raise Refused(f"{name}: is larger than {LARGEST_FILE:,} bytes, which is the most that is read.")
    from rules import BadInput
    from rules.files import decoded

    try:
        text = decoded(data)
    except BadInput as error:
        raise Refused(*defects(name, error)) from None
    if not text.strip():
        raise Refused(f"{name}: is empty; a position is expected.")
    return text


def reason(error: Exception) -> str:
    """Say in small letters why the system refused.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return text[:1].lower() + text[1:]


def read_record(text: str) -> Record:
    """Read a position or a saved record from text; a position begins a new record.

    Raises :class:`rules.BadInput` with every defect.
    """
    from rules.reading import begun_by

    return begun_by(text)


def open_record(source: str | None) -> Record:
    """Read a position or a saved record from a file or standard input; refuse it with all its defects."""
    from rules import BadInput

    text, name = read_text(source)
    try:
        return read_record(text)
    except BadInput as error:
        raise Refused(*defects(name, error)) from None


def open_position(source: str | None) -> Position:
    """Read a position, or take the end of a saved record."""
    return open_record(source).end


def defects(name: str, error: ValueError) -> tuple[str, ...]:
    """List what is wrong with an input, one sentence each, each with where it is."""
    return tuple(f"{name}: {line}" for line in str(error).splitlines())


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file whole or not at all; refuse with a sentence where that cannot be."""
    from rules.saving import write_whole

    try:
        write_whole(path, data)
    except (OSError, ValueError) as error:
        raise Refused(f"{path}: cannot be written: {reason(error)}.") from None


def game_name(name: str | None) -> str:
    """Return the game that is meant; without a name, the first that is installed."""
    import rules

    return rules.games()[0] if name is None else name


def load_game(name: str | None, catalogue: Path | None = None, options: Sequence[str] = ()) -> Game:
    """Load a game with an owner's catalogue and options written "name=value"."""
    import rules

    return rules.load(game_name(name), catalogue, {key: _plain_value(value) for key, value in pairs("option", options)})


def pairs(what: str, words: Sequence[str]) -> list[tuple[str, str]]:
    """Split words of the form "name=value".

    >>> pairs("option", ["priest=six"])
    [('priest', 'six')]
    """
    found = []
    for word in words:
        name, equals, value = word.partition("=")
        if not name.strip() or not equals or not value.strip():
            raise Refused(f"--{what}: {word!r} is not understood; write name=value.")
        found.append((name.strip(), value.strip()))
    return found


def _plain_value(text: str) -> str | bool | int:
    """Read the value of an option: true, false, a whole number, or text."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.lstrip("-").isdecimal() and text.isascii() else text


def seat_names(players: int) -> tuple[str, ...]:
    """Name the seats as the board does."""
    from rules.seats import SEAT_COLOURS

    return tuple(colour.capitalize() for colour in SEAT_COLOURS[:players])


def read_seat(word: str, players: int) -> int:
    """Read a seat: its number, counted from 0, or its colour on the board."""
    names = seat_names(players)
    known = {str(number): number for number in range(players)} | {
        name.lower(): number for number, name in enumerate(names)
    }
    if word.strip().lower() not in known:
        listed = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
        raise Refused(f"--seat: there is no seat {word!r}; the seats are {listed}.")
    return known[word.strip().lower()]
