"""Load a catalogue (what is printed on cards and boards) and lay an owner's file over it.

Rows stand in tables by id: ``[buildings.statue]``. Every row names its ``source``; ``house`` lists the fields
whose values are ours. Checked with msgspec against the game's own structs; every defect is reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec

from .arguments import check_path
from .files import place, read_text
from .findings import BadCatalogue, BadInput, Problem
from .printable import NOT_BLANK, Name, plain_defects, shown
from .quantities import own
from .toml_text import read_toml

LARGEST_FILE = 1_000_000  #: bytes; a catalogue is a few kilobytes

C = TypeVar("C", bound=msgspec.Struct)
Overlay = dict[str, object]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hold what every row says about itself: its source, and which fields are ours."""

    source: Name
    house: tuple[Name, ...] = ()


def shipped(package: str) -> dict[str, Any]:
    """Read all ``catalogue/*.toml`` of a game's room into one document, which is the caller's own."""
    copied: dict[str, Any] = _copied(_shipped(package))
    return copied


@cache
def _shipped(package: str) -> dict[str, Any]:
    """Read the files once: to read them takes longer than everything else about an owner's edition."""
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


def read_overlay(source: object, game: str = "") -> Overlay:
    """Read an owner's catalogue file (a path), or copy it when it is a mapping already: an edition never changes.

    The line ``game = "..."`` that a file may begin with is taken off; with ``game`` it must name that one.

    Raises :class:`BadCatalogue` for what is neither, for a file that cannot be read, and for another game's.
    """
    document = _read(source)
    named = document.pop("game", game)
    if game and named != game:
        text = f"is {shown(named)}: the file holds the cards of that game, and it is asked for {game!r}."
        raise BadCatalogue((Problem("game", text),))
    return document


def _read(source: object) -> Overlay:
    if isinstance(source, Mapping):
        return plain_copy(source)
    try:
        path = check_path(source, "catalogue", "the path of a TOML file, or a mapping of tables as such a file holds")
        text = read_text(path, LARGEST_FILE)
    except BadInput as error:
        raise BadCatalogue(error.problems) from None
    try:
        return read_toml(text, "catalogue")
    except BadInput as error:
        raise BadCatalogue(tuple(Problem(place(path), problem.text) for problem in error.problems)) from None


def plain_copy(document: Mapping[Any, object]) -> Overlay:
    """Copy a document into dictionaries and lists; refuse what can stand in no catalogue file, with the path to it."""
    if problems := [Problem(path, text) for path, text in plain_defects(document, "")]:
        raise BadCatalogue(problems)
    return {name: _copied(value) for name, value in document.items()}


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _copied(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(inner) for inner in value]
    return own(value)


# --- laying an owner's file over the shipped one -----------------------------------------------------------------


def _merge_row(base: dict[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one row over another. What the owner states is the owner's and no longer a house value, unless the row has
    ``source = "house"``. With ``house = [...]`` the row lists its house values itself; ``[]`` confirms all of ours.
    """
    stated = {name: _both(value) if _is_name(base.get(name)) else value for name, value in row.items()}
    merged = {**base, **stated}
    values = [name for name in stated if name not in ("source", "house")]
    fields = [part for name in values for part in ([f"{name}.en", f"{name}.de"] if _is_name(merged[name]) else [name])]
    if not values and "source" not in row:
        merged["source"] = base.get("source", "")
    elif "source" not in row:
        merged["source"] = "owner"
    kept = [field for field in base.get("house", ()) if field.split(".")[0] not in values]
    merged["house"] = row.get("house", [*kept, *(fields if row.get("source") == "house" else [])])
    return merged


def _is_name(value: object) -> bool:
    return isinstance(value, dict) and set(value) == {"en", "de"}


def _both(value: Any) -> Any:
    """Use a name that is given in one language, or in none, for both."""
    if isinstance(value, str):
        return {"en": value, "de": value}
    if isinstance(value, Mapping) and len(value) == 1 and (only := next(iter(value))) in ("en", "de"):
        return dict.fromkeys(("en", "de"), value[only])
    return value


def build(kind: type[C], document: Mapping[str, Any], overlay: Overlay, patterns: Mapping[str, str] | None = None) -> C:
    """Check ``document`` with ``overlay`` laid over it against the catalogue struct ``kind``.

    ``patterns`` says in a sentence what a text must look like, by the pattern that its struct asks for.

    Raises :class:`BadCatalogue` with every defect: unknown tables, unknown ids, wrong types and values.
    """
    patterns = patterns or {}
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
            checked[table] = _convert(merged.get(table), field.type, table, patterns, problems)
            continue
        checked[table] = {
            name: _convert_row(row, row_type, f"{table}.{name}", patterns, problems)
            for name, row in merged[table].items()
        }
    if problems:
        raise BadCatalogue(problems)
    return kind(**checked)


def house_defects(catalogue: msgspec.Struct) -> list[Problem]:
    """Say where ``house`` names what is no field of its row, or names a field twice."""
    found = []
    for table in catalogue.__struct_fields__:
        rows = getattr(catalogue, table)
        for key, row in rows.items() if isinstance(rows, dict) else ():
            fields = [name for name in row.__struct_fields__ if name not in ("source", "house")]
            parts = [
                f"{name}.{part}" for name in fields for part in getattr(getattr(row, name), "__struct_fields__", ())
            ]
            for index, name in enumerate(row.house):
                path = f"{table}.{key}.house[{index}]"
                if name not in fields and name not in parts:
                    found.append(Problem(path, f"is {shown(name)}, no field of this row; it has {', '.join(fields)}."))
                elif name in row.house[:index]:
                    found.append(Problem(path, f"names {name!r} twice."))
    return found


def _row_type(annotation: Any) -> Any:
    """Return the type of one row when a field is a table of rows, else None."""
    arguments: tuple[Any, ...] = getattr(annotation, "__args__", ())
    return arguments[1] if getattr(annotation, "__origin__", None) is dict else None


def _convert_row(row: Any, kind: Any, path: str, patterns: Mapping[str, str], problems: list[Problem]) -> Any:
    """Convert one row; when it does not fit, look at it field by field, so that every defect is named."""
    try:
        return msgspec.convert(row, kind, strict=True)
    except msgspec.ValidationError:
        before = len(problems)
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        for name, value in row.items():
            if name not in fields:
                text = f"is no field here; fields are {', '.join(fields)}."
                problems.append(Problem(f"{path}.{name}", text))
            else:
                _convert(value, fields[name].type, f"{path}.{name}", patterns, problems)
        if len(problems) == before:
            _convert(row, kind, path, patterns, problems)
        return None


def _convert(value: Any, kind: Any, path: str, patterns: Mapping[str, str], problems: list[Problem]) -> Any:
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `")
        where = place.partition("$")[2].rstrip("`")
        if text.startswith("Invalid enum value"):
            known = ", ".join(map(str, _known(kind, where, place.startswith("key`"))))
            said = f"has a name that is none of {known}." if place.startswith("key`") else f"must be one of {known}."
        else:
            said = next((right for pattern, right in patterns.items() if repr(pattern) in text), plain_sentence(text))
        problems.append(Problem(path + where, said))
        return None


def _known(kind: Any, where: str, keys: bool) -> tuple[object, ...]:
    """List the values (or ``keys``) that a field takes, following a path such as ".gift.pay" or "[0]" into a type."""
    kind = _bare(kind)
    for step in re.findall(r"\.\w+|\[", where):
        if step == "[":
            kind = get_args(kind)[0]
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            kind = next(field.type for field in msgspec.structs.fields(kind) if field.name == step[1:])
        else:
            kind = get_args(kind)[-1]
        kind = _bare(kind)
    return get_args(get_args(kind)[0]) if keys else get_args(kind)


def _bare(kind: Any) -> Any:
    """Take the bounds off a type: they stand around it (``Annotated``), and its parts are asked for."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


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
    if text.startswith(("Expected `str` of length <= ", "Expected `array` of length <= ")):
        return (
            f"is too long; it has at most {text.rpartition(' ')[2]} {'characters' if '`str`' in text else 'entries'}."
        )
    if text.startswith(("Expected `str` of length >= ", "Expected `array` of length >= ")):
        least = text.rpartition(" ")[2]
        return "must not be empty." if least == "1" else f"is too short; it has at least {least} entries."
    if text == f"Expected `str` matching regex {NOT_BLANK!r}":
        return "must not be blank."
    if text.startswith("Expected `array` of length "):
        return f"must have {text.rpartition(' ')[2]} entries."
    if text.startswith("Object contains unknown field `"):
        return f"has the unknown field {text.removeprefix('Object contains unknown field `').rstrip('`')!r}."
    if text.startswith("Object missing required field `"):
        return f"lacks the field {text.removeprefix('Object missing required field `').rstrip('`')!r}."
    return f"is not right: {text[:1].lower()}{text[1:]}."
