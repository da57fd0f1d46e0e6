"""The report as one HTML page with its plots and tables inside: it opens anywhere and fetches nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from mirabilia.arena.plots import Interval, interval_plot, stacked_bars
from mirabilia.arena.table import elo_text, percent, sprt_line

STYLE = """
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6478; --paper: #fff; --line: #d9dde6;
  --c0: #0072b2; --c1: #e69f00; --c2: #009e73; --c3: #cc79a7; --c4: #56b4e9; --c5: #d55e00; --c6: #f0e442;
  --c7: #8b8b8b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf2; --soft: #a3acc0; --paper: #151a24; --line: #333b4d;
  --c0: #4aa8e0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; font: 16px/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem; }
p.lead { color: var(--soft); margin: 0 0 1rem; }
svg { width: 100%; min-width: 40rem; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .label, svg .value { text-anchor: end; } svg .tick { text-anchor: middle; }
svg .tick, svg .value, svg .legend { fill: var(--soft); font-size: 12px; }
svg .grid { stroke: var(--line); } svg .reference { stroke: var(--soft); stroke-dasharray: 4 4; }
svg .whisker { stroke: var(--ink); stroke-width: 1.5; } svg rect { stroke: var(--paper); }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); } .c3 { fill: var(--c3); }
.c4 { fill: var(--c4); } .c5 { fill: var(--c5); } .c6 { fill: var(--c6); } .c7 { fill: var(--c7); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } td.long { white-space: normal; text-align: left; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
summary { cursor: pointer; color: var(--soft); }
"""

# One colour for a category in every game.
_ORDER = (("military",), ("treasury",), ("wonder", "wonders"), ("civilian",), ("science",), ("commerce",), ("guilds",))
INKS = {name: number for number, names in enumerate((*_ORDER, ("progress",))) for name in names}


def html_page(report: dict[str, Any]) -> str:
    """The whole page."""
    settings = report["settings"]
    game = "7 Wonders Duel" if settings["game"] == "duel" else f"7 Wonders, {settings['players']} players"
    state = "" if report["finished"] else f" of {report['planned']}, not finished"
    lead = (
        f"{report['games']} games{state} on {report['deals']} deals, {settings['mode']}, seed {settings['seed']}; "
        f"mirabilia {settings['version']}, rules {settings['rules']}. Every deal is played in every rotation of seats."
    )
    bots = sorted(report["bots"], key=lambda bot: -bot["elo"]["elo"])
    body = [f"<h1>Arena: {escape(game)}</h1>", f'<p class="lead">{escape(lead)}</p>']
    if report["sprt"]:
        body.append(f"<p>{escape(sprt_line(report['sprt']))}</p>")
    if report["games"]:
        body += [_ladder(bots), _pairings(report), _categories(bots), _kinds(bots), _marks(report)]
    body.append(_forfeits(report))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Arena: {escape(game)}</title><style>{STYLE}</style></head>\n<body>"
        + "\n".join(filter(None, body))
        + "</body></html>\n"
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[object]], long: int | None = None) -> str:
    titles = "".join(f'<th scope="col">{escape(title)}</th>' for title in head)
    lines = []
    for row in rows:
        cells = (
            f'<td class="long">{escape(str(cell))}</td>' if place == long else f"<td>{escape(str(cell))}</td>"
            for place, cell in enumerate(row)
        )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return f'<div class="scroll"><table><thead><tr>{titles}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def _ladder(bots: Sequence[dict[str, Any]]) -> str:
    rows = [
        Interval(bot["name"], bot["elo"]["elo"], bot["elo"]["low"], bot["elo"]["high"], f"Elo {elo_text(bot['elo'])}")
        for bot in bots
    ]
    table = _table(
        (
            "bot",
            "seats",
            "wins",
            "share (95 %)",
            "Elo (95 %)",
            "openskill mu ± sigma",
            "mean place",
            "ms",
            "slowest ms",
        ),
        (
            (
                bot["name"],
                bot["seats"],
                f"{bot['wins']:g}",
                percent(bot["win_share"]),
                elo_text(bot["elo"]),
                f"{bot['openskill']['mu']:.1f} ± {bot['openskill']['sigma']:.1f}",
                bot["mean_place"],
                "-" if bot["mean_ms"] is None else f"{bot['mean_ms']:.2f}",
                f"{bot['slowest_ms']:.0f}",
            )
            for bot in bots
        ),
    )
    return f"<h2>Rating ladder</h2>{interval_plot(rows, 'Rating ladder, Elo with 95 % intervals', reference=0)}{table}"


def _pairings(report: dict[str, Any]) -> str:
    if len(report["pairings"]) < 2:
        return ""
    names = [bot["name"] for bot in report["bots"]]
    rows = ((names[p["bots"][0]], names[p["bots"][1]], percent(p["first_ahead"])) for p in report["pairings"])
    return "<h2>One against another</h2>" + _table(("bot", "against", "ahead (95 %)"), rows)


def _categories(bots: Sequence[dict[str, Any]]) -> str:
    scored = [bot for bot in bots if bot["points"]]
    if not scored:
        return ""
    categories = [category for category in scored[0]["points"] if category != "total"]
    rows = [(bot["name"], [bot["points"][category] for category in categories]) for bot in scored]
    table = _table(("bot", *categories, "total"), ((bot["name"], *bot["points"].values()) for bot in scored))
    inks = [INKS.get(category, number) for number, category in enumerate(categories)]
    plot = stacked_bars(rows, categories, "Mean points by category", inks=inks)
    return f"<h2>Score categories</h2>{plot}{table}"


def _kinds(bots: Sequence[dict[str, Any]]) -> str:
    kinds = [kind for kind in ("civilian", "military", "science", "forfeit") if any(kind in b["won_by"] for b in bots)]
    if not kinds:
        return ""
    rows = []
    for bot in bots:
        won = sum(bot["won_by"].values())
        rows.append((bot["name"], [100 * bot["won_by"].get(kind, 0) / won if won else 0.0 for kind in kinds]))
    table = _table(("bot", *kinds), ((bot["name"], *(bot["won_by"].get(kind, 0) for kind in kinds)) for bot in bots))
    return f"<h2>Victory kinds</h2>{stacked_bars(rows, kinds, 'Victories by kind', digits=0, unit=' %')}{table}"


def _marks(report: dict[str, Any]) -> str:
    if not report["marks"]:
        return ""
    duel = report["settings"]["game"] == "duel"
    title = "Win rates by wonder built" if duel else "Win rates by board"
    rows = [
        Interval(m["name"], 100 * share["share"], 100 * share["low"], 100 * share["high"], percent(share))
        for m in report["marks"]
        for share in [m["win_share"]]
    ]
    plot = interval_plot(rows, f"{title}, with 95 % intervals", reference=100 * report["fair_share"], unit=" %")
    table = _table(
        ("wonder" if duel else "board", "seats", "won (95 %)"),
        ((m["name"], m["win_share"]["games"], percent(m["win_share"])) for m in report["marks"]),
    )
    return f"<h2>{title}</h2>{plot}<details><summary>The numbers</summary>{table}</details>"


def _forfeits(report: dict[str, Any]) -> str:
    if not report["forfeits"]:
        return ""
    rows = ((f["game"], f["bot"], f["reason"], f["message"]) for f in report["forfeits"])
    return "<h2>Forfeits</h2>" + _table(("game", "bot", "reason", "what happened"), rows, long=3)
