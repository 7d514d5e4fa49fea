"""The palette can be read, the style sheets touch nothing else, and nothing is fetched."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from widgets import export, theme
from widgets.marks_defs import DEFINED
from widgets.panel import PROTOCOL, WIDTHS, style_sheet

STATIC = resources.files("widgets").joinpath("static")


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("colour", "ground", "least"), theme.PAIRS)
def test_every_pair_of_the_palette_can_be_told_apart(mode: theme.Theme, colour: str, ground: str, least: float) -> None:
    palette = theme.palette(mode)
    assert theme.contrast(palette[colour], palette[ground]) >= least


@pytest.mark.parametrize("piece", theme.ON_PIECE)
def test_what_stands_on_a_piece_can_be_read(piece: str) -> None:
    assert theme.contrast(theme.ON_PIECE[piece], theme.PIECES[piece]) >= theme.TEXT


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_outline_of_a_piece_stands_on_page_and_panel(mode: theme.Theme) -> None:
    palette = theme.palette(mode)
    assert theme.contrast(palette["ink"], palette["page"]) >= theme.SHAPE
    assert theme.contrast(palette["ink"], palette["panel"]) >= theme.SHAPE


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_can_be_read_on_the_ground_of_an_owned_building(mode: theme.Theme) -> None:
    palette = theme.palette(mode)
    assert theme.contrast(palette["ink"], palette["hair"]) >= theme.TEXT
    assert theme.contrast(palette["muted"], palette["hair"]) >= theme.TEXT
    assert theme.contrast(palette["laurel"], palette["hair"]) >= theme.SHAPE


def test_contrast_is_that_of_wcag() -> None:
    assert theme.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert theme.contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


def test_a_colour_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="six hexadecimal digits"):
        theme.luminance("red")


def test_a_theme_that_is_none_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'auto'.*'light' or 'dark'"):
        theme.check_theme("sepia")


def rules_of(css: str) -> list[str]:
    """Return every selector of a style sheet, those inside media queries too."""
    plain = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    return [part.strip() for part in re.findall(r"([^{}]+)\{", plain) if not part.strip().startswith("@media")]


def test_every_rule_is_under_the_prefix() -> None:
    selectors = rules_of(style_sheet())
    assert len(selectors) > 100
    for selector in selectors:
        for alternative in re.sub(r"\([^)]*\)", "", selector).split(","):
            host = r"(\[data-jp-theme-light[^\]]*\] |\.vscode-(light|dark) )?"
            assert re.match(host + r"\.ml-[a-z]", alternative.strip()), selector


def test_every_variable_that_is_used_is_defined_in_both_themes() -> None:
    css = style_sheet() + " ".join(DEFINED.values())
    used = set(re.findall(r"var\(--ml-([a-z0-9-]+)\)", css))
    assert used <= set(theme.palette("light")) & set(theme.palette("dark"))
    assert set(theme.LIGHT) == set(theme.DARK)


def test_colours_stand_in_the_palette_alone() -> None:
    for name in ("marks.css", "board.css", *export.FRONT_END):
        text = STATIC.joinpath(name).read_text("utf-8")
        assert not re.findall(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b", text), name


def test_renderers_without_variables_get_literal_colours() -> None:
    css = STATIC.joinpath("marks.css").read_text("utf-8")
    assert "var(" not in theme.literal(css, "dark")
    assert theme.LIGHT["ink"] in theme.guarded(css, "light")


def test_no_small_text() -> None:
    css = STATIC.joinpath("marks.css").read_text("utf-8")
    sizes = {name: float(size) for name, size in re.findall(r"\.ml-t-([a-z]+)\{[^}]*font-size:([0-9.]+)px", css)}
    # A glyph is part of a mark ("+2" on its diamond), whose shape says the same.
    assert sizes.pop("glyph") >= 11
    assert min(sizes.values()) >= 13


@pytest.mark.parametrize("name", ["marks.css", "board.css", *export.FRONT_END])
def test_nothing_is_fetched(name: str) -> None:
    text = STATIC.joinpath(name).read_text("utf-8")
    text = text.replace("http://www.w3.org/", "")
    for word in ("http:", "https:", "//cdn", "@import", "url(", "import(", "fetch(", "XMLHttpRequest"):
        assert word not in text, word


def test_the_front_end_writes_text_and_never_markup() -> None:
    code = export.front_end()
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert word not in code


def test_both_sides_speak_the_same_version() -> None:
    code = export.front_end()
    assert re.findall(r"^const PROTOCOL = (\d+);", code, flags=re.M) == [str(PROTOCOL)]
    assert re.findall(r"^const WIDTHS = \[(.*)\];", code, flags=re.M) == [", ".join(map(str, WIDTHS))]


def test_shortcuts_of_the_notebook_are_held_off() -> None:
    code = export.front_end()
    assert '"data-lm-suppress-shortcuts": "true"' in code
    assert "stopPropagation" in code
