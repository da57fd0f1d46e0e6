"""`mirabilia bots`: all bots by name, what they are made of, and how strong they are."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import chain

from rich.console import Console
from rich.table import Table

from mirabilia.cli.language import figure, t
from mirabilia.game import GAMES


def run() -> None:
    """Prints the bots from weak to strong, with the networks that come with the package."""
    from mirabilia.bots.network import about_network
    from mirabilia.bots.ratings import RATINGS
    from mirabilia.bots.registry import LADDER, LEVELS, STYLES

    console = Console(highlight=False)
    table = Table(t("bots.bot"))
    for game in GAMES:
        table.add_column(t(f"game.{game}"))
        table.add_column(t("bots.rating"))

    def add(bot: str, made: Sequence[str]) -> None:
        """A line of the table; `made` says for each game what the bot is there."""
        cells = ((said, RATINGS[game].get(bot, "")) for game, said in zip(GAMES, made, strict=True))
        table.add_row(bot, *chain.from_iterable(cells))

    add("random", [t("bots.any")] * len(GAMES))
    for level in LEVELS:
        add(level, [_described(*LADDER[level][game]) for game in GAMES])
    add("search", [t("bots.search_time", n=100)] * len(GAMES))
    add("network", [t("bots.judged", n=100)] * len(GAMES))
    add("greedy", [t("bots.greedy")] * len(GAMES))
    console.print(table)
    console.print(t("bots.styles", names=", ".join(STYLES), bot=f"hard-{STYLES[0]}"))
    for game in GAMES:
        judgement = import_module(f"mirabilia.bots.{game}.judgement")
        card = about_network(judgement.FILE)[0]["card"]
        console.print(t("bots.network", n=card.get("generations"), game=t(f"game.{game}")))


def _described(kind: str, settings: dict[str, object]) -> str:
    if kind == "search":
        if "simulations" in settings:
            return t("bots.search_simulations", n=settings["simulations"])
        return t("bots.search_time", n=settings["milliseconds"])
    return t("bots.intuition", value=figure(float(str(settings["heat"])), 2))
