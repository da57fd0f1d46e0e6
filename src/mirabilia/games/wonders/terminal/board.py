"""The table of 7 Wonders: both neighbours beside the player's own city, the other seats in a row each, the last turn.

Everything is drawn from `view(seat)`, `quotes` and `log` of the game. One hundred columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.text import Text

from mirabilia.cli.language import signed_figure, t
from mirabilia.cli.look import INKS, MARKS, MUTED, NO, TITLE, YES, beside, box, fit, joined, padded
from mirabilia.game import Game, Quote
from mirabilia.games.wonders.rules.tables import LEFT, RIGHT
from mirabilia.games.wonders.terminal import story
from mirabilia.games.wonders.terminal.texts import (
    CATALOG,
    COLOR,
    board_name,
    boards_of,
    card_name,
    cost_text,
    effect_short,
    goods_text,
    reason,
)
from mirabilia.json_types import JsonFields

COLUMNS = 100
SIDE, OWN = 30, 40  # widths of the three boxes
ROMAN = ("", "I", "II", "III")
PASSING = {"left": " ←", "right": " →", "exchange": ""}


def city_names(game: Game, names: Sequence[str]) -> list[str]:
    """The names of all cities: those of the seats, then the Free City's."""
    return [*names, t("wonders.free_city")] if len(game.seats) == 2 else list(names)


def neighbours(players: int, city: int) -> tuple[int, int]:
    """The cities to the left and right."""
    return int(LEFT[players][city]), int(RIGHT[players][city])


def draw(game: Game, seat: int, names: Sequence[str], sentences: Sequence[Text]) -> list[Text]:
    """The whole table as `seat` sees it."""
    view, named = game.view(seat), city_names(game, names)
    left, right = neighbours(view["players"], seat)
    stage = next((quote for quote in game.quotes(seat) if quote.stage is not None and quote.city is None), None)
    own = _own(view, seat, stage)
    middle = box(_title(view, seat, named), own, OWN, _kinds(view["cities"][seat]), style=INKS["green"])
    boxes = beside(
        beside(_neighbour(view, seat, left, "left", named, len(own)), middle),
        _neighbour(view, seat, right, "right", named, len(own)),
    )
    lines = [_heading(view, named), *boxes, *_structures(view["cities"][seat])]
    far = [city for city in range(len(view["cities"])) if city not in (seat, left, right)]
    lines += [_far(view, city, named) for city in far]
    lines += _next_hand(view, seat, named)
    return [*lines, *story.draw(game.log(seat), named)]


def _heading(view: JsonFields, names: Sequence[str]) -> Text:
    left = Text.assemble(
        (f" {t('game.wonders').upper()} ", "bold reverse"), "  ",
        (_moment(view), TITLE),
    )  # fmt: skip
    if view["phase"] != "board":
        left.append(f"   {t('table.pass_' + view['passing'])}{PASSING[view['passing']]}", style=MUTED)
    if view["free_city"]:
        controller = names[view["free_city"]["controller"]]
        left.append(f"   {t('terminal.free_city_by', player=controller)}", style=INKS["yellow"])
    right = f"{t('terminal.discarded', n=view['discard']['size'])}   {t('terminal.help_sign')} "
    return Text.assemble(padded(left, COLUMNS - len(right) - 1), " ", (right, MUTED))


def _moment(view: JsonFields) -> str:
    if view["phase"] == "board":
        return t("phase.wonders.board")
    return t("table.age_turn", age=ROMAN[view["age"]], turn=view["turn"], turns=CATALOG.constants.turns_per_age)


def _title(view: JsonFields, city: int, names: Sequence[str], width: int = OWN) -> Text:
    facts, name = view["cities"][city], fit(names[city], 12)
    return Text.assemble((name, TITLE), f"  {fit(board_name(facts['board']), width - 12 - len(name))} {facts['side']}")


def _neighbour(view: JsonFields, seat: int, city: int, side: str, names: Sequence[str], rows: int) -> list[Text]:
    facts, mine = view["cities"][city], view["cities"][seat]
    sells = _goods_lines(t("terminal.sells"), facts["sells"], SIDE - 2)
    prices = mine["prices"]
    lines = [
        _purse(facts),
        Text() if view["over"] else _war(mine["shields"], facts["shields"], view["age"]),
        *[Text(line) for line in sells + [""] * (3 - len(sells))],
        Text(
            fit(t("terminal.you_pay", raw=prices["raw"][side], made=prices["manufactured"][side]), SIDE - 2),
            style=INKS["yellow"],
        ),
        _science(facts),
        Text(t("terminal.stages", n=facts["stages"], all=facts["stages_in_all"]), style=MUTED),
    ]
    title = _title(view, city, names, SIDE)
    title = Text.assemble("← ", title) if side == "left" else Text.assemble(title, " →")
    return box(title, lines + [Text()] * (rows - len(lines)), SIDE, _kinds(facts))


def _goods_lines(verb: str, units: Sequence[Sequence[str]], width: int) -> list[str]:
    """Production over at most three lines; a number stays with its good."""
    text = verb + " " + goods_text(units).replace(", ", ",\t").replace(" ", "\N{NO-BREAK SPACE}").replace("\t", " ")
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(text, width)[:3]]


def _purse(facts: Mapping[str, object]) -> Text:
    tokens = f"  +{facts['victory_points']} −{facts['defeats']}★" if _fought(facts) else ""
    return Text.assemble((f"{facts['coins']}¢", INKS["yellow"]), f"  {_shields(facts)}", (tokens, MUTED))


def _shields(facts: Mapping[str, object]) -> str:
    return t("count.shields", n=facts["shields"])


def _fought(facts: Mapping[str, object]) -> bool:
    return bool(facts["victory_points"] or facts["defeats"])


def _war(mine: int, theirs: int, age: int) -> Text:
    """How the conflict at the end of this age would go."""
    won = CATALOG.constants.victory_tokens[age - 1]
    if mine == theirs:
        return Text(t("terminal.war_even", mine=mine, theirs=theirs), style=MUTED)
    if mine > theirs:
        return Text(t("terminal.war_ahead", mine=mine, theirs=theirs) + f" +{won}★", style=YES)
    return Text(t("terminal.war_behind", mine=mine, theirs=theirs) + f" {CATALOG.constants.defeat_token}★", style=NO)


def _science(facts: JsonFields) -> Text:
    symbols = {name: n for name, n in facts["symbols"].items() if n or name != "any"}
    shown = "  ".join(f"{_symbol(name)} {n}" for name, n in symbols.items())
    return Text(fit(shown, SIDE - 2), style=INKS["green"])


def _symbol(name: str) -> str:
    return t("terminal.short.any_symbol") if name == "any" else t(f"wonders.symbol.{name}").lower()


def _own(view: JsonFields, seat: int, quote: Quote | None) -> list[Text]:
    facts = view["cities"][seat]
    makes = _goods_lines(t("terminal.makes"), facts["produces"], OWN - 2)
    lines = [_purse(facts), *[Text(line) for line in makes + [""] * (2 - len(makes))], _science(facts)]
    lines += _stages(view["edition"], facts, quote)
    return lines + [Text()] * (8 - len(lines))


def _stages(edition: int, facts: JsonFields, quote: Quote | None) -> list[Text]:
    lines = []
    for number, stage in enumerate(boards_of(edition)[facts["board"]].stages(facts["side"]), 1):
        built, following = number <= facts["stages"], number == facts["stages"] + 1
        state = Text("✓", style=YES) if built else Text("·", style=MUTED)
        if following:
            state = _verdict(quote) if quote is not None else Text("►")
        text = Text.assemble("█ " if built else "░ ", (f"{fit(effect_short(stage.effect), 15):16}", TITLE))
        text.append(f"{cost_text(stage.cost, 10):11}", style=MUTED)
        lines.append(Text.assemble(text, padded(state, OWN - 2 - text.cell_len, "right")))
    return lines


def _verdict(quote: Quote) -> Text:
    """The least a thing costs, or why it cannot be had."""
    if quote.why is not None:
        return Text(fit(reason(quote.why), 9), style=NO)
    price = min(sum(pay) for pay in quote.pays or ((0, 0),)) + quote.bank
    return Text(f"{price}¢" if price else t("terminal.free"), style=YES)


def _kinds(facts: JsonFields) -> Text:
    """How many cards of each kind a city has."""
    return joined([Text(f"{MARKS[color]}{n}", style=INKS[color]) for color, n in facts["colors"].items()], " ")


def _structures(facts: JsonFields) -> list[Text]:
    """The player's cards by kind, in as many lines as they need."""
    lines, line = [], Text(" ")
    for color in MARKS:
        for card in (name for name in facts["cards"] if COLOR[name] == color):
            word = Text(f"{MARKS[color]} {card_name(card)}  ", style=INKS[color])
            if line.cell_len + word.cell_len > COLUMNS:
                lines.append(line)
                line = Text(" ")
            line.append_text(word)
    return [*lines, line] if line.plain.strip() else lines


def _far(view: JsonFields, city: int, names: Sequence[str]) -> Text:
    facts = view["cities"][city]
    war = f"{signed_figure(facts['victory_points'] - facts['defeats'])}★" if _fought(facts) else ""
    science = " ".join(f"{_symbol(name)[:4]}{n}" for name, n in facts["symbols"].items() if n or name != "any")
    text = Text.assemble(
        (f" {fit(names[city], 7):8}", TITLE), f"{fit(board_name(facts['board']), 13)} {facts['side']}".ljust(16),
        (f"{facts['coins']}¢".rjust(4), INKS["yellow"]), (f"  {MARKS['red']}{facts['shields']}".ljust(6), INKS["red"]),
        (f"{war:5}", INKS["red"]), f"█{facts['stages']}/{facts['stages_in_all']}  ",
        (f"{science:23}", INKS["green"]),
    )  # fmt: skip
    return Text.assemble(text, _kinds(facts))


def _next_hand(view: JsonFields, seat: int, names: Sequence[str]) -> list[Text]:
    """What is known of the hand that comes next."""
    left, right = neighbours(view["players"], seat)
    giver = {"left": right, "right": left}.get(view["passing"], 1 - seat if view["players"] == 2 else right)
    hand = next((hand for hand in view["hands"] if hand["seat"] == giver), None)
    if view["over"] or hand is None or not hand["among"] or hand["size"] < 2:
        return []
    cards = ", ".join(card_name(name) for name in hand["among"])
    gone = f" ({t('terminal.gone', n=hand['gone'])})" if hand["gone"] else ""
    text = f" {t('terminal.next_hand', player=names[giver], cards=cards)}{gone}"
    return [Text(fit(text, COLUMNS - 1), style=MUTED)]
