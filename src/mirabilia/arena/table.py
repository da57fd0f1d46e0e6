"""The report as tables for the terminal, in the reader's language."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from mirabilia.json_types import JsonObject
from mirabilia.locales import all_of, number, percent, rating, text

SHOWN_FORFEITS = 5


def show(report: JsonObject, console: Console, lang: str = "en") -> None:
    """Prints a report."""
    console.print(f"{heading(report, lang)}. {lead(report, lang)}")
    console.print(_bots(report, lang))
    console.print(_manners(report, lang))
    if len(report["pairings"]) > 1:
        console.print(_pairings(report, lang))
    if report["kinds"]:
        shares = [
            text(lang, "arena.kind_count", kind=kind_name(kind, lang), n=n, share=percent(lang, n / report["games"]))
            for kind, n in report["kinds"].items()
        ]
        console.print(text(lang, "arena.victories", kinds=all_of(lang, shares)))
    for forfeit in report["forfeits"][:SHOWN_FORFEITS]:
        sentence = text(lang, "arena.forfeit_line", **{key: str(value) for key, value in forfeit.items()})
        console.print(sentence[:400], markup=False)
    if report["forfeits_in_all"] > SHOWN_FORFEITS:
        console.print(text(lang, "arena.more_forfeits", n=report["forfeits_in_all"] - SHOWN_FORFEITS))
    if report["sprt"]:
        console.print(sprt_line(report["sprt"], lang))


def heading(report: JsonObject, lang: str) -> str:
    """The game of a match, with the number of players."""
    settings = report["settings"]
    players = text(lang, "count.players", n=settings["players"])
    return text(lang, "arena.heading", game=text(lang, f"game.{settings['game']}"), players=players)


def lead(report: JsonObject, lang: str) -> str:
    """How much was played and how."""
    settings = report["settings"]
    played = {"n": report["games"], "planned": report["planned"], "deals": report["deals"]}
    mode = text(lang, f"arena.mode.{settings['mode'].replace('-', '_')}")
    key = "arena.lead" if report["finished"] else "arena.lead_unfinished"
    return text(lang, key, mode=mode, seed=str(settings["seed"]), **played)


def kind_name(kind: str, lang: str) -> str:
    """How a game was won."""
    return text(lang, "arena.forfeit" if kind == "forfeit" else f"result.kind.{kind}")


def sprt_line(sprt: JsonObject, lang: str = "en") -> str:
    """The test in one sentence."""
    low, high = sprt["bounds"]
    numbers = {name: number(lang, sprt[name]) for name in ("elo0", "elo1")}
    llr = "–" if sprt["llr"] is None else number(lang, round(sprt["llr"], 2))
    verdict = text(lang, f"arena.sprt.{sprt['verdict'] or 'open'}", bot=sprt["bot"], **numbers)
    bounds = {"low": number(lang, round(low, 2)), "high": number(lang, round(high, 2))}
    return text(lang, "arena.sprt", llr=llr, n=sprt["groups"], verdict=verdict, **numbers, **bounds)


def share_text(share: JsonObject, lang: str = "en") -> str:
    """A share with its interval."""
    low, high = (number(lang, round(100 * share[end], 1)) for end in ("low", "high"))
    return text(lang, "arena.interval", value=percent(lang, share["share"], 1), low=low, high=high)


def elo_text(elo: JsonObject, lang: str = "en") -> str:
    """A rating with its interval; > and < mark a bot that won or lost everything."""
    mark = (
        ">"
        if elo["open_above"] and not elo["open_below"]
        else "<"
        if elo["open_below"] and not elo["open_above"]
        else ""
    )
    if elo["low"] is None:
        return "–"
    value, low, high = (rating(elo[end]) for end in ("elo", "low", "high"))
    return text(lang, "arena.interval", value=mark + value, low=low, high=high)


def _bots(report: JsonObject, lang: str) -> Table:
    """The bots by strength."""
    table = _empty(lang, "bot", "seats", "wins", "share", "elo", "openskill")
    for bot in sorted(report["bots"], key=lambda bot: -bot["elo"]["elo"]):
        table.add_row(
            bot["name"],
            str(bot["seats"]),
            number(lang, round(bot["wins"], 1)),
            share_text(bot["win_share"], lang),
            elo_text(bot["elo"], lang),
            skill_text(bot["openskill"], lang),
        )
    return table


def skill_text(skill: JsonObject | None, lang: str) -> str:
    """A rating by openskill: its mean and its uncertainty; a dash where openskill is not installed."""
    if skill is None:
        return "–"
    return f"{number(lang, round(skill['mu'], 1))} ± {number(lang, round(skill['sigma'], 1))}"


def _or_dash(value: float | None, lang: str, digits: int) -> str:
    return "–" if value is None else number(lang, round(value, digits))


def _manners(report: JsonObject, lang: str) -> Table:
    """How they play: points, places, time."""
    table = _empty(lang, "bot", "points", "place", "ms", "slowest", "forfeits")
    for bot in sorted(report["bots"], key=lambda bot: -bot["elo"]["elo"]):
        table.add_row(
            bot["name"],
            _or_dash(bot["points"]["total"] if bot["points"] else None, lang, 1),
            _or_dash(bot["mean_place"], lang, 2),
            _or_dash(bot["mean_ms"], lang, 2),
            _or_dash(bot["slowest_ms"], lang, 0),
            str(sum(bot["forfeits"].values()) or ""),
        )
    return table


def _empty(lang: str, first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(text(lang, f"arena.column.{first}"), overflow="ellipsis", no_wrap=True)
    for title in others:
        table.add_column(text(lang, f"arena.column.{title}"), justify="right", no_wrap=True)
    return table


def _pairings(report: JsonObject, lang: str) -> Table:
    table = _empty(lang, "bot", "against", "ahead")
    for pairing in report["pairings"]:
        one, other = (report["bots"][number]["name"] for number in pairing["bots"])
        table.add_row(one, other, share_text(pairing["first_ahead"], lang))
    return table
