"""Groups of equal names among many: names are spread evenly, and sorted by counting a few bits at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .packed import Numbers

Names = NDArray[np.uint64]
FEW = 4_000  #: names of which an ordinary sort is as quick


class Groups(NamedTuple):
    """Hold distinct names, rising; where each stands first; for all names their place among the distinct ones.

    ``order`` puts all names in order, those of a group as they came, and ``begins`` says where each group begins in it.
    """

    names: Names
    first: Numbers
    places: Numbers
    order: Numbers
    begins: Numbers


def grouped(names: Names, digits: int = 4) -> Groups:
    """Find the groups of equal names; sorted by fewer than all four digits of 16 bits, a group may come in parts.

    >>> groups = grouped(np.array([7, 3, 7, 7, 3], dtype=np.uint64))
    >>> groups.names.tolist(), groups.first.tolist(), groups.places.tolist()
    ([3, 7], [1, 0], [1, 0, 1, 1, 0])
    >>> groups.order.tolist(), groups.begins.tolist()
    ([1, 4, 0, 2, 3], [0, 2])
    """
    order = np.argsort(names, kind="stable") if len(names) < FEW else _sorted(names, digits)
    sorted_ = names.take(order)
    new = np.ones(len(names), dtype=bool)
    np.not_equal(sorted_[1:], sorted_[:-1], out=new[1:])
    begins = np.flatnonzero(new)
    places = np.empty(len(names), dtype=np.int64)
    places[order] = np.cumsum(new) - 1
    return Groups(sorted_.take(begins), order.take(begins), places, order, begins)


def _sorted(names: Names, digits: int) -> Numbers:
    """Return the order of names, by 16 bits at a time from the lowest on: NumPy sorts so few bits by counting."""
    columns = names.astype("<u8", copy=False).view("<u2").reshape(-1, 4)
    order = np.argsort(np.ascontiguousarray(columns[:, 4 - digits]), kind="stable")
    for digit in range(5 - digits, 4):
        order = order.take(np.argsort(columns[:, digit].take(order), kind="stable"))
    return order
