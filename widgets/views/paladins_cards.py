"""The words of the catalogue of Paladins of the West Kingdom in the form for an owner's cards."""

from __future__ import annotations

from typing import Final

Pairs = dict[str, tuple[str, str]]

TABLES: Final[Pairs] = {
    "paladins": ("Paladins", "Paladine"),
    "townsfolk": ("Townsfolk", "Stadtbewohner"),
    "outsiders": ("Outsiders", "Fremde"),
    "orders": ("King's orders", "Aufträge des Königs"),
    "favours": ("King's favours", "Gunst des Königs"),
    "walls": ("Wall cards", "Mauerkarten"),
    "taverns": ("Tavern cards", "Tavernenkarten"),
    "suspicion": ("Suspicion cards", "Verdachtskarten"),
    "areas": ("Areas of the board", "Bereiche des Spielbretts"),
    "spaces": ("Spaces of the board", "Felder des Spielbretts"),
    "actions": ("Actions", "Aktionen"),
    "workshops": ("Workshops", "Werkstätten"),
    "jars": ("Spaces for jars", "Felder für Krüge"),
    "row": ("Row of townsfolk", "Reihe der Stadtbewohner"),
    "levels": ("Points of attributes", "Punkte der Eigenschaften"),
    "taxes": ("Tax supply", "Steuervorrat"),
    "start": ("Beginning", "Anfang"),
    "schemes": ("Scheme cards", "Plankarten"),
    "opponent": ("The opponent's actions", "Aktionen des Gegners"),
    "difficulties": ("Levels of the opponent", "Stufen des Gegners"),
}
FIELDS: Final[Pairs] = {
    "name": ("Name", "Name"),
    "workers": ("Workers", "Arbeiter"),
    "opponent.workers": ("How many workers", "Wie viele Arbeiter"),
    "ability": ("Ability", "Fähigkeit"),
    "faith": ("Faith", "Glauben"),
    "strength": ("Strength", "Stärke"),
    "influence": ("Influence", "Einfluss"),
    "amount": ("By how much", "Um wie viel"),
    "dismiss": ("When dismissed", "Beim Abwerfen"),
    "recruit": ("When recruited", "Beim Rekrutieren"),
    "trigger": ("Each time", "Jedes Mal bei"),
    "ongoing": ("It then brings", "Bringt dann"),
    "kind": ("Kind", "Art"),
    "attack": ("An attack brings", "Ein Angriff bringt"),
    "scoring": ("Scores by", "Zählt nach"),
    "action": ("Action", "Aktion"),
    "at_least": ("At least", "Mindestens"),
    "worker": ("Worker", "Arbeiter"),
    "gain": ("Brings", "Bringt"),
    "silver": ("Silver", "Silber"),
    "provisions": ("Provisions", "Proviant"),
    "debt": ("Debt", "Schuldschein"),
    "copies": ("How many cards", "Wie viele Karten"),
    "points": ("Points", "Punkte"),
    "tax": ("Value", "Wert"),
    "area": ("Area", "Bereich"),
    "players": ("From so many players", "Ab so vielen Spielern"),
    "reward": ("Reward", "Belohnung"),
    "spaces": ("Worker spaces", "Felder für Arbeiter"),
    "needs": ("Needed, one after the other", "Nötig, der Reihe nach"),
    "workshops": ("Workshops", "Werkstätten"),
}
_GAIN = (
    "Letters are workers (L Labourer, S Scout, M Merchant, F Fighter, C Cleric, X Criminal); the rest in words, such "
    "as silver, provision, faith; / between the sides of a choice, + joins",
    "Buchstaben sind Arbeiter (L Tagelöhner, S Späher, M Händler, F Kämpfer, C Geistlicher, X Verbrecher), das Übrige "
    "in englischen Wörtern wie silver, provision, faith; / trennt die Seiten einer Wahl, + verbindet",
)
_WORKER = (
    "A letter: L Labourer, S Scout, M Merchant, F Fighter, C Cleric, X Criminal",
    "Ein Buchstabe: L Tagelöhner, S Späher, M Händler, F Kämpfer, C Geistlicher, X Verbrecher",
)
HELP: Final[Pairs] = {
    "dismiss": _GAIN,
    "recruit": _GAIN,
    "ongoing": _GAIN,
    "attack": _GAIN,
    "gain": _GAIN,
    "reward": _GAIN,
    "worker": _WORKER,
    "needs": ("The influence that each jar needs", "Der Einfluss, den jeder Krug verlangt"),
}
CHOICES: Final[Pairs] = {
    "commission": ("Commission", "Entsenden"),
    "fortify": ("Fortify", "Befestigen"),
    "garrison": ("Garrison", "Besetzen"),
    "absolve": ("Absolve", "Lossprechen"),
    "attack": ("Attack", "Angreifen"),
    "convert": ("Convert", "Konvertieren"),
    "develop": ("Develop", "Entwickeln"),
    "recruit": ("Recruit", "Rekrutieren"),
    "settle": ("a debt is settled", "ein Schuldschein wird beglichen"),
    "inquisition": ("an inquisition", "eine Inquisition"),
    "suspected": ("an inquisition, under suspicion", "eine Inquisition unter Verdacht"),
    "innocent": ("an inquisition, free of suspicion", "eine Inquisition ohne Verdacht"),
    "saracen": ("Saracen", "Sarazene"),
    "viking": ("Viking", "Wikinger"),
    "byzantine": ("Byzantine", "Byzantiner"),
    "faith": ("faith", "Glauben"),
    "strength": ("strength", "Stärke"),
    "influence": ("influence", "Einfluss"),
    "orders": ("orders fulfilled", "erfüllte Aufträge"),
    "mercenaries": ("mercenaries", "Söldner"),
    "paid": ("paid debts", "beglichene Schuldscheine"),
    "unpaid": ("unpaid debts", "offene Schuldscheine"),
    "suspicion": ("suspicion cards", "Verdachtskarten"),
}
