"""A small lesson as text, for tests that break it."""

from __future__ import annotations

LESSON = """\
schema = 1
game = "kingsburg"
id = "small"
number = 1
minutes = 5
title = { en = "Small", de = "Klein" }
summary = { en = "A small lesson.", de = "Eine kleine Lektion." }
seat = 0
start = { players = 3, seed = 0 }

[[steps]]
say = { en = "Press the Treasurer.", de = "Drücke auf den Schatzmeister." }
rules = ["year-phases"]
goal = { touch = ["advisor:8"] }
success = { en = "There he is.", de = "Da ist er." }
other = { en = "Not this one.", de = "Der ist es nicht." }

[[steps]]
say = { en = "Take a good, but no stone.", de = "Nimm eine Ware, aber keinen Stein." }
rules = ["favour-share"]
goal = { moves = ["take 1 wood", "take 1 g*"] }
success = { en = "Good.", de = "Gut." }
mistakes = [{ move = "take 1 s*", say = { en = "No stone, please.", de = "Bitte keinen Stein." } }]
then = ["take 1 gold", "take 1 stone", "roll 0: 1 3 4", "roll 2: 2 5 6", "roll 1: 3 5 5"]
show = ["wood"]

[[steps]]
say = { en = "Place all your dice, one by one.", de = "Setze alle deine Würfel, einen nach dem anderen." }
rules = ["influence-dice"]
goal = { moves = ["place 4: 4"] }
success = { en = "That is one.", de = "Das ist einer." }
mistakes = [{ move = "place 5: 4", rule = "influence-exact", say = { en = "Not enough.", de = "Zu wenig." } }]
other = { en = "Use the 4 alone.", de = "Nimm die 4 allein." }
then = ["place 5: 5", "place 3: 3"]

[[steps]]
say = { en = "Try the Architect.", de = "Versuche es beim Baumeister." }
goal = { refused = "influence-free", by = ["place 3: 3"] }
success = { en = "He is taken.", de = "Er ist besetzt." }

[[steps]]
say = { en = "Now finish the season: the 1, then pass.", de = "Beende die Jahreszeit: die 1, dann passe." }
goal = { line = ["place 1: *", "pass"] }
allow = ["place 1: *", "pass"]
success = { en = "Done.", de = "Fertig." }
start = { players = 3, seed = 0, after = ["take 1 wood", "take 1 gold", "take 1 stone", "roll 0: 1 3 4",
    "roll 2: 2 5 6", "roll 1: 3 5 5", "place 4: 4", "pass", "pass"] }
"""
