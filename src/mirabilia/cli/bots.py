"""`mirabilia bots`: all bots by name, what they are made of, and how strong they are."""

from __future__ import annotations

from importlib import import_module

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
    table = Table(t("bots.bot"), t("game.duel"), t("game.wonders"), t("bots.rating"))
    table.add_row("random", t("bots.any"), t("bots.any"), RATINGS.get("random", ""))
    for level in LEVELS:
        made = [_described(*LADDER[level][game]) for game in ("duel", "wonders")]
        table.add_row(level, *made, RATINGS.get(level, ""))
    table.add_row("search", t("bots.search_time", n=100), t("bots.search_time", n=100), "")
    table.add_row("network", t("bots.judged", n=100), t("bots.judged", n=100), "")
    table.add_row("greedy", t("bots.greedy"), t("bots.greedy"), "")
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
