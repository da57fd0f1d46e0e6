"""The table of Duel around the pyramid: military track, progress tokens, both cities, the last moves.

Everything is drawn from `view(seat)` and `quotes` of the game, the viewer on the left. Eighty columns, at most 40 rows
together with the choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from mirabilia.cli.language import named, t
from mirabilia.cli.look import INKS, MARKS, MUTED, NO, TITLE, YES, Canvas, beside, box, fit, joined, padded
from mirabilia.game import Game, Quote
from mirabilia.games.duel.terminal import pyramid
from mirabilia.games.duel.terminal.texts import CARDS, CATALOG, WONDERS, effect_short, symbol_short, wonder_short
from mirabilia.json_types import JsonFields

COLUMNS = 80
MIDDLE = 39  # column of the middle of the military track
SPACE = 4  # columns from one space of the track to the next
CAPITAL = CATALOG.military.capital
GOODS = CATALOG.resources.all
KNOWN_MOVES = {"bid": 8, "draft": 8, "turn": 3, "over": 3}  # how many of the last moves are shown


def quotes_by_name(game: Game, seat: int) -> dict[str, Quote]:
    """The quotes of a seat by the name of the card or wonder."""
    return {quote.card or quote.wonder or "": quote for quote in game.quotes(seat)}


def draw(game: Game, seat: int, names: Sequence[str], story: Sequence[Text]) -> list[Text]:
    """The whole table as `seat` sees it."""
    view = game.view(seat)
    mine, other = quotes_by_name(game, seat), quotes_by_name(game, 1 - seat)
    lines = [_heading(view), *_track(view, seat, names), _tokens(view)]
    lines += pyramid.draw(view, mine, other)
    lines += beside(
        _city(view, seat, names[seat], mine),
        _city(view, 1 - seat, names[1 - seat], other),
    )
    known = KNOWN_MOVES.get(view["phase"], 1)  # a choice among many cards needs the room
    return [*lines, *story[-known:]]


def _heading(view: JsonFields) -> Text:
    age = t("table.age", age=pyramid.ROMAN[view["age"]])
    phase = t(f"phase.duel.{view['phase']}") if view["phase"] in ("bid", "draft") else age
    left = Text.assemble((f" {t('game.duel').upper()} ", "bold reverse"), "  ", (phase, TITLE))
    if view["layout"]:
        left.append(f"   {t('terminal.cards_lie', n=len(view['layout']))}", style=MUTED)
    right = f"{t('terminal.discarded', n=len(view['discard']))}   {t('terminal.help_sign')} "
    return Text.assemble(padded(left, COLUMNS - len(right)), (right, MUTED))


def _track(view: JsonFields, seat: int, names: Sequence[str]) -> list[Text]:
    """The military track, the viewer's capital on the left; the pawn stands between brackets."""
    pawn = view["pawn"] if seat == 0 else -view["pawn"]
    canvas = Canvas(COLUMNS, 2)
    for distance in range(-CAPITAL, CAPITAL + 1):
        canvas.put(MIDDLE + distance * SPACE, 0, "·" if distance else "┆", MUTED)
    for side in (-1, 1):
        canvas.put(MIDDLE + side * CAPITAL * SPACE, 0, "█", "bold")
        owner = seat if side < 0 else 1 - seat
        loot = {token["at"]: token["coins"] for token in view["cities"][owner]["loot_left"]}
        for zone in CATALOG.military.zones:
            edge = MIDDLE + side * (zone.last * SPACE + SPACE // 2)
            canvas.put(edge, 0, "│", MUTED)
            label = Text(f"{zone.points}★")
            if zone.first in loot:
                label.append(f" −{loot[zone.first]}¢", style=INKS["red"])
            centre = MIDDLE + side * (zone.first + zone.last) * SPACE // 2
            canvas.put(centre - len(label.plain) // 2, 1, label)
    canvas.put(MIDDLE + pawn * SPACE - 1, 0, "[◆]", "bold " + INKS["red"])
    canvas.put(0, 1, fit(names[seat], 7), TITLE)
    canvas.put(COLUMNS - min(len(names[1 - seat]), 7), 1, fit(names[1 - seat], 7), TITLE)
    return [*canvas.lines(), _threat(pawn, seat, names)]


def _threat(pawn: int, seat: int, names: Sequence[str]) -> Text:
    me, other = names[seat], names[1 - seat]
    where = t("terminal.pawn_middle") if pawn == 0 else t("terminal.pawn_threatens", player=other if pawn > 0 else me)
    needed = t("terminal.shields_to_win", me=me, mine=CAPITAL - pawn, other=other, theirs=CAPITAL + pawn)
    return Text(fit(f" {where} {needed}", COLUMNS), style=MUTED)


def _tokens(view: JsonFields) -> Text:
    tokens = " · ".join(named("duel", "token", name) for name in view["board_tokens"]) or t("discard.empty")
    label = f" {t('category.duel.progress')}: "
    return Text.assemble((label, MUTED), (fit(tokens, COLUMNS - len(label)), INKS["green"]))


def _city(view: JsonFields, seat: int, name: str, quotes: Mapping[str, Quote]) -> list[Text]:
    city = view["cities"][seat]
    acting = seat in view["to_act"]
    title = Text.assemble(
        ("► " if acting else "", YES), (name, TITLE), "  ", (f"{city['coins']}¢", INKS["yellow"]),
        f"  {t('terminal.points_now', n=view['scores'][seat])}",
    )  # fmt: skip
    lines = [
        *_goods(city),
        _science(city),
        _labelled(
            "tokens", fit(", ".join(named("duel", "token", name) for name in city["tokens"]) or t("discard.empty"), 29)
        ),
        *(_wonder(wonder, quotes.get(wonder["name"])) for wonder in city["wonders"]),
    ]
    wanted = 5 + CATALOG.setup.wonders_per_player
    lines += [Text()] * (wanted - len(lines))
    return box(title, lines, COLUMNS // 2, _built(city), style=INKS["green"] if acting else MUTED)


def _goods(city: JsonFields) -> list[Text]:
    """Three rows: the goods, how many the city makes, what one costs to buy. A star means: any one of that group."""
    made = {good: city["goods"].get(good, 0) for good in GOODS}
    groups = {"raw": 0, "manufactured": 0}
    for choice in city["choices"]:
        groups["raw" if set(choice) <= set(CATALOG.resources.raw) else "manufactured"] += 1
    cell = 5
    head = "".join(t(f"good.{good}")[:4].rjust(cell) for good in GOODS)
    head += "".join(f"{t(f'class.{group}')[:3]}*".rjust(cell) for group in groups)
    own = "".join((str(n) if n else "·").rjust(cell) for n in made.values())
    own += "".join((str(n) if n else "·").rjust(cell) for n in groups.values())
    prices = "".join(f"{city['unit_prices'][good]}¢".rjust(cell) for good in GOODS)
    return [
        Text.assemble("    ", (head[1:], MUTED)),
        Text(f"{t('terminal.has'):4}{own[1:]}"),
        Text(f"{t('terminal.buy'):4}{prices[1:]}", style=INKS["yellow"]),
    ]


def _science(city: JsonFields) -> Text:
    for length in (12, 5, 4, 3):  # as much of the names as there is room for
        found = " ".join(symbol_short(name)[:length] + ("×2" if n > 1 else "") for name, n in city["symbols"].items())
        if len(found) <= 25:
            break
    count = f"{city['distinct_symbols']}/{CATALOG.constants.symbols_to_win}"
    text = _labelled("science", count)
    text.append("  " + found, style=INKS["green"])
    return text


def _labelled(label: str, value: str) -> Text:
    return Text.assemble((f"{t(f'terminal.{label}'):8}", MUTED), value)


def _wonder(wonder: JsonFields, quote: Quote | None) -> Text:
    name, effect = wonder["name"], WONDERS[wonder["name"]].effect
    if wonder["built"]:
        state, mark = Text("✓", style=YES), "█"
    elif wonder["lost"]:
        state, mark = Text("✗", style=MUTED), "×"
    else:
        price = f"{quote.price}¢" if quote else ""
        state, mark = Text(price, style=YES if quote and quote.affordable else NO), "░"
    style = MUTED if wonder["lost"] else ""
    text = Text.assemble((f"{mark} ", style), (f"{fit(wonder_short(name), 10):11}", style or TITLE))
    text.append(f"{fit(effect_short(effect), 19):20}", style=style)
    return Text.assemble(text, padded(state, 5, "right"))


def _built(city: JsonFields) -> Text:
    """How many cards of each kind the city has."""
    counts = {color: 0 for color in MARKS}
    for card in city["cards"]:
        counts[CARDS[card].color] += 1
    return joined([Text(f"{MARKS[color]}{n}", style=INKS[color]) for color, n in counts.items()], " ")
