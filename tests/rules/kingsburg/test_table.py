"""What the table of rules of Kingsburg says besides what every game's table must say."""

from __future__ import annotations

from .table import load, table_of_rules

RULES = table_of_rules()


def test_pages_are_those_of_the_rulebook() -> None:
    assert all(2 <= row["page"] <= 11 for row in RULES.values())


def test_both_wordings_say_whether_a_value_is_ours() -> None:
    for rule, row in RULES.items():
        assert ("ouse" in row["en"]) == ("Haus" in row["de"]), rule


def test_every_governor_has_a_rule() -> None:
    """One rule for each card; a card whose effect is ours says so in its rule."""
    cards = load().catalogue.governors
    assert {rule.removeprefix("governor-") for rule in RULES if rule.startswith("governor-")} == {
        *cards,
        "choose",
        "optional",
    }
    for key, card in cards.items():
        if "effect" in card.house:
            assert RULES[f"governor-{key}"]["kind"] == "house"
