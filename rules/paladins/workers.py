"""Workers as short texts: one letter each, sorted, such as "LSSX"; and the ways in which spaces can be filled.

L Labourer, S Scout, M Merchant, F Fighter, C Cleric, X Criminal. A space takes the worker of its letter, "*" any
worker; a Criminal fits on every space (rule worker-criminal). There are few such texts, so results are remembered.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import combinations_with_replacement
from operator import or_

LETTERS = "LSMFCX"
WORDS = {"L": "Labourer", "S": "Scout", "M": "Merchant", "F": "Fighter", "C": "Cleric", "X": "Criminal"}
ANY = "*"


@lru_cache(maxsize=16_384)
def added(workers: str, more: str) -> str:
    """Join two groups of workers.

    >>> added("LX", "SL")
    'LLSX'
    """
    return "".join(sorted(workers + more, key=LETTERS.index)) if more else workers


def removed(workers: str, less: str) -> str:
    """Take workers out of a group that holds them.

    >>> removed("LLSX", "LX")
    'LS'
    """
    for letter in less:
        workers = workers.replace(letter, "", 1)
    return workers


def holds(workers: str, wanted: str) -> bool:
    """Say whether a group holds another one.

    >>> holds("LLSX", "LLL")
    False
    """
    return all(workers.count(letter) >= wanted.count(letter) for letter in wanted)


def is_group(text: str) -> bool:
    """Say whether a text is a group of workers in its usual spelling.

    >>> is_group("LSX"), is_group("SL"), is_group("Q")
    (True, False, False)
    """
    return all(letter in LETTERS for letter in text) and text == "".join(sorted(text, key=LETTERS.index))


@lru_cache(maxsize=4_096)
def fits(workers: str, spaces: str) -> bool:
    """Say whether a group fills spaces exactly.

    >>> fits("LSX", "S*C"), fits("LSM", "S*C")
    (True, False)
    """
    if len(workers) != len(spaces):
        return False
    rest = workers
    jokers = 0
    for space in spaces.replace(ANY, ""):
        if space in rest:
            rest = rest.replace(space, "", 1)
        else:
            jokers += 1
    return rest.count("X") >= jokers


@lru_cache(maxsize=16_384)
def payments(workers: str, spaces: str) -> tuple[str, ...]:
    """List the groups out of ``workers`` that fill ``spaces``, in a stable order.

    >>> payments("LSX", "S*")
    ('LS', 'LX', 'SX')
    """
    if len(workers) < len(spaces):
        return ()
    return _payments(spaces, _owned(workers, len(spaces)) & _fitting(spaces)[0])


def _atoms(workers: str, most: int) -> int:
    """Write a group as bits: the n-th worker of a kind is one bit; a group holds another if it has all its bits."""
    bits = 0
    for place, letter in enumerate(LETTERS):
        if letter in workers:
            bits |= ((1 << min(most, workers.count(letter))) - 1) << place * most
    return bits


_owned = lru_cache(maxsize=16_384)(_atoms)


@lru_cache(maxsize=256)
def _fitting(spaces: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Return the bits that matter for some spaces, and every group that fills them with its bits."""
    most = len(spaces)
    every = ("".join(letters) for letters in combinations_with_replacement(LETTERS, most))
    found = tuple((group, _atoms(group, most)) for group in every if fits(group, spaces))
    return reduce(or_, (bits for _, bits in found), 0), found


@lru_cache(maxsize=16_384)
def _payments(spaces: str, owned: int) -> tuple[str, ...]:
    return tuple([group for group, bits in _fitting(spaces)[1] if bits & owned == bits])


@lru_cache(maxsize=16_384)
def one_or_both(workers: str, spaces: str) -> tuple[str, ...]:
    """List the groups for the left space alone, and for both (rule one-or-two)."""
    return payments(workers, spaces[0]) + payments(workers, spaces)


@lru_cache(maxsize=4_096)
def groups(workers: str, number: int) -> tuple[str, ...]:
    """List the groups of ``number`` workers out of ``workers``.

    >>> groups("LLS", 2)
    ('LL', 'LS')
    """
    return payments(workers, ANY * number)


def named(workers: str) -> str:
    """Name workers in a sentence.

    >>> named("LLX")
    '2 Labourers, 1 Criminal'
    """
    parts = []
    for letter in LETTERS:
        if number := workers.count(letter):
            parts.append(f"{number} {WORDS[letter]}{'s' if number > 1 else ''}")
    return ", ".join(parts) or "no worker"


def described(spaces: str) -> str:
    """Name spaces in a sentence.

    >>> described("S*C")
    'a Scout, any worker and a Cleric'
    """
    words = ["any worker" if space == ANY else f"a {WORDS[space]}" for space in spaces]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
