"""The room as others find it: its hooks are functions, whatever module of it was imported first."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import solver.kingsburg as room
from solver import rooms


def test_no_module_hides_a_hook() -> None:
    """A module of the room that has a hook's name would take its place as soon as it is imported."""
    for module in pkgutil.iter_modules(room.__path__):
        importlib.import_module(f"solver.kingsburg.{module.name}")
    for name in rooms.Room.__struct_fields__:
        assert not isinstance(getattr(room, name, None), ModuleType), name
    assert rooms.load("kingsburg").forecast is not None
