"""The cards of a catalogue one by one: fields of every kind, reading and changing a row, and the game a file is for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

import rules
from rules import cards
from rules.cards import Card


class Part(msgspec.Struct, frozen=True):
    """Hold a table inside a row."""

    number: Annotated[int, msgspec.Meta(gt=0, lt=10)]
    word: str = "none"
    many: tuple[int, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """Hold a field of every kind."""

    source: str
    yes: bool
    day: Literal["mon", "sun"]
    part: Part
    parts: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1, max_length=3)]
    by_day: dict[Literal["mon", "sun"], Annotated[int, msgspec.Meta(ge=-3)]]
    by_name: dict[str, int]
    maybe: int | None
    either: int | str
    days: tuple[Literal["mon", "sun"], ...]
    words: list[str]
    pair: tuple[int, str]
    house: tuple[str, ...] = ()


class Printed(msgspec.Struct, frozen=True):
    """Hold a catalogue."""

    rows: dict[str, Row]
    bare: tuple[Annotated[int, msgspec.Meta(le=9)], ...]


class Toy:
    """Be as much of an edition as the cards ask for."""

    name = "toy"
    catalogue = Printed(
        {
            "one": Row(
                "public", True, "mon", Part(1), (Part(2), Part(3, "x")), {"sun": 4}, {"a": 1}, None, 3, ("sun",),
                ["a b"], (1, "z"), ("part", "day"),
            )
        },
        (1, 2),
    )  # fmt: skip


TOY: Any = Toy()
ONE = Card("rows", "one")


def test_every_kind_of_field_has_its_leaf() -> None:
    row = cards.row_of(TOY, ONE)
    found = {leaf.name: leaf for leaf in cards.leaves(TOY, ONE, row)}
    kinds = {name: leaf.kind for name, leaf in found.items()}
    assert kinds == {
        "yes": "truth",
        "day": "choice",
        "part.number": "number",
        "part.word": "text",
        "part.many": "numbers",
        "parts[0].number": "number",
        "parts[0].word": "text",
        "parts[0].many": "numbers",
        "parts[1].number": "number",
        "parts[1].word": "text",
        "parts[1].many": "numbers",
        "by_day.mon": "number",
        "by_day.sun": "number",
        "by_name": "plain",
        "maybe": "number",
        "either": "plain",
        "days": "texts",
        "words": "texts",
        "pair": "plain",
    }
    assert (found["part.number"].least, found["part.number"].most) == (1, 9)
    assert (found["by_day.mon"].least, found["by_day.mon"].most) == (-3, None)
    assert found["by_day.mon"].optional and found["maybe"].optional and not found["day"].optional
    assert found["days"].choices == found["day"].choices == ("mon", "sun")
    (listing,) = cards.listings(TOY, ONE, row)
    assert (listing.path, listing.size, listing.least, listing.most) == (("parts",), 2, 1, 3)
    assert listing.blank == {"number": 1, "word": "none", "many": []}


def test_a_table_without_rows_is_a_card() -> None:
    assert cards.cards(TOY) == (ONE, Card("bare"))
    assert cards.row_of(TOY, Card("bare")) == {"bare": [1, 2]}
    (leaf,) = cards.leaves(TOY, Card("bare"), {"bare": [1, 2]})
    assert (leaf.name, leaf.kind, leaf.most) == ("bare", "numbers", 9)
    assert cards.house_of(TOY, Card("bare")) == () and cards.source_of(TOY, ONE) == "public"


def test_reading_and_changing_a_row() -> None:
    row = cards.row_of(TOY, ONE)
    changed = cards.with_value(row, ("parts", 1, "word"), "y")
    assert cards.value_at(changed, ("parts", 1, "word")) == "y"
    assert cards.value_at(row, ("parts", 1, "word")) == "x", "the row that was there is as it was"
    assert cards.value_at(row, ("parts", 7, "word")) is None and cards.value_at(row, ("no", "thing")) is None
    assert cards.with_value(row, ("by_day", "sun"), None)["by_day"] == {}
    assert cards.compact(TOY, ONE, row, ["part", "parts"]) == {
        "part": {"number": 1},
        "parts": [{"number": 2}, {"number": 3, "word": "x"}],
    }


@pytest.mark.parametrize("game", rules.games())
def test_a_row_stated_again_is_the_same_edition(game: str) -> None:
    """All values of all cards, laid over the shipped ones in their short form, change nothing but the marks."""
    edition = rules.load(game)
    overlay: dict[str, Any] = {}
    for card in cards.cards(edition):
        row = cards.row_of(edition, card)
        stated = cards.compact(edition, card, row, list(row))
        if card.key:
            overlay.setdefault(card.table, {})[card.key] = stated | {"house": list(cards.house_of(edition, card))}
        else:
            overlay |= stated
    again = rules.load(game, catalogue=overlay)
    assert again.house_values() == edition.house_values()
    for card in cards.cards(edition):
        assert cards.row_of(again, card) == cards.row_of(edition, card)


@pytest.mark.parametrize("game", rules.games())
def test_a_file_may_say_which_game_it_is_for(game: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'game = "{game}"\n', "utf-8")
    assert rules.load(game, catalogue=file) == rules.load(game) == rules.load(game, catalogue={"game": game})
    for other in ("chess", 7, None, ["x"]):
        with pytest.raises(rules.BadCatalogue) as caught:
            rules.load(game, catalogue={"game": other})
        assert [problem.path for problem in caught.value.problems] == ["game"]
        assert game in str(caught.value)


def test_a_file_that_is_far_too_large_is_refused_for_that(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("#" * 1_000_001, "utf-8")
    with pytest.raises(rules.BadCatalogue, match="bytes large; at most 1,000,000 are read"):
        rules.load(rules.games()[0], catalogue=file)
