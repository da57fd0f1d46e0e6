"""The report as one HTML page with its plots and tables inside: it opens anywhere and fetches nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from mirabilia.arena.plots import Interval, interval_plot, stacked_bars
from mirabilia.arena.table import elo_text, heading, kind_name, lead, share_text, skill_text, sprt_line
from mirabilia.games import kind_of
from mirabilia.json_types import JsonObject
from mirabilia.locales import has_text, name_of, number, text

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


def html_page(report: JsonObject, lang: str = "en") -> str:
    """The whole page, in the reader's language."""
    settings = report["settings"]
    title = heading(report, lang)
    versions = text(lang, "arena.versions", version=settings["version"], rules=str(settings["rules"]))
    about = f"{lead(report, lang)} {text(lang, 'arena.rotations')} {versions}"
    bots = sorted(report["bots"], key=lambda bot: -bot["elo"]["elo"])
    body = [f"<h1>{escape(title)}</h1>", f'<p class="lead">{escape(about)}</p>']
    if report["sprt"]:
        body.append(f"<p>{escape(sprt_line(report['sprt'], lang))}</p>")
    if report["games"]:
        game = settings["game"]
        body += [_ladder(bots, lang), _pairings(report, lang), _categories(bots, game, lang)]
        body += [_kinds(bots, game, lang), _marks(report, lang)]
    body.append(_forfeits(report, lang))
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>"
        + "\n".join(filter(None, body))
        + "</body></html>\n"
    )


def _titles(lang: str, *columns: str) -> list[str]:
    return [text(lang, f"arena.column.{column}") for column in columns]


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


def _ladder(bots: Sequence[JsonObject], lang: str) -> str:
    rows = [
        Interval(
            bot["name"], bot["elo"]["elo"], bot["elo"]["low"], bot["elo"]["high"], f"Elo {elo_text(bot['elo'], lang)}"
        )
        for bot in bots
    ]
    table = _table(
        _titles(lang, "bot", "seats", "wins", "share", "elo", "openskill", "place", "ms", "slowest"),
        (
            (
                bot["name"],
                number(lang, bot["seats"]),
                number(lang, round(bot["wins"], 2)),
                share_text(bot["win_share"], lang),
                elo_text(bot["elo"], lang),
                skill_text(bot["openskill"], lang),
                "–" if bot["mean_place"] is None else number(lang, bot["mean_place"]),
                "–" if bot["mean_ms"] is None else number(lang, round(bot["mean_ms"], 2)),
                number(lang, round(bot["slowest_ms"])),
            )
            for bot in bots
        ),
    )
    plot = interval_plot(rows, text(lang, "arena.ladder_plot"), reference=0)
    return f"<h2>{escape(text(lang, 'arena.ladder'))}</h2>{plot}{table}"


def _pairings(report: JsonObject, lang: str) -> str:
    if len(report["pairings"]) < 2:
        return ""
    names = [bot["name"] for bot in report["bots"]]
    rows = ((names[p["bots"][0]], names[p["bots"][1]], share_text(p["first_ahead"], lang)) for p in report["pairings"])
    head = f"<h2>{escape(text(lang, 'arena.pairings'))}</h2>"
    return head + _table(_titles(lang, "bot", "against", "ahead"), rows)


def _categories(bots: Sequence[JsonObject], game: str, lang: str) -> str:
    scored = [bot for bot in bots if bot["points"]]
    if not scored:
        return ""
    categories = [category for category in scored[0]["points"] if category != "total"]
    titles = [text(lang, f"category.{game}.{category}") for category in categories]
    rows = [(bot["name"], [bot["points"][category] for category in categories]) for bot in scored]
    table = _table(
        (*_titles(lang, "bot"), *titles, text(lang, "category.total")),
        ((bot["name"], *(number(lang, value) for value in bot["points"].values())) for bot in scored),
    )
    inks = [INKS.get(category, place) for place, category in enumerate(categories)]
    plot = stacked_bars(rows, titles, text(lang, "arena.categories_plot"), inks=inks)
    return f"<h2>{escape(text(lang, 'arena.categories'))}</h2>{plot}{table}"


def _kinds(bots: Sequence[JsonObject], game: str, lang: str) -> str:
    kinds = [kind for kind in (*kind_of(game).endings, "forfeit") if any(kind in b["won_by"] for b in bots)]
    if not kinds:
        return ""
    rows = []
    for bot in bots:
        won = sum(bot["won_by"].values())
        rows.append((bot["name"], [100 * bot["won_by"].get(kind, 0) / won if won else 0.0 for kind in kinds]))
    titles = [kind_name(kind, lang) for kind in kinds]
    table = _table(
        (*_titles(lang, "bot"), *titles),
        ((bot["name"], *(number(lang, bot["won_by"].get(kind, 0)) for kind in kinds)) for bot in bots),
    )
    plot = stacked_bars(rows, titles, text(lang, "arena.kinds_plot"), digits=0, unit="\u00a0%")
    return f"<h2>{escape(text(lang, 'arena.kinds'))}</h2>{plot}{table}"


def _marks(report: JsonObject, lang: str) -> str:
    if not report["marks"]:
        return ""
    game = report["settings"]["game"]
    rows = [
        Interval(
            _mark_name(game, m["name"], lang),
            100 * share["share"],
            100 * share["low"],
            100 * share["high"],
            share_text(share, lang),
        )
        for m in report["marks"]
        for share in [m["win_share"]]
    ]
    title = text(lang, f"arena.marks.{game}")
    plot = interval_plot(
        rows, text(lang, f"arena.marks_plot.{game}"), reference=100 * report["fair_share"], unit="\u00a0%"
    )
    table = _table(
        _titles(lang, f"mark_{game}", "seats", "won"),
        (
            (
                _mark_name(game, m["name"], lang),
                number(lang, m["win_share"]["games"]),
                share_text(m["win_share"], lang),
            )
            for m in report["marks"]
        ),
    )
    numbers = escape(text(lang, "arena.numbers"))
    return f"<h2>{escape(title)}</h2>{plot}<details><summary>{numbers}</summary>{table}</details>"


def _mark_name(game: str, mark: str, lang: str) -> str:
    """A wonder, or a board with its side, in the reader's language."""
    if has_text(lang, f"{game}.wonder.{mark}"):
        return name_of(lang, game, "wonder", mark)
    city, _, side = mark.rpartition(" ")
    return f"{name_of(lang, game, 'board', city)} {side}" if has_text(lang, f"{game}.board.{city}") else mark


def _forfeits(report: JsonObject, lang: str) -> str:
    if not report["forfeits"]:
        return ""
    rows = ((f["game"], f["bot"], f["reason"], f["message"]) for f in report["forfeits"])
    head = f"<h2>{escape(text(lang, 'arena.forfeits'))}</h2>"
    return head + _table(_titles(lang, "game", "bot", "reason", "message"), rows, long=3)
