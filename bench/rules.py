"""Measure the rules core: random playouts beside other engines, and what loading, copying and replaying cost.

    python -P bench/rules.py [--seconds 1] [--windows 5]

Every engine plays random games in one thread, legal moves listed and one played at each decision, chance drawn at
each chance node. A step is a decision or an answer of chance. Windows are taken in turn, so that all engines share
the noise of the machine; the table gives medians. Engines that are not installed are left out and named.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from _measure import Rate, fresh, machine, microseconds, rates, say, table, verdict

import rules
from rules.playouts import draw

AIMS = {"Kingsburg": 60_000, "Paladins": 40_000}
IMPORT_MS, IMPORT_MIB = 60, 25
MODULES = ("buildings", "governors", "army")
SPIEL = (
    "python_tic_tac_toe",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_kuhn_poker",
    "python_liars_poker",
)

Play = Callable[[], tuple[int, ...]]


def ours(name: str, players: int, modules: tuple[str, ...] = (), policy: str = "random") -> Play:
    """Return a function that plays one of our games to its end and counts decisions and steps."""
    game = rules.load(name)
    generator = random.Random(1)
    choose = rules.playouts.POLICIES[policy]  # type: ignore[attr-defined]
    seeds = iter(range(1_000_000_000))

    def play() -> tuple[int, int]:
        position = game.setup(players, next(seeds), modules)
        decisions = steps = 0
        while not position.over:
            outcomes = position.chance()
            if outcomes:
                position = position.play(draw(outcomes, generator))
            else:
                position = position.play(choose(position, generator))
                decisions += 1
            steps += 1
        return decisions, steps

    return play


def chess_games() -> dict[str, Play]:
    """Return random chess, each game cut off after 200 moves."""
    import chess

    generator = random.Random(1)

    def play() -> tuple[int, int]:
        board = chess.Board()
        moves = 0
        while moves < 200 and not board.is_game_over():
            board.push(generator.choice(list(board.legal_moves)))
            moves += 1
        return moves, moves

    return {"chess": play}


def catan_games() -> dict[str, Play]:
    """Return Catan by catanatron's random players."""
    from catanatron import Color, Game, RandomPlayer

    def player_count(colors: tuple[Color, ...]) -> Play:
        seeds = iter(range(1_000_000_000))

        def play() -> tuple[int, int]:
            game = Game([RandomPlayer(color) for color in colors], seed=next(seeds))
            moves = 0
            while game.winning_color() is None and game.state.num_turns < 1000:
                game.play_tick()
                moves += 1
            return moves, moves

        return play

    return {
        "catanatron, 2 players": player_count((Color.RED, Color.BLUE)),
        "catanatron, 4 players": player_count((Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)),
    }


def spiel_games() -> dict[str, Play]:
    """Return OpenSpiel's games that are written in Python."""
    import open_spiel.python.games
    import pyspiel

    generator = random.Random(1)

    def play_of(name: str) -> Play:
        game = pyspiel.load_game(name)

        def play() -> tuple[int, int]:
            state = game.new_initial_state()
            decisions = steps = 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    action = generator.choices(actions, weights)[0]
                else:
                    action = generator.choice(state.legal_actions())
                    decisions += 1
                state.apply_action(action)
                steps += 1
            return decisions, steps

        return play

    assert open_spiel.python.games is not None
    return {f"OpenSpiel, {name}": play_of(name) for name in SPIEL}


def playouts(seconds: float, windows: int) -> None:
    """Play ours and the others in the same windows and print the table."""
    plays: dict[str, Play] = {}
    for modules in ((), MODULES):
        for players in (2, 3, 4, 5):
            name = f"Kingsburg, {players} players" + (", all modules" if modules else "")
            plays[name] = ours("kingsburg", players, modules)
    for players in (1, 2, 3, 4):
        plays[f"Paladins, {players} player{'s' * (players > 1)}"] = ours("paladins", players)
    plays |= {f"My Village, {players} players": ours("my_village", players) for players in (2, 3, 4)}
    for source, make in (("chess", chess_games), ("catanatron", catan_games), ("OpenSpiel", spiel_games)):
        try:
            plays |= make()
        except ImportError:
            say(f"{source} is not installed: `make bench` installs it; it is left out here.")
    found = rates(plays, seconds, windows)
    measures = [found["Kingsburg, 4 players"][2], found["Paladins, 4 players"][2]]
    rows: list[list[object]] = []
    for name, (games, decisions, steps) in found.items():
        ratios = [ratio(measure, steps, name) for measure in measures]
        rows.append([name, decisions.median, steps.median, steps.spread, games.median, *ratios])
    say(f"Random playouts, one thread, median of {windows} windows of {seconds:g} s taken in turn.")
    say()
    header = [
        "game",
        "decisions/s",
        "steps/s",
        "least-most",
        "games/s",
        "Kingsburg (4) to this",
        "Paladins (4) to this",
    ]
    table(header, rows)
    for ours_, aim in AIMS.items():
        lines = [rate[2].median for name, rate in found.items() if name.startswith(ours_)]
        say(
            f"Aim: {aim:,} steps/s and more for {ours_}. Slowest of its {len(lines)} lines: {min(lines):,.0f}; "
            f"{verdict(min(lines), aim, True)}."
        )
    say()


def ratio(measure: Rate, theirs: Rate, name: str) -> str:
    """Return how many times as many steps per second one of our games makes; nothing beside another of ours."""
    return "" if name.startswith(tuple(AIMS)) else f"{measure.median / theirs.median:.1f} x"


def greedy(seconds: float, windows: int) -> None:
    """Measure the greedy policy."""
    plays = {
        f"Kingsburg, {players} players{', all modules' if modules else ''}": ours(
            "kingsburg", players, modules, "greedy"
        )
        for modules in ((), MODULES)
        for players in (2, 4)
    }
    plays |= {f"Paladins, {players} players": ours("paladins", players, policy="greedy") for players in (2, 4)}
    plays |= {f"My Village, {players} players": ours("my_village", players, policy="greedy") for players in (2, 4)}
    found = rates(plays, seconds, windows)
    say("The greedy policy.")
    say()
    rows = [[name, rate[1].median, rate[2].median, rate[0].median] for name, rate in found.items()]
    table(["game", "decisions/s", "steps/s", "games/s"], rows)


def values() -> None:
    """Measure copying, listing, playing, text and replay at a decision of the second year."""
    game = rules.load("kingsburg")
    record = rules.playout(game.setup(4, seed=7), "greedy", seed=7)
    positions = list(record.positions())
    start = next(
        index
        for index, position in enumerate(positions)
        if position.year == 2 and position.step == "influence" and len(position.placements) == 0  # type: ignore[attr-defined]
    )
    position, steps = positions[start], record.steps[start : start + 12]
    move = position.legal_moves()[0]
    import msgspec

    def replay() -> None:
        current = position
        for step in steps:
            current = current.play(step)

    rows = [
        [
            "copy of a position (msgspec.structs.replace)",
            microseconds(lambda: msgspec.structs.replace(position, year=2)),
        ],
        ["legal moves", microseconds(position.legal_moves)],
        ["play a move", microseconds(lambda: position.play(move))],
        ["why_not of a legal move", microseconds(lambda: position.why_not(move))],
        ["replay of 12 steps", microseconds(replay, 500)],
        ["to text (TOML)", microseconds(position.to_text, 100)],
        ["from text", microseconds(lambda: rules.parse(position.to_text()), 50)],
        ["view of a seat", microseconds(lambda: position.view(0))],
    ]
    say(f"One position (year 2, {len(position.legal_moves())} legal moves).")
    say()
    table(["what", "microseconds"], rows)
    say(f"Limit for the replay of a plan: 1,000 microseconds; {verdict(float(str(rows[4][1])), 1000)}.")
    say()


def loading() -> None:
    """Measure `import rules` and its parts in fresh processes."""
    cases = {
        "import typing, fractions, datetime (standard library alone)": "import typing, fractions, datetime, pathlib",
        "import msgspec": "import msgspec",
        "import rules": "import rules",
        "import rules, load Kingsburg, set up": "import rules; rules.load('kingsburg').setup(4, 1)",
        "import rules, load Paladins, set up": "import rules; rules.load('paladins').setup(4, 1)",
        "import rules, load My Village, set up": "import rules; rules.load('my_village').setup(4, 1)",
    }
    rows = [[name, *fresh(code)] for name, code in cases.items()]
    say("In a fresh process, over bare Python: processor time, and memory held.")
    say()
    table(["what", "ms (least of 7)", "ms (median)", "MiB"], rows)
    _, least, _, memory = rows[2]
    say(
        f"Limits for `import rules`: {IMPORT_MS} ms {verdict(float(str(least)), IMPORT_MS)}, "
        f"{IMPORT_MIB} MiB {verdict(float(str(memory)), IMPORT_MIB)}."
    )


def main() -> None:
    """Run all parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a window")
    parser.add_argument("--windows", type=int, default=5, help="number of windows; the median is reported")
    given = parser.parse_args()
    machine("msgspec", "chess", "catanatron", "open_spiel")
    playouts(given.seconds, given.windows)
    greedy(given.seconds, min(3, given.windows))
    values()
    loading()


if __name__ == "__main__":
    main()
