"""The form for an owner's cards: values entered by messages are saved and load, and the marks of house values go."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
import solver
import widgets
from rules import cards
from tests.widgets.table_talk import control, done, everything, press, refused, section, send, tap
from widgets import catalogue_fields as fields
from widgets.catalogue_panel import Catalogue
from widgets.catalogue_words import Words
from widgets.marks import HOUSE
from widgets.talk import talk_of
from widgets.views import has_view

each_game = pytest.mark.parametrize("game", rules.games())
HOSTILE = (
    "<script>alert(1)</script>",
    "a\x1b[2Jb",
    "\u202egnol",
    "x" * 5000,
    "9" * 5000,
    "{card}{0.__class__}",
    "]]>&amp;'\"",
    "\ud800",
    "-1e9",
    "٣",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a file that is not there yet."""
    return tmp_path / "own" / "box.toml"


def opened(game: str, path: Path, card: str = "", **options: Any) -> Catalogue:
    """Open the form, and take a card in hand."""
    panel = widgets.catalogue(game, path, **options)
    if card:
        done(press(panel, "open", card))
    return panel


# --- every card of every game -----------------------------------------------------------------------------------------


@each_game
def test_all_cards_are_confirmed_and_no_mark_is_left(game: str, path: Path) -> None:
    panel = opened(game, path)
    asked = len(panel.box.asked)
    assert panel.game.house_values() and asked
    for number in range(1, asked + 1):
        said = done(press(panel, "all"))
        assert f"{number} of {asked} cards entered" in said
        assert panel.error == {} and not panel.errors
    own = rules.load(game, catalogue=path)
    assert own.house_values() == ()
    assert own == panel.game and panel.next_ours() is None
    assert f"{asked} of {asked}" in section(panel, "way")["text"]
    assert "this is your box now" in panel.status
    base = rules.load(game)
    for card in panel.box.asked:
        assert cards.row_of(own, card) == cards.row_of(base, card), "confirmed is not changed"
        assert cards.source_of(own, card) == "owner"


@pytest.mark.parametrize("game", [game for game in rules.games() if has_view(game)])
def test_marks_vanish_from_boards_and_notes(game: str) -> None:
    """What a fully confirmed box looks like; that the form makes such a file is shown above."""
    base = rules.load(game)
    confirmed: dict[str, Any] = {}
    for card in cards.cards(base):
        if cards.house_of(base, card):
            confirmed.setdefault(card.table, {})[card.key] = {"house": []}
    marked = base.setup(min(base.players), 1, base.modules)
    mine = rules.load(game, catalogue=confirmed).setup(min(base.players), 1, base.modules)
    assert HOUSE in widgets.Board(marked).to_svg()
    assert HOUSE not in widgets.Board(mine).to_svg()
    assert HOUSE not in widgets.Board(mine).picture.text
    assert talk_of(game).house_note(mine) == ""


def test_a_plan_rests_on_no_value_of_ours_any_more(path: Path) -> None:
    panel = opened("kingsburg", path, "buildings.sawmill")
    done(press(panel, "all"))
    position: Any = rules.parse("""
game = "kingsburg"
modules = ["buildings"]
year = 1
phase = 2
step = "influence"
order = [0, 1]
queue = [0, 1]
seats = [{ buildings = ["sawmill"], wood = 1, dice = [1, 1, 2] }, { dice = [4, 5, 6] }]
""")
    assert any("sawmill" in value for value in solver.solve(position, horizon="season").house)
    mine = msgspec.structs.replace(position, game=panel.game)
    assert not any("sawmill" in value for value in solver.solve(mine, horizon="season").house)


@each_game
def test_every_field_of_every_card_reads_back_what_it_shows(game: str) -> None:
    """What a field shows is what it reads, and its control can hold it."""
    edition, words = rules.load(game), Words(game, "de")
    for card in cards.cards(edition):
        row = cards.row_of(edition, card)
        for leaf in cards.leaves(edition, card, row):
            value = cards.value_at(row, leaf.path)
            text = fields.written(leaf, value)
            assert fields.read(leaf, text, words) == value, (card.id, leaf.name)
            made = fields.control(card, leaf, text, True, "", words)
            assert made.label.endswith(HOUSE)
            if made.kind == "select":
                assert text in [option.value for option in made.options]
            elif made.kind == "number":
                assert not text or made.minimum <= int(text) <= made.maximum


@each_game
def test_every_card_can_be_looked_at(game: str, path: Path) -> None:
    """Every card has a picture and its words in both languages, wide and narrow; nothing goes wrong on the way."""
    panel = opened(game, path)
    done(press(panel, "everything", "on"))
    for number, card in enumerate(panel.box.cards):
        send(panel, "resize", width=(420, 1400)[number % 2])
        done(press(panel, "language", ("en", "de")[number // 2 % 2]))
        done(press(panel, "open", card.id))
        ElementTree.fromstring(panel.to_svg())
        row = panel.box.row(card)
        assert panel.box.words.name(row, card) in panel.words
        keys = [place["key"] for place in panel.places]
        assert keys == [] if panel.width == 400 else f"card:{card.id}" in keys
        assert len({one["key"] for one in panel.controls}) == len(panel.controls)
    assert not panel.errors


# --- one card ---------------------------------------------------------------------------------------------------------


def test_values_entered_are_in_the_file_and_in_the_game(path: Path) -> None:
    panel = opened("kingsburg", path, "buildings.mint")
    for field, value in (("gold", "5"), ("wood", "0"), ("points", "9")):
        assert "noted" in done(press(panel, f"field:{field}", value))
    assert not path.exists(), "nothing is saved before it is confirmed"
    assert "(entered, not saved)" in panel.words
    said = done(press(panel, "all"))
    assert "Mint is saved" in said and "1 of 33" in said and "Next: Recruiting Office" in said
    own: Any = rules.load("kingsburg", catalogue=path)
    mint = own.catalogue.buildings["mint"]
    assert (mint.gold, mint.wood, mint.stone, mint.points, mint.house) == (5, 0, 1, 9, ())
    text = path.read_text("utf-8")
    assert text.startswith("# ") and 'game = "kingsburg"' in text and "# Mint (Münzstätte)\n[buildings.mint]" in text
    assert panel.card.id == "buildings.recruiting_office"
    assert str(path) in section(panel, "use")["text"] and "rules.load" in section(panel, "use")["text"]


def test_only_what_was_entered_is_saved_on_wish(path: Path) -> None:
    panel = opened("kingsburg", path, "buildings.signal_tower")
    refused(press(panel, "save"))
    done(press(panel, "field:name.en", "Watch Fire"))
    done(press(panel, "same", "gold"))
    assert "saved" in done(press(panel, "save"))
    own: Any = rules.load("kingsburg", catalogue=path)
    tower = own.catalogue.buildings["signal_tower"]
    assert tower.name.en == "Watch Fire" and tower.name.de == "Signalturm"
    assert set(tower.house) == {"name.de", "row", "column", "wood", "stone", "points", "strength", "effect"}
    assert panel.card.id == "buildings.signal_tower", "it is not done"
    refused(press(panel, "same", "gold"))
    done(press(panel, "all"))
    assert rules.load("kingsburg", catalogue=path).catalogue.buildings["signal_tower"].house == ()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("21", "21 is not possible here; write 0 to 20."),
        ("-1", "-1 is not possible here"),
        ("", "A number must stand here: 0 to 20."),
        ("two", "'two' is no whole number; write 0 to 20."),
        ("1.5", "no whole number"),
        ("9" * 300, "far too large"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_not_saved(path: Path, value: str, said: str) -> None:
    panel = opened("kingsburg", path, "buildings.mint")
    assert said in done(press(panel, "field:gold", value))
    shown = control(panel, "field:gold")
    assert shown.get("value", "") == value and said in shown["problem"]
    assert "1 thing cannot be" in panel.status
    assert "not saved" in refused(press(panel, "all")) and not path.exists()
    done(press(panel, "field:gold", "2"))
    assert "problem" not in control(panel, "field:gold")
    done(press(panel, "all"))


def test_what_the_rules_refuse_is_said_at_its_field(path: Path) -> None:
    """The same check as `rules.load(..., catalogue=...)`: a limit that only this effect has."""
    panel = opened("kingsburg", path, "buildings.mint")
    done(press(panel, "field:amount", "15"))
    assert "with the effect 'mint' it must be 1 to 9" in control(panel, "field:amount")["problem"]
    done(press(panel, "field:effect", "inn"))
    assert "'inn' has already" in control(panel, "field:effect")["problem"]
    assert not path.exists() and not panel.errors


def test_two_cards_that_fit_only_together_are_saved_together(path: Path) -> None:
    """The columns of two buildings are the other way round: neither can be saved alone."""
    panel = opened("kingsburg", path, "buildings.sawmill")
    done(press(panel, "field:column", "2"))
    assert "two buildings in row A, column 2" in section(panel, "misfit")["items"][0]["text"]
    said = done(press(panel, "all"))
    assert "Sawmill waits and is not saved" in said and not path.exists()
    assert panel.card.id == "buildings.sawmill"
    done(press(panel, "open", "buildings.quarry"))
    done(press(panel, "field:column", "1"))
    assert "with 1 that waited" in done(press(panel, "all"))
    own: Any = rules.load("kingsburg", catalogue=path)
    assert (own.catalogue.buildings["sawmill"].column, own.catalogue.buildings["quarry"].column) == (2, 1)
    assert own.catalogue.buildings["sawmill"].house == own.catalogue.buildings["quarry"].house == ()
    assert panel.box.drafts == {}


def test_a_value_of_a_source_can_be_corrected(path: Path) -> None:
    panel = opened("kingsburg", path)
    assert control(panel, "field:points") and "table:advisors" not in [place["key"] for place in panel.places]
    done(press(panel, "everything", "on"))
    done(press(panel, "open", "buildings.statue"))
    done(press(panel, "field:points", "4"))
    done(press(panel, "field:name.de", "Denkmal"))
    assert "saved" in done(press(panel, "save"))
    done(press(panel, "open", "buildings.statue"))
    assert "Corrected by you" in panel.words
    done(press(panel, "open", "army"))
    done(press(panel, "field:army", "0 1 1 2 3 5"))
    done(press(panel, "save"))
    own: Any = rules.load("kingsburg", catalogue=path)
    assert own.catalogue.buildings["statue"].points == 4 and own.catalogue.army == (0, 1, 1, 2, 3, 5)
    assert (own.catalogue.buildings["statue"].name.en, own.catalogue.buildings["statue"].name.de) == (
        "Statue",
        "Denkmal",
    )
    done(press(panel, "everything", ""))
    assert "table:army" in [place["key"] for place in panel.places], "what was corrected stays in sight"
    assert len(own.house_values()) == len(rules.load("kingsburg").house_values())


def test_lists_of_tables_grow_and_shrink(path: Path) -> None:
    panel = opened("kingsburg", path, "governors.politician")
    done(press(panel, "more:advisors"))
    done(press(panel, "field:advisors[2].rank", "7"))
    done(press(panel, "field:advisors[2].gift.gold", "1"))
    assert "has 3 entries; with this effect there are 2" in section(panel, "misfit")["items"][0]["text"]
    done(press(panel, "less:advisors"))
    done(press(panel, "field:advisors[0].rank", "6"))
    done(press(panel, "save"))
    own: Any = rules.load("kingsburg", catalogue=path)
    assert [one.rank for one in own.catalogue.governors["politician"].advisors] == [6, 11]
    assert own.catalogue.governors["politician"].house == ()
    for _ in range(12):
        press(panel, "more:advisors")
    assert "0 to 12 entries" in refused(press(panel, "more:advisors"))
    refused(press(panel, "more:gold"))
    assert not panel.errors


def test_lists_of_words_and_letters(path: Path) -> None:
    panel = opened("paladins", path, "outsiders.champion_saracen")
    done(press(panel, "field:attack", "silver, S gold"))
    assert "Must be a gain" in control(panel, "field:attack")["problem"]
    done(press(panel, "field:attack", "silver S"))
    done(press(panel, "save"))
    done(press(panel, "open", "actions.absolve"))
    done(press(panel, "field:needs", "0 1 2 3 5 7 9"))
    done(press(panel, "all"))
    own: Any = rules.load("paladins", catalogue=path)
    assert own.catalogue.outsiders["champion_saracen"].attack == ("silver", "S")
    assert own.catalogue.actions["absolve"].needs == (0, 1, 2, 3, 5, 7, 9)


# --- going about ------------------------------------------------------------------------------------------------------


def test_next_previous_search_and_places(path: Path) -> None:
    panel = opened("kingsburg", path)
    first = panel.card
    done(press(panel, "next"))
    assert panel.card.id == "buildings.quarry"
    done(press(panel, "previous"))
    done(press(panel, "previous"))
    assert panel.card == panel.shown[-1], "it goes around"
    done(press(panel, "ours"))
    assert panel.card == first
    assert done(press(panel, "search", "MÜNZ")) == "1 card found"
    (found,) = section(panel, "found")["items"]
    assert found["value"] == "buildings.mint"
    done(press(panel, found["control"], found["value"]))
    assert panel.card.id == "buildings.mint"
    assert section(panel, "found") is None, "it is found"
    assert done(press(panel, "search", "e")) == section(panel, "found")["title"].partition(";")[0]
    assert len(section(panel, "found")["items"]) == 12
    assert (
        done(press(panel, "search", "feindk")) == "0 cards found"
        and done(press(panel, "search", "enemy c"))[:2] == "25"
    )
    assert done(press(panel, "search", "no such card")) == "0 cards found"
    done(press(panel, "search", ""))
    assert section(panel, "found") is None
    done(tap(panel, "table:governors"))
    assert panel.card.id == "governors.tax_collector"
    done(tap(panel, "card:governors.heir"))
    assert panel.card.id == "governors.heir"
    assert [place["key"] for place in panel.places if place.get("state") == "chosen"] == ["card:governors.heir"]


def test_undo_brings_values_and_the_file_back(path: Path) -> None:
    panel = opened("kingsburg", path, "buildings.mint")
    assert "nothing to take back" in refused(press(panel, "undo"))
    done(press(panel, "field:gold", "7"))
    done(press(panel, "all"))
    done(press(panel, "open", "governors.heir"))
    done(press(panel, "all"))
    assert "Heir" in done(press(panel, "undo")) or panel.card.id == "governors.heir"
    assert "governors" not in path.read_text("utf-8") and "gold = 7" in path.read_text("utf-8")
    done(press(panel, "undo"))
    assert "buildings" not in path.read_text("utf-8")
    assert panel.card.id == "buildings.mint" and control(panel, "field:gold")["value"] == "7"
    done(press(panel, "undo"))
    assert control(panel, "field:gold")["value"] == "3" and control(panel, "field:gold")["label"].endswith(HOUSE)
    refused(press(panel, "undo"))
    assert rules.load("kingsburg", catalogue=path).house_values() == rules.load("kingsburg").house_values()


def test_a_half_entered_card_is_kept(path: Path) -> None:
    panel = opened("kingsburg", path, "buildings.mint")
    done(press(panel, "field:gold", "7"))
    done(press(panel, "field:wood", "many"))
    done(press(panel, "next"))
    assert panel.box.state(panel.box.by_id["buildings.mint"]) == "half"
    panel.close()
    again = opened("kingsburg", path, "buildings.mint")
    assert control(again, "field:gold")["value"] == "7"
    assert control(again, "field:wood")["value"] == "many" and control(again, "field:wood")["problem"]
    assert "Half entered" in again.words
    done(press(again, "reset"))
    assert control(again, "field:gold")["value"] == "3"
    assert list(path.parent.glob("*")) == [], "nothing is left of it"


def test_from_a_cell(path: Path) -> None:
    panel = opened("kingsburg", path)
    panel.choose("buildings.mint")
    panel.enter("gold", 6)
    assert panel.confirm(everything=True) == "Mint is saved."
    assert panel.game.catalogue.buildings["mint"].gold == 6 and panel.path == path
    assert path.read_text("utf-8") == panel.text
    assert "Mint" in panel.undo()
    for wrong in (lambda: panel.choose("x.y"), lambda: panel.enter("colour", 1), lambda: panel.choose("buildings")):
        with pytest.raises(ValueError):
            wrong()


# --- what is meant badly, and what panels promise ---------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize(
    ("game", "card"), [("kingsburg", "buildings.signal_tower"), ("paladins", "townsfolk.squire_3")]
)
def test_hostile_texts_are_shown_and_change_nothing(path: Path, game: str, card: str, text: str) -> None:
    panel = opened(game, path, card, language="de")
    done(press(panel, "everything", "on"))
    kinds = {each["kind"]: each for each in panel.controls if each["key"].startswith("field:")}
    for one in kinds.values():
        reply = press(panel, one["key"], text)
        assert reply.outcome == ("done" if len(text) <= 400 else "refused"), reply
        ElementTree.fromstring(panel.to_svg())
        assert "<script" not in panel.svg and not re.search("[\x00-\x08\x1b\u202e]", panel.svg + panel.words)
    if len(text) <= 400:
        assert press(panel, "all").outcome == "refused" and not path.exists()
    for key in ("search", "open", "same", "table", "language", text[:20]):
        assert press(panel, key, text).outcome in ("done", "refused")
    tap(panel, text)
    everything(panel).encode("utf-8", "surrogatepass")
    assert not panel.errors


def test_messages_that_no_front_end_sends_are_refused(path: Path) -> None:
    panel = opened("kingsburg", path)
    for key, value in (("nonsense", ""), ("field:", "1"), ("field:name.fr", "x"), ("open", "x"), ("more:", "")):
        assert refused(press(panel, key, value))
    assert refused(tap(panel, "table:none")) and refused(tap(panel, "card:x"))
    assert send(panel, "control", value="x").outcome == "refused"
    assert refused(press(panel, "same", "nonsense"))
    assert refused(press(panel, "language", "fr"))
    assert not panel.errors and not path.exists()


def test_arguments_that_are_none_are_refused(path: Path) -> None:
    with pytest.raises(rules.UnknownName, match="knows"):
        widgets.catalogue("chess")
    with pytest.raises(ValueError, match=r"'en'.*'de'"):
        widgets.catalogue("kingsburg", path, language="fr")
    with pytest.raises(TypeError, match="colour"):
        widgets.catalogue("kingsburg", path, colour="red")
    with pytest.raises(ValueError, match="400"):
        widgets.catalogue("kingsburg", path, width=720)
    with pytest.raises(ValueError, match="theme"):
        widgets.catalogue("kingsburg", path, theme="sepia")
    for wrong in (7, "", "a\0b", b"x"):
        with pytest.raises(TypeError, match="path"):
            widgets.catalogue("kingsburg", wrong)  # type: ignore[arg-type]


def test_the_static_output_shows_card_and_progress(path: Path) -> None:
    panel = opened("kingsburg", path, "buildings.mint")
    data, _ = panel._repr_mimebundle_()
    assert "Mint" in data["text/plain"] and "Buildings: 0 of 8 entered" in data["text/plain"]
    assert HOUSE in str(data["image/svg+xml"])
    assert panel.to_png(theme="dark")[:4] == b"\x89PNG"
    assert "Mint" in repr(panel)
