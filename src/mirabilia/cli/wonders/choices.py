"""The decisions of 7 Wonders as numbered choices: one row for each card of the hand, one column for each use of it.

A build that can be paid in several ways is one choice; the ways are asked for afterwards. Quotes give the reason when a
card cannot be built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from string import ascii_uppercase

from rich.text import Text

from mirabilia.cli.look import INKS, MARKS, MUTED, NO, NUMBER, TITLE, YES, fit, kind, padded
from mirabilia.cli.wonders.board import COLUMNS, city_names, neighbours
from mirabilia.cli.wonders.texts import (
    BOARDS,
    CARDS,
    CATALOG,
    cost_text,
    effect_long,
    effect_short,
    payment,
    plan_text,
    reason,
)
from mirabilia.game import Game, Option, Quote
from mirabilia.game.notation import format_move

Group = list[Option]  # the ways to pay for one thing
PLACE, NAME, EFFECT, COST, BUILD, STAGE, DISCARD = 4, 22, 18, 22, 15, 9, 9  # widths of the columns


def draw(game: Game, seat: int, names: Sequence[str]) -> tuple[list[Text], list[Group]]:
    """The choices as lines, and for each number its options (several where only the payment differs)."""
    options = game.options(seat)
    if options and options[0].action == "revive":
        return _revive(options)
    return _hand(game, seat, options, city_names(game, names))


def _revive(options: Sequence[Option]) -> tuple[list[Text], list[Group]]:
    lines = [Text("Which discarded card do you build for free?", style=TITLE)]
    for number, option in enumerate(options, 1):
        name = option.get("card")
        text = Text("none of them")
        if name is not None:
            effect = fit(effect_long(CARDS[name].effect), COLUMNS - 32)
            text = Text.assemble(kind(CARDS[name].color), " ", (f"{name:22}", TITLE), effect)
        lines.append(Text.assemble((f"{number:>3}) ", NUMBER), text))
    return lines, [[option] for option in options]


def _hand(game: Game, seat: int, options: Sequence[Option], names: Sequence[str]) -> tuple[list[Text], list[Group]]:
    quotes = {quote.what["card"]: quote for quote in game.quotes(seat) if "card" in quote.what}
    can_free = any(option.action == "free_build" for option in options)
    stage = next((quote.what["stage"] for quote in game.quotes(seat) if "stage" in quote.what), 0)
    copies = Counter(game.view(seat)["hand"])
    lines = [_question(game, seat, options, names), _head(can_free, stage)]
    groups: list[Group] = []
    for letter, (card, quote) in zip(ascii_uppercase, quotes.items(), strict=False):
        label = card if copies[card] < 2 else f"{card} ×{copies[card]}"
        cost = "chain" if quote.chain else cost_text(CARDS[card].cost, COST - 1)
        line = Text.assemble((f" {letter}  ", NUMBER), padded(kind(CARDS[card].color, label), NAME))
        line.append(fit(effect_short(CARDS[card].effect), EFFECT - 1).ljust(EFFECT))
        line.append(cost.ljust(COST), style=YES if quote.chain else MUTED)
        for action, width in _columns(can_free):
            ways = [option for option in options if option.get("card") == card and option.action == action]
            if ways:
                groups.append(sorted(ways, key=_price))
            line.append_text(padded(_cell(action, ways, len(groups), quote, width), width))
        lines.append(line)
    return lines, groups


def _columns(can_free: bool) -> list[tuple[str, int]]:
    if can_free:
        return [("build", BUILD - 3), ("free_build", 6), ("stage", STAGE - 1), ("discard", DISCARD - 1)]
    return [("build", BUILD), ("stage", STAGE), ("discard", DISCARD)]


def _question(game: Game, seat: int, options: Sequence[Option], names: Sequence[str]) -> Text:
    view = game.view(seat)
    if options and options[0].get("city") == "free":
        facts = view["cities"][-1]
        own = format_move(view["choices"][0]) if view["choices"] else ""
        return Text.assemble(
            (f"Now for the Free City ({facts['board']} {facts['side']}, {facts['coins']}¢):", f"bold {INKS['yellow']}"),
            (fit(f"   yours: {own}", COLUMNS - 47) if own else "", MUTED),
        )
    if view["phase"] == "seventh":
        return Text("Your last card of the age too:", style=TITLE)
    return Text("Your hand:", style=TITLE)


def _head(can_free: bool, stage: int) -> Text:
    titles = {"build": "build", "free_build": "free", "stage": f"stage {stage}", "discard": "discard"}
    head = "".ljust(PLACE) + "card".ljust(NAME) + "gives".ljust(EFFECT) + "costs".ljust(COST)
    return Text(head + "".join(titles[action].ljust(width) for action, width in _columns(can_free)), style=MUTED)


def _price(option: Option) -> int:
    return sum(option.get("pay") or (0, 0)) + int(option.get("bank", 0))


def _cell(action: str, ways: Group, number: int, quote: Quote, width: int) -> Text:
    if not ways:
        why = reason(quote.why) if action == "build" and quote.why else ""
        return Text(fit(f" –  {why}", width - 1) if why else " –", style=NO if why else MUTED)
    if action == "discard":
        value = Text(f"+{CATALOG.constants.discard_coins}¢", style=INKS["yellow"])
    elif action == "free_build":
        value = Text()
    elif len(ways) > 1:
        value = Text(f"{_price(ways[0])}¢ " + (f"{len(ways)} ways" if width > 14 else ".."), style=YES)
    elif action == "build":
        value = Text(payment(ways[0].as_dict()), style=YES)
    else:
        value = Text(f"{_price(ways[0])}¢", style=YES)
    return Text.assemble((f"{number:>2}) ", NUMBER), value)


def ways_to_pay(game: Game, seat: int, names: Sequence[str], group: Group) -> list[Text]:
    """The ways to pay for one thing, numbered, each with where its goods come from."""
    named = city_names(game, names)
    left, right = neighbours(len(game.seats), -1 if group[0].get("city") == "free" else seat)
    sellers = {"left": named[left], "right": named[right]}
    lines = [Text("How do you pay? (Enter: choose something else)", style=TITLE)]
    for number, option in enumerate(group, 1):
        plan = plan_text(game.plan(seat, option), sellers)  # type: ignore[attr-defined]
        text = fit(f"{payment(option.as_dict()):12} {plan}", COLUMNS - 6)
        lines.append(Text.assemble((f"{number:>3}) ", NUMBER), text))
    return lines


def explain(game: Game, seat: int, names: Sequence[str], word: str) -> list[Text] | None:
    """What a card (its letter or name) or a board does and costs; None if the word names none."""
    quotes = {quote.what["card"]: quote for quote in game.quotes(seat) if "card" in quote.what}
    name = dict(zip(ascii_uppercase.lower(), quotes, strict=False)).get(word.lower()) or _named(word)
    if name is None:
        return None
    if name in BOARDS:
        return _explain_board(name)
    card = CARDS[name]
    lines = [
        Text.assemble(
            kind(card.color), " ", (name, TITLE),
            f" ({card.color} card, costs {cost_text(card.cost)}): {effect_long(card.effect)}.",
        )
    ]  # fmt: skip
    if card.free_with:
        lines.append(Text(f"  Free for who has {' or '.join(card.free_with)}."))
    if card.unlocks:
        lines.append(Text(f"  Makes {' and '.join(card.unlocks)} free later."))
    if name in quotes:
        named = city_names(game, names)
        left, right = neighbours(len(game.seats), -1 if quotes[name].city == "free" else seat)
        plan = plan_text(quotes[name].plan, {"left": named[left], "right": named[right]})
        why = quotes[name].why
        verdict = "Free by chain" if quotes[name].chain else plan or "Costs nothing"
        lines.append(Text(f"  {verdict}." + (f" Not now: {reason(why)}." if why else "")))
    return lines


def _explain_board(name: str) -> list[Text]:
    board = BOARDS[name]
    lines = [Text.assemble((board.wonder, TITLE), f" ({name}), makes {board.resource}")]
    for side in ("A", "B"):
        for number, stage in enumerate(board.stages(side), 1):
            lines.append(Text(f"  {side}{number}  {cost_text(stage.cost):28} {effect_long(stage.effect)}"))
    return lines


def _named(word: str) -> str | None:
    """The one card or board whose name holds this word."""
    if len(word) < 3:
        return None
    known = [*CARDS, *BOARDS]
    fitting = [name for name in known if word.lower() == name.lower()]
    fitting = fitting or [name for name in known if word.lower() in name.lower()]
    return fitting[0] if len(fitting) == 1 else None


LEGEND = "  ".join(f"{MARKS[color]} {what}" for color, what in CATALOG.colors.items())
HELP = f"""\
Type the number of a choice, or a move such as "build Baths", "stage with Baths" or "build Walls pay 2,0".
A part of a move will do if it fits only one choice: "build ba". Several ways to pay are asked for afterwards.
  A, B, C ...       what that card of your hand does, and where its goods would come from
  Baths, Gizah      what that card or board does
  s   draw the table again          r   save the record (r FILE: there)
  q   leave (the game is saved)     ?   this help
{LEGEND}
★ victory points   ¢ coins   ← the left neighbour   → the right neighbour   4¢ ←2 →2: two coins to each of them
1★/{MARKS["brown"]} ←→: a point for each such card of both neighbours; ←you→: of your own city too; no arrow: only yours
Boxes: the left neighbour, your city, the right neighbour. "you pay" is what one unit costs you there.
A stage is built with any card of your hand, which then lies hidden under your board.\
"""
