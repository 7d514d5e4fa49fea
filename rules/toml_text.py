"""Write TOML that a person can edit, and read TOML from others with clear refusals.

The standard library reads TOML but does not write it, and the rules floor may need nothing else, so the few
kinds of values that positions, records and catalogues use are written here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence

from .findings import refuse
from .printable import shown

#: Longer texts are refused unread: a full five-player position needs about 6 kB, a record of a game 40 kB.
LONGEST_TEXT = 1_000_000

#: A name of so many parts, each in the one before it. The library's work grows with their square: 60,000 take minutes.
MOST_PARTS = 40
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_CHAIN = re.compile(rf"(?<![\w-])(?:{_PART}){{{MOST_PARTS}}}")

Plain = str | int | bool | Sequence["Plain"] | Mapping[str, "Plain"]


def _string(value: str) -> str:
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in quoted) + '"'


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else _string(key)


def _inline(value: Plain) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_inline(v)}" for k, v in value.items()) + " }" if value else "{}"
    return "[" + ", ".join(_inline(item) for item in value) + "]"


def write_toml(document: Mapping[str, Plain], tables: Sequence[str] = ()) -> str:
    """Print ``document``; keys named in ``tables`` become tables or arrays of tables, the rest stay inline.

    >>> print(write_toml({"year": 1, "seats": [{"gold": 2}]}, tables=("seats",)), end="")
    year = 1
    <BLANKLINE>
    [[seats]]
    gold = 2
    """
    lines = [f"{_key(k)} = {_inline(v)}" for k, v in document.items() if k not in tables]
    for key in tables:
        value = document.get(key)
        if isinstance(value, Mapping):
            lines += ["", f"[{_key(key)}]", *(f"{_key(k)} = {_inline(v)}" for k, v in value.items())]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            for row in value:
                assert isinstance(row, Mapping)
                lines += ["", f"[[{_key(key)}]]", *(f"{_key(k)} = {_inline(v)}" for k, v in row.items())]
    return "\n".join(lines) + "\n"


def read_toml(text: str, what: str) -> dict[str, object]:
    """Read ``text``; refuse what is too long or not TOML with one sentence that names the line."""
    if not isinstance(text, str):
        raise refuse("", f"A {what} is read from text, and this is {shown(text)}.")
    if len(text) > LONGEST_TEXT:
        raise refuse("", f"This {what} is {len(text):,} characters long; at most {LONGEST_TEXT:,} are read.")
    if chain := _CHAIN.search(text):
        line = text.count("\n", 0, chain.start()) + 1
        raise refuse("", f"This {what} is not valid TOML: line {line} has a name of more than {MOST_PARTS} parts.")
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))  # some editors begin every file with this mark
    except tomllib.TOMLDecodeError as error:
        raise refuse("", f"This {what} is not valid TOML: {error}.") from None
    except RecursionError:
        raise refuse("", f"This {what} is not valid TOML: it is nested too deeply.") from None
    except ValueError:
        # The library passes on what Python says of numbers with thousands of digits, and of dates that do not exist.
        raise refuse("", f"This {what} holds a number or date that cannot be read: far too long, or no date.") from None
