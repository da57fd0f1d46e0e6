"""The report as tables for the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table


def show(report: dict[str, Any], console: Console) -> None:
    """Prints a report."""
    settings = report["settings"]
    players = f", {settings['players']} players" if settings["game"] == "wonders" else ""
    state = "" if report["finished"] else f" of {report['planned']} (not finished)"
    console.print(
        f"{settings['game']}{players}, {settings['mode']}, seed {settings['seed']}: "
        f"{report['games']} games{state} on {report['deals']} deals"
    )
    console.print(_bots(report))
    console.print(_manners(report))
    if len(report["pairings"]) > 1:
        console.print(_pairings(report))
    kinds = ", ".join(f"{kind} {n} ({n / report['games']:.0%})" for kind, n in report["kinds"].items())
    if kinds:
        console.print(f"Victories: {kinds}")
    for forfeit in report["forfeits"][:5]:
        text = f"Forfeit: game {forfeit['game']}, {forfeit['bot']}, {forfeit['reason']}: {forfeit['message']}"
        console.print(text[:400], markup=False)
    if len(report["forfeits"]) > 5:
        console.print(f"... and {len(report['forfeits']) - 5} more forfeits")
    if report["sprt"]:
        console.print(sprt_line(report["sprt"]))


def sprt_line(sprt: dict[str, Any]) -> str:
    """The test in one sentence."""
    low, high = sprt["bounds"]
    llr = "-" if sprt["llr"] is None else f"{sprt['llr']:.2f}"
    words = {
        "accepted": f"accepted: {sprt['bot']} is stronger by {sprt['elo1']:g} Elo rather than {sprt['elo0']:g}",
        "rejected": f"rejected: {sprt['bot']} is stronger by {sprt['elo0']:g} Elo at most rather than {sprt['elo1']:g}",
        None: "no verdict yet",
    }
    return (
        f"SPRT({sprt['elo0']:g}, {sprt['elo1']:g}): LLR {llr} of ({low:.2f}, {high:.2f}) after "
        f"{sprt['groups']} deals: {words[sprt['verdict']]}"
    )


def percent(share: dict[str, Any]) -> str:
    """A share with its interval."""
    return f"{share['share']:.1%} ({100 * share['low']:.1f} to {100 * share['high']:.1f})"


def elo_text(elo: dict[str, Any]) -> str:
    """A rating with its interval; > and < mark a bot that won or lost everything."""
    mark = (
        ">"
        if elo["open_above"] and not elo["open_below"]
        else "<"
        if elo["open_below"] and not elo["open_above"]
        else ""
    )
    if elo["low"] is None:
        return "-"
    return f"{mark}{elo['elo']:+.0f} ({elo['low']:+.0f} to {elo['high']:+.0f})"


def _bots(report: dict[str, Any]) -> Table:
    """How strong they are."""
    table = _empty("bot", "seats", "wins", "share (95 %)", "Elo (95 %)", "openskill")
    for bot in sorted(report["bots"], key=lambda bot: -bot["elo"]["elo"]):
        table.add_row(
            bot["name"],
            str(bot["seats"]),
            f"{bot['wins']:g}" if bot["wins"] == int(bot["wins"]) else f"{bot['wins']:.1f}",
            percent(bot["win_share"]),
            elo_text(bot["elo"]),
            f"{bot['openskill']['mu']:.1f} ± {bot['openskill']['sigma']:.1f}",
        )
    return table


def _manners(report: dict[str, Any]) -> Table:
    """How they play: points, places, time."""
    table = _empty("bot", "points", "place", "ms a decision", "slowest ms", "forfeits")
    for bot in sorted(report["bots"], key=lambda bot: -bot["elo"]["elo"]):
        table.add_row(
            bot["name"],
            f"{bot['points']['total']:.1f}" if bot["points"] else "-",
            "-" if bot["mean_place"] is None else f"{bot['mean_place']:.2f}",
            "-" if bot["mean_ms"] is None else f"{bot['mean_ms']:.2f}",
            f"{bot['slowest_ms']:.0f}",
            str(sum(bot["forfeits"].values()) or ""),
        )
    return table


def _empty(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, overflow="ellipsis", no_wrap=True)
    for title in others:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def _pairings(report: dict[str, Any]) -> Table:
    table = _empty("bot", "against", "ahead (95 %)")
    for pairing in report["pairings"]:
        one, other = (report["bots"][number]["name"] for number in pairing["bots"])
        table.add_row(one, other, percent(pairing["first_ahead"]))
    return table
