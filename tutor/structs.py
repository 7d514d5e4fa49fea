"""Read a document of somebody else into structs, and say every defect at once with the path to its field."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, Union

import msgspec

from rules import BadInput, Problem
from rules.catalogue import plain_sentence
from rules.fields import short
from rules.files import place
from rules.printable import DEEPEST, LARGEST, hidden, shown
from rules.quantities import own

S = TypeVar("S", bound=msgspec.Struct)


def read_json(text: str, path: str = "", unique: bool = True) -> Any:
    """Read JSON as plain data; with ``unique`` a table that names a field twice is refused, for one would be lost.

    Raises:
        rules.BadInput: it is no JSON.
    """
    try:
        document = msgspec.json.decode(text)
        if unique:
            json.loads(text, object_pairs_hook=_once)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError, ValueError) as error:
        said = "it is nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise BadInput((Problem(path, f"is no JSON: {said.rstrip('.')}."),)) from None
    return document


@contextmanager
def of_file(path: Path) -> Iterator[None]:
    """Put the name of a file before what is wrong with it, where it does not stand there already.

    >>> with of_file(Path("key.json")): read_json("x")
    Traceback (most recent call last):
        ...
    rules.findings.BadInput: key.json: is no JSON: JSON is malformed: invalid character (byte 0).
    """
    where = place(path)
    try:
        yield
    except BadInput as error:
        raise BadInput(
            [
                problem
                if problem.path.startswith(where)
                else msgspec.structs.replace(problem, path=f"{where}: {problem.path}" if problem.path else where)
                for problem in error.problems
            ]
        ) from None


def _once(pairs: list[tuple[str, object]]) -> None:
    """Refuse a table that names a field twice."""
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise ValueError(f"it names the field {shown(name)} twice in one table")
        seen.add(name)


class Reading(msgspec.Struct):
    """Hold what was found wrong so far, and how long a text may be."""

    found: list[Problem]
    longest: int = 20_000

    def add(self, path: str, text: str) -> None:
        """Note a defect."""
        self.found.append(Problem(path, text))


def read_struct(document: object, kind: type[S], reading: Reading, path: str = "") -> S | None:
    """Return the document as a struct; None after noting every defect.

    Structs may lie in fields, in tuples and in fields that may be missing; unknown fields are refused by name.
    """
    if not isinstance(document, Mapping):
        reading.add(path, f"is {shown(document)}, but must be a table with {_names(kind)}.")
        return None
    before = len(reading.found)
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    values: dict[str, object] = {}
    for name, value in document.items():
        here = f"{path}.{short(str(name))}" if path else short(str(name))
        if name not in fields:
            reading.add(here, f"is no field here; fields are {_names(kind)}.")
        else:
            values[name] = _value(value, fields[name].type, reading, here)
    for name, field in fields.items():
        if field.required and name not in document:
            reading.add(f"{path}.{name}" if path else name, "is missing.")
    return None if len(reading.found) > before else kind(**values)


def _names(kind: type[msgspec.Struct]) -> str:
    return ", ".join(field.name for field in msgspec.structs.fields(kind))


def _value(value: object, kind: Any, reading: Reading, path: str) -> object:
    if typing.get_origin(kind) in (Union, types.UnionType):
        inner = [one for one in typing.get_args(kind) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
        if inner:
            return read_struct(value, inner[0], reading, path)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return read_struct(value, kind, reading, path)
    if typing.get_origin(kind) is tuple and isinstance(value, list):
        one = typing.get_args(kind)[0]
        return tuple(_value(entry, one, reading, f"{path}[{index}]") for index, entry in enumerate(value))
    value = own(value)
    if _plain(value, reading, path):
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            text, _, where = str(error).partition(" - at `$")
            reading.add(path + where.rstrip("`"), plain_sentence(text))
    return None


def _plain(value: object, reading: Reading, path: str, depth: int = 0) -> bool:
    """Note what may not stand in any text or number; say whether the value can be read on."""
    if depth > DEEPEST:
        reading.add(path, f"is nested too deeply; at most {DEEPEST} tables stand inside each other.")
        return False
    if isinstance(value, str):
        if len(value) > reading.longest:
            reading.add(path, f"is {len(value):,} characters long; at most {reading.longest:,} are read.")
        elif sign := hidden(value.replace("\n", " ")):
            reading.add(path, f"holds the character U+{ord(sign):04X}, which cannot be shown; take it out.")
        else:
            return True
        return False
    if isinstance(value, int) and abs(value) > LARGEST:
        reading.add(path, f"is {shown(value)}; numbers of a game are smaller.")
        return False
    if isinstance(value, Mapping):
        found = [_plain(inner, reading, f"{path}.{short(str(name))}", depth + 1) for name, inner in value.items()]
        return all(found)
    return True
