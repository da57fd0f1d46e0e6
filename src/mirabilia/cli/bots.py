"""`mirabilia bots`: all bots by name, what they are made of, and how strong they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from rich.console import Console
from rich.table import Table

from mirabilia.cli.language import figure, t
from mirabilia.game import GAMES


def run() -> None:
    """Prints the bots from weak to strong, with the networks that come with the package."""
    from mirabilia.bots.network import about_network
    from mirabilia.bots.registry import LEVELS, STYLES, bots_of

    console = Console(highlight=False)
    table = Table(t("bots.bot"))
    for game in GAMES:
        table.add_column(t(f"game.{game}"))
        table.add_column(t("bots.rating"))

    def add(bot: str, made: Sequence[str]) -> None:
        """A line of the table; `made` says for each game what the bot is there."""
        cells = ((said, bots_of(game).ratings.get(bot, "")) for game, said in zip(GAMES, made, strict=True))
        table.add_row(bot, *chain.from_iterable(cells))

    add("random", [t("bots.any")] * len(GAMES))
    for level in LEVELS:
        add(level, [_described(*bots_of(game).levels[level]) for game in GAMES])
    add("search", [t("bots.search_time", n=100)] * len(GAMES))
    add("network", [t("bots.judged", n=100)] * len(GAMES))
    add("greedy", [t("bots.greedy")] * len(GAMES))
    console.print(table)
    console.print(t("bots.styles", names=", ".join(STYLES), bot=f"hard-{STYLES[0]}"))
    for game in GAMES:
        card = about_network(bots_of(game).networks().FILE)[0]["card"]
        console.print(t("bots.network", n=card.get("generations"), game=t(f"game.{game}")))


def _described(kind: str, settings: Mapping[str, object]) -> str:
    if kind == "search":
        if "simulations" in settings:
            return t("bots.search_simulations", n=settings["simulations"])
        return t("bots.search_time", n=settings["milliseconds"])
    return t("bots.intuition", value=figure(float(str(settings["heat"])), 2))
