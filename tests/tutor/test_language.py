"""The language of the tutor: how it is chosen, and that every sentence of this floor has its German."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tutor import language
from tutor.language import say, say_number, set_language
from widgets.panel import SPEECH

FLOOR = Path(language.__file__).parent
KEYWORDS = {"say": None, "say_number": (1, 2)}


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> object:
    for name in (language.VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    set_language(None)
    yield
    set_language(None)


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "MAGISTER_LANGUAGE": "de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "MAGISTER_LANGUAGE": "xx"}, "en"),
    ],
)
def test_the_system_chooses(variables: dict[str, str], wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language.language() == wanted


def test_a_choice_stays_until_it_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    set_language("en")
    assert say("Next step (Enter)") == "Next step (Enter)"
    set_language("de")
    assert say("Next step (Enter)") == "Nächster Schritt (Enter)"
    set_language("en")
    set_language(None)
    assert language.language() == "de"
    with pytest.raises(ValueError, match="'en' \\(English\\) and 'de' \\(Deutsch\\)"):
        set_language("fr")


def test_numbers_have_two_forms() -> None:
    set_language("de")
    assert [say_number("{number} lesson", "{number} lessons", n) for n in (1, 3)] == ["1 Lektion", "3 Lektionen"]


def messages() -> list[tuple[str | tuple[str, ...], str]]:
    """Return every sentence of this floor, with the file that says it."""
    found = extract_from_dir(FLOOR, method_map=[("**.py", "python")], keywords=KEYWORDS)
    return [(message, name) for name, _, message, _, _ in found if "command_" not in name]


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)[^}]*\}", text))


def test_every_sentence_has_its_german() -> None:
    known = {}
    below = set()  # what floors below say: `test_local.py` and `test_german.py` look at it
    for path in (FLOOR / "locale").glob("de*.po"):
        found = [message for message in read_po(BytesIO(path.read_bytes()), locale="de") if message.id]
        known |= {message.id: message.string for message in found}
        below |= {
            message.id for message in found if path.name in ("de_panel.po", "de_solve.po", "de_edit.po", "de_play.po")
        }
    missing = sorted({f"{name}: {message!r}" for message, name in messages() if message not in known})
    assert missing == []
    for wanted, german in known.items():
        forms = german if isinstance(german, tuple) else (german,)
        originals = wanted if isinstance(wanted, tuple) else (wanted,)
        assert all(form.strip() for form in forms), f"{wanted!r} has no German"
        for original, form in zip(originals, forms, strict=True):
            # What a floor below says is recognized by its fields; German may leave one of them out.
            same = fields(form) <= fields(original) if wanted in below else fields(form) == fields(original)
            assert same, f"{original!r} and {form!r} have other fields"
    used = {message for message, _ in messages()} | set(SPEECH) | below
    assert set(SPEECH) <= set(known)
    assert sorted(str(message) for message in known if message not in used) == [], "nobody says these any more"


def test_no_sentence_is_composed_where_it_cannot_be_found() -> None:
    """A sentence stands in the code as it is: an f-string or a variable would never be translated."""
    import ast

    found = []
    for path in FLOOR.glob("*.py"):
        text = path.read_text("utf-8")
        if path.name.startswith("command_") or "language import" not in text:
            continue
        names = {"say"} if re.search(r"language import[^\n]*\bsay\b(?! as)", text) else set()
        for node in ast.walk(ast.parse(text)):
            called = isinstance(node, ast.Call) and getattr(node.func, "id", "") in names and node.args
            if called and not (isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)):
                found.append(f"{path.name}:{node.lineno}")
    assert found == []


def test_what_the_front_end_says_stands_there() -> None:
    from widgets.export import front_end

    for text in SPEECH:
        assert f'"{text}"' in front_end(), text
