"""The board to look at, in the language of the session."""

from __future__ import annotations

from widgets.board import Board

from .local_panel import LocalPanel, panel_words


class LocalBoard(LocalPanel, Board):
    """Be a board whose own words are in the language of this session; its picture is drawn in it anyway."""

    def _in_words(self, text: str) -> str:
        return panel_words(text)
