"""The words of My Village's catalogue in the form for an owner's cards, and the cards' own pictures there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.catalogue import Row
from rules.my_village.catalogue import CraftKind
from rules.my_village.game import Game
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import lines, text, wrap
from widgets.picture import Picture
from widgets.views import my_village_words_cards as said
from widgets.views.my_village_icons import banner, banner_width, price, row, span
from widgets.views.my_village_market import CUSTOMER, customer
from widgets.views.my_village_offer import (
    CARD,
    TALL,
    church,
    field,
    hall,
    journey,
    meeting,
    monk,
    title,
)
from widgets.views.my_village_words_names import customer_words, name, ours

Pairs = dict[str, tuple[str, str]]

TABLES: Final[Pairs] = {
    "churches": ("Churches", "Kirchen"),
    "monks": ("Monks", "Mönche"),
    "halls": ("Town halls", "Rathäuser"),
    "meeting": ("Meeting place", "Versammlungsplatz"),
    "fields": ("Fields", "Kornfelder"),
    "craft_kinds": ("Kinds of craft building", "Arten von Handwerksgebäuden"),
    "crafts": ("Craft buildings", "Handwerksgebäude"),
    "travel_stacks": ("Travel cards, black side", "Reisekarten, schwarze Seite"),
    "travel": ("Travel cards, light side", "Reisekarten, helle Seite"),
    "customers": ("Customers", "Kunden"),
    "boards": ("Village boards", "Dorfpläne"),
    "places": ("Banners of the boards", "Banner der Pläne"),
    "bailiff": ("Prices of the market bailiff", "Preise der Marktvogtei"),
    "players": ("By number of players", "Nach Anzahl der Spieler"),
    "professions": ("Professions and chronicle", "Berufe und Chronik"),
    "tracks": ("Tracks", "Leisten"),
}
FIELDS: Final[Pairs] = {
    "name": ("Name", "Name"),
    "values": ("Banner values", "Bannerwerte"),
    "tile": ("Values of the tile", "Werte des Plättchens"),
    "time": ("Time", "Zeit"),
    "white_time": ("Time of the white banner", "Zeit des weißen Banners"),
    "travel.time": ("Grey banner: time", "Graues Banner: Zeit"),
    "travel.coins": ("Grey banner: coins", "Graues Banner: Münzen"),
    "travel.goods": ("Grey banner: goods", "Graues Banner: Güter"),
    "ways": ("One of these prices", "Einer dieser Preise"),
    "coins": ("Coins", "Münzen"),
    "tracks.coins": ("Coins at the start, in turn order", "Münzen am Anfang, in Spielreihenfolge"),
    "goods": ("Goods", "Güter"),
    "fame": ("Fame", "Ruhm"),
    "effect": ("Kind of effect", "Art des Effekts"),
    "amount": ("Number of the effect", "Zahl des Effekts"),
    "symbol": ("Symbol", "Symbol"),
    "slots": ("Spaces for markers", "Felder für Marker"),
    "copies": ("How many cards", "Wie viele Karten"),
    "stories": ("Stories", "Geschichten"),
    "professions.stories": ("Stories of the two spaces", "Geschichten der zwei Felder"),
    "plow": ("More coins with a plow", "Mehr Münzen mit Pflug"),
    "good": ("Good", "Gut"),
    "good_name": ("Name of the good", "Name des Guts"),
    "kind": ("Kind", "Art"),
    "letter": ("Letter", "Buchstabe"),
    "ends": ("The journey ends here", "Die Reise endet hier"),
    "customers": ("Customers", "Kunden"),
    "white": ("White dice", "Weiße Würfel"),
    "black": ("Black dice", "Schwarze Würfel"),
    "rat": ("Fields from the rat to the plague", "Felder von der Ratte zur Plage"),
    "coffins": ("Coffins that end the game", "Särge bis zum Spielende"),
    "area": ("Area", "Bereich"),
    "clouds": ("Clouds", "Wolken"),
    "windows": ("Fame by church windows", "Ruhm nach Kirchenfenstern"),
    "laborer": ("Fame lost by a day laborer", "Ruhmverlust je Tagelöhner"),
    "hand": ("Fame of the hand", "Ruhm der Hand"),
    "black_die": ("Time of a black die", "Zeit eines schwarzen Würfels"),
}
_TIME = ("The hourglasses on the black banner", "Die Zeit am schwarzen Banner")
_WAYS = (
    "What is paid besides time; where there is a choice, one line for each way",
    "Was außer Zeit bezahlt wird; bei einer Wahl eine Zeile je Möglichkeit",
)
HELP: Final[Pairs] = {
    "values": (
        "The one or two numbers on the banner; black and white side show the same",
        "Die ein oder zwei Zahlen des Banners; schwarze und weiße Seite zeigen dieselben",
    ),
    "time": _TIME,
    "white_time": ("The time on the white banner, none or 1", "Die Zeit am weißen Banner, keine oder 1"),
    "ways": _WAYS,
    "amount": ("How many, or how often", "Wie viele oder wie oft"),
    "slots": ("The eight-cornered fields on the light side", "Die achteckigen Felder der hellen Seite"),
    "rat": (
        "Count from the start field for so many players up to the plague",
        "Vom Startfeld für so viele Spieler bis zur Rattenplage gezählt",
    ),
    "customers.values": ("Left empty where the banner shows ?", "Leer, wo das Banner ? zeigt"),
}
CHOICES: Final[Pairs] = {
    "horse": ("horse", "Pferd"),
    "beer": ("beer", "Bier"),
    "plow": ("plow", "Pflug"),
    "scroll": ("scroll", "Schriftrolle"),
    "wagon": ("wagon", "Wagen"),
    "stable": ("Stable", "Stall"),
    "brewery": ("Brewery", "Brauerei"),
    "smithy": ("Smithy", "Schmiede"),
    "scriptorium": ("Scriptorium", "Schreibstube"),
    "wainwright": ("Wainwright", "Wagnerei"),
    "quill": ("quill", "Feder"),
    "jug": ("jug", "Krug"),
    "rosary": ("rosary", "Rosenkranz"),
    "salvation": ("Salvation: keeps the plague away twice", "Heilskirche: hält zweimal die Plage ab"),
    "abbey": ("Abbey: a church window", "Abteikirche: ein Kirchenfenster"),
    "trade": ("Trade: a customer free", "Handelskirche: ein Kunde kostenlos"),
    "mission": ("Mission: another travel card", "Missionskirche: eine andere Reisekarte"),
    "finance": ("Finance: coins", "Finanzrathaus: Münzen"),
    "area": ("Area: marks kinds of card", "Bereichsrathaus: markiert Kartenarten"),
    "population": ("Population: marks villagers", "Bevölkerungsrathaus: markiert Bewohner"),
    "guild": ("Guild: joker goods", "Gildenrathaus: Joker-Güter"),
    "stories": ("stories", "Geschichten"),
    "headman": ("the headman walks", "Das Oberhaupt geht"),
    "school": ("the school", "Die Schule"),
    "bailiff": ("the bailiff, 1 or 2 customers", "Die Marktvogtei, 1 oder 2 Kunden"),
    **{letter: (letter.upper(), letter.upper()) for letter in "abcde"},
}
WIDTH: Final = 176.0
EDGE: Final = 4.0


def card(game: Game, table: str, key: str) -> Picture | None:
    """Draw one card of the catalogue by itself; None for tables that are no cards."""
    rows = getattr(game.catalogue, table, None)
    if not isinstance(rows, dict) or key not in rows:
        return None
    canvas = Canvas()
    printed = game.catalogue
    drawn: dict[str, tuple[float, Callable[[], str], Callable[[], str]]] = {
        "churches": (CARD, lambda: church(canvas, game, key, WIDTH), lambda: said.church_words(printed, key)),
        "monks": (TALL, lambda: monk(canvas, game, key, WIDTH), lambda: said.monk_line(printed, key)),
        "halls": (CARD, lambda: hall(canvas, game, key, WIDTH), lambda: said.hall_words(printed, key)),
        "meeting": (TALL, lambda: meeting(canvas, game, WIDTH), lambda: said.meeting_words(printed)),
        "fields": (TALL, lambda: field(canvas, game, WIDTH), lambda: said.field_words(printed)),
        "craft_kinds": (CARD, lambda: _kind(canvas, game, key), lambda: said.kind_words(printed, key)),
        "crafts": (CARD, lambda: _craft(canvas, game, key), lambda: said.craft_words(printed, key)),
        "travel_stacks": (TALL, lambda: journey(canvas, game, key, WIDTH), lambda: said.stack_words(printed, key)),
        "travel": (CARD, lambda: _light(canvas, game, key), lambda: said.travel_words(printed, key)),
        "customers": (CUSTOMER, lambda: customer(canvas, game, key, WIDTH), lambda: customer_words(printed, key)),
    }
    if table not in drawn:
        return None
    high, draw, words = drawn[table]
    canvas.add(marks.moved(EDGE, EDGE, draw()))
    told = words()
    return canvas.picture(
        int(WIDTH + 2 * EDGE), high + 2 * EDGE, _called(game, table, rows[key]), told.replace("; ", "\n")
    )


def _called(game: Game, table: str, row_: Row) -> str:
    if table == "crafts":
        return name(game.catalogue.craft_kinds[row_.kind])  # type: ignore[attr-defined]
    return name(row_)


def _kind(canvas: Canvas, game: Game, kind: str) -> str:
    """Draw what the buildings of a kind have in common, without their banners."""
    row_ = game.catalogue.craft_kinds[kind]  # type: ignore[index]
    return _building(canvas, ours(row_), row_, "")


def _craft(canvas: Canvas, game: Game, key: str) -> str:
    """Draw one craft building."""
    row_ = game.catalogue.crafts[key]
    what = game.catalogue.craft_kinds[row_.kind]
    return _building(canvas, ours(row_, what), what, banner(row_.values, 7, 19), banner_width(row_.values) + 6)


def _building(canvas: Canvas, house: bool, what: CraftKind, front: str, wide: float = 0) -> str:
    """Draw a craft building behind its banner, if that is known: price, good, name, and spaces."""
    out = marks.rect(0, 0, WIDTH, CARD, "card", 6) + front
    out += row(price(what.time, ways=what.ways), 8 + wide, 19)[0]
    out += marks.use(what.good, WIDTH - 20, 20, 1.1) + title(canvas, name(what), house, 9, 50, WIDTH - 16)
    later = marks.use("white-1", 15, 74, 0.58) + row(["time"] * what.white_time, 24, 74)[0]
    return out + later + "".join(marks.use("slot", 60 + 22 * index, 74, 0.8) for index in range(what.slots))


def _light(canvas: Canvas, game: Game, key: str) -> str:
    """Draw the light side of a travel card."""
    row_ = game.catalogue.travel[key]
    more = price(row_.time, row_.coins, row_.goods)
    out = marks.rect(0, 0, WIDTH, CARD, "card", 6) + text(row_.letter.upper(), 10, 26, "rank")
    out += title(canvas, name(row_), ours(row_), 30, 25, WIDTH - 36) + marks.laurel(row_.fame, 24, 58, 1)
    if row_.ends:
        return out + lines(wrap("The journey ends here", WIDTH - 60, 13), 52, 56, 16, "mute")
    if not more:
        return out
    grey = marks.use("grey-1", 66, 58, 0.9) + text("+", 66, 62, "bold", "middle")
    return out + grey + row(more, 84, 58, min(span(more), WIDTH - 90))[0]


__all__ = ["CHOICES", "FIELDS", "HELP", "TABLES", "card"]
