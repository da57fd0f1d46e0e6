"""`mirabilia bots`: all bots by name, what they are made of, and how strong they are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import typer
from rich.console import Console
from rich.table import Table

from mirabilia.cli.language import figure, t
from mirabilia.game import GAMES


def run(as_json: bool = False) -> None:
    """Prints the bots from weak to strong, with the networks that come with the package."""
    if as_json:
        typer.echo(json.dumps(described(), indent=2))
        return
    from mirabilia.bots.network import about_network
    from mirabilia.bots.registry import LEVELS, STYLES, bots_of

    console = Console(highlight=False)
    table = Table(t("bots.bot"))
    for game in GAMES:
        table.add_column(t(f"game.{game}"))
        table.add_column(t("bots.rating"))
        for edition in bots_of(game).edition_ratings:
            table.add_column(t("bots.rating_edition", n=edition))

    def add(bot: str, made: Sequence[str]) -> None:
        """A line of the table; `made` says for each game what the bot is there."""
        cells: list[str] = []
        for game, said in zip(GAMES, made, strict=True):
            rated = (bots_of(game).ratings, *bots_of(game).edition_ratings.values())
            cells += [said, *(ratings.get(bot, "") for ratings in rated)]
        table.add_row(bot, *cells)

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


def described() -> dict[str, object]:
    """The bots and what each is in every game, as JSON-ready data."""
    from mirabilia.bots.network import about_network
    from mirabilia.bots.registry import BOT_NAMES, LEVELS, STYLES, bots_of

    listed: list[dict[str, object]] = []
    for bot in BOT_NAMES:
        games: dict[str, object] = {}
        for game in GAMES:
            known = bots_of(game)
            kind, settings = known.levels.get(bot, (bot, {}))
            rating = known.ratings.get(bot)
            later = {str(number): _numbers(of[bot]) for number, of in known.edition_ratings.items() if bot in of}
            shown = {"rating": rating and _numbers(rating), **({"edition_ratings": later} if later else {})}
            games[game] = {"kind": kind, "settings": dict(settings), **shown}
        listed.append({"name": bot, "level": bot in LEVELS, "style": bot in STYLES, "games": games})
    networks = {game: about_network(bots_of(game).networks().FILE)[0]["card"] for game in GAMES}
    return {"bots": listed, "styles": list(STYLES), "networks": networks}


def _numbers(rating: str) -> dict[str, object]:
    """A rating such as "1196 ± 24" as numbers; "< −100" is a bound."""
    elo, _, interval = rating.replace("−", "-").partition(" ± ")
    return {"elo": int(elo.lstrip("< ")), "interval": int(interval or 0), "or_less": elo.startswith("<")}


def _described(kind: str, settings: Mapping[str, object]) -> str:
    if kind == "search":
        if "simulations" in settings:
            return t("bots.search_simulations", n=settings["simulations"])
        return t("bots.search_time", n=settings["milliseconds"])
    return t("bots.intuition", value=figure(float(str(settings["heat"])), 2))
