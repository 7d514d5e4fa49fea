"""The twelve actions of the own board: worker spaces and who stands there, what the next use costs and brings."""

from __future__ import annotations

from typing import Final

from rules.paladins.left import develop_cost, pray_cost
from rules.paladins.outsiders import attack_cost, may_attack
from rules.paladins.rewards import able, level
from rules.paladins.right import SLOTS, needed, piece_cost, silver_cost
from rules.paladins.scoring import counts as done_counts
from rules.paladins.values import (
    ABSOLVE,
    ACTIONS,
    ATTACK,
    COMMISSION,
    CONVERT,
    DEVELOP,
    FORTIFY,
    GARRISON,
    LEFT,
    Position,
)
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import named, text, width
from widgets.views.paladins_icons import centred, row, seated, spot, tokens, worker
from widgets.views.paladins_main import ringed, scoring
from widgets.views.paladins_words_names import (
    action_name,
    capital,
    jar_name,
    needs_ring,
    outsider_name,
    ring,
    spaces_words,
)
from widgets.views.paladins_words_seat import action_line

CELL: Final = 82.0  #: the height of a left-hand action
ROW: Final = 66.0  #: the height of a right-hand one
JARS: Final = 36.0
GAP: Final = 8.0
#: What a right-hand action brings every time: (attribute raised, piece that is used up).
BRINGS: Final = {
    COMMISSION: ("influence", "monk"),
    FORTIFY: ("strength", "wall"),
    GARRISON: ("faith", "outpost"),
    ABSOLVE: ("faith", "jar"),
    ATTACK: ("influence", "attack"),
    CONVERT: ("strength", "convert"),
}
#: Which attribute a right-hand action asks for.
ASKS: Final = {COMMISSION: "faith", FORTIFY: "influence", GARRISON: "strength", ABSOLVE: "influence",
               ATTACK: "strength", CONVERT: "faith"}  # fmt: skip

#: What else it brings: said for the reader, and in short below the slots (with a mark in front, if any).
MORE: Final = {
    COMMISSION: ("the reward of the space", "", "+ space"),
    FORTIFY: ("what the wall card shows", "", "+ card"),
    GARRISON: ("the reward of the space", "", "+ space"),
    ABSOLVE: ("one suspicion card less, and the reward of the jar's space", "pardon", "+ jar"),
    ATTACK: ("what the outsider shows", "", "+ card"),
    CONVERT: ("what the outsider counts at the end", "", "+ card"),
}


class Actions:
    """Draw the twelve actions of one seat. ``names`` are those of its workers there, action by action."""

    def __init__(self, canvas: Canvas, position: Position, number: int, names: list[list[str]]) -> None:
        self.canvas, self.position, self.number, self.names = canvas, position, number, names
        self.seat = position.seats[number]

    def draw(self, x: float, y: float, w: float) -> float:
        """Draw all; return the height taken."""
        across = 6 if w > 640 else 3
        size = (w - GAP * (across - 1)) / across
        at = y + 4
        for index in range(LEFT):
            line, column = divmod(index, across)
            self.left(index, x + column * (size + GAP), at + line * (CELL + GAP), size, (line, column))
        at += (CELL + GAP) * (LEFT // across) + 2
        columns = 2 if w > 640 else 1
        wide = (w - GAP * (columns - 1)) / columns
        for index in range(LEFT, len(ACTIONS)):
            line, column = divmod(index - LEFT, columns)
            self.right(index, x + column * (wide + GAP), at + line * (ROW + GAP), wide, (10 + line, column))
        at += (ROW + GAP) * -(-LEFT // columns)
        return at + self.jars(x, at, w) - y

    def key(self, index: int) -> str:
        """Return what pressing an action means now: to do it, or to be the target of Develop or Pray."""
        name = ACTIONS[index]
        given = self.canvas.marks
        target = f"area:{name}"
        asked = bool(self.position.pending) or any(
            verb in given and given[verb].state == "chosen" for verb in ("develop", "pray")
        )
        wanted = target in given and given[target].state in ("legal", "chosen", "hint")
        if wanted and given[target].state == "chosen":
            return target
        busy = name in given and given[name].state in ("legal", "chosen", "hint")
        return target if wanted and asked and not busy else name

    def place(self, index: int, box: tuple[float, float, float, float], cell: tuple[int, int]) -> None:
        """Make the place of an action, and its ground."""
        said = action_line(self.position, self.seat, index)
        if index >= LEFT:
            said += f"; brings {BRINGS[index][0]} and {MORE[index][0]}"
        self.canvas.place(self.key(index), box, said, "own actions", cell)
        # Below the printing: what is printed of an action is the same whether it is used up or not.
        self.canvas.under(marks.rect(*box, "spent" if self.seat.placed[index] else "slot", 5))

    def title(self, index: int, x: float, y: float, room: float) -> float:
        """Write the name of an action, lighter where there is little room; return its width."""
        row_ = self.position.game.actions[index]
        said = self.canvas.printed(action_name(self.position, ACTIONS[index]), bool(ring(row_, "name.en")))
        wide = width(said, 15, "serif", True)
        self.canvas.add(named(said, x, y, room, "strong" if wide <= room else "name"))
        return min(wide, room)

    def spaces(self, index: int, x: float, y: float) -> float:
        """Draw the worker spaces with workshops and workers on them; return the width taken."""
        spaces = self.position.game.actions[index].spaces
        mask = self.seat.workshops[index - LEFT] if index >= LEFT else 0
        open_ = "".join(space for place, space in enumerate(spaces) if not mask >> place & 1)
        standing = iter(zip(open_, seated(open_, self.seat.placed[index]), strict=True))
        names: dict[str, list[str]] = {}
        for name in self.names[index]:
            names.setdefault(name.split(":")[2], []).append(name)
        chosen = self.chosen(index)
        for place, space in enumerate(spaces):
            middle = x + 12 + 26 * place
            if chosen and place < 2:
                box = (middle - 12, y - 12, 24, 24)
                said = f"space {place + 1} of {action_name(self.position, ACTIONS[index])}: {spaces_words(space)}"
                said += "; covered by a workshop" if mask >> place & 1 else ""
                self.canvas.place(f"space:{place + 1}", box, said, "own spaces", (0, place), radius=3)
            if mask >> place & 1:
                self.canvas.add(marks.use("workshop", middle, y, 1.05))
                continue
            _, letter = next(standing)
            self.canvas.add(worker(letter, middle, y, 1, names[letter].pop(0)) if letter else spot(space, middle, y))
        return 26.0 * len(spaces)

    def chosen(self, index: int) -> bool:
        """Say whether this action was chosen as the one that gets a workshop."""
        mark = self.canvas.marks.get(f"area:{ACTIONS[index]}")
        building = self.position.question.startswith("workshop") or (
            "develop" in self.canvas.marks and self.canvas.marks["develop"].state == "chosen"
        )
        return index >= LEFT and mark is not None and mark.state == "chosen" and building

    # --- the left side ----------------------------------------------------------------------------------------------

    def left(self, index: int, x: float, y: float, w: float, cell: tuple[int, int]) -> None:
        """Draw one action of the left side: name, spaces, and what it costs and brings."""
        self.place(index, (x, y, w, CELL), cell)
        self.title(index, x + 7, y + 18, w - 10)
        self.spaces(index, x + 6, y + 37)
        at, middle = x + 7, y + 67
        seat, name = self.seat, ACTIONS[index]
        row_ = self.position.game.actions[index]
        if name in ("hunt", "trade"):
            more = able(self.position, seat, f"{name}_more")
            mark = "provision" if name == "hunt" else "silver"
            said = f"{1 + more} or {3 + more}"
            self.canvas.add(text(said, at, middle + 5, "num"))
            self.canvas.add(marks.use(mark, at + width(said, 15, bold=True) + 11, middle, 0.9))
        elif name == "recruit":
            self.canvas.add(marks.use("dismiss", at + 9, middle, 0.8), text("or", at + 24, middle + 5, "mute"))
            self.canvas.add(marks.use("keep", at + 49, middle, 0.8))
            if able(self.position, seat, "recruit_free"):
                self.canvas.add(text("0", at + 66, middle + 5, "num"), marks.use("silver", at + 85, middle, 0.8))
        elif name == "conspire":
            bonus = able(self.position, seat, "conspire_silver")
            drawn, _ = row(["worker-X", "suspicion", *["silver"] * bonus], at, middle, 0.85, w - 12)
            self.canvas.add(drawn)
        else:
            cost = develop_cost(self.position, seat) if index == DEVELOP else pray_cost(self.position, seat)
            at += self.cost("silver", cost, seat.silver, bool(ring(row_, "silver")), at, middle)
            self.canvas.add(marks.use("arrow", at + 6, middle, 0.8))
            if index == DEVELOP:
                self.next_workshop(at + 16, middle)
            else:
                self.canvas.add(marks.use("pray", at + 26, middle, 0.85))

    def next_workshop(self, x: float, y: float) -> None:
        """Draw the next workshop and the worker below it."""
        done = self.seat.developed
        if done >= len(self.position.game.workshops):
            self.canvas.add(text("none left", x, y + 5, "mute"))
            return
        letter = self.position.game.workshops[done]
        row_ = self.position.catalogue.workshops[sorted(self.position.catalogue.workshops)[done]]
        drawn, taken = row(["workshop", f"worker-{letter}"], x, y, 0.8)
        self.canvas.add(drawn, ringed(self.canvas, bool(ring(row_, "worker")), x + taken, y))

    def cost(self, mark: str, amount: int, owned: int, house: bool, x: float, y: float) -> float:
        """Draw a price, red when it cannot be paid; return the width taken."""
        kind = "short" if amount > owned else "num"
        said = self.canvas.printed(str(amount), house)
        wide = width(said, 15, bold=True)
        self.canvas.add(text(said, x, y + 5, kind), marks.use(mark, x + 10 + wide, y, 0.9))
        return 22 + wide

    # --- the right side ---------------------------------------------------------------------------------------------

    def right(self, index: int, x: float, y: float, w: float, cell: tuple[int, int]) -> None:
        """Draw one action of the right side: name and spaces, the next use, and its seven slots."""
        self.place(index, (x, y, w, ROW), cell)
        self.title(index, x + 7, y + 20, 103 if w > 360 else 84)
        self.spaces(index, x + 6, y + 46)
        at = x + (110 if w > 360 else 92)
        slot = min(30.0, (w - (208 if w > 360 else 188)) / SLOTS)
        raised, _ = BRINGS[index]
        done = done_counts(self.seat)[ACTIONS[index]]
        if index != ATTACK and done >= SLOTS:
            self.canvas.add(text("all done", at, y + 48, "mute"))
        else:
            left = at + self.price(index, done, at, y + 46)
            self.canvas.add(marks.use("arrow", left + 7, y + 46, 0.8), marks.use(raised, left + 24, y + 46, 0.85))
            if index == ATTACK:
                bonus = able(self.position, self.seat, "attack_silver")
                drawn, taken = row(["silver"] * bonus, left + 34, y + 46, 0.75)
                self.canvas.add(drawn, text("+ card", left + 38 + taken, y + 51, "mute"))
        if index == ATTACK:
            self.piles(x + w - 7 * slot - 4, y, slot * 7)
        else:
            self.slots(index, done, x + w - 7 * slot - 4, y, slot)

    def price(self, index: int, done: int, x: float, y: float) -> float:
        """Draw what the next use costs and asks for; return the width taken."""
        seat, row_ = self.seat, self.position.game.actions[index]
        at = x
        if index in (COMMISSION, FORTIFY, GARRISON):
            cost = piece_cost(self.position, seat, index)
            at += self.cost("provision", cost, seat.provisions, bool(ring(row_, "provisions")), at, y)
        elif index in (ABSOLVE, CONVERT):
            at += self.cost(
                "silver", silver_cost(self.position, seat, index), seat.silver, bool(ring(row_, "silver")), at, y
            )
        asks = ASKS[index]
        own = level(self.position, seat, asks)
        middle = y - 25
        left = x + 2
        self.canvas.add(marks.use(asks, left + 8, middle, 0.8))
        if index in (FORTIFY, ABSOLVE):
            wanted = needed(self.position, index, done)
            said = self.canvas.printed(f"≥ {wanted}", bool(needs_ring(row_, done)))
            self.canvas.add(text(said, left + 20, middle + 5, "short" if own < wanted else "num"))
        else:
            flags = self.position.game.faith_flags if asks == "faith" else self.position.game.strength_flags
            reach = len([flag for flag in flags if flag <= own])
            if index == ATTACK and may_attack(self.position, seat, 0):  # silver stands for missing strength
                reach = sum(attack_cost(self.position, seat, place) <= seat.silver for place in range(len(flags)))
            what = "area" if index in (COMMISSION, GARRISON) else "card"
            said = f"no {what}" if not reach else f"{what} 1" if reach == 1 else f"{what} 1–{reach}"
            self.canvas.add(text(said, left + 20, middle + 5, "body" if reach else "lack"))
        return at - x

    def slots(self, index: int, done: int, x: float, y: float, slot: float) -> None:
        """Draw the seven slots of an action: those used with their piece, the next one outlined, and the points."""
        row_ = self.position.game.actions[index]
        _, piece = BRINGS[index]
        costs = row_.provisions or row_.silver
        field = "provisions" if row_.provisions else "silver"
        tall = bool(row_.needs)
        self.canvas.block(x, y)
        if tall or slot > 25:  # elsewhere the price beside the slots says it
            mark = "provision" if row_.provisions else "silver"
            self.canvas.add(marks.use(mark, x - 8, y + (14 if tall else 17), 0.65))
        if tall:
            self.canvas.add(marks.use(ASKS[index], x - 8, y + 32, 0.65))
        for place in range(SLOTS):
            left, middle = x + place * slot, x + (place + 0.5) * slot
            high = 36 if tall else 24
            said = [(self.canvas.printed(str(costs[place]), bool(ring(row_, field))), 19 if tall else 22)]
            if tall:
                said.append((self.canvas.printed(str(row_.needs[place]), bool(needs_ring(row_, place))), 36))
            self.canvas.print(marks.rect(left - x + 1, 5, slot - 2, high, "card", 4))
            self.canvas.print(*(text(each, middle - x, base, "mute", "middle") for each, base in said))
            if place > done:
                continue
            # What lies on a slot hides what is printed there.
            self.canvas.add(marks.rect(left + 1, y + 5, slot - 2, high, "next" if place == done else "card", 4))
            if place < done:
                self.used(index, place, middle, y + (23 if tall else 17), piece)
            else:
                self.canvas.add(*(text(each, middle, y + base, "bold", "middle") for each, base in said))
        below = y + (57 if tall else 50)
        _, more, short = MORE[index]
        if more:
            self.canvas.add(marks.use(more, x + 8, below - 4, 0.6))
        self.canvas.add(text(short, x + (17 if more else 2), below, "mute"))
        self.points(index, done, x, below, slot)

    def points(self, index: int, done: int, x: float, y: float, slot: float) -> None:
        """Write below the slots what so many are worth at the end."""
        row_ = self.position.game.actions[index]
        ours = bool(ring(row_, "points"))
        last = 0
        for place, value in enumerate(row_.points[1:], start=1):
            if value != last:
                kind = "bold" if place == done else "mute"
                self.canvas.add(
                    text(self.canvas.printed(str(value), ours), x + (place - 0.5) * slot, y, kind, "middle")
                )
            last = value
        if row_.points:
            self.canvas.add(marks.use("laurel", x + 3.5 * slot, y - 4, 0.5))

    def used(self, index: int, place: int, x: float, y: float, piece: str) -> None:
        """Draw what lies on a used slot; a wall shows its own points, a converted outsider what it counts."""
        self.canvas.add(marks.use(piece, x, y, 0.85))
        if index == FORTIFY:
            card = self.position.catalogue.walls[self.seat.walls[place]]
            if card.points:
                self.canvas.add(marks.use("crest", x, y, 0.55), text(str(card.points), x, y + 4, "bold", "middle"))

    def piles(self, x: float, y: float, w: float) -> None:
        """Draw how many outsiders of each kind were attacked."""
        rows = self.position.catalogue.outsiders
        step = w / 3
        for place, kind in enumerate(("saracen", "viking", "byzantine")):
            number = sum(rows[card].kind == kind for card in self.seat.attacked)
            left = x + place * step + 6
            self.canvas.add(marks.use(kind, left + 10, y + 33, 0.95))
            self.canvas.add(text(str(number), left + 26, y + 38, "num" if number else "mute"))

    def jars(self, x: float, y: float, w: float) -> float:
        """Draw the seven spaces for jars, and below them how the converted outsiders count; return the height taken."""
        rows = self.position.catalogue.jars
        self.canvas.block(x, y)
        self.canvas.print(marks.use("jar", 12, 17, 0.95))
        size = (w - 30) / len(rows) - 4
        for place, (jar, row_) in enumerate(rows.items()):
            left = x + 30 + place * (size + 4)
            taken = jar in self.seat.jars
            said = capital(jar_name(self.position, jar)) + ("; taken" if taken else "")
            self.canvas.place(f"jar:{jar}", (left, y + 2, size, 30), said, "own jars", (0, place), radius=4)
            ours = bool(ring(row_, "reward"))
            self.canvas.print(marks.rect(left - x, 2, size, 30, "slot", 4))
            self.canvas.print(centred(tokens(row_.reward), left - x + size / 2 - 3, 17, 0.8, size - 14))
            self.canvas.print(ringed(self.canvas, ours, left - x + size - 9, 13))
            if taken:
                self.canvas.add(marks.rect(left, y + 2, size, 30, "spent", 4))
                self.canvas.add(marks.use("jar", left + size / 2, y + 17, 1.1))
        return JARS + self.converted(x, y + JARS, w)

    def converted(self, x: float, y: float, w: float) -> float:
        """Draw how each converted outsider counts; return the height taken."""
        cards = self.seat.converted
        if not cards:
            return 0
        across = max(3, int(w // 104))
        size = w / across
        for place, card in enumerate(cards):
            line, column = divmod(place, across)
            row_ = self.position.catalogue.outsiders[card]
            left, top = x + column * size, y + line * 28
            label = f"converted: {outsider_name(self.position, card)}"
            self.canvas.place(f"converted:{card}", (left, top, size - 4, 26), label, "own converted", (line, column))
            self.canvas.add(scoring(self.canvas, row_.scoring, bool(ring(row_, "scoring")), left + 14, top + 13))
        return 28.0 * -(-len(cards) // across) + 2
