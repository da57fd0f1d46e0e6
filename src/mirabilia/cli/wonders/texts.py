"""Words of 7 Wonders for the terminal: goods, costs, effects and payments, short for the table and long to explain.

Everything is made from the catalog's data; no card is named here. Arrows point at neighbours: ← the left one, → the
right one, as they sit on the screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mirabilia.catalog.wonders import Count, Effect, wonders_catalog
from mirabilia.cli.look import MARKS

CATALOG = wonders_catalog()
CARDS = {card.name: card for card in CATALOG.kinds}
BOARDS = {board.city: board for board in CATALOG.boards}
ARROWS = {"left": "←", "right": "→"}
SPECIALS = {
    "free_build_once_per_age": ("free build", "once per age build a card for free"),
    "build_from_discard": ("revive", "build a discarded card for free"),
    "play_seventh_card": ("7th card", "play the last card of the hand too, instead of discarding it"),
    "copy_neighbour_guild": ("copy guild", "copy a guild of a neighbour at the end"),
}


def unit_text(unit: Sequence[str]) -> str:
    """One unit of production: a good, "any raw", or alternatives."""
    if set(unit) == set(CATALOG.resources.raw):
        return "any raw"
    if set(unit) == set(CATALOG.resources.manufactured):
        return "any made"
    return "/".join(unit)


def goods_text(units: Iterable[Sequence[str]]) -> str:
    """Production in words, equal units counted: "2 wood, ore/clay"."""
    counted = Counter(unit_text(unit) for unit in units)
    return ", ".join(good if n == 1 else f"{n} {good}" for good, n in counted.items()) or "nothing"


def cost_text(cost: Mapping[str, int], width: int = 99) -> str:
    """A cost in words, shortened to `width` if need be: "2 clay, glass"."""
    if not cost:
        return "nothing"
    if cost == dict.fromkeys(CATALOG.resources.all, 1):
        return "one of each good"
    text = ""
    for letters in (9, 4, 3):  # as much of the names as there is room for
        goods = [f"{n} {good[:letters]}" if n > 1 else good[:letters] for good, n in cost.items() if good != "coins"]
        coins = [f"{cost['coins']}¢"] if "coins" in cost else []
        text = (", " if letters == 9 else " ").join(goods + coins)
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
        parts.append(f"{effect.shields} shield" + "s" * (effect.shields > 1))
    if effect.science:
        parts.append("any symbol" if effect.science == "any" else effect.science)
    if effect.coins:
        parts.append(f"+{effect.coins}¢")
    if effect.trade:
        side = "".join(ARROWS[side] for side in effect.trade.neighbours)
        goods = "raw" if effect.trade.goods == "raw" else "made"
        parts.append(f"{side} {goods} {effect.trade.price}¢")
    parts += _counts_short(effect)
    if effect.special:
        parts.append(SPECIALS[effect.special][0])
    return " ".join(parts)


def _counts_short(effect: Effect) -> list[str]:
    words: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = {}
    for count, sign in ((effect.points_per, "★"), (effect.coins_per, "¢")):
        if count is not None:
            key = (count.what, count.whose)
            words[key] = words.get(key, "") + f"{count.each}{sign}"
    return [f"{gain}/{_what_short(what)}{_whose_short(whose)}" for (what, whose), gain in words.items()]


def _what_short(what: tuple[str, ...]) -> str:
    return "".join(
        MARKS.get(each, {"wonder_stage": "stage", "defeat_token": "defeat"}.get(each, each)) for each in what
    )


def _whose_short(whose: tuple[str, ...]) -> str:
    if whose == ("self",):
        return ""
    return " ←you→" if "self" in whose else " ←→"


def effect_long(effect: Effect) -> str:
    """An effect in a sentence without names."""
    parts = []
    if effect.points:
        parts.append(f"{effect.points} victory points")
    if effect.produces:
        sold = "" if effect.sellable else " (not for sale)"
        parts.append(f"makes {goods_text(effect.produces)}{sold}")
    if effect.shields:
        parts.append(f"{effect.shields} shield" + "s" * (effect.shields > 1))
    if effect.science:
        parts.append("any one science symbol" if effect.science == "any" else f"science symbol {effect.science}")
    if effect.coins:
        parts.append(f"take {effect.coins}¢")
    if effect.trade:
        goods = "raw materials" if effect.trade.goods == "raw" else "manufactured goods"
        sides = " and ".join(effect.trade.neighbours)
        parts.append(f"buy {goods} from the {sides} neighbour for {effect.trade.price}¢ each")
    for count, gain in ((effect.coins_per, "¢ now"), (effect.points_per, " victory points at the end")):
        if count is not None:
            parts.append(f"{count.each}{gain} per {_counted_long(count)}")
    if effect.special:
        parts.append(SPECIALS[effect.special][1])
    return "; ".join(parts)


def _counted_long(count: Count) -> str:
    things = {"wonder_stage": "stage", "defeat_token": "defeat token"}
    what = " or ".join(things.get(each, f"{each} card") for each in count.what)
    whose = {"self": "your city", "left": "the left city", "right": "the right city"}
    return f"{what} in {', '.join(whose[each] for each in count.whose)}"


def payment(option: Mapping[str, Any]) -> str:
    """What an option costs: "4¢ (←2 →2)", "free"."""
    left, right = option.get("pay") or (0, 0)
    bank = option.get("bank", 0)
    total = left + right + bank
    if total == 0:
        return "free"
    ways = [f"←{left}"] * bool(left) + [f"→{right}"] * bool(right)
    return f"{total}¢" + (f" {' '.join(ways)}" if ways else "")


def reason(why: Mapping[str, Any]) -> str:
    """Why something cannot be built, in few words."""
    key = why["key"]
    if key == "coins_short":
        return f"short {why['short']}¢"
    if key == "missing_goods":
        return "no " + ", ".join(good if n == 1 else f"{n} {good}" for good, n in why["goods"].items())
    return {"already_built": "have it", "no_stage_left": "complete"}.get(key, key.replace("_", " "))


def plan_text(plan: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> str:
    """Where every unit of a cost comes from; `names` has the names of the left and right neighbour."""
    units: Counter[str] = Counter()
    for line in plan:
        if line["source"] == "bank":
            units[f"{line['price']}¢ to the bank"] += 1
        elif line["source"] == "own":
            units[f"{line['good']} of your own"] += 1
        elif line["source"] == "missing":
            units[f"{line['good']} not to be had"] += 1
        else:
            units[f"{line['good']} from {names[line['source']]} for {line['price']}¢"] += 1
    return ", ".join(unit if n == 1 else f"{n}× {unit}" for unit, n in units.items())
