"""The board and its words in the language of the tutor.

Boards are drawn, and moves told, in English. For German the names come from the game's catalogue, which holds those of
the German box, and everything else from ``lessons/<game>/words.json``: phrases, longest first, put in the place of the
English ones. A phrase that is not there stays English; nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape, unescape
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules import Finding
from rules.protocol import Game, Move, Position
from rules.rule_table import rule_table
from widgets.findings import line_words, name_words, refusal_words
from widgets.marking import NO_PART
from widgets.marks_defs import ALL
from widgets.picture import Mark, Picture, Place, State
from widgets.talk import Talk
from widgets.talk import talk_of as english_talk
from widgets.views import View
from widgets.views import view_of as english_view

from .language import language, say

LESSONS = Path(__file__).parent / "lessons"
NAMED = re.compile(r"(.*?) \(rule ([\w-]+)[^)]*\)", re.DOTALL)
"""What finds a sentence, and the rule that it names at its end."""

KEPT = 32
"""So many German editions are kept."""

_editions: dict[Game, Any] = {}


# --- names --------------------------------------------------------------------------------------------------------


def edition(game: Game) -> Game:
    """Return a game with the German names in the place of the English ones; what is a house value stays one.

    It is for drawing and telling alone: it plays like the game itself.
    """
    if game not in _editions:
        while len(_editions) >= KEPT:  # a form makes another edition with every value that is entered
            del _editions[next(iter(_editions))]
        catalogue: msgspec.Struct = game.catalogue  # type: ignore[attr-defined]
        tables = {table: _german(getattr(catalogue, table)) for table in catalogue.__struct_fields__}
        overlay = {table: rows for table, rows in tables.items() if rows}
        options = game.chosen_options()  # type: ignore[attr-defined]
        _editions[game] = rules.load(game.name, _merged(game.overlay, overlay), options)  # type: ignore[attr-defined]
    german: Game = _editions[game]
    return german


def _german(rows: object) -> dict[str, dict[str, object]]:
    """Return what an overlay of a table must state so that its names are German."""
    found: dict[str, dict[str, object]] = {}
    for key, row in rows.items() if isinstance(rows, dict) else ():
        changed: dict[str, object] = {}
        for name in getattr(row, "__struct_fields__", ()):
            value = getattr(row, name)
            english, german = getattr(value, "en", None), getattr(value, "de", None)
            if isinstance(english, str) and isinstance(german, str) and english != german:
                changed[name] = {"en": german, "de": german}
        if changed:
            found[key] = {**changed, "house": list(row.house)} if getattr(row, "house", ()) else changed
    return found


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one overlay over another, row by row and field by field."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def title_of(game: str) -> str:
    """Return the title of a game in the language of this session."""
    return translated(game, rules.load(game).title)


def local(position: Position) -> Position:
    """Return a position as it is to be drawn and told in the language of this session."""
    if language() != "de":
        return position
    shown: Position = msgspec.structs.replace(position, game=edition(position.game))  # type: ignore[type-var]
    return shown


# --- phrases ------------------------------------------------------------------------------------------------------


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a game's list of phrases, English to German: for all texts, and shorter ones for the board.

    ``sentences`` and ``grammar`` are patterns: those of whole turns of phrase, which other word order or cases need,
    come before the phrases; those of endings work on the German that comes out.
    """

    about: str
    board: dict[str, str]
    de: dict[str, str]
    sentences: dict[str, str] = {}
    grammar: dict[str, str] = {}


@cache
def _words(game: str) -> tuple[Words, re.Pattern[str]] | None:
    """Return the German phrases of a game, and the pattern that finds the English ones."""
    path = LESSONS / game / "words.json"
    if not path.is_file():
        return None
    words = msgspec.json.decode(path.read_bytes(), type=Words)
    longest = sorted(words.de, key=len, reverse=True)
    return words, re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest)) + r")(?!\w)")


def local_words(game: str) -> Mapping[str, str]:
    """Return the phrases of a game, English to German; nothing for a game without a list."""
    found = _words(game)
    return {} if found is None else found[0].de


def finding_words(game: str, findings: Iterable[Finding]) -> str:
    """Say why something is refused: by the finding, or where its sentence has no German by the rule's wording."""
    found = tuple(findings)
    if language() == "en":
        return "\n".join(map(str, found))
    return "\n".join(dict.fromkeys(reason_words(game, str(finding)) for finding in found))


def error_words(game: str, error: Exception) -> str:
    """Say why the rules refuse something, in the language of this session: by the rules broken, or by what is wrong."""
    findings = getattr(error, "findings", ())
    return finding_words(game, findings) if findings else line_words(game, str(error), language())


def reason_words(game: str, text: str) -> str:
    """Return a sentence that names the rules that it rests on, in the language of this session.

    >>> from tutor.language import set_language
    >>> set_language("de"); reason_words("kingsburg", "Too much. (rule build-cost, Build, page 6)"); set_language(None)
    'Man zahlt die aufgedruckten Waren. (Regel build-cost, Seite 6)'
    """
    found = NAMED.findall(text)
    if language() == "en" or not found:
        return text
    said = dict.fromkeys(_rule_words(game, name, sentence.strip()) for sentence, name in found)
    return " ".join(filter(None, said)) or text


def _rule_words(game: str, name: str, sentence: str) -> str:
    """Say a sentence of the rules about a rule; where its German is not known, what the rule says."""
    rule = rule_table(f"rules.{game}").get(name)
    if rule is None:
        return ""
    told = refusal_words(game, sentence.removeprefix(NO_PART), language(), lambda value: _named(game, value))
    return (told or rule.de) + (say(" (rule {rule}, page {page})", rule=name, page=rule.page) if rule.page else "")


def _named(game: str, text: str) -> str:
    """Return names and amounts that the rules have put into a sentence, in the language of this session."""
    parts = re.split(r"; (?![^()]*\))", text)  # one after the other, as each of them is said by itself
    return "; ".join(translated(game, name_words(game, part, language(), _own(game))) for part in parts)


@cache
def _own(game: str) -> frozenset[str]:
    """Return the words of a game's phrases that are no names there: whole phrases, and what others begin with."""
    return frozenset(phrase for known in local_words(game) for phrase in (known, known.partition(" ")[0]))


def translated(game: str, text: str) -> str:
    """Return a text about a game in the language of this session.

    >>> from tutor.language import set_language
    >>> set_language("de"); translated("kingsburg", "2 gold"); set_language(None)
    '2 Gold'
    """
    if language() != "de" or not text:
        return text
    return _in_german(game, text)


@lru_cache(maxsize=20_000)
def _in_german(game: str, text: str) -> str:
    found = _words(game)
    if found is None:
        return text
    words, pattern = found
    for english, german in words.sentences.items():
        text = re.sub(english, german, text)
    said = pattern.sub(lambda match: words.de[match.group()], text)
    for wrong, right in words.grammar.items():
        for _ in range(9):  # a list of several nouns has an ending to be changed in each of them
            before, said = said, re.sub(wrong, right, said)
            if said == before:
                break
    return said


_LINE = re.compile(r"(<text\b[^<>]*>)([^<>]*\w[^<>]*)(</text>)")
_LINES = re.compile(r"(?:<text\b[^<>]*>[^<>]*\w[^<>]*</text>){2,}")


def _svg(game: str, svg: str) -> str:
    """Translate what is written on a picture: the texts between its marks, and nothing else."""
    whole = _LINES.sub(lambda found: _paragraphs(game, found.group()), svg)
    return re.sub(r">([^<>]*\w[^<>]*)<", lambda found: f">{_written(game, found.group(1))}<", whole)


def _paragraphs(game: str, svg: str) -> str:
    """Translate sentences that go over several lines, and break them anew; other lines are left for later."""
    lines = [match.groups() for match in _LINE.finditer(svg)]
    done, at = [], 0
    while at < len(lines):
        last = at + 1
        while last < len(lines) and _column(lines[last][0]) == _column(lines[at][0]):
            last += 1
        texts = [unescape(text) for _, text, _ in lines[at:last]]
        said = translated(game, " ".join(texts))
        if len(texts) > 1 and said != " ".join(translated(game, text) for text in texts):
            texts = _broken(said, max(map(len, texts)), len(texts))
            done += [f"{begin}{escape(text)}{end}" for (begin, _, end), text in zip(lines[at:last], texts, strict=True)]
        else:
            done += ["".join(line) for line in lines[at:last]]
        at = last
    return "".join(done)


def _column(tag: str) -> tuple[str, ...]:
    """Return the class and the place from the left of a line; lines of one paragraph share them."""
    return tuple(re.findall(r'(?:class|x|text-anchor)="[^"]*"', tag))


def _broken(text: str, width: int, number: int) -> list[str]:
    """Break a text into so many lines, none much longer than ``width`` letters where that can be had."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > width + 2 and len(lines) < number:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines + [""] * (number - len(lines))


def _written(game: str, text: str) -> str:
    found, plain = _words(game), unescape(text)
    said = ""
    if found is not None and (short := found[0].board.get(re.sub(r"\d+", "#", plain))):
        numbers = iter(re.findall(r"\d+", plain))
        said = re.sub("#", lambda _: next(numbers), short)
    said = said or translated(game, plain)
    return text if said == plain else escape(said)


def translated_picture(game: str, picture: Picture) -> Picture:
    """Return a picture whose words are in the language of this session."""
    if language() != "de":
        return picture
    return msgspec.structs.replace(
        picture,
        under=_svg(game, picture.under),
        printed=tuple(_svg(game, block) for block in picture.printed),
        over=_svg(game, picture.over),
        title=translated(game, picture.title),
        text=translated(game, picture.text),
        places=tuple(_place(game, place) for place in picture.places),
        titles=mark_titles(game),
        language="de",
    )


@cache
def mark_titles(game: str) -> dict[str, str]:
    """Return what the marks are called in German, as far as the phrases of the game go."""
    names = dict.fromkeys(unescape(name) for name in re.findall("<title>([^<]*)</title>", ALL))
    found = {}
    for name in names:
        # A mark belongs to one game, and only that game's phrases say all of it; marks of others stand there, too.
        english = set(re.findall(r"[a-z]{2,}", name))
        said = [_marked(other, name) for other in (game, *rules.games())]
        found[name] = min(said, key=lambda text: len(english & set(re.findall(r"[a-z]{2,}", text))))
    return {name: said for name, said in found.items() if said != name}


def _marked(game: str, name: str) -> str:
    found = _words(game)
    return (found[0].board.get(name) if found else None) or _in_german(game, name)


def _place(game: str, place: Place) -> Place:
    return msgspec.structs.replace(
        place,
        label=translated(game, place.label),
        group=translated(game, place.group),
    )


# --- words and pictures of a game ---------------------------------------------------------------------------------


class LocalView:
    """Draw a game in the language of this session."""

    def __init__(self, view: View) -> None:
        self.view = view

    def draw(
        self,
        position: Position,
        seat: int | None = None,
        marks: Mapping[str, Mark | State] | None = None,
        width: int = 1100,
    ) -> Picture:
        """Draw a position."""
        return translated_picture(position.game.name, self.view.draw(local(position), seat, marks, width))

    def status(self, position: Position) -> str:
        """Say in one sentence whose turn it is and what is asked."""
        return translated(position.game.name, self.view.status(local(position)))


class LocalTalk:
    """Tell of a game in the language of this session."""

    def __init__(self, game: str, talk: Talk) -> None:
        self.game, self.talk = game, talk

    def _said(self, tell: Callable[..., str], position: Position, *more: object) -> str:
        return translated(self.game, tell(local(position), *more))

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called."""
        return translated(self.game, self.talk.seat_name(seat))

    def phrase(self, position: Position, move: Move) -> str:
        """Say a move as one says it to oneself."""
        return self._said(self.talk.phrase, position, move)

    def told(self, position: Position, step: object) -> str:
        """Say in a sentence what a move or an outcome was."""
        return self._said(self.talk.told, position, step)

    def token_words(self, position: Position, token: str) -> str:
        """Name a part of a move for a button."""
        return self._said(self.talk.token_words, position, token)

    def attempt(self, position: Position, chosen: Sequence[str], token: str) -> Move | None:
        """Return the nearest move that holds what is chosen and this part."""
        return self.talk.attempt(position, chosen, token)

    def rule_of(self, position: Position, token: str) -> Finding | None:
        """Return the rule about a place that is no part of any move."""
        return self.talk.rule_of(position, token)

    def implied(self, position: Position, token: str) -> bool:
        """Say whether a part goes without saying once the others are chosen."""
        return self.talk.implied(position, token)

    def waits(self, position: Position, chosen: Sequence[str], token: str) -> bool:
        """Say whether the button of a part waits until another part is chosen."""
        return self.talk.waits(position, chosen, token)

    def kind_of(self, token: str) -> str:
        """Return what a part is about."""
        return self.talk.kind_of(token)

    def stays(self, position: Position, step: object) -> bool:
        """Say whether what came by itself must stay in sight until somebody decides."""
        return self.talk.stays(position, step)

    def needs_secrets(self, position: Position) -> bool:
        """Say whether the seat that decides must see what only it knows."""
        return self.talk.needs_secrets(position)

    def house_note(self, position: Position) -> str:
        """Say on which house values a game's result rests."""
        return self._said(self.talk.house_note, position)


def talk_of(game: str) -> Talk:
    """Return the words of a game in the language of this session."""
    return LocalTalk(game, english_talk(game))


def view_of(position: Position) -> View:
    """Return the view of a position's game in the language of this session."""
    return LocalView(english_view(position))
