"""The tables of rules as data, read independently of the code that uses them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table_of_rules(game: str) -> dict[str, dict[str, Any]]:
    """Read the table of rules of a game."""
    text = files(f"rules.{game}").joinpath("rules.toml").read_text(encoding="utf-8")
    table: dict[str, dict[str, Any]] = tomllib.loads(text)["rules"]
    return table
