"""Boards and interactive panels for notebooks: floor 3 of Magister Ludi.

`Board` shows a position; `play`, `solve` and `edit` open panels to act in, `catalogue` the form for the cards of one's
own box, which are saved at `catalogue_path`. Everything is loaded when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from magister_ludi import need

if TYPE_CHECKING:
    from widgets.board import Board as Board
    from widgets.catalogue_file import catalogue_path as catalogue_path
    from widgets.entry import catalogue as catalogue
    from widgets.entry import edit as edit
    from widgets.entry import play as play
    from widgets.entry import solve as solve
    from widgets.panel import Panel as Panel
    from widgets.picture import Mark as Mark
    from widgets.picture import Picture as Picture
    from widgets.picture import Place as Place

_HOMES: Final = {
    "Board": "widgets.board",
    "Mark": "widgets.picture",
    "Panel": "widgets.panel",
    "Picture": "widgets.picture",
    "Place": "widgets.picture",
    "catalogue": "widgets.entry",
    "catalogue_path": "widgets.catalogue_file",
    "edit": "widgets.entry",
    "play": "widgets.entry",
    "solve": "widgets.entry",
}

__all__ = ["Board", "Mark", "Panel", "Picture", "Place", "catalogue", "catalogue_path", "edit", "play", "solve"]


need("widgets")


def __getattr__(name: str) -> object:
    """Load what is asked for, so that importing this floor stays cheap."""
    if name not in _HOMES:
        raise AttributeError(f"widgets has no {name!r}; it has {', '.join(sorted(_HOMES))}.")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """List what can be asked for."""
    return sorted(__all__)
