"""Make the toy game known to the solver, here and in its worker processes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:
    sys.path.insert(0, HERE)

from solver import rooms  # noqa: E402 - the path must be set first

rooms.register("toy_orchard", "toy_orchard_room")

from solver import turns  # noqa: E402

# The tests of jobs run several at once, also on a machine with one core.
os.environ.setdefault(turns.VARIABLE, "4")
