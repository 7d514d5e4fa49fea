"""Workers as short texts: one letter each, sorted, such as "LSSX"; and the ways in which spaces can be filled.

L Labourer, S Scout, M Merchant, F Fighter, C Cleric, X Criminal. A space takes the worker of its letter, "*" any
worker; a Criminal fits on every space (rule worker-criminal). There are few such texts, so results are remembered.
"""

from __future__ import annotations

from functools import lru_cache

LETTERS = "LSMFCX"
WORDS = {"L": "Labourer", "S": "Scout", "M": "Merchant", "F": "Fighter", "C": "Cleric", "X": "Criminal"}
ANY = "*"


@lru_cache(maxsize=65_536)
def added(workers: str, more: str) -> str:
    """Join two groups of workers.

    >>> added("LX", "SL")
    'LLSX'
    """
    return "".join(sorted(workers + more, key=LETTERS.index)) if more else workers


@lru_cache(maxsize=65_536)
def removed(workers: str, less: str) -> str:
    """Take workers out of a group that holds them.

    >>> removed("LLSX", "LX")
    'LS'
    """
    for letter in less:
        workers = workers.replace(letter, "", 1)
    return workers


@lru_cache(maxsize=65_536)
def holds(workers: str, wanted: str) -> bool:
    """Say whether a group holds another one.

    >>> holds("LLSX", "LLL")
    False
    """
    return all(workers.count(letter) >= wanted.count(letter) for letter in set(wanted))


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


@lru_cache(maxsize=65_536)
def payments(workers: str, spaces: str) -> tuple[str, ...]:
    """List the groups out of ``workers`` that fill ``spaces``, in a stable order.

    >>> payments("LSX", "S*")
    ('LS', 'LX', 'SX')
    """
    most = len(spaces)  # more workers of one kind than there are spaces make no difference
    if len(workers) > most:
        workers = "".join([letter * min(most, workers.count(letter)) for letter in LETTERS if letter in workers])
    return _payments(workers, spaces)


@lru_cache(maxsize=16_384)
def _payments(workers: str, spaces: str) -> tuple[str, ...]:
    found = {""}
    for space in sorted(spaces, reverse=True):  # "*" last: any worker is whatever is left
        letters = LETTERS if space == ANY else space + ("" if space == "X" else "X")
        letters = "".join([letter for letter in letters if letter in workers])
        found = {
            added(group, letter)
            for group in found
            for letter in letters
            if letter not in group or group.count(letter) < workers.count(letter)
        }
    return tuple(sorted(found, key=lambda group: [LETTERS.index(letter) for letter in group]))


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
