"""Files that any program can read: plain colours and letters, in one theme, and they look as in the browser."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py

import rules
import widgets
from widgets import export, theme
from widgets.picture import Picture
from widgets.plain import SANS, SERIF, unguarded

from . import seeded

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
SHAPES = ("rect", "path", "circle", "ellipse", "text")
GAMES = tuple(rules.games())


@cache
def picture(game: str) -> Picture:
    """Draw a position in the middle of a seeded game."""
    found = seeded.decisions(game, 2)
    return widgets.Board(found[len(found) // 2]).picture


def unread(document: str, mode: theme.Theme) -> list[str]:
    """List what a program that knows attributes and nothing else would not see as it is meant."""
    known = set(theme.palette(mode).values())
    root = ElementTree.fromstring(document)
    ids = {node.get("id") for node in root.iter()}
    found = [word for word in ("var(", "currentColor", "<style", " class=", " style=", " data-") if word in document]
    for node in root.iter():
        tag = node.tag.removeprefix(SVG)
        if tag == "use" and node.get(LINK, "")[1:] not in ids:
            found.append(f"it refers to {node.get(LINK)}")
        colours = [node.get("fill"), node.get("stroke", "none")]
        if tag in SHAPES:
            found += [f"{tag} in {colour}" for colour in colours if colour not in known | {"none"}]
        if tag == "text":
            family, size = node.get("font-family"), node.get("font-size", "")
            if family not in (SANS, SERIF) or not re.fullmatch(r"[\d.]+", size):
                found.append(f"letters {family}, {size}")
    return found


def pixels(document: str) -> bytes:
    """Draw a document with the letters that come with us."""
    fonts = list(export.font_files())
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=document,
            width=900,
            font_files=fonts,
            skip_system_fonts=True,
            serif_family="Source Serif Pro",
            sans_serif_family="Source Sans Pro",
        )
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_file_needs_no_style_sheet(game: str, mode: theme.Theme, tmp_path: Path) -> None:
    document = picture(game).save(tmp_path / "board.svg", mode).read_text("utf-8")
    assert unread(document, mode) == []
    assert ElementTree.fromstring(document).tag == f"{SVG}svg"


def test_what_a_program_cannot_read_is_seen() -> None:
    found = unread(export.styled(picture("kingsburg"), "light"), "light")
    assert {"var(", "currentColor", "<style", " class=", "rect in None"} <= set(found)


def light(image: Any) -> float:
    """Return how light an image is on the whole, from 0 to 255."""
    return sum(image.convert("L").tobytes()) / (image.width * image.height)


@pytest.mark.parametrize(("game", "mode"), [*((game, "light") for game in GAMES), ("kingsburg", "dark")])
def test_a_file_looks_as_in_the_browser(game: str, mode: theme.Theme) -> None:
    board = picture(game)
    assert pixels(board.to_svg(mode)) == pixels(theme.literal(export.styled(board, mode), mode))


@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_light_where_no_theme_is_asked_for(game: str, tmp_path: Path) -> None:
    board = picture(game)
    assert board.to_svg() == board.to_svg("auto") == board.to_svg("light")
    assert board.save(tmp_path / "board.svg").read_text("utf-8") == board.to_svg("light")


@pytest.mark.parametrize("game", GAMES)
def test_other_panels_save_plain_files_too(game: str) -> None:
    panel = widgets.catalogue(game)
    try:
        assert unread(panel.to_svg(), "light") == []
    finally:
        panel.close()


def test_names_from_outside_stay_text() -> None:
    evil = Picture(
        "<text class='ml-t-name' x='1'>&lt;b&gt; &amp; <tspan>c</tspan>d</text>", (), (), "", 40, 9, "<i>", '"&'
    )
    root = ElementTree.fromstring(evil.to_svg())
    assert ["".join(node.itertext()) for node in root] == ["<i>", '"&', "<b> & cd"]


def test_a_mark_is_written_once_for_each_look() -> None:
    drawn = "".join(
        f'<use href="#ml-die-1" class="{seat}" x="{x}"/>' for x, seat in enumerate(("ml-s0", "ml-s1", "ml-s1"))
    )
    root = ElementTree.fromstring(Picture(drawn, (), (), "", 40, 9, "dice", "").to_svg())
    marks = {node.get("id"): [part.get("fill") for part in node] for node in root.iter(f"{SVG}g")}
    assert marks == {
        "ml-die-1": [theme.PIECES["seat-0"], theme.ON_PIECE["seat-0"]],
        "ml-die-1-look-2": [theme.PIECES["seat-1"], theme.ON_PIECE["seat-1"]],
    }
    names = [node.get(LINK) for node in root.iter(f"{SVG}use")]
    assert names == ["#ml-die-1", "#ml-die-1-look-2", "#ml-die-1-look-2"]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow if game != "kingsburg" else ()) for game in GAMES]
)
def test_a_program_without_variables_shows_the_colours(game: str) -> None:
    """CairoSVG knows neither variables nor what a browser makes of a class; it showed all boards in black."""
    image = pytest.importorskip("PIL.Image")
    try:
        import cairosvg
    except OSError as error:
        pytest.skip(f"CairoSVG finds no library of Cairo here: {error}")
    ours = image.open(BytesIO(picture(game).to_png(width=300))).convert("RGB")
    theirs = image.open(BytesIO(cairosvg.svg2png(picture(game).to_svg().encode(), output_width=300))).convert("RGB")
    assert abs(light(ours) - light(theirs)) < 6
    assert theirs.getpixel((1, 1)) == tuple(bytes.fromhex(theme.LIGHT["page"][1:]))
    black = sum(1 for pixel in theirs.convert("L").tobytes() if pixel < 16) / (theirs.width * theirs.height)
    assert black < 0.02


def test_what_a_notebook_has_stored_is_read_without_variables() -> None:
    board = picture("kingsburg")
    stored = unguarded(export.fitting(board, "still"))
    assert "fill:var(" not in stored and "stroke:var(" not in stored
