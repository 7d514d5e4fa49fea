"""Load a catalogue (what is printed on cards and boards) and lay an owner's file over it.

Rows stand in tables by id: ``[buildings.statue]``. Every row names its ``source``; ``house`` lists the fields
whose values are ours. Checked with msgspec against the game's own structs; every defect is reported at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .findings import BadCatalogue, BadInput, Problem
from .toml_text import read_toml

C = TypeVar("C", bound=msgspec.Struct)
Overlay = dict[str, object]


def shipped(package: str) -> dict[str, Any]:
    """Read all ``catalogue/*.toml`` of a game's room into one document."""
    document: dict[str, Any] = {}
    folder = files(package) / "catalogue"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".toml"):
            for table, rows in read_toml(entry.read_text("utf-8"), "catalogue").items():
                if isinstance(rows, dict):
                    document.setdefault(table, {}).update(rows)
                else:
                    document[table] = rows
    return document


def read_overlay(source: str | Path | Mapping[str, object]) -> Overlay:
    """Read an owner's catalogue file (a path), or copy it when it is a mapping already: an edition never changes."""
    if isinstance(source, Mapping):
        return deepcopy(dict(source))
    path = Path(source)
    try:
        if path.stat().st_size > 1_000_000:
            raise BadCatalogue((Problem(str(path), "is larger than 1 MB; a catalogue is a few kilobytes."),))
        text = path.read_text("utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadCatalogue((Problem(str(path), f"cannot be read as a catalogue: {reason}."),)) from None
    try:
        return read_toml(text, "catalogue")
    except BadInput as error:
        raise BadCatalogue(tuple(Problem(str(path), problem.text) for problem in error.problems)) from None


def _merge_row(base: dict[str, Any], row: Mapping[str, object]) -> dict[str, Any]:
    """Lay one row over another; what the owner states is the owner's, and no longer a house value."""
    merged = {**base, **row}
    stated = set(row)
    if "house" not in row:
        merged["house"] = [field for field in base.get("house", ()) if field.split(".")[0] not in stated]
    if "source" not in row:
        merged["source"] = "owner"
    return merged


def build(kind: type[C], document: Mapping[str, Any], overlay: Overlay) -> C:
    """Check ``document`` with ``overlay`` laid over it against the catalogue struct ``kind``.

    Raises :class:`BadCatalogue` with every defect: unknown tables, unknown ids, wrong types and values.
    """
    problems: list[Problem] = []
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    merged: dict[str, Any] = {table: dict(rows) if isinstance(rows, dict) else rows for table, rows in document.items()}
    for table, rows in overlay.items():
        if table not in fields:
            problems.append(Problem(table, f"is no table of this catalogue; known are {', '.join(fields)}."))
        elif not isinstance(merged.get(table), dict):
            merged[table] = rows
        elif not isinstance(rows, Mapping):
            problems.append(Problem(table, "must be a table with one entry per card."))
        else:
            for name, row in rows.items():
                if name not in merged[table]:
                    known = ", ".join(merged[table])
                    problems.append(Problem(f"{table}.{name}", f"is not in the box; known are {known}."))
                elif not isinstance(row, Mapping):
                    problems.append(Problem(f"{table}.{name}", "must be a table of values."))
                else:
                    merged[table][name] = _merge_row(merged[table][name], row)
    checked: dict[str, Any] = {}
    for table, field in fields.items():
        row_type = _row_type(field.type)
        if row_type is None or not isinstance(merged.get(table), dict):
            checked[table] = _convert(merged.get(table), field.type, table, problems)
            continue
        checked[table] = {
            name: _convert(row, row_type, f"{table}.{name}", problems) for name, row in merged[table].items()
        }
    if problems:
        raise BadCatalogue(problems)
    return kind(**checked)


def _row_type(annotation: Any) -> Any:
    """Return the type of one row when a field is a table of rows, else None."""
    arguments: tuple[Any, ...] = getattr(annotation, "__args__", ())
    return arguments[1] if getattr(annotation, "__origin__", None) is dict else None


def _convert(value: Any, kind: Any, path: str, problems: list[Problem]) -> Any:
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        text, _, where = str(error).partition(" - at `$")
        problems.append(Problem(path + where.rstrip("`"), plain_sentence(text)))
        return None


def plain_sentence(text: str) -> str:
    """Turn a validation message into a sentence without programmers' words.

    >>> plain_sentence("Expected `int`, got `str`")
    'is text, but must be a whole number.'
    """
    words = {
        "int": "a whole number",
        "str": "text",
        "bool": "true or false",
        "array": "a list",
        "object": "a table",
        "float": "a number with a fraction",
        "null": "missing",
    }
    if text.startswith("Expected `") and "`, got `" in text:
        wanted, got = text.removeprefix("Expected `").rstrip("`").split("`, got `")
        options = " or ".join(words.get(word.strip(), word.strip()) for word in wanted.split("|"))
        return f"is {words.get(got, got)}, but must be {options}."
    if text.startswith("Expected `int` >= "):
        return f"must be {text.removeprefix('Expected `int` >= ')} or more."
    if text.startswith("Expected `int` <= "):
        return f"must be {text.removeprefix('Expected `int` <= ')} or less."
    if text.startswith("Object contains unknown field `"):
        return f"has the unknown field {text.removeprefix('Object contains unknown field `').rstrip('`')!r}."
    if text.startswith("Object missing required field `"):
        return f"lacks the field {text.removeprefix('Object missing required field `').rstrip('`')!r}."
    return f"is not right: {text[:1].lower()}{text[1:]}."
