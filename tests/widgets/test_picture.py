"""Pictures of many positions: well-formed, complete, escaped, the same for everybody who may know the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import rules
from rules.kingsburg.catalogue import BuildingEffect
from rules.kingsburg.values import NO_MARKER, UNKNOWN, Placement
from rules.wording import count
from tests.widgets.pictures import MARKUP, apart, hold_together, is_png, lie_inside, same, stays_text
from widgets import export
from widgets.marks_defs import DEFINED
from widgets.picture import Mark, Picture, Place
from widgets.views import find, kingsburg, view_of
from widgets.views import kingsburg_words as words

replace = msgspec.structs.replace


def test_pictures_are_well_formed_and_complete(positions: list[Any]) -> None:
    for index, position in enumerate(positions):
        width = (420, 520, 720, 900, 1100, 1400)[index % 6]
        hold_together(kingsburg.draw(position, width=width), width)


def test_everything_lies_inside_the_picture(positions: list[Any]) -> None:
    for index, position in enumerate(positions):
        picture = kingsburg.draw(position, width=(420, 720, 1100)[index % 3])
        lie_inside(picture, more_than=0)


def test_things_to_choose_do_not_lie_on_each_other(positions: list[Any]) -> None:
    for index, position in enumerate(positions):
        picture = kingsburg.draw(position, width=(420, 720, 1400)[index % 3])
        chosen = [
            place for place in picture.places if place.group in ("own dice", "own goods", "advisors", "buildings")
        ]
        for number, one in enumerate(chosen):
            for other in chosen[number + 1 :]:
                assert apart(one, other), (one, other)


def test_every_legal_move_of_the_board_has_its_places(positions: list[Any]) -> None:
    elsewhere = {"take", "lose", "recruit", "pay", "exchange", "keep", "pass", "decline", "discard"}
    bare = ("to:", "market:", "bonus-dice:", "use:")
    for position in positions:
        if position.actor is None:
            continue
        moves = position.legal_moves()
        tokens = {part for move in moves for part in move.parts} - elsewhere
        tokens = {token for token in tokens if not token.startswith(bare)}
        marks = {token: Mark("legal") for token in tokens}
        picture = kingsburg.draw(position, seat=position.actor, marks=marks, width=1100)
        missing = tokens - {place.token for place in picture.places}
        assert not missing, (position.step, missing)


def test_marks_become_states_rings_and_steps(game: Callable[..., tuple[Any, ...]]) -> None:
    position = game(3, 21, ())[40]
    plain = kingsburg.draw(position)
    marks = {
        "advisor:8": Mark("legal", step=1),
        "advisor:9": "chosen",
        "advisor:10": Mark("hint", step=2),
        "advisor:18": Mark("refused", "Your dice add up to 9 at most."),
    }
    drawn = kingsburg.draw(position, marks=marks)
    assert {key: drawn.place(key).state for key in marks} == {
        "advisor:8": "legal",
        "advisor:9": "chosen",
        "advisor:10": "hint",
        "advisor:18": "refused",
    }
    assert "Your dice add up to 9 at most" in drawn.place("advisor:18").spoken
    for kind in ("ring-legal", "ring-chosen", "ring-hint", "veil", "disc", "thread"):
        assert f"ml-{kind}" in drawn.over
        assert f"ml-{kind}" not in plain.over
    assert drawn.printed == plain.printed


def test_what_is_printed_stays_from_position_to_position(game: Callable[..., tuple[Any, ...]]) -> None:
    whole = game(5, 35, ("buildings", "governors", "army"))
    for width in (420, 720, 1100):
        assert len({kingsburg.draw(position, width=width).printed for position in whole[::9]}) == 1


def test_the_whole_state_is_said_in_words(positions: list[Any]) -> None:
    for position in positions[::5]:
        text = kingsburg.draw(position).text
        assert words.status(position) in text
        for number, seat in enumerate(position.seats):
            assert f"{words.seat_name(number)}: {count(seat.total, 'point')}" in text


def test_house_values_are_marked_and_explained(game: Callable[..., tuple[Any, ...]]) -> None:
    base = kingsburg.draw(game(3, 21, ())[-1])
    assert "°" not in base.body
    long = kingsburg.draw(game(5, 35, ("buildings", "governors", "army"))[60])
    assert "° house value: ours, printed in no source" in long.body
    catalogue = rules.load("kingsburg").catalogue
    ours = [b for b in catalogue.buildings.values() if {"gold", "wood", "stone"} & set(b.house)]
    assert ours
    assert long.body.count("°") >= 2 * len(ours)
    for key, card in catalogue.buildings.items():
        assert ("house values: " in long.place(f"build:{key}").label) == bool(card.house)


def test_an_owners_values_carry_no_mark() -> None:
    buildings = rules.load("kingsburg").catalogue.buildings
    mine = {
        key: {field: msgspec.to_builtins(getattr(card, field)) for field in ("gold", "wood", "stone", "points", "name")}
        | {"house": []}
        for key, card in buildings.items()
        if card.module
    }
    game = rules.load("kingsburg", catalogue={"buildings": mine})
    picture = kingsburg.draw(game.setup(players=3, seed=1, modules=("buildings",)))  # type: ignore[arg-type]
    assert "°" not in picture.body.replace("° house value", "")


def test_every_effect_is_said() -> None:
    catalogue = rules.load("kingsburg").catalogue
    said = {card.effect: words.effect(card) for card in catalogue.buildings.values()}
    for effect in BuildingEffect.__args__:  # type: ignore[attr-defined]
        if effect != "none":
            assert said[effect]


def test_markup_in_names_stays_text() -> None:
    overlay = {
        "buildings": {"statue": {"name": {"en": MARKUP, "de": MARKUP}}},
        "advisors": {"king": {"name": {"en": MARKUP, "de": MARKUP}}},
        "governors": {"prince": {"name": {"en": MARKUP, "de": MARKUP}, "text": {"en": MARKUP, "de": MARKUP}}},
        "enemies": {"zombies_1_4": {"name": {"en": MARKUP, "de": MARKUP}}},
    }
    position: Any = rules.load("kingsburg", catalogue=overlay).setup(players=3, seed=1, modules=("governors",))
    cards = ("prince", position.seats[1].hand[0], position.seats[2].hand[0])
    seats = tuple(replace(seat, governor=card, hand=()) for card, seat in zip(cards, position.seats, strict=True))
    position = replace(position, seats=seats, enemy="zombies_1_4", step="reveal", phase=8)
    for width in (720, 1100):
        picture = kingsburg.draw(replace(position, peeked=(0,)), seat=0, width=width)
        stays_text(picture)


def test_a_peeked_enemy_shows_to_those_who_looked_alone(game: Callable[..., tuple[Any, ...]]) -> None:
    position = next(p for p in game(3, 21, ()) if p.step == "influence" and not p.enemy)
    deck = [key for key, card in position.game.catalogue.enemies.items() if card.year == position.year]
    one, other = (replace(position, enemy=card, peeked=(1,)) for card in deck[:2])
    for seat in (0, 2, None):
        assert same(kingsburg.draw(one, seat), kingsburg.draw(other, seat))
    assert not same(kingsburg.draw(one, 1), kingsburg.draw(other, 1))
    assert position.game.catalogue.enemies[deck[0]].name.en in kingsburg.draw(one, 1).over


def test_a_chosen_army_marker_shows_to_its_seat_alone(game: Callable[..., tuple[Any, ...]]) -> None:
    whole = game(3, 21, ("army",))
    position = next(p for p in whole if p.step == "army" and any(seat.chosen != NO_MARKER for seat in p.seats))
    chooser = next(number for number, seat in enumerate(position.seats) if seat.chosen != NO_MARKER)
    before = position.seats[chooser]
    value = next(value for value in before.army if value != before.chosen)
    rest = tuple(sorted((*before.army, before.chosen)))
    swapped = replace(before, chosen=value, army=tuple(rest[: rest.index(value)] + rest[rest.index(value) + 1 :]))
    seats = tuple(swapped if number == chooser else seat for number, seat in enumerate(position.seats))
    other = replace(position, seats=seats)
    for seat in range(3):
        assert same(kingsburg.draw(position, seat), kingsburg.draw(other, seat)) == (seat != chooser)
    assert same(kingsburg.draw(position), kingsburg.draw(other))


def test_a_governor_not_yet_revealed_shows_to_its_seat_alone() -> None:
    position: Any = rules.load("kingsburg").setup(players=3, seed=5, modules=("governors",))
    chooser = position.actor
    first, second = (position.play(move) for move in position.legal_moves()[:2])
    assert first.step == "governor"
    for seat in range(3):
        assert same(kingsburg.draw(first, seat), kingsburg.draw(second, seat)) == (seat != chooser)
    assert same(kingsburg.draw(first), kingsburg.draw(second))
    cards = {number: seat.hand for number, seat in enumerate(position.seats)}
    for seat in range(3):
        shown = kingsburg.draw(position, seat)
        hers = position.game.catalogue.governors
        for number, hand in cards.items():
            for card in hand:
                assert hers[card].text.en in shown.place(f"governor:{card}").label if number == seat else True
                if number != seat:
                    assert f"governor:{card}" not in [place.key for place in shown.places]


def test_the_view_of_a_seat_is_asked_for_and_nothing_else(game: Callable[..., tuple[Any, ...]]) -> None:
    for position in game(4, 28, ("governors",))[::17]:
        for seat in range(4):
            assert same(kingsburg.draw(position, seat), kingsburg.draw(position.view(seat), seat))


def test_a_seat_or_width_that_is_not_there_is_refused(game: Callable[..., tuple[Any, ...]]) -> None:
    position = game(3, 21, ())[0]
    with pytest.raises(ValueError, match="is 3; the seats of this game are 0 to"):
        kingsburg.draw(position, seat=3)
    with pytest.raises(ValueError, match="choose 420 to 2000"):
        kingsburg.draw(position, width=100)


def test_dice_keep_their_name_when_they_are_placed(game: Callable[..., tuple[Any, ...]]) -> None:
    def names(position: Any) -> set[str]:
        return set(re.findall(r'data-key="((?:die|white):[^"]+)"', kingsburg.draw(position).over))

    moved = 0
    whole = game(5, 35, ("buildings", "governors", "army"))
    for before, after in pairwise(whole):
        if before.step == after.step == "influence" and len(after.placements) > len(before.placements):
            assert names(before) == names(after)
            moved += 1
    assert moved > 20


def test_a_group_of_many_dice_stays_in_its_slot(game: Callable[..., tuple[Any, ...]]) -> None:
    position = next(p for p in game(3, 21, ()) if p.step == "influence" and not p.placements)
    crowd = Placement(18, 0, (1, 2, 3), (1, 1, 1, 1), marker=True, market=1, envoy=True)
    picture = kingsburg.draw(replace(position, placements=(crowd,)), width=720)
    place = picture.place("advisor:18")
    for x, y in re.findall(r'href="#ml-die-[^>]*translate\(([0-9.]+) ([0-9.]+)\)', picture.over):
        if float(y) < place.y + place.h + 60 and float(y) > place.y:
            assert place.x < float(x) < place.x + place.w
            assert float(y) < place.y + place.h


# --- the picture as a value and as files ---------------------------------------------------------------------------


@pytest.fixture
def picture(game: Callable[..., tuple[Any, ...]]) -> Picture:
    """Draw one position."""
    return kingsburg.draw(game(3, 21, ())[30])


def test_a_page_stands_by_itself(picture: Picture) -> None:
    page = picture.to_html()
    assert "<script" not in page
    assert "default-src &#x27;none&#x27;" in page
    addresses = [found for found in re.findall(r"https?://[^\s\"'<)]+", page) if "www.w3.org" not in found]
    assert not addresses
    assert picture.text.splitlines()[0].split(".")[0] in page


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_png_is_made_in_every_theme(picture: Picture, theme: Any, tmp_path: Path) -> None:
    data = picture.to_png(tmp_path / "board.png", theme=theme, width=400)
    is_png(data, 400)
    assert (tmp_path / "board.png").read_bytes() == data


def test_png_has_text_without_fonts_of_the_system(picture: Picture) -> None:
    assert len(export.font_files()) >= 5
    blank = replace(picture, printed=tuple(re.sub(r"<text.*?</text>", "", block) for block in picture.printed))
    assert picture.to_png(width=720) != blank.to_png(width=720)


def test_light_and_dark_differ(picture: Picture) -> None:
    assert picture.to_png(theme="light", width=300) != picture.to_png(theme="dark", width=300)


def test_a_width_that_cannot_be_is_refused(picture: Picture) -> None:
    with pytest.raises(ValueError, match="choose 16 to 20000"):
        picture.to_png(width=1_000_000)


def test_save_goes_by_the_ending(picture: Picture, tmp_path: Path) -> None:
    for ending in ("svg", "png", "html", "txt"):
        assert picture.save(tmp_path / f"board.{ending}").stat().st_size > 300
    with pytest.raises(ValueError, match=r"end the name in .svg, .png, .html or .txt"):
        picture.save(tmp_path / "board.gif")


def test_a_notebook_gets_text_and_svg(picture: Picture) -> None:
    bundle = picture._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml"}
    assert "image/png" in picture._repr_mimebundle_(include=["image/png"])
    assert set(picture._repr_mimebundle_(exclude=["image/svg+xml"])) == {"text/plain"}


def test_a_place_that_is_not_there_names_those_that_are(picture: Picture) -> None:
    with pytest.raises(rules.UnknownName, match="advisor:1, "):
        picture.place("advisor:19")


def test_the_token_of_a_place_is_its_key_without_the_copy_number() -> None:
    assert Place("die:3#2", 0, 0, 1, 1, "a").token == "die:3"


def test_views_are_found_by_the_name_of_the_game(game: Callable[..., tuple[Any, ...]]) -> None:
    assert view_of(game(3, 21, ())[0]) is find("kingsburg")
    for name in ("chess", "", "kingsburg.court", "../kingsburg", "__init__"):
        with pytest.raises(rules.UnknownName, match="no board picture"):
            find(name)
    with pytest.raises(TypeError, match="a board shows"):
        view_of("kingsburg")


def test_unknown_cards_are_never_looked_up(game: Callable[..., tuple[Any, ...]]) -> None:
    position = game(3, 21, ())[30]
    picture = kingsburg.draw(replace(position, enemy=UNKNOWN, peeked=(0,)))
    assert "face down" in picture.text


def test_every_mark_is_drawn_with_classes_of_ours() -> None:
    for name, drawn in DEFINED.items():
        root = ElementTree.fromstring(f"<g>{drawn}</g>")
        for node in root.iter():
            for kind in node.get("class", "").split():
                assert kind.startswith("ml-"), name
