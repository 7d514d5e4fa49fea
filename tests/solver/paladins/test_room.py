"""The room as others find it: its hooks are functions, whatever module of it was imported first."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import solver.paladins as room
from solver import rooms


def test_no_module_hides_a_hook() -> None:
    """A module of the room that has a hook's name would take its place as soon as it is imported."""
    for module in pkgutil.iter_modules(room.__path__):
        importlib.import_module(f"solver.paladins.{module.name}")
    for name in rooms.Room.__struct_fields__:
        assert not isinstance(getattr(room, name, None), ModuleType), name
    room_ = rooms.load("paladins")
    assert room_.meanwhile is not None and room_.passes is not None and room_.spelled is not None
