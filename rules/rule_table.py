"""The table of rules of a game: ids, where they stand in the rulebook, and our wording in two languages."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from .findings import Finding
from .toml_text import read_toml


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one rule. ``kind`` says whether it is the book's letter, our reading of it, or a house rule;
    ``option`` names the option of the game that chooses between readings."""

    section: str
    page: int
    en: str
    de: str
    kind: Literal["letter", "reading", "house"] = "letter"
    option: str = ""


@cache
def rule_table(package: str) -> dict[str, Rule]:
    """Read ``rules.toml`` of a game's room."""
    text = (files(package) / "rules.toml").read_text("utf-8")
    return msgspec.convert(read_toml(text, "table of rules")["rules"], dict[str, Rule])


def finding(package: str, rule: str, text: str, change: str = "", **numbers: int) -> Finding:
    """Make a finding by a rule of a game's table."""
    row = rule_table(package)[rule]
    return Finding(rule, text, tuple(numbers.items()), row.section, row.page, change)
