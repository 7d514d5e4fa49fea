"""What hangs together in a position of My Village: how many dice lie in the pool at which step of which turn."""

from __future__ import annotations

from typing import Final

from rules.my_village.game import Game, load
from rules.my_village.rounds import turns
from widgets.form_fields import (
    Document,
    edition_of,
    list_of,
    number_in,
    put,
    seats_of,
    table_of,
    tables_of,
    text_in,
    texts_of,
)

USUAL: Final = 7  #: the value where none is known
UNVALUED: Final = ("roll_white", "roll_black", "dice", "over")


def game_of(document: Document) -> Game:
    """Return the game with the document's catalogue, or as it is shipped where that cannot be read."""
    return edition_of(load, document)


def blank_document(players: int) -> Document:
    """Return a position to begin with: the first turn of the first round.

    The open cards are the first ones of the catalogue, to be replaced by those that lie on the table.
    """
    game = load({}, None)
    document: Document = {
        "game": "my_village",
        "version": 1,
        "round": 1,
        "step": "dice",
        "start": 0,
        "turn": 0,
        "hand": 0,
        "rat": game.table(players).rat,
        "hand_stories": 1,
        "monks": [stack[0] for stack in game.monks],
        "customers": list(game.customers[:6]),
        "seats": [
            {"board": board, "coins": coins}
            for board, coins in zip(list(game.catalogue.boards)[:players], game.start_coins, strict=False)
        ],
    }
    arrange(document)
    return document


def drawn_seat(document: Document) -> int:
    """Return the seat whose village is drawn large: the one that is asked, or whose turn it is."""
    seats = max(1, len(seats_of(document)))
    pending = tables_of(document, "pending")
    if pending and number_in(pending[0].get("seat"), -1) in range(seats):
        return number_in(pending[0]["seat"])
    return (number_in(document.get("start")) + number_in(document.get("turn"))) % seats


def bury(document: Document) -> None:
    """Fill nameless graves until there are as many dead as villagers are missing; who is hired replaces a dead one."""
    seats = seats_of(document)
    gone = sum(len(set(texts_of(seat, "missing"))) + number_in(seat.get("laborers")) for seat in seats)
    chronicle = sum(number_in(number) for number in table_of(document, "chronicle").values())
    put(document, "graves", max(number_in(document.get("graves")), gone - chronicle), 0)


def arrange(document: Document) -> None:
    """Lay as many dice into the pool as lie there at this step, and keep or forget the value of the turn."""
    players = len(seats_of(document))
    if players not in (2, 3, 4):
        return
    step = text_in(document.get("step"))
    table = game_of(document).table(players)
    turn = min(number_in(document.get("turn")), turns(players) - 1)
    document["turn"] = turn = {"roll_white": 0, "roll_black": 0, "over": turns(players) - 1}.get(step, turn)
    if step in UNVALUED:
        for name in ("value", "used"):
            document.pop(name, None)
    elif number_in(document.get("value")) < 2:
        document["value"] = USUAL
    if step not in ("white", "again", "death"):
        document.pop("used", None)
    if step in ("roll_white", "over"):
        wanted = 0
    elif step == "roll_black":
        wanted = table.white
    else:
        wanted = table.white + table.black - 2 * (turn + (step not in UNVALUED))
    white = [face for face in list_of(document, "white") if face in range(1, 7)][: table.white]
    black = [face for face in list_of(document, "black") if face in range(1, 7)][: table.black]
    if step == "roll_black":
        black = []
    while len(white) + len(black) > wanted:
        (white if white else black).pop()
    while len(white) + len(black) < wanted:
        if len(white) < table.white:
            white.append(1 + len(white) % 6)
        else:
            black.append(1 + len(black) % 6)
    put(document, "white", sorted(white), [])
    put(document, "black", sorted(black), [])
