"""Panels let the view say for which widths it lays boards out: the front end and Python choose among the same."""

from __future__ import annotations

import re
from typing import Any

import pytest

import rules
import solver
import widgets
from tests.widgets import seeded
from tutor.local import LocalView
from widgets import wire
from widgets.panel import WIDTHS, layouts_of
from widgets.views import find

GAMES = ("kingsburg", "paladins", "my_village")
KINDS = ("board", "play", "solve", "edit")


def panel_of(kind: str, game: str, **looks: Any) -> Any:
    """Open a panel on a new game."""
    position: Any = rules.load(game).setup(players=3, seed=5)
    if kind == "edit":
        return widgets.edit(game, **looks)
    if kind == "solve":
        return widgets.solve(solver.advance(position), **looks)
    return widgets.Board(position, **looks) if kind == "board" else widgets.play(position, **looks)


def resized(panel: Any, width: int) -> int:
    """Report a width of the page and return that of the picture."""
    sent = {"id": f"resize-{len(panel._answered)}", "type": "resize", "version": panel.version}
    assert panel.receive({**sent, "payload": {"width": width}}).outcome == "done"
    return int(panel.picture.width)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_panel_offers_the_layouts_of_its_view(kind: str, game: str) -> None:
    panel = panel_of(kind, game)
    known = layouts_of(find(game))
    assert (tuple(panel.layouts) or WIDTHS) == known
    assert known == WIDTHS
    assert known[0] == 420
    for page in (430, 699, 1100, 5000):
        drawn = resized(panel, page)
        assert drawn == max((width for width in known if width <= page), default=known[0])


@pytest.mark.parametrize("page", [0, 1, 25, -3, 419])
def test_a_page_that_is_too_narrow_or_hidden_gets_the_narrowest_layout(page: int) -> None:
    panel = panel_of("play", "my_village")
    assert resized(panel, page) == 420
    assert resized(panel, 1230) == 1200, "and the right one when it is seen again"
    assert not panel.errors


def test_a_fixed_width_may_be_one_of_the_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find("kingsburg"), "LAYOUTS", (720, 900), raising=False)
    for kind in KINDS:
        panel = panel_of(kind, "my_village", width=420)
        assert panel.picture.width == 420
        assert resized(panel, 1200) == 420
        with pytest.raises(ValueError, match=r"no layout for 420 pixels; choose one of 720, 900"):
            panel_of(kind, "kingsburg", width=420)
        with pytest.raises(ValueError, match=r"no layout for '720' pixels"):
            panel_of(kind, "kingsburg", width="720")


def test_another_game_on_the_same_panel_brings_its_own_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The form takes a text of any game, a course goes through several: the width is that of the page all the time."""
    monkeypatch.setattr(find("kingsburg"), "LAYOUTS", (720, 900), raising=False)
    panel = panel_of("edit", "my_village")
    assert resized(panel, 430) == 420
    panel.set_text(rules.load("kingsburg").setup(players=3, seed=1).to_text())
    assert (panel.picture.width, panel.layouts) == (720, (720, 900))
    panel.set_text(rules.load("my_village").setup(players=3, seed=1).to_text())
    assert (panel.picture.width, panel.layouts) == (420, ())


def test_a_view_in_another_language_has_the_layouts_of_the_games_own() -> None:
    for game in GAMES:
        assert layouts_of(LocalView(find(game))) == layouts_of(find(game))


# --- what goes over the wire ------------------------------------------------------------------------------------------


def read_text(state: dict[str, Any], text: str) -> str:
    """Read a text as the front end does."""
    return re.sub(r"(?s)~(\d?.)", lambda found: state["signs"].get(found[1], found[1]), text)


def read_svg(state: dict[str, Any]) -> str:
    """Read a picture as the front end does."""
    return read_text(state, state["svg"])


def read_printed(state: dict[str, Any]) -> tuple[str, ...]:
    """Read what is printed as the front end does."""
    blocks = enumerate(state["printed"])
    return tuple(read_text(state, state["changed"].get(str(number), block)) for number, block in blocks)


def read_places(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Read the places as the front end does, without what is left out of a place where it says nothing."""
    found = []
    for row in state["places"]["rows"]:
        key, label, rest = row
        parts = rest.split("|")
        *sizes, group, line, column, named, reason = (*parts, *("idle", "0")[len(parts) - 7 :])
        place = {"key": key, "label": read_text(state, label), "state": named}
        place |= dict(zip("xywh", map(float, sizes), strict=True))
        place |= {"group": state["places"]["groups"][int(group)], "row": int(line), "col": int(column)}
        place["reason"] = read_text(state, state["places"]["reasons"][int(reason)])
        found.append({name: value for name, value in place.items() if value not in ("", 0, "idle")})
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_sent_in_fewer_letters_is_the_same(kind: str, game: str) -> None:
    panel = panel_of(kind, game)
    state = panel.get_state()
    assert read_svg(state) == panel.svg
    assert len(state["svg"]) < 0.75 * len(panel.svg)
    wanted = [{name: value for name, value in one.items() if value not in ("", 0, "idle")} for one in panel.places]
    assert read_places(state) == wanted
    assert wanted
    assert read_text(state, state["words"]) == panel.words
    assert (state["drawings"], *read_printed(state)) == panel.picture.standing


def test_what_is_printed_comes_once_and_then_what_is_another(sent: list[dict[str, Any]]) -> None:
    whole = seeded.decisions("paladins", 3)
    board = widgets.Board(whole[0], width=1060)
    first, blocks = board.get_state(), 0
    for position in whole[1::12]:
        sent.clear()
        board.position = position
        state = board.get_state()
        assert (state["drawings"], *read_printed(state)) == board.picture.standing
        assert state["signs"] == first["signs"], "else texts that were sent would be read wrongly"
        for message in sent:
            assert not {"printed", "drawings", "signs"} & set(message.get("state", ()))
            blocks += len(message.get("state", {}).get("changed", ()))
        assert read_text(state, state["words"]) == board.words
    assert blocks


def test_a_sign_in_a_text_stays_one() -> None:
    for text in ("~", "~~a", "<text class='ml-t-~j'>~</text>", "a~", "'/>~'/>"):
        sent = {"svg": wire.shortened(text), "signs": wire.SIGNS}
        assert read_svg(sent) == text
        own = wire.learned((text, "a phrase that returns, 7", "a phrase that returns, 8", "a phrase that returns, 9"))
        assert own and not set(own) & set(wire.SIGNS)
        assert all(re.fullmatch(r"\d?\D", sign) and sign != wire.SIGN for sign in wire.OWN)
        assert read_text({"signs": own}, wire.told(text, own)) == text
        assert len(wire.told("a phrase that returns, 7", own)) < 10


def test_no_phrase_begins_in_another_one() -> None:
    """Else what one letter stands for would depend on the order in which they are looked for."""
    assert len(wire.SIGNS) == len(wire.PHRASES)
    for phrase in wire.PHRASES:
        assert wire.SIGN not in phrase
        for other in wire.PHRASES:
            if other != phrase and other in phrase:
                assert wire.PHRASES.index(phrase) < wire.PHRASES.index(other), (phrase, other)
