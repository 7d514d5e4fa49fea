"""What the tests of this floor share: progress is kept in a folder that goes away with the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tutor.language import set_language


@pytest.fixture(autouse=True)
def own_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep progress in a folder of this test's own; nobody's real progress is read or changed."""
    folder = tmp_path / "progress"
    monkeypatch.setenv("MAGISTER_DATA", str(folder))
    return folder


@pytest.fixture
def english() -> Iterator[None]:
    """Let the tutor speak English, whatever a test before has left behind."""
    set_language("en")
    yield
    set_language(None)
