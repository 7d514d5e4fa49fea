"""The board in German: names of the German box, phrases of the game's list, and nothing lost on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import rules
from tutor.language import set_language
from tutor.local import LESSONS, edition, local, reason_words, talk_of, translated, view_of
from tutor.local_panel import Local
from widgets.marking import explain
from widgets.talk import talk_of as english_talk
from widgets.views import view_of as english_view


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    set_language("de")
    yield
    set_language(None)


def sample(game: str) -> list[tuple[rules.Position, object]]:
    """Return positions of two games with what was played in each."""
    loaded = rules.load(game)
    found = []
    for players, modules in ((loaded.players[0], ()), (loaded.players[-1], loaded.modules)):
        record = rules.playout(loaded.setup(players, 3, modules), "greedy", 3)
        found += list(zip(record.positions(), record.steps, strict=False))
    return found


@pytest.mark.parametrize("game", rules.games())
def test_places_and_house_marks_stay_the_same(game: str) -> None:
    loaded = rules.load(game)
    assert edition(loaded).house_values() == loaded.house_values()
    for position, _ in sample(game)[::40]:
        english = english_view(position).draw(position, position.actor)
        drawn = view_of(position).draw(position, position.actor)
        assert [place.key for place in drawn.places] == [place.key for place in english.places]
        assert drawn.body.count("°") == english.body.count("°")
        assert len(re.findall("<", drawn.body)) >= len(re.findall("<text", english.body))
        drawn.to_svg()


@pytest.mark.parametrize("game", rules.games())
def test_names_are_those_of_the_german_box(game: str) -> None:
    def names(catalogue: msgspec.Struct) -> list[tuple[str, str]]:
        tables = [getattr(catalogue, name) for name in catalogue.__struct_fields__]
        rows = [row for table in tables if isinstance(table, dict) for row in table.values()]
        return [(row.name.en, row.name.de) for row in rows if hasattr(getattr(row, "name", None), "de")]

    loaded: Any = rules.load(game)
    german: Any = edition(loaded)
    assert any(english != said for english, said in names(loaded.catalogue))
    assert names(german.catalogue) == [(said, said) for _, said in names(loaded.catalogue)]


@pytest.mark.parametrize("game", rules.games())
def test_a_german_board_is_german(game: str) -> None:
    """Few English words of the board are left: they are counted, so that the list of phrases keeps up with it."""
    english_words, left = set(), set()
    kept = {
        "Gold",
        "Winter",
        "Marker",
        "Alchemist",
        "Goblins",
        "Zombies",
        "Bonus",
        "neutral",
        "Statue",
        "Champion",
        "Kingsburg",
    }
    for position, step in sample(game)[::9]:
        for language, words in (("en", english_words), ("de", left)):
            set_language(language)
            picture = view_of(position).draw(position, position.actor)
            said = [talk_of(game).told(position, step), view_of(position).status(position)]
            said += [place.label for place in picture.places] + re.findall(r">([^<>]*)<", picture.body)
            words.update(word for text in said for word in re.findall(r"[A-Za-z]{3,}", text))
    catalogue = str(rules.load(game).catalogue)  # type: ignore[attr-defined]  # names that both editions share
    same = {word for word in english_words & left if word not in kept and word not in catalogue}
    assert len(same) <= 0.12 * len(english_words), sorted(same)


@pytest.mark.parametrize("game", rules.games())
def test_moves_are_told_in_german(game: str) -> None:
    for position, step in sample(game)[::30]:
        told = talk_of(game).told(position, step)
        assert told and told != english_talk(game).told(position, step)


def test_in_english_nothing_changes() -> None:
    set_language("en")
    position = rules.load("kingsburg").setup(3, 1)
    assert local(position) is position
    assert view_of(position).draw(position, 0) == english_view(position).draw(position, 0)
    assert translated("kingsburg", "2 gold and 1 wood") == "2 gold and 1 wood"


def test_whole_words_and_the_longest_phrase() -> None:
    assert translated("kingsburg", "2 gold and 1 wood") == "2 Gold und 1 Holz"
    assert translated("kingsburg", "golden woods") == "golden woods"
    assert translated("kingsburg", "Blue: take 1 good of your choice.") == "Blau: nimm 1 Ware deiner Wahl."


def test_a_sentence_over_two_lines_is_translated_as_one() -> None:
    position = rules.load("paladins").setup(2, 3902)
    drawn = view_of(position).draw(position, position.actor, None, 720)
    lines = re.findall(r"<text[^>]*ml-t-title[^>]*>([^<]*)<", drawn.body)
    assert " ".join(lines).strip() == view_of(position).status(position)
    assert len(lines) == 2 and all(lines)


def test_markup_in_a_name_stays_text() -> None:
    """A name of somebody's own catalogue is escaped on a German board as well."""
    game = rules.load("kingsburg", catalogue={"advisors": {"jester": {"name": {"en": "<b>gold</b> & wood"}}}})
    position = game.setup(3, 1)
    picture = view_of(position).draw(position, 0)
    assert "<b>" not in picture.body and "&lt;b&gt;" in picture.body


@pytest.mark.parametrize("game", rules.games())
def test_lists_of_phrases_are_sound(game: str) -> None:
    import json

    words = json.loads((LESSONS / game / "words.json").read_text("utf-8"))
    phrases = words["de"] | words["board"]
    assert all(english.strip() == english and german.strip() == german for english, german in phrases.items())
    assert all(re.search(r"[\w#]", english) for english in phrases)
    assert all(english.count("#") == german.count("#") for english, german in words["board"].items())


def shown(panel: Local, language: str) -> dict[str, str]:
    """Return what a panel says in a language, by what it is: labels, reasons, status, titles."""
    set_language(language)
    panel.talk, panel.view = panel.words_of(panel.position)
    panel.refresh()
    found = {f"label {one['key']}": one["label"] for one in panel.controls}
    found |= {f"reason {one['key']}": one["reason"] for one in panel.controls if one.get("reason")}
    found |= {f"help {one['key']}": one["help"] for one in panel.controls if one.get("help")}
    found |= {f"title {one['key']}": one["title"] for one in panel.sections if one.get("title")}
    return found | ({"status": panel.status} if panel.status else {})


@pytest.mark.parametrize("game", rules.games())
def test_the_play_panel_speaks_german(game: str) -> None:
    """Everything that the panel of the floor below says by itself is said in German, at every stage of a game."""
    loaded = rules.load(game)
    record = rules.playout(loaded.setup(loaded.players[1], 3, loaded.modules), "greedy", 3)
    looked = 0
    for number in (0, 3, 11, 40, len(record.steps)):
        start = rules.Record(record.start, record.steps[:number])
        for bots in ({}, {1: "greedy"}):
            with Local(start, bots, pace=0) as panel:
                english, german = shown(panel, "en"), shown(panel, "de")
                assert english.keys() == german.keys()
                same = {
                    key: text for key, text in german.items() if text == english[key] and re.search("[a-z]{3}", text)
                }
                assert same == {}
                looked += len(english)
    assert looked > 100


@pytest.mark.parametrize("game", rules.games())
def test_reasons_of_places_are_german(game: str) -> None:
    """What cannot be chosen says why by the rule in German, and never in a mixture."""
    reasons = set()
    record = rules.playout(rules.load(game).setup(3, 3), "greedy", 3)
    for number in range(0, 60, 7):
        with Local(rules.Record(record.start, record.steps[:number]), {}, pace=0) as panel:
            panel.refresh()
            reasons |= {one["reason"] for one in panel.places if one.get("reason")}
    assert len(reasons) > 3
    assert [
        text for text in reasons if "(Regel " not in text and not text.startswith(("Darum geht", "Das passt"))
    ] == []


def test_dice_of_both_colours_have_the_same_ending() -> None:
    said = translated("my_village", "Dice in the pool: white 4 5; black 4 5 6.")
    assert said == "Würfel im Pool: weiß 4 5; schwarz 4 5 6."


def test_the_legend_of_the_board_is_german_and_fits_its_columns() -> None:
    position = rules.load("my_village").setup(2, seed=3)
    body = view_of(position).draw(position, None).body
    shown_ = re.findall(r"<text[^>]*>([^<>]*)</text>", body)
    assert {"Geschichte", "stellt Würfel", "ohne Bewohner", "Nachkomme"} <= set(shown_)
    assert not {"descendant", "Geschichten-Punkt", "braucht niemanden"} & set(shown_)


def test_refusals_and_announcements_are_german() -> None:
    with Local(rules.Record(rules.load("kingsburg").setup(3, seed=0)), {}, pace=0) as panel:
        panel.refresh()

        def press(key: str, value: str = "") -> str:
            payload = {"key": key, "value": value}
            sent = {
                "id": f"{panel.version}{key}{value}",
                "type": "control",
                "version": panel.version,
                "payload": payload,
            }
            return panel.receive(sent).text

        assert press("move", "take 2 gold").endswith("(Regel gift-choice, Seite 5)")
        assert panel.speech["not now"] == "jetzt nicht"
        press("move", "take 1 gold")
        assert panel.announce == "Blau nimmt 1 Gold."
        press("undo")
        assert panel.announce.startswith("Zurückgenommen: 1 Schritt. Blau: nimm")
        set_language("en")
        assert "You take 2 goods" in press("move", "take 2 gold")
        press("move", "take 1 gold")
        assert panel.speech == {} and panel.announce.endswith("takes 1 gold.")
        assert panel.errors == []


def reasons(position: rules.Position, token: str) -> tuple[str, str]:
    """Return why a place is out of question, in English and in German."""
    game = position.game.name
    said = explain(position, (), token, english_talk(game)).text
    return said, reason_words(game, said)


def test_the_action_of_another_seat_is_not_called_occupied() -> None:
    position = rules.load("paladins").setup(players=2, seed=1)
    for action in ("conspire", "absolve"):
        english, german = reasons(position, f"{action}:1")
        assert "Red's board" in english and "workers on it" not in english
        assert german.startswith("Das ist das Tableau von Rot;") and "(Regel turn-one" in german


def test_a_customer_says_that_the_bailiff_brings_customers() -> None:
    position = rules.load("my_village").setup(players=2, seed=6)
    for key in ("roll white 1 1 2 3 4 5 6 6", "roll black 2 4 5", "dice w2 w3 5"):
        position = position.play(position.outcome(key) if position.actor is None else position.move(key))
    english, german = reasons(position, f"customer:{position.customers[0]}")
    assert english.startswith("The bailiff, who brings customers, shows 4 or 10, and your dice make 5.")
    assert german.startswith("Die Marktvogtei, die die Kunden bringt, zeigt 4 oder 10, und deine Würfel ergeben 5.")


@pytest.mark.parametrize("token", ["seat:0", "people:1"])
def test_a_row_of_a_player_says_nothing_of_points_or_deaths(token: str) -> None:
    english, german = reasons(rules.load("my_village").setup(players=2, seed=6), token)
    assert "(rule open-information" in english and "(Regel open-information" in german
