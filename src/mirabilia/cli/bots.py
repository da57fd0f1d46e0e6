"""`mirabilia bots`: all bots by name, what they are made of, and how strong they are."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table


def run() -> None:
    """Prints the bots from weak to strong, with the networks that come with the package."""
    from mirabilia.bots.network import about_network
    from mirabilia.bots.ratings import RATINGS
    from mirabilia.bots.registry import LADDER, LEVELS, STYLES

    console = Console(highlight=False)
    table = Table("bot", "Duel", "7 Wonders", "rating (Duel)")
    table.add_row("random", "any option", "any option", RATINGS.get("random", ""))
    for level in LEVELS:
        made = [_described(*LADDER[level][game]) for game in ("duel", "wonders")]
        table.add_row(level, *made, RATINGS.get(level, ""))
    table.add_row("search", "search, 0.1 s", "search, 0.1 s", "")
    table.add_row("greedy", "one decision ahead, weights set by hand", "one decision ahead, weights set by hand", "")
    console.print(table)
    console.print(f"Styles: {', '.join(STYLES)}; any level can have one, such as hard-{STYLES[0]}.")
    from mirabilia.bots.duel.judgement import FILE

    card = about_network(FILE)[0]["card"]
    console.print(f"Network of Duel: {card.get('generations')} generations; its card is in docs/bots.md.")


def _described(kind: str, settings: dict[str, object]) -> str:
    if kind == "search":
        thinks = settings.get("simulations")
        return f"search, {thinks} simulations" if thinks else f"search, {settings['milliseconds']} ms"
    return f"intuition, heat {settings['heat']}"
