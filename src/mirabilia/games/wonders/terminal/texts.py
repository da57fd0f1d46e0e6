"""Words of 7 Wonders for the terminal: resources, costs, effects and payments, short for the table and long to explain.

Everything is made from the catalog's data and the texts of the language; no card is named here. Arrows point at
neighbours: ← the left one, → the right one, as they sit on the screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from mirabilia.cli.language import named, spoken, t
from mirabilia.cli.look import MARKS
from mirabilia.game import Game
from mirabilia.game.quote import PlanLine, Why
from mirabilia.games.wonders.catalog import Board, Card, Effect, wonders_catalog
from mirabilia.json_types import JsonFields
from mirabilia.locales.effects import amounts, effect_sentences

CATALOG = wonders_catalog()
COLOR = {card.name: card.color for card in CATALOG.kinds}  # the same in every edition
_CARDS = {edition.number: {card.name: card for card in edition.kinds} for edition in CATALOG.every_edition}
_BOARDS = {edition.number: {board.city: board for board in edition.boards} for edition in CATALOG.every_edition}
ARROWS = {"left": "←", "right": "→"}


def edition_of(game: Game) -> int:
    """The edition a game is played with."""
    return int(game.deal.get("edition", 1))


def cards_of(edition: int) -> Mapping[str, Card]:
    """The cards of an edition, by name."""
    return _CARDS[edition]


def boards_of(edition: int) -> Mapping[str, Board]:
    """The boards of an edition, by city."""
    return _BOARDS[edition]


def card_name(name: str) -> str:
    """A card in the person's language."""
    return named("wonders", "card", name)


def board_name(city: str) -> str:
    """A city in the person's language."""
    return named("wonders", "board", city)


def unit_text(unit: Sequence[str]) -> str:
    """One unit of production: a resource, "any raw", or alternatives."""
    if set(unit) == set(CATALOG.resources.raw):
        return t("terminal.any_raw")
    if set(unit) == set(CATALOG.resources.manufactured):
        return t("terminal.any_made")
    return "/".join(t(f"good.{good}") for good in unit)


def goods_text(units: Iterable[Sequence[str]]) -> str:
    """Production in words, equal units counted: "2 wood, ore/clay"."""
    counted = Counter(tuple(unit) for unit in units)
    words = [
        t(f"good.count.{unit[0]}", n=n) if n > 1 and len(unit) == 1 else unit_text(unit) + (f" ×{n}" if n > 1 else "")
        for unit, n in counted.items()
    ]
    return ", ".join(words) or t("discard.empty")


def cost_text(cost: Mapping[str, int], width: int = 99) -> str:
    """A cost in words, shortened to `width` if need be: "2 clay, glass"."""
    if not cost:
        return t("tip.free")
    text = ""
    for letters in (19, 4, 3, 2):  # as much of the names as there is room for
        names = {good: t(f"good.{good}")[:letters] for good in cost if good != "coins"}
        goods = [f"{n} {names[good]}" if n > 1 else names[good] for good, n in cost.items() if good != "coins"]
        coins = [f"{cost['coins']}¢"] if "coins" in cost else []
        text = (", " if letters == 19 else " ").join(goods + coins)
        if len(text) <= width:
            break
    return text


def effect_short(effect: Effect) -> str:
    """An effect in few characters: ★ victory points, ¢ coins; what is counted follows a slash."""
    parts = []
    if effect.points:
        parts.append(f"{effect.points}★")
    if effect.produces:
        parts.append(goods_text(effect.produces))
    if effect.shields:
        parts.append(t("count.shields", n=effect.shields))
    if effect.science:
        any_symbol = effect.science == "any"
        parts.append(t("terminal.short.any_symbol") if any_symbol else t(f"wonders.symbol.{effect.science}").lower())
    if effect.coins:
        parts.append(f"+{effect.coins}¢")
    if effect.trade:
        side = "".join(ARROWS[side] for side in effect.trade.neighbours)
        goods = t("terminal.short.raw" if effect.trade.goods == "raw" else "terminal.short.made")
        parts.append(f"{side} {goods} {effect.trade.price}¢")
    parts += _counts_short(effect)
    if effect.points_if:
        parts.append(f"{effect.points_if.points}★ {t(f'terminal.short.{effect.points_if.condition}')}")
    if effect.special:
        parts.append(t(f"terminal.short.{effect.special}"))
    return " ".join(parts)


def _counts_short(effect: Effect) -> list[str]:
    words: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = {}
    for count, sign in ((effect.points_per, "★"), (effect.coins_per, "¢")):
        if count is not None:
            key = (count.what, count.whose)
            words[key] = words.get(key, "") + f"{count.each}{sign}"
    return [f"{gain}/{_what_short(what)}{_whose_short(whose)}" for (what, whose), gain in words.items()]


def _what_short(what: tuple[str, ...]) -> str:
    return "".join(MARKS[each] if each in MARKS else t(f"terminal.short.{each}") for each in what)


def _whose_short(whose: tuple[str, ...]) -> str:
    if whose == ("self",):
        return ""
    return " ←•→" if "self" in whose else " ←→"


def effect_long(effect: Effect) -> str:
    """An effect in whole sentences."""
    return " ".join(effect_sentences(spoken(), "wonders", effect)).replace("\u00a0", " ")


def payment(option: JsonFields) -> str:
    """What an option costs: "4¢ ←2 →2", "free"."""
    left, right = option.get("pay") or (0, 0)
    bank = option.get("bank", 0)
    total = left + right + bank
    if total == 0:
        return t("terminal.free")
    ways = [f"←{left}"] * bool(left) + [f"→{right}"] * bool(right)
    return f"{total}¢" + (f" {' '.join(ways)}" if ways else "")


def reason(why: Why) -> str:
    """Why something cannot be built, in few words."""
    key = why.key
    if key == "coins_short":
        return t("terminal.short_of", n=why.short or 0)
    if key == "missing_goods":
        names = [t(f"good.{good}") if n == 1 else t(f"good.count.{good}", n=n) for good, n in (why.goods or {}).items()]
        return t("terminal.lacks", goods=", ".join(names))
    return t(f"terminal.{key}")


def plan_text(plan: Iterable[PlanLine], names: Mapping[str, str]) -> str:
    """Where every unit of a cost comes from; `names` has the names of the left and right neighbour."""
    plan = list(plan)
    parts = []
    for source in ("own", "left", "right", "missing"):
        lines = [line for line in plan if line.source == source]
        if not lines:
            continue
        goods = amounts(spoken(), Counter(line.good for line in lines)).replace("\u00a0", " ")
        coins = sum(line.price for line in lines)
        if source in names:
            parts.append(t("pay.from_seat", player=names[source], goods=goods, n=coins))
        else:
            parts.append(t(f"pay.{source}", goods=goods))
    bank = sum(line.price for line in plan if line.source == "bank")
    return "; ".join(parts + ([t("pay.bank", n=bank)] if bank else []))
