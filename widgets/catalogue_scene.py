"""What the panel for an owner's cards shows: the card, its fields, what is left, the list of all cards, the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.cards import Card, house_of, listings, value_at
from rules.saving import free_name
from widgets import catalogue_file as file
from widgets.catalogue_box import Box, Field
from widgets.catalogue_fields import control, hint, inside, told
from widgets.catalogue_file import NOTHING
from widgets.catalogue_picture import draw, stamp
from widgets.findings import finding_words
from widgets.language import NAMES
from widgets.marks import HOUSE
from widgets.scene import Control, Item, Option, Scene, Section

if TYPE_CHECKING:
    from widgets.catalogue_panel import Catalogue

FOUND: Final = 12
"""How many cards a search shows at once."""

LISTED: Final = 12
"""How many defects of a file are shown at once."""


def scene(panel: Catalogue) -> Scene:
    """Return the panel as it is now."""
    box, card = panel.box, panel.card
    fields, rest = box.fields(card)
    shown = panel.shown
    picture = draw(box, card, fields, shown, panel.width)
    return Scene(
        picture,
        (*_top(panel, len(shown) < 2), *_fields(panel, fields), *_saving(panel), *_bottom(panel)),
        (*_head(box), *_file(panel), *_card(panel, fields, rest), *_lists(panel, shown), *_use(panel)),
        status(panel, fields, rest),
    )


def status(panel: Catalogue, fields: Sequence[Field], rest: Sequence[str]) -> str:
    """Say in one line what is asked now."""
    box, card, say = panel.box, panel.card, panel.box.words.say
    name = box.words.both(box.row(card), card)
    if wrong := sum(bool(field.problem) for field in fields) + len(rest):
        said = box.words.count(wrong, "{number} thing cannot be", "{number} things cannot be")
        return f"{name}: {said}."
    left = len(box.left(card))
    if left:
        ours = box.words.count(left, "{number} value is ours", "{number} values are ours")
        return say("{card}: {ours} ({mark}). Enter what your card says.", card=name, ours=ours, mark=HOUSE)
    if box.draft(card) != NOTHING:
        return say("{card}: save what you have entered.", card=name)
    if box.done() == len(box.asked) and box.asked:
        return say("{card}. All cards are entered: this is your box now.", card=name)
    return f"{name}: {stamp(box, card)}."


def _top(panel: Catalogue, alone: bool) -> list[Control]:
    say, box = panel.box.words.say, panel.box
    why = say("There is no other card.") if alone else ""
    ours = panel.next_ours()
    none = say("No other card has a value of ours.")
    return [
        Control("previous", "button", say("Previous"), shortcut="p", enabled=not alone, reason=why),
        Control("next", "button", say("Next"), shortcut="n", enabled=not alone, reason=why),
        Control(
            "ours",
            "button",
            say("Next card with a value of ours {mark}", mark=HOUSE),
            shortcut="o",
            enabled=ours is not None,
            reason="" if ours is not None else none,
        ),
        Control(
            "search", "text", say("Search"), "top", placeholder=say("a name, or a part of it"), value=panel.searched
        ),
        Control(
            "undo",
            "button",
            say("Undo"),
            shortcut="u",
            enabled=bool(box.before),
            reason="" if box.before else say("There is nothing to take back."),
        ),
    ]


def _asked(panel: Catalogue) -> tuple[str, ...]:
    """List the values of the card in hand that are or were ours."""
    return (*house_of(panel.box.base, panel.card), *house_of(panel.box.edition, panel.card))


def _shown(panel: Catalogue, fields: Sequence[Field]) -> list[Field]:
    """Return the fields that are shown: those of ours and those in hand, or all."""
    asked, entries = _asked(panel), panel.box.draft(panel.card).entries
    return [
        field
        for field in fields
        if panel.everything
        or field.problem
        or field.leaf.name in entries
        or any(inside(unit, field.leaf.path) for unit in asked)
    ]


def _fields(panel: Catalogue, fields: Sequence[Field]) -> list[Control]:
    """Return the fields to fill in: those of ours, with the toggle all others, and what lists can grow by."""
    box, card, words = panel.box, panel.card, panel.box.words
    asked = _asked(panel)
    made: list[Control] = []
    for field in _shown(panel, fields):
        leaf = field.leaf
        help_ = ". ".join(part for part in (words.help(card, leaf.path), hint(leaf, words)) if part)
        if field.ours:
            help_ = ". ".join([words.say("This value is ours: no source states it"), *([help_] if help_ else [])])
        made.append(control(card, leaf, field.text, field.ours, field.problem, words, HOUSE, help_))
    row = box.row(card)
    for listing in listings(box.base, card, row):
        name = ".".join(str(step) for step in listing.path)
        if panel.everything or any(inside(unit, listing.path) for unit in asked):
            label = words.field(card, listing.path)
            more, less = listing.size < listing.most, listing.size > listing.least
            full = words.say("This list has {least} to {most} entries.", least=listing.least, most=listing.most)
            add, away = words.say("{list}: one more", list=label), words.say("{list}: take the last away", list=label)
            made.append(Control(f"more:{name}", "button", add, "side", enabled=more, reason="" if more else full))
            made.append(Control(f"less:{name}", "button", away, "side", enabled=less, reason="" if less else full))
    return made


def _saving(panel: Catalogue) -> list[Control]:
    """Return what saves a card: with all that it shows, or only with what has been entered."""
    box, card, say = panel.box, panel.card, panel.box.words.say
    left, draft = len(box.left(card)), box.draft(card)
    made = []
    if left and draft == NOTHING:
        label = say("My card says the same: save")
        made.append(Control("all", "button", label, "side", primary=True, shortcut="s"))
    elif left:
        label = say("The rest is as shown: save the card")
        made.append(Control("all", "button", label, "side", primary=True, shortcut="s"))
        label = say("Save only what I entered")
        made.append(Control("save", "button", label, "side", help=say("The other values stay ours.")))
    else:
        why = "" if draft != NOTHING else say("Nothing has been entered.")
        label = say("Save the card")
        made.append(
            Control("save", "button", label, "side", primary=not why, enabled=not why, reason=why, shortcut="s")
        )
    if draft != NOTHING:
        made.append(Control("reset", "button", say("Begin this card anew"), "side"))
    on = "on" if panel.everything else ""
    help_ = say("For what a source states and your box says otherwise.")
    made.append(Control("everything", "toggle", say("Correct other values too"), "side", on, help=help_))
    return made


def _bottom(panel: Catalogue) -> list[Control]:
    words = panel.box.words
    options = tuple(Option(code, name) for code, name in NAMES.items())
    made = [
        Control("language", "select", words.say("Language"), "bottom", words.code, options, always=True),
        Control("copy", "link", words.say("Copy the file's text"), "bottom", panel.text),
    ]
    if panel.box.unsaved:
        made.insert(0, Control("again", "button", words.say("Try to save again"), "bottom"))
    return made


# --- what is said ---------------------------------------------------------------------------------------------------


def _head(box: Box) -> list[Section]:
    say, done, total = box.words.say, box.done(), len(box.asked)
    left = box.words.count(box.values_left(), "{number} value of ours is left", "{number} values of ours are left")
    text = f"{say('{done} of {total} cards entered', done=done, total=total)} · {left}"
    if not total:
        text = say("No value of this game is ours: a source states them all.")
    title = say("Your box of {game}", game=box.words.title(box.base.title))
    return [Section("way", "progress", title, "head", text=text, value=done, maximum=max(total, 1))]


def _file(panel: Catalogue) -> list[Section]:
    """Say what is wrong with the file, and what will be done about it."""
    box, say = panel.box, panel.box.words.say
    made = []
    if box.defects:
        if box.damaged:
            text = say(
                "The file {path} holds what cannot be used. What could be read of it is here. It is left as it is "
                "until the next card is saved; then it is kept as {aside}.",
                path=box.path,
                aside=free_name(box.path, "damaged").name,
            )
        else:
            text = say("The file {path} cannot be read.", path=box.path)
        items = tuple(Item(str(box.words.told(problem))) for problem in box.defects[:LISTED])
        if more := len(box.defects) - len(items):
            items = (*items, Item(say("and {number} more", number=more)))
        made.append(Section("damaged", "list", say("The file"), "top", text=text, items=items, tone="bad"))
    if box.failed:
        text = say(
            "Not saved: {problem} Your cards are kept here; below is their text, to be copied.", problem=box.failed
        )
        made.append(Section("failed", "text", "", "top", text=text, tone="bad"))
    if box.drafts_wrong and not box.defects:
        text = say(
            "Half-entered cards of an earlier time cannot be read: {reason}.",
            reason=finding_words(box.game, box.drafts_wrong, box.words.code),
        )
        made.append(Section("unfinished", "text", "", "top", text=text, tone="quiet"))
    if box.comments and not box.defects:
        text = say(
            "The file holds comments of yours. The form does not write them again; they are kept in {name}.",
            name=f"{box.path.name}.bak",
        )
        made.append(Section("comments", "text", "", "top", text=text, tone="quiet"))
    return made


def _card(panel: Catalogue, fields: Sequence[Field], rest: Sequence[str]) -> list[Section]:
    """Say what is wrong with the card as a whole, and which of its values are still ours."""
    box, card, words = panel.box, panel.card, panel.box.words
    made = []
    if rest:
        text = words.say("If another card differs too, enter that one; then both are saved together.")
        items = tuple(Item(each) for each in rest)
        made.append(Section("misfit", "list", words.say("It does not fit"), "side", text=text, items=items, tone="bad"))
    made += _writing(panel, fields)
    left = box.left(card)
    if left:
        row = box.row(card)
        items_ = []
        for unit in left:
            mine = [field.leaf for field in fields if inside(unit, field.leaf.path)]
            said = ", ".join(
                told(leaf, value_at(row, leaf.path), words)
                if len(mine) == 1
                else f"{words.step(leaf.path[-1])} {told(leaf, value_at(row, leaf.path), words)}"
                for leaf in mine
                if len(mine) == 1 or value_at(row, leaf.path) not in (None, "", 0, False, [])
            )
            name = words.field(card, tuple(unit.split(".")))
            items_.append(Item(f"{name}: {said or '–'} {HOUSE}", control="same", value=unit))
        title = words.say("Ours {mark}: press what your card says too", mark=HOUSE)
        made.append(Section("left", "list", title, "side", items=tuple(items_)))
    return made


def _writing(panel: Catalogue, fields: Sequence[Field]) -> list[Section]:
    """Say what is written into fields that take words, for all to read: a field is too narrow to say it itself."""
    words = panel.box.words
    names: dict[str, list[str]] = {}
    for field in _shown(panel, fields):
        if field.leaf.kind == "texts":
            names.setdefault(hint(field.leaf, words), []).append(words.field(panel.card, field.leaf.path))
    items = tuple(Item(f"{', '.join(mine)}: {said}") for said, mine in names.items())
    title = words.say("What is written in words")
    return [Section("writing", "list", title, "side", items=items, tone="quiet")] if items else []


def _lists(panel: Catalogue, shown: Sequence[Card]) -> list[Section]:
    """Return what a search found, and every table with its cards."""
    box, words, made = panel.box, panel.box.words, []
    if panel.searched:
        found = panel.found()
        title = words.count(len(found), "{number} card found", "{number} cards found")
        if len(found) > FOUND:
            title = words.say("{number} cards found; these are the first {shown}", number=len(found), shown=FOUND)
        items = tuple(_item(panel, card, True) for card in found[:FOUND])
        made.append(Section("found", "list", title, "top", items=items))
    by_table: dict[str, list[Card]] = {}
    for card in shown:
        by_table.setdefault(card.table, []).append(card)
    here = panel.card.table
    tables = tuple(
        Item(words.table(name), control="table", value=name, detail=_entered(box, cards), current=name == here)
        for name, cards in by_table.items()
    )
    mine = tuple(_item(panel, card) for card in by_table[here])
    title = words.say("All cards of this kind: {table}", table=words.table(here))
    made.append(Section("cards", "list", title, "bottom", items=mine, folded=True))
    if len(tables) > 1:
        title = words.say("All kinds of cards: {number}", number=len(tables))
        made.append(Section("tables", "list", title, "bottom", items=tables, folded=True))
    return made


def _entered(box: Box, mine: Sequence[Card]) -> str:
    """Say how many of these cards are entered."""
    done, asked = box.done_of(mine)
    if not asked:
        return box.words.count(len(mine), "{number} card, none of them ours", "{number} cards, none of them ours")
    return box.words.say("{done} of {total} entered", done=done, total=asked)


def _item(panel: Catalogue, card: Card, with_table: bool = False) -> Item:
    box = panel.box
    done = "✓ " if box.state(card) in ("entered", "own") else ""
    detail = stamp(box, card)
    if with_table:
        detail = f"{box.words.table(card.table)} · {detail}"
    return Item(f"{done}{box.label(card)}", control="open", value=card.id, detail=detail, current=card == panel.card)


def _use(panel: Catalogue) -> list[Section]:
    """Say how the cards are used, and show the file."""
    box, say = panel.box, panel.box.words.say
    usual = file.is_usual(box.game, box.path)
    where = f'widgets.catalogue_path("{box.game}")' if usual else repr(str(box.path))
    lines = [f'game = rules.load("{box.game}", catalogue={where})']
    text = say(
        "Your cards are kept in {path}. Games begin with them by this line, and boards and plans mark them no more:",
        path=box.path,
    )
    if box.kept:
        text += "\n\n" + say("What stood in the file before is kept as {name}.", name=box.kept)
    made = [
        Section("where", "text", say("Play with your cards"), "bottom", text=text),
        Section("use", "code", "", "bottom", text="\n".join(lines)),
        Section("file", "code", say("The file's text"), "bottom", text=panel.text, folded=not box.unsaved),
    ]
    return made
