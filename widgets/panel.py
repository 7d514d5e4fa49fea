"""The base of every interactive panel: state lives in Python, the front end shows it and reports what a person does.

A subclass says what is to be seen (`Panel.scene`) and what may be done (`Panel.handle`). The panel sends scenes whole,
checks each message against the version of the scene that it was meant for, answers each message once however often it
arrives, turns refusals and exceptions into something a person can read, and never shows half a change.
"""

from __future__ import annotations

import re
import threading
import time
import traceback
import uuid
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, NoReturn, Self

import anywidget
import msgspec
import traitlets

from rules.findings import RulesError, refuse
from rules.printable import shown
from rules.quantities import whole_number
from widgets import drawing, export, wire
from widgets.picture import Picture
from widgets.scene import EMPTY_PICTURE, PanelError, Refusal, Reply, Scene
from widgets.still import still
from widgets.theme import Theme, check_theme, variables

if TYPE_CHECKING:
    from widgets.views import View

PROTOCOL: Final = 3
"""Version of the messages between this module and ``static/board_base.js``; the two must say the same number."""

WIDTHS: Final = drawing.WIDTHS
"""The widths for which boards are laid out; the front end asks for the one that fits its page."""

SPEECH: Final = (
    "en",  # in which language a page is read aloud: the word for it is its code
    "board",
    "controls above the board",
    "controls beside the board",
    "controls below the board",
    "More",
    "progress",
    "The browser does not allow copying; here it is:",
    "This board was made by another version of magister-ludi. Run the cell again; if this stays, reload the page.",
    "The board cannot be shown here. The position is kept; run the cell again.",
    "The board cannot be shown here. Its text and picture are in the notebook.",
    "The board in words",
    "can be chosen",
    "chosen",
    "suggested",
    "not now",
    "taken",
    "Copied.",
    "Python has not answered yet. A cell may be running, or the kernel has ended; if this stays, run this cell again.",
    "Python no longer answers: its kernel was restarted or has ended. Run this cell again to go on.",
)
"""What the front end says of itself; each stands in ``static/`` as it is here."""

STALE: Final = "The board has changed since you chose that. Nothing was done; look again and choose anew."
LEAST_PAUSE: Final = 0.05
REMEMBERED: Final = 256
SCENE_TRAITS: Final = (
    *("version", "signs", "drawings", "printed", "changed", "svg", "places", "controls", "sections", "title"),
    *("words", "status", "poll"),
)
LONGEST_TEXT: Final = 100_000

Payload = Mapping[str, object]
Handler = Callable[[Payload], str | None]


def style_sheet() -> str:
    """Return the one style sheet that pictures and panels need, variables included."""
    return "\n".join([variables("auto"), export.static("marks.css"), export.static("board.css")])


def layouts_of(view: View) -> tuple[int, ...]:
    """Return the widths for which a view lays its boards out; most do so for `WIDTHS`."""
    own = getattr(view, "view", view)  # one that speaks another language draws by the game's own
    return tuple(getattr(own, "LAYOUTS", WIDTHS))


def text_of(payload: Payload, name: str) -> str:
    """Return a text from a message.

    Raises:
        Refusal: it is missing, not a text, or absurdly long.
    """
    value = payload.get(name)
    if not isinstance(value, str):
        raise Refusal(f"The message from the board lacks the text '{name}'. Run the cell again.")
    if len(value) > LONGEST_TEXT:
        raise Refusal(f"That text is {len(value)} characters long; at most {LONGEST_TEXT} are read.")
    return value


def number_of(payload: Payload, name: str) -> int:
    """Return a whole number from a message, given as a number or as digits.

    Raises:
        Refusal: it is missing or no whole number.
    """
    value = payload.get(name)
    if isinstance(value, str) and len(value) < 12 and re.fullmatch(r"[+-]?[0-9]+", value.strip()):
        return int(value)
    if isinstance(value, bool) or not (isinstance(value, int) or (isinstance(value, float) and value.is_integer())):
        raise Refusal(f"The message from the board lacks the whole number '{name}'. Run the cell again.")
    return int(value)


class Panel(anywidget.AnyWidget):
    """Show a scene, and let a person act on it.

    Subclasses set their own attributes first, register handlers with `handle`, override `scene`, and call `refresh`
    once at the end of ``__init__``. Messages of the front end are ``{id, version, type, payload}``; the types are
    "place" (``{key}``), "control" (``{key, value}``), "tick" (no payload, while ``scene().poll`` is set), "resize"
    (``{width}``) and "hello" (``{protocol}``). A handler changes the subclass's own values and may return a
    sentence to be announced; the panel then shows the new scene. It raises `Refusal` (or any error of the rules
    floor) to say no.

    ``speech`` holds what the front end says of itself in another language, by the English words (`SPEECH`). ``layouts``
    lists the widths for which a panel lays its picture out, where these are others than `WIDTHS`.

    A panel that draws by a view has it as its `view`, which says for which widths it lays a board out.

    The panel can be used in ``with``; `close` ends it. `errors` holds what went wrong in handlers.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    protocol = traitlets.Int(PROTOCOL).tag(sync=True)
    version = traitlets.Int(0).tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)
    signs = traitlets.Dict(wire.SIGNS).tag(sync=True)
    svg = traitlets.Unicode("").tag(sync=True, to_json=lambda svg, _panel: wire.shortened(svg))
    drawings = traitlets.Unicode("").tag(sync=True)
    printed = traitlets.Tuple().tag(sync=True, to_json=lambda blocks, _panel: list(map(wire.shortened, blocks)))
    changed = traitlets.Dict().tag(sync=True, to_json=lambda blocks, _panel: wire.shortened_all(blocks))
    places = traitlets.Tuple().tag(sync=True, to_json=lambda places, panel: wire.rows(places, panel.own_signs))
    controls = traitlets.Tuple().tag(sync=True)
    sections = traitlets.Tuple().tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    words = traitlets.Unicode("").tag(sync=True, to_json=lambda words, panel: wire.told(words, panel.own_signs))
    status = traitlets.Unicode("").tag(sync=True)
    announce = traitlets.Unicode("").tag(sync=True)
    error = traitlets.Dict().tag(sync=True)
    poll = traitlets.Int(0).tag(sync=True)
    speech = traitlets.Dict().tag(sync=True)
    still = traitlets.Unicode("").tag(sync=True)
    layouts = traitlets.Tuple().tag(sync=True)

    _closed = True  # until __init__ has come that far: an object that was refused is closed when it is thrown away

    def __init__(self, *, width: int | None = None, theme: str = "auto", **unknown: object) -> None:
        """Make a panel that shows nothing yet.

        ``width`` fixes the layout (one of `WIDTHS`, or of those of the view, in pixels); without it the front end
        asks for the one that fits.

        Raises:
            TypeError: a keyword argument that no panel knows, by name.
            rules.BadInput: a width or theme that there is not.
        """
        if unknown:
            raise TypeError(self._unknown(unknown))
        room = whole_number(width)
        if width is not None and room is None:
            self._no_layout(width, WIDTHS)
        self._lock = threading.RLock()
        self._handlers: dict[str, Handler] = {}
        self._answered: OrderedDict[str, Reply] = OrderedDict()
        self._scene = Scene(EMPTY_PICTURE)
        self._fixed = room is not None
        self._wanted = self._width = drawing.USUAL if room is None else room
        self._view: View | None = None
        self._sent_at = 0.0
        self.own_signs: dict[str, str] = {}
        self._closed = False
        self.errors: list[PanelError] = []
        checked = check_theme(theme)
        super().__init__(theme=checked, still=f"still-{uuid.uuid4().hex}")
        self.handle("resize", self._resize)
        self.handle("hello", self._hello)
        self.handle("tick", lambda payload: None)
        self.on_msg(self._on_message)

    @traitlets.default("_esm")
    def _default_esm(self) -> str:
        # Text, not a path: anywidget would watch a path, and the watcher would keep every panel alive.
        return export.front_end()

    @traitlets.default("_css")
    def _default_css(self) -> str:
        return style_sheet()

    @classmethod
    def _unknown(cls, unknown: Collection[str]) -> str:
        import inspect

        known: dict[str, None] = {}
        for owner in cls.__mro__:
            if issubclass(owner, Panel):
                for name, parameter in inspect.signature(owner.__init__).parameters.items():
                    if name != "self" and parameter.kind is not inspect.Parameter.VAR_KEYWORD:
                        known.setdefault(name)
        names = ", ".join(repr(name) for name in sorted(unknown))
        return f"{cls.__name__} does not know the argument {names}; it knows {', '.join(known)}."

    # --- what a subclass overrides or calls -----------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return what is to be seen now. Called with the lock held; must not change anything."""
        return self._scene

    def handle(self, kind: str, handler: Handler) -> None:
        """Let ``handler`` answer messages of this type."""
        self._handlers[kind] = handler

    @property
    def view(self) -> View:
        """Return what draws the board; another one may lay it out for other widths."""
        assert self._view is not None, "a panel that draws by a view sets it before it draws"
        return self._view

    @view.setter
    def view(self, view: View) -> None:
        known = layouts_of(view)
        if self._fixed and self._view is None and self._wanted not in known:
            self._no_layout(self._wanted, known)
        self._view = view
        self.layouts = () if known == WIDTHS else known
        self._lay_out()

    def _lay_out(self) -> None:
        """Take the widest layout that is not wider than what is wanted, or else the narrowest."""
        known = tuple(self.layouts) or WIDTHS
        self._width = max((width for width in known if width <= self._wanted), default=known[0])

    @staticmethod
    def _no_layout(width: object, known: Sequence[int]) -> NoReturn:
        widths = ", ".join(map(str, known))
        raise refuse("width", f"a board has no layout for {shown(width)} pixels; choose one of {widths}.")

    @property
    def width(self) -> int:
        """Return the width in pixels for which the picture is to be drawn now."""
        return self._width

    def refresh(self, announce: str | None = None, *, step: bool = True) -> None:
        """Show the scene as it is now, in one message.

        ``step=True`` says that what one can act on has changed: clicks on the older board are then refused.
        ``step=False`` is for news such as progress; at most 20 of these a second are sent, the last one with the next
        message of the front end. May be called from any thread.
        """
        with self._lock:
            if self._closed:
                return
            now = time.monotonic()
            if not step and now - self._sent_at < LEAST_PAUSE:
                return
            self._sent_at = now
            scene = self.scene()
            self._scene = scene
            with self.hold_sync():
                if step:
                    self.version += 1
                self.drawings, *blocks = scene.picture.standing
                self.printed, self.changed = wire.since(self.printed, blocks)
                if scene.picture.places and not self.own_signs:
                    self.own_signs = wire.heard(scene.picture)
                    self.signs = {**wire.SIGNS, **self.own_signs}
                self.svg = scene.picture.moving
                self.title = scene.picture.title
                self.words = scene.picture.text
                self.places = tuple(msgspec.to_builtins(place) for place in scene.picture.places)
                self.controls = tuple(msgspec.to_builtins(control) for control in scene.controls)
                self.sections = tuple(msgspec.to_builtins(section) for section in scene.sections)
                self.status = scene.status
                self.poll = scene.poll
                if announce is not None:
                    self.announce = announce

    # --- messages -------------------------------------------------------------------------------------------------

    def receive(self, content: object) -> Reply:
        """Act on one message of the front end and return the answer, which is also sent.

        Never raises: what goes wrong is shown in the panel and kept in `errors`. The same id acts once; a second
        time the first answer is sent again."""
        with self._lock:
            reply = self._answer(content)
            if reply.id:
                self._answered[reply.id] = reply
                while len(self._answered) > REMEMBERED:
                    self._answered.popitem(last=False)
        if not self._closed:
            self.send(msgspec.to_builtins(reply))
        return reply

    def _answer(self, content: object) -> Reply:
        message = content if isinstance(content, dict) else {}
        identity, kind, version = message.get("id"), message.get("type"), message.get("version")
        payload = message.get("payload", {})
        if not (
            isinstance(identity, str)
            and 0 < len(identity) <= 64
            and isinstance(kind, str)
            and isinstance(version, int)
            and isinstance(payload, dict)
        ):
            return self._refused("", "The board sent a message that cannot be read. Run the cell again.")
        if identity in self._answered:
            return self._answered[identity]
        handler = self._handlers.get(kind)
        if handler is None:
            return self._refused(identity, f"This panel does not know the message {kind[:40]!r}. Run the cell again.")
        quiet = kind in ("resize", "hello", "tick")
        if not quiet and version != self.version and not self._acts_always(kind, payload):
            reply = self._refused(identity, STALE)
            self.send_state(SCENE_TRAITS)
            return reply
        try:
            said = handler(payload)
            if quiet:
                self.refresh(said, step=False)
            else:
                self.error = {}
                self.refresh(said if said is not None else "")
        except (Refusal, RulesError) as refusal:
            return self._refused(identity, str(refusal))
        except Exception as error:  # noqa: BLE001 - whatever a handler raises must be seen by the person at the board
            return self._failed(identity, kind, error)
        return Reply(identity, "done", self.version, said or "")

    def _acts_always(self, kind: str, payload: Payload) -> bool:
        key = payload.get("key")
        return kind == "control" and any(control.always and control.key == key for control in self._scene.controls)

    def _refused(self, identity: str, text: str) -> Reply:
        self.error = {"kind": "refused", "id": identity, "text": text}
        return Reply(identity, "refused", self.version, text)

    def _failed(self, identity: str, asked: str, error: Exception) -> Reply:
        number = f"E{len(self.errors) + 1}"
        trace = "".join(traceback.format_exception(error))
        text = (
            f"Something went wrong here ({number}: {type(error).__name__}: {error}). "
            f"The position is kept. In a cell, 'panel.errors' holds the details."
        )
        self.errors.append(PanelError(number, asked, f"{type(error).__name__}: {error}", trace))
        self.error = {"kind": "error", "id": number, "text": text}
        return Reply(identity, "error", self.version, text)

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        self.receive(content)

    def _resize(self, payload: Payload) -> None:
        wanted = number_of(payload, "width")
        if not self._fixed:
            self._wanted = wanted
            self._lay_out()
            self._sent_at = 0.0

    def _hello(self, payload: Payload) -> None:
        spoken = number_of(payload, "protocol")
        if spoken != PROTOCOL:
            raise Refusal(
                f"The board in the page speaks version {spoken}, Python speaks version {PROTOCOL}. Reload the page; "
                "if this stays, install the same version of magister-ludi where the notebook server and the kernel run."
            )

    # --- without a front end --------------------------------------------------------------------------------------

    @property
    def picture(self) -> Picture:
        """Return the picture as it was last shown."""
        return self._scene.picture

    def to_svg(self, theme: Theme = "auto") -> str:
        """Return the picture as SVG (see `Picture.to_svg`)."""
        return self.picture.to_svg(theme)

    def to_png(self, path: str | Path | None = None, theme: Theme = "light", width: int | None = None) -> bytes:
        """Return the picture as PNG (see `Picture.to_png`)."""
        return self.picture.to_png(path, theme, width)

    def to_html(self, theme: Theme = "auto") -> str:
        """Return the picture as a page (see `Picture.to_html`)."""
        return self.picture.to_html(theme)

    def save(self, path: str | Path, theme: Theme = "auto") -> Path:
        """Write the picture as the ending of ``path`` says (see `Picture.save`)."""
        return self.picture.save(path, theme)

    def show(self) -> None:
        """Show the panel here and now, wherever in the cell this stands."""
        from IPython.display import display

        display(self)  # type: ignore[no-untyped-call]

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None, **_: object
    ) -> tuple[dict[str, object], dict[str, object]]:
        """Offer the live panel, and text and SVG for whoever opens the notebook without a kernel."""
        data: dict[str, object] = {}
        metadata: dict[str, object] = {}
        live = super()._repr_mimebundle_()
        if live is not None:
            data.update(live[0])
            metadata.update(live[1])
        data.update(export.bundle(self.picture, include, exclude))
        return data, metadata

    def _ipython_display_(self) -> None:
        """Show the picture as it is now and the live panel; the panel hides the picture for as long as it lives.

        A front end shows one form of an output, and for a live panel that it cannot find any more JupyterLab shows an
        error in its place. So the picture is an output of its own, and a notebook that is opened later shows it.
        """
        from IPython.display import display

        picture = {"image/svg+xml": still(self._scene, self.still), "text/plain": self.picture.title}
        display(picture, raw=True)  # type: ignore[no-untyped-call]
        data, metadata = self._repr_mimebundle_(exclude=("image/svg+xml",))  # once on an exported page, not twice
        display(data, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        """Return the title of what is shown."""
        return f"<{type(self).__name__}: {self._scene.picture.title}>"

    # --- the end --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the panel: the front end shows it no longer, and messages do nothing."""
        if not self._closed:
            with self._lock:
                self._closed = True
                self._handlers = {}
        super().close()

    def __enter__(self) -> Self:
        """Return the panel itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the panel."""
        self.close()
