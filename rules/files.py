"""Read the files of others: within limits, in the encodings that editors write, and with a sentence for all else.

Windows' editors and spreadsheets begin a file with a mark that says how its letters are written; it is honoured.
What has no mark is UTF-8.
"""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path

from .findings import BadInput, Problem, refuse

#: Marks and encodings; the mark of UTF-32 begins with that of UTF-16, and so comes first.
MARKS = (
    (codecs.BOM_UTF8, "UTF-8"),
    (codecs.BOM_UTF32_LE, "UTF-32-LE"),
    (codecs.BOM_UTF32_BE, "UTF-32-BE"),
    (codecs.BOM_UTF16_LE, "UTF-16-LE"),
    (codecs.BOM_UTF16_BE, "UTF-16-BE"),
)
LONGEST_PLACE = 200  #: characters of a path in a sentence


def place(path: str | Path) -> str:
    """Show the path of a file in front of a sentence."""
    text = str(path)
    return text if len(text) <= LONGEST_PLACE else f"{text[: LONGEST_PLACE - 3]}..."


def decoded(data: bytes, at: str = "") -> str:
    """Return the text that bytes spell, with line ends as they are everywhere; ``at`` is where they come from.

    >>> decoded("Häuser\\r\\n".encode("utf-16"))
    'Häuser\\n'

    Raises :class:`rules.BadInput` for what is no text.
    """
    mark, encoding = next((one for one in MARKS if data.startswith(one[0])), (b"", "UTF-8"))
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        byte = len(mark) + error.start + 1
        raise refuse(at, f"is no text in {encoding} (byte {byte} does not fit); save it as text in UTF-8.") from None
    if not mark and "\0" in text:
        raise refuse(at, "is no text in UTF-8: it holds zero bytes; save it as text in UTF-8.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_bytes(path: Path, most: int, at: str | None = None) -> bytes:
    """Return the bytes of a file; ``at`` is what stands in front of the sentences, by default the path.

    Raises :class:`rules.BadInput` when it is none, is larger than ``most`` bytes, or cannot be read.
    """
    where = place(path) if at is None else at
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise refuse(where, "cannot be read: it is a folder; name a file.")
        if not stat.S_ISREG(about.st_mode):  # to open a pipe would wait for ever
            raise refuse(where, "cannot be read: it is no file; name a file.")
        if about.st_size > most:
            raise too_large(where, about.st_size, most)
        with path.open("rb") as file:
            data = file.read(most + 1)
    except BadInput:  # which is a ValueError, too
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name is none that a file can have"
        raise BadInput((Problem(where, f"cannot be read: {reason}."),)) from None
    if len(data) > most:
        raise too_large(where, len(data), most)
    return data


def too_large(where: str, size: int, most: int) -> BadInput:
    """Make the refusal of a file that is larger than any of its kind."""
    return refuse(where, f"is {size:,} bytes large; at most {most:,} are read.")


def read_text(path: str | os.PathLike[str], most: int, at: str | None = None) -> str:
    """Return the text of a file; raises as `read_bytes` and `decoded`."""
    path = Path(path)
    return decoded(read_bytes(path, most, at), place(path) if at is None else at)
