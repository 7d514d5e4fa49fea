"""What a panel shows at one moment, as immutable values: the picture, the controls, and the sections of words
around it.

A panel computes a new scene from its own state and sends it whole; nothing is ever changed in place. Every text is
data: the front end writes it as text, never as markup."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from widgets.picture import Picture

Area = Literal["head", "top", "side", "bottom"]
"""Where controls and sections stand. ``head``, for sections alone, is above everything else: what one reads first."""


class Option(msgspec.Struct, frozen=True):
    """Hold one choice of a control of kind "select"."""

    value: str
    label: str


class Control(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold one thing to press, move or type in.

    kinds: ``button`` (sends no value), ``toggle`` (value "on" or ""), ``select`` (``options``), ``slider``
    (``minimum`` to ``maximum``, value a number as text), ``text`` (one line, sent with Enter), ``field`` (one line,
    sent when it is left, too), ``number`` (``minimum`` to ``maximum``), ``area`` (many lines, sent while one
    pauses), ``link`` (value is the text that is copied to the clipboard).

    A control that cannot be used now is ``enabled=False`` with a ``reason``: it stays visible and says why.
    ``shortcut`` is a key as the browser names it ("u", "Escape", "ArrowLeft" with ``Alt+`` in front). ``always``
    marks a control that acts whatever the version, such as Stop. ``clear`` empties a text line once its text was
    accepted. ``help`` is said on hover while it can be used. ``problem`` says below a field what is wrong with what
    stands in it."""

    key: str
    kind: Literal["button", "toggle", "select", "slider", "text", "field", "number", "area", "link"]
    label: str
    area: Area = "top"
    value: str = ""
    options: tuple[Option, ...] = ()
    minimum: int = 0
    maximum: int = 0
    enabled: bool = True
    reason: str = ""
    shortcut: str = ""
    always: bool = False
    primary: bool = False
    clear: bool = False
    placeholder: str = ""
    hidden_label: bool = False
    help: str = ""
    problem: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold one line of a list; with ``place`` it points at that place of the picture, with ``control`` it can be
    pressed and sends that control's message with ``value``."""

    text: str
    place: str = ""
    control: str = ""
    value: str = ""
    current: bool = False
    detail: str = ""


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold one block beside or below the picture.

    kinds: ``text`` (``text``, paragraphs parted by an empty line), ``list`` and ``steps`` (``items``; steps are
    numbered), ``table`` (``head`` and ``rows``), ``picture`` (``svg`` made by this floor, ``text`` for the reader),
    ``code`` (``text`` in fixed width), ``progress`` (``value`` of ``maximum``, ``text`` beside it; ``maximum`` 0:
    unknown how long). ``folded`` makes it open on demand."""

    key: str
    kind: Literal["text", "list", "steps", "table", "picture", "code", "progress"]
    title: str = ""
    area: Area = "side"
    text: str = ""
    items: tuple[Item, ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    svg: str = ""
    value: float = 0
    maximum: float = 0
    tone: Literal["", "good", "bad", "quiet"] = ""
    folded: bool = False


def picture_section(key: str, picture: Picture, title: str = "", area: Area = "side", folded: bool = False) -> Section:
    """Make a section of a picture, with its text form for those who cannot see it."""
    return Section(key=key, kind="picture", title=title, area=area, svg=picture.bare, text=picture.text, folded=folded)


class Scene(msgspec.Struct, frozen=True):
    """Hold all that a panel shows. ``status`` is the one line that says what is asked now; ``poll`` is after how many
    milliseconds the front end asks for news (0: never), for panels that show something running."""

    picture: Picture
    controls: tuple[Control, ...] = ()
    sections: tuple[Section, ...] = ()
    status: str = ""
    poll: int = 0


class PanelError(msgspec.Struct, frozen=True):
    """Hold an exception that a handler raised: a short id that the panel shows, what was asked, and the traceback."""

    id: str
    asked: str
    text: str
    trace: str


class Reply(msgspec.Struct, frozen=True):
    """Hold the answer to one message of the front end. ``outcome`` is "done", "refused" (a rule or a stale click;
    ``text`` says why) or "error" (our fault; ``text`` names the id)."""

    id: str
    outcome: Literal["done", "refused", "error"]
    version: int
    text: str = ""
    type: Literal["reply"] = "reply"


class Refusal(ValueError):
    """Tell the person at the panel why nothing was done; raised by a handler, shown as it is."""


EMPTY_PICTURE: Final = Picture(
    "", (), (), "", width=720, height=1, title="Nothing to show yet", text="Nothing to show yet."
)
