"""What the editions of every game share: equality by what is printed and chosen, and checks of what is asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from .arguments import check_seed
from .catalogue import Overlay, plain_copy, plain_sentence
from .findings import BadInput, Problem, UnknownName
from .printable import plain_defects, shown
from .quantities import own, whole_number

C = TypeVar("C", bound=msgspec.Struct)
K = TypeVar("K", bound=msgspec.Struct)
G = TypeVar("G", bound="Edition[Any, Any]")


class Edition(Generic[C, K]):
    """Hold one edition of a game: its catalogue, its options, and a digest of both. Equal editions are equal values.

    A game's edition names the game, and the modules that can be added to it.
    """

    name: str
    modules: tuple[str, ...] = ()

    def __init__(self, catalogue: C, options: K, overlay: Overlay) -> None:
        self.catalogue, self.options, self.overlay = catalogue, options, overlay
        state = msgspec.json.encode((catalogue, options), order="sorted")
        self.digest = hashlib.sha256(state).hexdigest()[:16]
        self._hash = hash(self.digest)

    def __eq__(self, other: object) -> bool:
        """Compare editions by what is printed and chosen."""
        return self is other or (isinstance(other, Edition) and self.name == other.name and self.digest == other.digest)

    def __hash__(self) -> int:
        """Hash by what is printed and chosen."""
        return self._hash

    def house_values(self) -> tuple[str, ...]:
        """List every value that no source states, as table.id.field."""
        printed = ((name, getattr(self.catalogue, name)) for name in self.catalogue.__struct_fields__)
        tables = ((name, rows) for name, rows in printed if isinstance(rows, dict))
        return tuple(
            f"{table}.{key}.{field}"
            for table, rows in tables
            for key, row in rows.items()
            for field in getattr(row, "house", ())
        )

    def chosen_options(self) -> dict[str, Any]:
        """List the options that differ from their defaults."""
        usual = type(self.options)()
        options: dict[str, Any] = msgspec.to_builtins(self.options)
        return {name: value for name, value in options.items() if value != getattr(usual, name)}

    def __repr__(self) -> str:
        """Print name and edition."""
        return f"Game({self.name!r}, {self.digest})"


def read_options(kind: type[K], options: object) -> K:
    """Check a mapping of options against a game's struct; unknown names and values are refused with the known ones."""
    known = {field.name: field for field in msgspec.structs.fields(kind)}
    problems = []
    if options is not None and not isinstance(options, Mapping):
        text = f"is {shown(options)}; give a mapping from options to values, such as {{{next(iter(known))!r}: ...}}."
        raise UnknownName((Problem("options", text),))
    given: dict[Any, object] = {name: own(value) for name, value in (options or {}).items()}
    for name, value in given.items():
        if name not in known:
            path = f"options.{name if isinstance(name, str) and len(name) <= 60 else shown(name)}"
            problems.append(Problem(path, f"is no option of this game; known are {', '.join(known)}."))
            continue
        if defects := plain_defects(value, f"options.{name}"):
            problems += [Problem(path, text) for path, text in defects]
            continue
        try:
            msgspec.convert(value, known[name].type, strict=True)
        except msgspec.ValidationError as error:
            choices = getattr(known[name].type, "__args__", None)
            right = f"must be one of {', '.join(map(repr, choices))}." if choices else plain_sentence(str(error))
            problems.append(Problem(f"options.{name}", right))
    if problems:
        raise UnknownName(problems)
    return msgspec.convert(given, kind)


def editions(kind: type[K], make: Callable[[Overlay, K], G]) -> Callable[[Overlay, Mapping[str, object] | None], G]:
    """Return the function that loads a game: it checks the options and makes each edition once.

    Reading and checking all tables takes 10 ms, and every text that is read asks for an edition; the last 16 are kept.
    """
    made: dict[tuple[bytes, K], G] = {}

    def load(overlay: Overlay, options: Mapping[str, object] | None) -> G:
        chosen = read_options(kind, options)
        overlay = plain_copy(overlay)
        key = (msgspec.json.encode(overlay), chosen)
        if key not in made:
            if len(made) >= 16:
                made.clear()
            made[key] = make(overlay, chosen)
        return made[key]

    return load


def check_setup(edition: Any, players: object, modules: object, seed: object) -> tuple[int, int]:
    """Return the numbers of players and of the seed; refuse a number of players or modules that a game does not have,
    and a seed that is none, all at once.
    """
    problems: list[Problem] = []
    number = whole_number(players)
    try:
        seed = check_seed(seed)
    except BadInput as error:
        problems += error.problems
    if number is None or number not in edition.players:
        *others, last = edition.players
        numbers = f"{', '.join(map(str, others))} or {last}"
        problems.append(Problem("players", f"is {shown(players)}; {edition.title} is played by {numbers}."))
    known: tuple[str, ...] = edition.modules
    if isinstance(modules, str) or not isinstance(modules, Sequence):
        right = f"such as {list(known)}" if known else "and empty, for this game has no modules"
        problems.append(Problem("modules", f"must be a list {right}."))
    else:
        are = f"there are {', '.join(known)}" if known else "this game has no modules"
        problems += [Problem("modules", f"holds {shown(module)}; {are}.") for module in modules if module not in known]
    if problems:
        raise BadInput(problems)
    assert number is not None and isinstance(seed, int)
    return number, seed
