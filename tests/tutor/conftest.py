"""What the tests of this floor share: progress is kept in a folder that goes away with the test.

A solve's seconds count only while the process works, so that no answer hangs on what else the machine does.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import solver.control
from tutor.language import set_language


@pytest.fixture(autouse=True)
def own_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep progress in a folder of this test's own; nobody's real progress is read or changed."""
    folder = tmp_path / "progress"
    monkeypatch.setenv("MAGISTER_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a solve in this process have its seconds of work: a machine that stands still meanwhile takes none of them.

    What hints, warnings and reviews say hangs on what was proved in the time; here it is to hang on the position alone.
    """
    monkeypatch.setattr(solver.control, "time", SimpleNamespace(monotonic=time.process_time))


@pytest.fixture
def english() -> Iterator[None]:
    """Let the tutor speak English, whatever a test before has left behind."""
    set_language("en")
    yield
    set_language(None)
