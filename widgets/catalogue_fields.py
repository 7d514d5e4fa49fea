"""The fields of a card: how a value is written in one, and what is read from what somebody typed."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from rules.cards import Card, Leaf, Listing, Path, joined
from rules.printable import escaped, hidden, shown
from rules.toml_text import write_toml
from widgets.catalogue_words import Words
from widgets.scene import Control, Option, Refusal

LONGEST_NUMBER = 16
"""Digits that are read as a number; no card needs a tenth of it."""

SHORT = 22
"""So many letters can be read in an empty field."""


def written(leaf: Leaf, value: Any) -> str:
    """Write a value into its field.

    >>> written(Leaf(("army",), "numbers"), [0, 1, 4]), written(Leaf(("module",), "truth"), True)
    ('0 1 4', 'on')
    >>> written(Leaf(("says",), "texts"), ["a b"]), written(Leaf(("says",), "texts"), ["a, b"])
    ('a b,', '["a, b"]')
    """
    if value is None:
        return ""
    if leaf.kind == "truth":
        return "on" if value else ""
    if leaf.kind in ("numbers", "texts") and isinstance(value, list | tuple):
        words = [str(one) for one in value]
        if not any(re.search(r"\s", word) for word in words):
            return " ".join(words)
        if not any(re.search("[,;]", word) or word != word.strip() for word in words):
            return ", ".join(words) + ("," if len(words) == 1 else "")
    if leaf.kind in ("plain", "texts"):
        return write_toml({"value": value}).partition("= ")[2].rstrip("\n")
    return str(value)


def told(leaf: Leaf, value: Any, words: Words) -> str:
    """Say a value as one reads it on a card.

    >>> told(Leaf(("gold",), "number"), 3, Words("", "en"))
    '3'
    """
    if value is None or value in ("", []):
        return "–"
    if leaf.kind == "truth":
        return words.say("yes") if value else words.say("no")
    if leaf.kind == "choice":
        return words.choice(value)
    if leaf.kind == "texts" and isinstance(value, list):
        return ", ".join(words.choice(one) if leaf.choices else str(one) for one in value)
    if leaf.kind == "numbers" and isinstance(value, list):
        return "  ".join(str(one) for one in value)
    return str(value)


def read(leaf: Leaf, text: str, words: Words) -> Any:
    """Read what was typed into a field; None leaves an optional value out.

    >>> read(Leaf(("army",), "numbers", 0, 20), "0, 1 4", Words("", "en"))
    [0, 1, 4]

    Raises:
        Refusal: it cannot be such a value; the sentence says what would be right.
    """
    if sign := hidden(text):
        code = f"U+{ord(sign):04X}"
        raise Refusal(words.say("This holds the character {code}, which cannot be shown; take it out.", code=code))
    typed = text.strip()
    if not typed and leaf.optional and leaf.kind != "truth":
        return None
    if leaf.kind == "truth":
        return bool(typed)
    if leaf.kind == "number":
        return _number(leaf, typed, words)
    if leaf.kind == "numbers":
        return [_number(leaf, word, words) for word in re.split(r"[\s,;]+", typed) if word]
    if leaf.kind == "choice":
        found = next((choice for choice in leaf.choices if str(choice) == typed), None)
        if found is None:
            raise Refusal(words.say("Choose one of: {choices}.", choices=_listed(leaf, words)))
        return found
    if leaf.kind == "texts":
        found_words = _texts(typed, words)
        if leaf.choices and any(part not in map(str, leaf.choices) for part in found_words):
            raise Refusal(words.say("Write only these words: {choices}.", choices=_listed(leaf, words)))
        return found_words
    if leaf.kind == "plain":
        return _as_in_a_file(typed, words)
    if not typed:
        raise Refusal(words.say("Something must stand here."))
    return typed


def _texts(typed: str, words: Words) -> list[str]:
    """Read a list of texts: words, or longer texts parted by commas, or a list as a file writes it."""
    if typed.startswith("["):
        found = _as_in_a_file(typed, words)
        if isinstance(found, list) and all(isinstance(one, str) for one in found):
            return found
        raise Refusal(words.say("Write texts one after the other, with commas between."))
    parts = re.split("[,;]", typed) if re.search("[,;]", typed) else typed.split()
    return [part.strip() for part in parts if part.strip()]


def _as_in_a_file(typed: str, words: Words) -> Any:
    try:
        return tomllib.loads(f"value = {typed}")["value"]
    except (tomllib.TOMLDecodeError, ValueError, KeyError, RecursionError):
        raise Refusal(words.say("This cannot be read; write it as in a catalogue file, such as 3 or [1, 2].")) from None


def _listed(leaf: Leaf, words: Words) -> str:
    """List what may be written, with what it is called where that is another word.

    >>> _listed(Leaf(("goods",), "texts", choices=("beer", "two_oxen")), Words("", "en"))
    'beer, two_oxen'
    """
    named = [(str(choice), words.choice(choice)) for choice in leaf.choices]
    return ", ".join(
        word if name.casefold() == word.replace("_", " ").casefold() else f"{word} ({name})" for word, name in named
    )


def _number(leaf: Leaf, typed: str, words: Words) -> int:
    if not re.fullmatch(r"[+-]?[0-9]+", typed.replace("−", "-")):
        if not typed:
            raise Refusal(words.say("A number must stand here: {range}.", range=limits(leaf, words)))
        what = escaped(shown(typed, 24))
        raise Refusal(words.say("{what} is no whole number; write {range}.", what=what, range=limits(leaf, words)))
    if len(typed) > LONGEST_NUMBER:
        raise Refusal(words.say("That number is far too large; write {range}.", range=limits(leaf, words)))
    number = int(typed.replace("−", "-"))
    if (leaf.least is not None and number < leaf.least) or (leaf.most is not None and number > leaf.most):
        raise Refusal(words.say("{what} is not possible here; write {range}.", what=number, range=limits(leaf, words)))
    return number


def limits(leaf: Leaf, words: Words) -> str:
    """Say which numbers a field takes.

    >>> limits(Leaf(("gold",), "number", 0, 20), Words("", "en"))
    '0 to 20'
    """
    if leaf.least is not None and leaf.most is not None:
        return words.say("{least} to {most}", least=leaf.least, most=leaf.most)
    if leaf.least is not None:
        return words.say("{number} or more", number=leaf.least)
    if leaf.most is not None:
        return words.say("{number} or less", number=leaf.most)
    return words.say("a whole number")


def hint(leaf: Leaf, words: Words) -> str:
    """Say in a few words what a field takes."""
    if leaf.kind == "number":
        said = limits(leaf, words)
        return words.say("{range}, or nothing", range=said) if leaf.optional else said
    if leaf.kind == "numbers":
        return words.say("numbers, {range} each", range=limits(leaf, words))
    if leaf.kind == "texts" and leaf.choices:
        return words.say("words out of: {choices}", choices=_listed(leaf, words))
    if leaf.kind == "texts":
        return words.say("one after the other, with spaces between")
    return ""


def example(leaf: Leaf, words: Words) -> str:
    """Show in a few letters what a field takes: a field is narrow, and what is cut off says nothing.

    >>> example(Leaf(("goods",), "texts", choices=("beer", "horse", "scroll")), Words("", "en"))
    'beer horse …'
    """
    if leaf.kind != "texts":
        said = hint(leaf, words)
        return said if len(said) <= SHORT else limits(leaf, words)
    first = " ".join(map(str, leaf.choices[:2]))
    return f"{first} …" if first and len(first) < SHORT else words.say("word word …")


def control(
    card: Card, leaf: Leaf, value: str, ours: bool, problem: str, words: Words, mark: str = "°", help_: str = ""
) -> Control:
    """Make the control of a field: ``value`` is its text, ``ours`` says that the value is still a house value."""
    label = words.field(card, leaf.path) + (f"\u00a0{mark}" if ours else "")
    key = f"field:{leaf.name}"
    if leaf.kind == "truth":
        return Control(key, "toggle", label, "side", value, problem=problem, help=help_)
    if leaf.kind == "choice":
        options = [Option(str(choice), words.choice(choice)) for choice in leaf.choices]
        if leaf.optional:
            options.insert(0, Option("", "–"))
        if value not in [option.value for option in options]:
            options.insert(0, Option(value, words.say("{value} (not possible)", value=value or "–")))
        return Control(key, "select", label, "side", value, tuple(options), problem=problem, help=help_)
    if leaf.kind == "number" and leaf.least is not None and leaf.most is not None and _plain_number(value):
        return Control(
            key, "number", label, "side", value, minimum=leaf.least, maximum=leaf.most, problem=problem, help=help_
        )
    return Control(key, "field", label, "side", value, placeholder=example(leaf, words), problem=problem, help=help_)


def _plain_number(value: str) -> bool:
    """Say whether a field for numbers can show a text: a browser shows nothing in the place of any other."""
    return not value or re.fullmatch(r"-?[0-9]{1,16}", value) is not None


def same_path(name: str, leaf: Leaf) -> bool:
    """Say whether a sentence of the rules about ``name`` is about this field or what is inside it."""
    mine = leaf.name
    return name == mine or name.startswith((f"{mine}.", f"{mine}["))


def inside(unit: str, path: Path) -> bool:
    """Say whether a value stands under an entry of ``house``.

    >>> inside("gain", ("gain", "gold")), inside("name.en", ("name", "de"))
    (True, False)
    """
    steps = unit.split(".")
    return [str(step) for step in path[: len(steps)]] == steps


def under(unit: str, name: str) -> bool:
    """Say the same of a value that is named as a file names it.

    >>> under("gain", "gain.gold"), under("advisors", "advisors[0].rank")
    (True, True)
    """
    return inside(unit, tuple(name.replace("[", ".").replace("]", "").split(".")))


def dotted(listing: Listing) -> str:
    """Name a list as a file names it."""
    return joined(listing.path)


def index_in(name: str, listing: str) -> int | None:
    """Return at which entry of a list a value stands, or None where it stands elsewhere.

    >>> index_in("advisors[1].rank", "advisors"), index_in("gold", "advisors")
    (1, None)
    """
    number = name.removeprefix(f"{listing}[").partition("]")[0] if name.startswith(f"{listing}[") else ""
    return int(number) if number.isdecimal() else None
