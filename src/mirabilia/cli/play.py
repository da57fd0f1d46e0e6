"""`mirabilia play`: sets up a game or takes up a saved one, and seats a person and bots at it.

The game itself runs in `table.py`.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
from pathlib import Path

from mirabilia.cli.files import data_folder, load_record
from mirabilia.cli.language import complain, t
from mirabilia.cli.look import make_console
from mirabilia.cli.opponents import USUAL_BOT, Opponent, make_opponent
from mirabilia.cli.table import Screen, TerminalTable
from mirabilia.game import Game

LONGEST_NAME = 16  # letters of a person's name; the table has no room for more


def play_duel(
    *,
    seed: int | None,
    first_game: bool,
    bidding: bool,
    seat: int,
    bot: str | None,
    record: Path | None,
    resume: Path | None,
    name: str | None = None,
) -> None:
    """A game of Duel against a bot."""
    _say_loading()
    import mirabilia
    from mirabilia.games.duel.terminal.screen import SCREEN

    saved, tags = _resumed(resume, "duel")
    seed, bot = _seed_and_bot(seed, bot, tags, seat)
    opponent = make_opponent(bot, seed)
    game = saved or mirabilia.new_game("duel", seed=seed, first_game_wonders=first_game, bidding=bidding)
    _sit_down(game, SCREEN, seat, {1 - seat: opponent}, bot, record or resume, seed, tags, name)


def play_wonders(
    *,
    players: int | None,
    seed: int | None,
    boards: str | None,
    edition: int | None,
    seat: int,
    bot: str | None,
    record: Path | None,
    resume: Path | None,
    name: str | None = None,
) -> None:
    """A game of 7 Wonders against bots."""
    _say_loading()
    import mirabilia
    from mirabilia.cli.new_deal import parse_boards
    from mirabilia.games.wonders.terminal.screen import SCREEN

    saved, tags = _resumed(resume, "wonders")
    seed, bot = _seed_and_bot(seed, bot, tags, seat)
    game = saved or mirabilia.new_game(
        "wonders", players=players, seed=seed, boards=parse_boards(boards), edition=edition
    )
    if seat not in game.seats:
        raise complain("files.no_seat", "no_such_seat", n=seat, all=len(game.seats))
    others = {other: make_opponent(bot, seed + other) for other in game.seats if other != seat}
    _sit_down(game, SCREEN, seat, others, bot, record or resume, seed, tags, name)


def _say_loading() -> None:
    """The first start compiles the rules, which takes a while; nobody should look at an empty screen."""
    if sys.stdout.isatty():
        print(t("terminal.loading"), flush=True)


def _seed_and_bot(seed: int | None, bot: str | None, tags: dict[str, str], seat: int) -> tuple[int, str]:
    """What was asked for, else what the saved game was played with, else a new seed and the usual bot."""
    if seed is None:
        noted = tags.get("seed", "")
        seed = int(noted) if noted.removeprefix("-").isdecimal() else random.randrange(1_000_000)
    if bot is None:
        others = (value for tag, value in tags.items() if tag.startswith("seat") and tag != f"seat{seat}")
        bot = next((value.removeprefix("bot ") for value in others if value.startswith("bot ")), USUAL_BOT)
    return seed, bot


def _resumed(file: Path | None, name: str) -> tuple[Game | None, dict[str, str]]:
    """The saved game and the tags of its record; nothing for a new game."""
    if file is None:
        return None, {}
    record = load_record(file)
    if record.game != name:
        raise complain("files.other_game", "other_game", file=file, game=t(f"game.{record.game}"))
    game = record.replay()
    if game.over:
        raise complain("files.game_over", "game_over", file=file, command=f"mirabilia replay {file}")
    return game, dict(record.tags)


def _sit_down(
    game: Game,
    screen: Screen,
    seat: int,
    opponents: dict[int, Opponent],
    bot: str,
    file: Path | None,
    seed: int,
    saved_tags: dict[str, str],
    name: str | None,
) -> None:
    if file is None:
        data_folder()  # where the game will be kept must be known before its first move, not after its last
    me = name or os.environ.get("MIRABILIA_NAME") or t("home.guest")
    names = [me[:LONGEST_NAME] if other == seat else t(f"bot.{other}") for other in game.seats]
    tags = {f"seat{other}": "person" if other == seat else f"bot {bot}" for other in game.seats}
    if not saved_tags:
        tags["seed"] = str(seed)
    tags = {**saved_tags, **tags}
    console = make_console(screen.columns)
    if console.is_terminal:
        _warn_if_narrow(screen.columns)
    TerminalTable(game, seat, opponents, names, screen, console, bot, file, tags).run()


def _warn_if_narrow(columns: int) -> None:
    here = shutil.get_terminal_size().columns
    if here < columns:
        print(t("terminal.narrow", n=columns, here=here), end=" ", flush=True)
        sys.stdin.readline()
