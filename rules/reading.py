"""Take a position or record as people hand it over: as its text, its one-line code, or the file that holds one.

Texts travel through mails, chats and documents, which wrap long lines, put marks of quoting before each, and fences or
quotation marks around all; they put signs that nobody sees between letters, and write some signs in ways of their own.
None of that belongs to the text. Only what a person gives at a public door can name a file:
a text inside another document, such as the task of a student, is read here and opens nothing.
"""

from __future__ import annotations

import html
import quopri
import re
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import url2pathname

from .arguments import check_path
from .code import is_code, unpack
from .files import read_text
from .findings import BadInput, refuse
from .printable import shown
from .rooms import names, room
from .toml_text import LONGEST_TEXT, read_toml

if TYPE_CHECKING:
    from .protocol import Position
    from .record import Record

_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_FENCED = re.compile(r"^[ \t]*(`{3,}|~{3,})[^`\n]*\n(.*?)^[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL)
_PAIRS = dict(zip("`\"'“„«‘‚<(", "`\"'”“»’‘>)", strict=True))
_SPACES = re.compile("[ \t\r\n\f\v\u00a0\u2007\u202f\u3000\u00ad\u200b-\u200f\u2060\ufeff]+")
"""What is no letter of a code: spaces, and signs without a width, with which chats and pages let long words break."""

_SOFT = re.compile(r"=[ \t]*\r?\n")
"""How a mail ends a line that goes on in the next one."""

_SIGNS = str.maketrans(
    {**dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‘’‚‛", "'"), **dict.fromkeys("\u00a0\u202f", " ")}
)
"""What word processors make of quotation marks and spaces."""

_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")

LARGEST_FILE = 4 * LONGEST_TEXT  #: bytes: a letter has four at most
LONGEST_NAME = 1000  #: characters of what can be the name of a file


def tidy(text: str) -> str:
    """Take off what travelling has put around a text: marks of quoting, fences, quotation marks; join a wrapped code.

    >>> tidy("> ```\\n> kingsburg.eNq\\n> r1.00ff00ff\\n> ```")
    'kingsburg.eNqr1.00ff00ff'
    """
    text = text.removeprefix("\ufeff")  # some editors begin every file with this mark
    if len(text) > LONGEST_TEXT:
        return text
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and all(line.lstrip().startswith(">") for line in lines):
        text = _QUOTED.sub("", text)
    if fenced := _FENCED.search(text):
        text = fenced[2]
    bare = text.strip()
    while len(bare) > 1 and "=" not in bare and _PAIRS.get(bare[0]) == bare[-1]:
        bare = bare[1:-1].strip()
    joined = _SPACES.sub("", _SOFT.sub("", bare))
    if "=" in joined:
        return text
    return joined if joined.partition(".")[0] in names() and is_code(joined) else bare


def position_of(text: str) -> Position:
    """Read a position from its TOML text or its one-line code; no file is opened (see `rules.parse`)."""
    document = _document(text, "position")
    name = document.get("game")
    if not isinstance(name, str):
        if "record" in document and "steps" in document:
            raise refuse("", "This is a record of a whole game and no position; rules.parse_record reads it.")
        raise refuse("game", f"is missing; it names the game, one of {', '.join(names())}.")
    position: Position = room(name).convert(document)
    return position


def record_of(text: str) -> Record:
    """Read a record from its text and replay it; no file is opened (see `rules.parse_record`)."""
    from .record import read_record

    document = _document(text, "record")
    if "record" not in document and isinstance(document.get("game"), str):
        raise refuse("", "This is a position and no record of a game; rules.parse reads it.")
    return read_record(document)


def begun_by(text: str) -> Record:
    """Read a record, or a position that a record begins with."""
    from .record import Record

    return record_of(text) if is_record(text) else Record(position_of(text))


def is_record(text: str) -> bool:
    """Say whether a text is meant as a record: one of its lines begins with the field ``record``.

    >>> is_record('record = 1'), is_record('game = "record"')
    (True, False)
    """
    return any(line.partition("=")[0].strip() == "record" and "=" in line for line in tidy(text).splitlines())


def text_of(given: object, what: str) -> str:
    """Return a text that is given as such or as the name of a file; ``what`` is what it should hold.

    Raises :class:`rules.BadInput` for what is neither, and for a file that cannot be read.
    """
    if isinstance(given, str) and not (file := named_file(given)):
        return str(given)
    right = "its text, or the name of a file that holds it"
    path = check_path(file if isinstance(given, str) else given, what, right)
    return read_text(path.expanduser(), LARGEST_FILE)


def position_given(given: Position | str | PathLike[str]) -> Position:
    """Return the position that a text, code or file holds; anything else as it is, for the next check to judge."""
    return position_of(text_of(given, "position")) if isinstance(given, str | PathLike) else given


def named_file(text: str) -> Path | None:
    """Return the file that a text names, there or not; None where it is no name of a file.

    >>> named_file("game.toml").name, named_file("kingsburg.eNq"), named_file('game = "kingsburg"')
    ('game.toml', None, None)
    """
    name = tidy(text).strip()
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        return None
    if name.startswith("file://"):  # as a browser or the desktop copies it
        return Path(url2pathname(urlsplit(name).path))
    path = Path(name)
    try:
        if path.expanduser().is_file():
            return path
    except (OSError, RuntimeError, ValueError):
        return None
    meant = "=" not in name and (_ENDING.fullmatch(path.suffix) or any(sign in name for sign in "/\\"))
    return path if meant and name.partition(".")[0] not in names() else None


def _document(text: object, what: str) -> dict[str, object]:
    """Read the document that a text holds; what is neither TOML nor code is told what it could be."""
    if not isinstance(text, str):
        raise refuse("", f"A {what} is read from text: TOML, or a one-line code.")
    bare = tidy(text)
    if is_code(bare):
        if what == "record":
            raise refuse("", "This is the code of a position and no record of a game; rules.parse reads it.")
        return unpack(bare)
    if "=" not in bare and "\n" not in bare.strip():
        forms = "its text, its one-line code" if what == "position" else "its text"
        raise refuse("", f"There is no {what} in {shown(bare)}; give {forms} or the name of a file that holds it.")
    try:
        return read_toml(bare, what)
    except BadInput as error:
        try:  # a text is changed only where it cannot be read as it stands
            return read_toml(_respelled(bare), what)
        except BadInput:
            raise error from None


def _respelled(text: str) -> str:
    """Write the signs of a text as TOML has them where a mail, a page or a word processor has spelled them otherwise.

    >>> _respelled("game =3D &quot;kingsburg&quot;"), _respelled("game\u00a0= “kingsburg”")
    ('game = "kingsburg"', 'game = "kingsburg"')
    """
    if "=3D" in text:
        text = quopri.decodestring(text.encode("utf-8", "replace")).decode("utf-8", "replace")
    return html.unescape(text).translate(_SIGNS)
