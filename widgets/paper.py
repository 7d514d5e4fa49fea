"""Boards on paper: what a notebook's export to LaTeX or PDF puts in the place of the pictures that it has stored.

LaTeX takes no SVG. nbconvert calls Inkscape for each, and stops where there is none. `pictures` makes PNG of them here:

    jupyter nbconvert --to latex --SVG2PDFPreprocessor.enabled=False
        --LatexExporter.preprocessors=widgets.paper.pictures notebook.ipynb

``--to pdf`` takes the same two settings. The notebook stays as it is, and as small: nothing is stored in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, MutableMapping
from typing import Any, Final

from widgets.export import resvg, strange
from widgets.theme import literal

SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
LIVE: Final = "application/vnd.jupyter.widget-view+json"
WIDTH: Final = 2000
"""Pixels across a page: 300 to an inch between usual margins."""


def png_of(document: str) -> bytes:
    """Return a stored SVG document as PNG in its light colours, on white."""
    # A page gives a picture all of its width by a style; here the picture's own box says how large it is.
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', document)
    sized = document if box is None else re.sub(r'(<svg[^>]*?) style="[^"]*"', r"\1", document, count=1)
    return resvg(literal(sized, "light"), WIDTH, strange(sized))


def pictures(notebook: Any, resources: MutableMapping[str, Any]) -> tuple[Any, MutableMapping[str, Any]]:
    """Put PNG in the place of every SVG that an export has taken out of a notebook, whoever drew it.

    nbconvert calls this after it has written the outputs down as files: those are in ``resources["outputs"]``, and
    each output names its own. What a live panel would show is left out where its picture stands above it.
    """
    files: MutableMapping[str, Any] = resources.setdefault("outputs", {})
    for cell in notebook.cells:
        if cell.get("cell_type") != "code":
            continue
        cell.outputs = list(_without_live(cell.outputs))
        for output in cell.outputs:
            name = output.get("metadata", {}).get("filenames", {}).pop(SVG, None)
            document = output.get("data", {}).pop(SVG, None)
            if name is None or document is None:
                continue
            drawn = re.sub(r"\.svg$", "", name) + ".png"
            files.pop(name, None)
            files[drawn] = png_of(document)
            output.metadata.filenames[PNG] = drawn
            output.data[PNG] = ""  # which form an output has; what is shown is the file
    return notebook, resources


def _without_live(outputs: Iterable[Any]) -> Iterable[Any]:
    """Give outputs without the live panels whose picture comes right before them."""
    before: Any = {}
    for output in outputs:
        stored = before.get("data", {}).get(SVG, "")
        if not (LIVE in output.get("data", {}) and 'data-still="' in stored):
            yield output
        before = output
