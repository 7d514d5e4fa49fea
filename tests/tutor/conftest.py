"""What the tests of this floor share: progress is kept in a folder that goes away with the test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep progress in a folder of this test's own; nobody's real progress is read or changed."""
    folder = tmp_path / "progress"
    monkeypatch.setenv("MAGISTER_DATA", str(folder))
    return folder
