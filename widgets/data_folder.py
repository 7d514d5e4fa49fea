"""Where a person's own data lie: cards that were entered, progress, games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from rules.findings import refuse
from rules.printable import shown

VARIABLE: Final = "MAGISTER_DATA"
"""The environment variable that names the folder of a person's data, as for progress in lessons."""


def data_folder() -> Path:
    """Return the folder of a person's own data: that of ``MAGISTER_DATA``, else where the system keeps such.

    Raises:
        rules.BadInput: whoever runs this has no home folder, and names no other.
    """
    if named := os.environ.get(VARIABLE):
        return at_home(Path(named), VARIABLE)
    from platformdirs import user_data_path

    try:
        return user_data_path("magister-ludi", appauthor=False)
    except (RuntimeError, KeyError):  # no HOME, and nobody of that number in the list of users
        text = "names no folder, and there is no home folder here; set it to a folder that may be written."
        raise refuse(VARIABLE, text) from None


def at_home(path: Path, name: str) -> Path:
    """Return a path with the home folder in the place of ``~``.

    Raises:
        rules.BadInput: there is no such home folder; ``name`` is where the path was given.
    """
    try:
        return path.expanduser()
    except RuntimeError:
        raise refuse(name, f"is {shown(str(path))}, and there is no such home folder; give a whole path.") from None
