"""Panels: one answer per message, nothing on an old board, nothing silent, nothing large."""

from __future__ import annotations

import gc
import json
import threading
import time
import weakref
from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

import rules
import widgets
from rules.findings import Finding
from widgets.board import Board
from widgets.panel import LEAST_PAUSE, PROTOCOL, REMEMBERED, SCENE_TRAITS, Panel, Payload, number_of, text_of
from widgets.picture import Picture
from widgets.scene import Control, Refusal, Scene, Section, picture_section


class Counter(Panel):
    """Count presses: the smallest panel with a state."""

    def __init__(self, start: int = 0, **unknown: Any) -> None:
        super().__init__(**unknown)
        self.count = start
        self.handle("place", self.press)
        self.handle("control", self.control)
        self.refresh()

    def scene(self) -> Scene:
        picture = Picture(
            "", ("",), ((0, 0),), f"<text>{self.count}</text>", 720, 40, f"count {self.count}", str(self.count)
        )
        controls = (Control("stop", "button", "Stop", always=True), Control("add", "button", "Add"))
        return Scene(
            picture, controls, (Section("note", "text", text=f"{self.count} presses"),), f"Press. {self.count}"
        )

    def press(self, payload: Payload) -> str:
        key = text_of(payload, "key")
        if key == "broken":
            raise RuntimeError("the spring is broken")
        if key == "refused":
            raise Refusal("The button is held down by the cat.")
        if key == "rule":
            raise rules.IllegalMove([Finding("cat-rule", "The cat decides.", section="Cats", page=9)])
        self.count += 1
        return f"now {self.count}"

    def control(self, payload: Payload) -> None:
        self.count += 10 if text_of(payload, "key") == "add" else 100


def message(
    panel: Panel, identity: str, kind: str = "place", version: int | None = None, **payload: Any
) -> dict[str, Any]:
    """Make what the front end would send."""
    return {"id": identity, "type": kind, "version": panel.version if version is None else version, "payload": payload}


def test_a_message_acts_once_and_the_scene_follows() -> None:
    panel = Counter()
    version = panel.version
    reply = panel.receive(message(panel, "a", key="x"))
    assert (reply.outcome, reply.text, panel.count) == ("done", "now 1", 1)
    assert panel.version == version + 1
    assert panel.status == "Press. 1"
    assert panel.announce == "now 1"
    assert panel.errors == []


def test_the_same_id_acts_once_and_gets_the_same_answer(sent: list[dict[str, Any]]) -> None:
    panel = Counter()
    told = message(panel, "a", key="x")
    first, second = panel.receive(told), panel.receive(told)
    assert first == second
    assert panel.count == 1
    replies = [data["content"] for data in sent if data.get("method") == "custom"]
    assert len(replies) == 2
    assert replies[0] == replies[1]
    # The front end knows an answer by these, and waits for it before it sends the next report.
    assert replies[0] == {"id": "a", "outcome": "done", "version": first.version, "text": "now 1", "type": "reply"}


def test_a_message_for_an_older_board_is_refused_and_the_board_is_sent_again(sent: list[dict[str, Any]]) -> None:
    panel = Counter()
    old = message(panel, "b", key="x")
    panel.receive(message(panel, "a", key="x"))
    sent.clear()
    reply = panel.receive(old)
    assert reply.outcome == "refused"
    assert "look again" in reply.text
    assert panel.count == 1
    states = [data["state"] for data in sent if data.get("method") == "update"]
    assert any(set(SCENE_TRAITS) <= set(state) for state in states)
    assert panel.error["kind"] == "refused"


def test_what_acts_always_acts_on_an_older_board_too() -> None:
    panel = Counter()
    stop, add = (message(panel, key, "control", 0, key=key, value="") for key in ("stop", "add"))
    assert panel.receive(stop).outcome == "done"
    assert panel.receive(add).outcome == "refused"
    assert panel.count == 100


def test_an_error_is_drawn_and_kept_and_the_state_stays() -> None:
    panel = Counter(5)
    version = panel.version
    reply = panel.receive(message(panel, "a", key="broken"))
    assert reply.outcome == "error"
    assert panel.count == 5
    assert panel.version == version
    (kept,) = panel.errors
    assert kept.id in panel.error["text"]
    assert "the spring is broken" in panel.error["text"]
    assert "RuntimeError" in kept.trace
    assert panel.error["kind"] == "error"
    panel.receive(message(panel, "b", key="x"))
    assert panel.error == {}
    assert panel.count == 6


def test_an_error_while_drawing_is_shown_too() -> None:
    panel = Counter()
    panel.scene = lambda: 1 / 0  # type: ignore[method-assign, assignment, return-value]
    reply = panel.receive(message(panel, "a", key="x"))
    assert reply.outcome == "error"
    assert "ZeroDivisionError" in panel.errors[0].text


@pytest.mark.parametrize(
    ("key", "words"), [("refused", "held down by the cat"), ("rule", "rule cat-rule, Cats, page 9")]
)
def test_a_refusal_is_no_error(key: str, words: str) -> None:
    panel = Counter()
    reply = panel.receive(message(panel, "a", key=key))
    assert reply.outcome == "refused"
    assert words in reply.text
    assert words in panel.error["text"]
    assert panel.errors == []


@pytest.mark.parametrize(
    "content",
    [
        None,
        "place",
        [],
        {},
        {"id": "a"},
        {"id": "", "type": "place", "version": 1, "payload": {}},
        {"id": "a" * 65, "type": "place", "version": 1, "payload": {}},
        {"id": "a", "type": "place", "version": "1", "payload": {}},
        {"id": "a", "type": "place", "version": 1, "payload": []},
        {"id": "a", "type": 3, "version": 1, "payload": {}},
        {"id": "a", "type": "__init__", "version": 1, "payload": {}},
        {"id": "a", "type": "place", "version": 1, "payload": {}},
        {"id": "a", "type": "place", "version": 1, "payload": {"key": 5}},
        {"id": "a", "type": "place", "version": 1, "payload": {"key": "x" * 200_000}},
    ],
)
def test_a_message_that_is_none_is_refused_with_a_sentence(content: object) -> None:
    panel = Counter()
    reply = panel.receive(content)
    assert reply.outcome == "refused"
    assert reply.text.endswith(("again.", "read."))
    assert panel.count == 0


def test_numbers_come_as_numbers_or_digits() -> None:
    assert [number_of({"n": value}, "n") for value in (3, "3", 3.0, "-2", " 7 ")] == [3, 3, 3, -2, 7]
    for value in (None, "three", 3.5, True, "9" * 40, [3], "²", "+-5", "--3", nan, inf, -inf):
        with pytest.raises(Refusal):
            number_of({"n": value}, "n")


def test_only_so_many_answers_are_remembered() -> None:
    panel = Counter()
    for index in range(REMEMBERED + 40):
        panel.receive(message(panel, f"m{index}", key="x"))
    assert len(panel._answered) == REMEMBERED


def test_messages_from_many_threads_all_count() -> None:
    panel = Counter()

    def press(name: str) -> None:
        for index in range(50):
            while panel.receive(message(panel, f"{name}{index}", key="x")).outcome != "done":
                name += "'"

    threads = [threading.Thread(target=press, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert panel.count == 150
    assert panel.errors == []


def test_news_are_sent_at_most_twenty_times_a_second(sent: list[dict[str, Any]]) -> None:
    panel = Counter()
    sent.clear()
    begun = time.monotonic()
    while time.monotonic() - begun < 0.4:
        panel.count += 1
        panel.refresh(step=False)
    assert 2 <= len(sent) <= 0.4 / LEAST_PAUSE + 1
    time.sleep(LEAST_PAUSE)
    panel.receive(message(panel, "t", "tick"))
    assert panel.words == str(panel.count)


def test_news_do_not_make_clicks_stale() -> None:
    panel = Counter()
    click = message(panel, "a", key="x")
    time.sleep(LEAST_PAUSE)
    panel.count = 7
    panel.refresh(step=False)
    assert panel.receive(click).outcome == "done"
    assert panel.count == 8


def test_one_message_per_scene(sent: list[dict[str, Any]]) -> None:
    panel = Counter()
    sent.clear()
    panel.count = 3
    panel.refresh("three")
    (data,) = sent
    assert {"version", "svg", "words", "status", "announce"} <= set(data["state"])


def test_the_layout_follows_the_page_unless_it_is_fixed(game: Callable[..., tuple[Any, ...]]) -> None:
    position = game(3, 21, ())[0]
    board = Board(position)
    for asked, drawn in ((300, 420), (500, 420), (880, 720), (1000, 900), (1199, 1060), (5000, 1400)):
        board.receive(message(board, f"w{asked}", "resize", width=asked))
        assert board.picture.width == drawn
    fixed = Board(position, width=720)
    fixed.receive(message(fixed, "w", "resize", width=1400))
    assert fixed.picture.width == 720


def test_another_version_of_the_front_end_is_told_what_to_do() -> None:
    panel = Counter()
    assert panel.receive(message(panel, "a", "hello", protocol=PROTOCOL)).outcome == "done"
    reply = panel.receive(message(panel, "b", "hello", protocol=PROTOCOL + 1))
    assert reply.outcome == "refused"
    assert "install the same version" in reply.text


def test_unknown_arguments_are_refused_by_name(game: Callable[..., tuple[Any, ...]]) -> None:
    with pytest.raises(TypeError, match=r"does not know the argument 'sat'; it knows position, seat, width, theme"):
        Board(game(3, 21, ())[0], sat=2)
    with pytest.raises(ValueError, match="no theme 'pink'"):
        Board(game(3, 21, ())[0], theme="pink")
    with pytest.raises(ValueError, match="no layout for 333 pixels"):
        Board(game(3, 21, ())[0], width=333)
    with pytest.raises(TypeError, match="a board shows"):
        Board(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="There is no position in 'kingsburg'"):
        Board("kingsburg")
    with pytest.raises(ValueError, match="is 7; the seats of this game are 0 to 2"):
        Board(game(3, 21, ())[0], seat=7)


def test_no_message_of_a_board_is_larger_than_50_kb(
    game: Callable[..., tuple[Any, ...]], sent: list[dict[str, Any]]
) -> None:
    board: Any = None
    for position in game(5, 35, ("buildings", "governors", "army")):
        if board is None:
            board = Board(position)
            continue
        sent.clear()
        board.position = position
        assert len(sent) == 1
        assert len(json.dumps(sent[0]).encode()) <= 50_000


def test_everything_that_is_sent_is_plain_json(game: Callable[..., tuple[Any, ...]]) -> None:
    state = Board(game(5, 35, ("buildings", "governors", "army"))[50]).get_state()
    assert json.loads(json.dumps(state)).keys() == state.keys()


def test_scenes_are_replaced_whole() -> None:
    panel = Counter()
    for name in ("places", "controls", "sections", "printed"):
        assert isinstance(getattr(panel, name), tuple)


def test_a_board_shows_another_position(game: Callable[..., tuple[Any, ...]]) -> None:
    whole = game(3, 21, ())
    board = Board(whole[10], seat=1)
    board.position = whole[60]
    assert board.position is whole[60]
    assert board.words == board.picture.text
    reply = board.receive(message(board, "a", key="advisor:18"))
    assert "King" in reply.text


def test_a_notebook_keeps_text_and_svg_beside_the_live_panel(game: Callable[..., tuple[Any, ...]]) -> None:
    board = Board(game(3, 21, ())[10])
    data, _ = board._repr_mimebundle_()
    assert set(data) >= {"text/plain", "image/svg+xml", "application/vnd.jupyter.widget-view+json"}
    assert str(data["text/plain"]).startswith("Kingsburg, year")


def test_files_come_without_a_browser(game: Callable[..., tuple[Any, ...]], tmp_path: Any) -> None:
    board = Board(game(3, 21, ())[10])
    assert board.to_svg().startswith("<svg")
    assert "<script" not in board.to_html()
    assert board.to_png(width=200).startswith(b"\x89PNG")
    assert board.save(tmp_path / "b.html").exists()


def test_a_closed_panel_does_nothing_more(sent: list[dict[str, Any]]) -> None:
    with Counter() as panel:
        panel.receive(message(panel, "a", key="x"))
    sent.clear()
    panel.receive(message(panel, "b", key="x"))
    panel.refresh()
    assert panel.count == 1
    assert sent == []
    panel.close()


def test_closed_boards_are_let_go(game: Callable[..., tuple[Any, ...]]) -> None:
    position = game(3, 21, ())[10]
    kept = []
    for _ in range(40):
        board = Board(position)
        kept.append(weakref.ref(board))
        board.close()
    del board
    gc.collect()
    assert sum(one() is not None for one in kept) == 0


def test_a_section_can_hold_a_picture(game: Callable[..., tuple[Any, ...]]) -> None:
    picture = widgets.Board(game(3, 21, ())[0]).picture
    section = picture_section("chart", picture, "A board")
    assert section.svg.startswith("<svg")
    assert section.text == picture.text


def test_the_code_is_sent_as_text_and_not_as_a_watched_file() -> None:
    panel = Counter()
    assert panel._esm.startswith("// The front end")
    assert type(panel._esm) is str
    assert type(panel._css) is str


def test_thirty_boards_have_thirty_models(game: Callable[..., tuple[Any, ...]], sent: list[dict[str, Any]]) -> None:
    boards = [Board(position) for position in game(3, 21, ())[:30]]
    assert len({board.model_id for board in boards}) == 30
    assert sum(1 for data in sent if "state" in data and "_esm" in data["state"]) == 30


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="widgets has no 'Borad'; it has Board"):
        widgets.Borad  # type: ignore[attr-defined]
    assert "Board" in dir(widgets)
