"""The words of Kingsburg's catalogue in the form for an owner's cards: tables, fields and choices."""

from __future__ import annotations

from typing import Final

from rules.kingsburg import load

Pairs = dict[str, tuple[str, str]]

TABLES: Final[Pairs] = {
    "advisors": ("Advisors", "Berater"),
    "buildings": ("Buildings", "Gebäude"),
    "enemies": ("Enemy cards", "Feindkarten"),
    "governors": ("Governors", "Statthalter"),
    "army": ("King's-army markers", "Armee-des-Königs-Marker"),
}
FIELDS: Final[Pairs] = {
    "army": ("Values of the markers", "Werte der Marker"),
    "name": ("Name", "Name"),
    "text": ("Text in our words", "Text in unseren Worten"),
    "effect": ("Kind of effect", "Art des Effekts"),
    "row": ("Row", "Reihe"),
    "column": ("Column", "Spalte"),
    "rank": ("Rank", "Rang"),
    "gift": ("Gift", "Gabe"),
    "choose": ("One of these gifts", "Eine dieser Gaben"),
    "exchange": ("Exchanges goods", "Tauscht Waren"),
    "pays_points": ("Price in points", "Preis in Punkten"),
    "peek": ("See the enemy", "Feind sehen"),
    "gold": ("Gold", "Gold"),
    "wood": ("Wood", "Holz"),
    "stone": ("Stone", "Stein"),
    "any": ("Any goods", "Beliebige Waren"),
    "goods": ("Goods of choice", "Waren nach Wahl"),
    "soldiers": ("Soldiers", "Soldaten"),
    "markers": ("+2 markers", "+2-Marker"),
    "points": ("Points", "Punkte"),
    "strength": ("Strength", "Stärke"),
    "versus": ("Strength against", "Stärke gegen"),
    "amount": ("Number of the effect", "Zahl des Effekts"),
    "pay": ("Is paid in", "Bezahlt wird in"),
    "pay_number": ("How many are paid", "So viele werden bezahlt"),
    "gain": ("Brings", "Bringt"),
    "module": ("Belongs to module 1", "Gehört zu Modul 1"),
    "year": ("Year", "Jahr"),
    "kind": ("Kind", "Art"),
    "lose_gold": ("Defeat: gold", "Niederlage: Gold"),
    "lose_wood": ("Defeat: wood", "Niederlage: Holz"),
    "lose_stone": ("Defeat: stone", "Niederlage: Stein"),
    "lose_goods": ("Defeat: goods of choice", "Niederlage: Waren nach Wahl"),
    "lose_points": ("Defeat: points", "Niederlage: Punkte"),
    "lose_building": ("Defeat: a building", "Niederlage: ein Gebäude"),
    "win_gold": ("Victory: gold", "Sieg: Gold"),
    "win_wood": ("Victory: wood", "Sieg: Holz"),
    "win_stone": ("Victory: stone", "Sieg: Stein"),
    "win_goods": ("Victory: goods of choice", "Sieg: Waren nach Wahl"),
    "win_points": ("Victory: points", "Sieg: Punkte"),
    "at_most": ("At most", "Höchstens"),
    "at_least": ("At least", "Mindestens"),
    "count": ("How many", "Wie viele"),
    "advisors": ("Advisor", "Berater"),
}
HELP: Final[Pairs] = {
    "buildings.gold": ("What it costs in gold", "Was es an Gold kostet"),
    "buildings.wood": ("What it costs in wood", "Was es an Holz kostet"),
    "buildings.stone": ("What it costs in stone", "Was es an Stein kostet"),
    "buildings.amount": (
        "The number that is printed in its effect: a discount, a limit, how often",
        "Die Zahl, die in seinem Effekt steht: ein Nachlass, eine Grenze, wie oft",
    ),
    "governors.points": ("The points of its effect", "Die Punkte seines Effekts"),
}
CHOICES: Pairs = {
    "gold": ("gold", "Gold"),
    "wood": ("wood", "Holz"),
    "stone": ("stone", "Stein"),
    "none": ("none", "keiner"),
    "barbarians": ("Barbarians", "Barbaren"),
    "goblins": ("Goblins", "Goblins"),
    "orcs": ("Orcs", "Orks"),
    "zombies": ("Zombies", "Zombies"),
    "demons": ("Demons", "Dämonen"),
    "dragons": ("Dragons", "Drachen"),
    "workshop": ("workshop: pay one thing, take another", "Werkstatt: eines zahlen, anderes nehmen"),
}


def _effects() -> Pairs:
    """Name kinds of effect by the cards that have them."""
    printed = load({}, None).catalogue
    found = {row.effect: (row.name.en, row.name.de) for row in printed.buildings.values()}
    return found | {row.effect: (row.name.en, row.name.de) for row in printed.governors.values()}


CHOICES = _effects() | CHOICES
