"""What the tests of the tutor's panels share beside `table_talk`: parts of a panel, empty where there are none."""

from __future__ import annotations

from typing import Any

from tests.widgets import table_talk
from widgets.panel import Panel


def control(panel: Panel, key: str) -> dict[str, Any]:
    """Return a control as the front end gets it; nothing in it where there is none."""
    return dict(table_talk.control(panel, key) or {})


def section(panel: Panel, key: str) -> dict[str, Any]:
    """Return a section as the front end gets it; nothing in it where there is none."""
    return dict(table_talk.section(panel, key) or {})
