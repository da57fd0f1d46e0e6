"""Words of Duel for the terminal: costs, effects and decisions, short for the table and long for explanations.

Everything is made from the catalog's data; no card is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mirabilia.catalog.duel import Count, Effect, duel_catalog
from mirabilia.cli.look import MARKS

CATALOG = duel_catalog()
CARDS = {card.name: card for card in CATALOG.cards}
WONDERS = {wonder.name: wonder for wonder in CATALOG.wonders}
TOKENS = {token.name: token for token in CATALOG.tokens}

# words that say little in a wonder's name
_FILLING = {"The", "Great", "Hanging", "Temple", "Statue", "of", "Way", "Maximus"}


def wonder_short(name: str) -> str:
    """The telling word of a wonder's name: "Sphinx", "Zeus"."""
    words = [word for word in name.split() if word not in _FILLING]
    return words[0] if words else name


def goods_group(goods: tuple[str, ...] | list[str]) -> str:
    """A choice of goods in words: "any raw", or the goods themselves."""
    if set(goods) == set(CATALOG.resources.raw):
        return "any raw"
    if set(goods) == set(CATALOG.resources.manufactured):
        return "any made"
    return "/".join(goods)


def cost_text(cost: Mapping[str, int]) -> str:
    """A cost in words: "2 wood, glass, 3¢"; "nothing" when there is none."""
    goods = [good if amount == 1 else f"{amount} {good}" for good, amount in cost.items() if good != "coins"]
    coins = [f"{cost['coins']}¢"] if "coins" in cost else []
    return ", ".join(goods + coins) or "nothing"


def effect_short(effect: Effect) -> str:
    """An effect in few characters: ★ victory points, ¢ coins, "again" another turn."""
    parts = []
    if effect.points:
        parts.append(f"{effect.points}★")
    if effect.science:
        parts.append(effect.science.split("_")[0])
    parts += [f"{amount} {good}" if amount > 1 else good for good, amount in effect.produces.items()]
    if effect.produces_choice:
        parts.append(goods_group(effect.produces_choice))
    if effect.trade_price_one:
        parts.append("/".join(good[:5] for good in effect.trade_price_one) + " 1¢")
    if effect.shields:
        parts.append(f"{effect.shields} shield" + "s" * (effect.shields > 1))
    if effect.coins:
        parts.append(f"+{effect.coins}¢")
    if effect.opponent_loses_coins:
        parts.append(f"foe-{effect.opponent_loses_coins}¢")
    parts += _counts_short(effect)
    if effect.destroy:
        parts.append(f"-1{MARKS[effect.destroy]}")
    if effect.build_from_discard:
        parts.append("revive")
    if effect.progress_from_box:
        parts.append(f"{effect.progress_from_box.keep} of {effect.progress_from_box.draw} tokens")
    if effect.extra_turn:
        parts.append("again")
    return " ".join(parts)


def _counts_short(effect: Effect) -> list[str]:
    gains = []
    counted: Count | None = None
    for count, sign in ((effect.points_per, "★"), (effect.coins_per, "¢")):
        if count is not None:
            gains.append(f"{count.amount}{sign}")
            counted = count
    if counted is None:
        return []
    what = {"cards": "".join(MARKS[color] for color in counted.colors), "wonders": "wonder"}
    what |= {"coin_triplets": "3¢", "progress_tokens": "token"}
    most = " most" if counted.city == "most" else ""
    return ["".join(gains) + "/" + what[counted.what] + most]


def effect_long(effect: Effect) -> str:
    """An effect in a sentence without names."""
    parts = []
    if effect.points:
        parts.append(f"{effect.points} victory points")
    if effect.science:
        parts.append(f"science symbol {effect.science.replace('_', ' ')}")
    if effect.produces:
        parts.append("makes " + ", ".join(f"{n} {good}" for good, n in effect.produces.items()))
    if effect.produces_choice:
        parts.append("makes one of " + ", ".join(effect.produces_choice))
    if effect.trade_price_one:
        parts.append("buys " + " and ".join(effect.trade_price_one) + " for 1¢ each")
    if effect.shields:
        parts.append(f"{effect.shields} shield" + "s" * (effect.shields > 1))
    if effect.coins:
        parts.append(f"take {effect.coins}¢ now")
    for count, gain in ((effect.coins_per, "¢ now"), (effect.points_per, " victory points at the end")):
        if count is not None:
            parts.append(f"{count.amount}{gain} {_counted_long(count)}")
    if effect.opponent_loses_coins:
        parts.append(f"the opponent loses {effect.opponent_loses_coins}¢")
    if effect.destroy:
        parts.append(f"discard a {effect.destroy} card of the opponent")
    if effect.build_from_discard:
        parts.append("build a discarded card for free")
    if effect.progress_from_box:
        box = effect.progress_from_box
        parts.append(f"draw {box.draw} tokens from the box and keep {box.keep}")
    if effect.discount:
        what = effect.discount.applies_to.replace("_", " ")
        parts.append(f"{what} cost {effect.discount.resources} resources less")
    if effect.gain_opponent_trade_spend:
        parts.append("take what the opponent spends on buying resources")
    if effect.extra_shield_per_red_card:
        parts.append(f"each new military card gives {effect.extra_shield_per_red_card} shield more")
    if effect.all_wonders_extra_turn:
        parts.append("each new wonder gives another turn")
    if effect.coins_per_chain_build:
        parts.append(f"{effect.coins_per_chain_build}¢ for each card built free by a chain")
    if effect.extra_turn:
        parts.append("take another turn")
    return "; ".join(parts)


def _counted_long(count: Count) -> str:
    what = {
        "cards": " or ".join(count.colors) + " card",
        "wonders": "wonder",
        "coin_triplets": "set of 3 coins",
        "progress_tokens": "progress token",
    }[count.what]
    where = "in the city with the most of them" if count.city == "most" else "you have"
    return f"per {what} {where}"


def deed(option: Mapping[str, Any], names: list[str]) -> str:
    """A decision carried out, without its subject: "Baths built for 2¢"."""
    action = option["action"]
    price = "for free" if option.get("price") == 0 else f"for {option.get('price')}¢"
    if action == "build":
        return f"{option['card']} built {price}"
    if action == "wonder":
        return f"{option['wonder']} built {price}, over {option['card']}"
    if action == "discard":
        return f"{option['card']} discarded, +{option['gain']}¢"
    if action == "starter":
        return f"{names[option['seat']]} will begin the next age"
    words = {"draft": "drafted", "token": "taken", "library": "kept from the box", "destroy": "destroyed"}
    name = option.get("wonder") or option.get("token") or option.get("card")
    return f"{name} {words.get(action, 'built from the discards')}"
