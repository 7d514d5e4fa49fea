"""What the table of rules of Paladins says besides what every game's table must say."""

from __future__ import annotations

from .table import table_of_rules


def test_pages_are_those_of_the_rulebook() -> None:
    assert all(2 <= row["page"] <= 34 for row in table_of_rules().values())
