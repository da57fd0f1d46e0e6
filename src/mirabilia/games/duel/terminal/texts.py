"""Words of Duel for the terminal: names, costs and effects, short for the table and long for explanations.

Everything is made from the catalog's data and the texts of the language; no card is named here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mirabilia.cli.language import named, spoken, t
from mirabilia.cli.look import MARKS
from mirabilia.games.duel.catalog import Count, Effect, duel_catalog
from mirabilia.locales.effects import amounts, effect_sentences

CATALOG = duel_catalog()
CARDS = {card.name: card for card in CATALOG.cards}
WONDERS = {wonder.name: wonder for wonder in CATALOG.wonders}
TOKENS = {token.name: token for token in CATALOG.tokens}


def card_name(name: str) -> str:
    """A card in the person's language."""
    return named("duel", "card", name)


def name_of(name: str) -> str:
    """A card, wonder or token in the person's language."""
    return named("duel", "card" if name in CARDS else "wonder" if name in WONDERS else "token", name)


def wonder_short(name: str) -> str:
    """The telling word of a wonder's name: "Sphinx", "Zeus"."""
    return t(f"terminal.wonder.{name}")


def goods_group(goods: Sequence[str]) -> str:
    """A choice of resources in words: "any raw", or the resources themselves."""
    if set(goods) == set(CATALOG.resources.raw):
        return t("terminal.any_raw")
    if set(goods) == set(CATALOG.resources.manufactured):
        return t("terminal.any_made")
    return "/".join(t(f"good.{good}") for good in goods)


def cost_text(cost: Mapping[str, int]) -> str:
    """A cost in words: "2 wood, 1 glass and 3 coins"; "nothing" when there is none."""
    return amounts(spoken(), cost).replace("\u00a0", " ") if cost else t("tip.free")


def effect_short(effect: Effect) -> str:
    """An effect in few characters: ★ victory points, ¢ coins."""
    parts = []
    if effect.points:
        parts.append(f"{effect.points}★")
    if effect.science:
        parts.append(symbol_short(effect.science))
    for good, amount in effect.produces.items():
        parts.append(t(f"good.count.{good}", n=amount) if amount > 1 else t(f"good.{good}"))
    if effect.produces_choice:
        parts.append(goods_group(effect.produces_choice))
    if effect.trade_price_one:
        parts.append("/".join(t(f"good.{good}")[:5] for good in effect.trade_price_one) + " 1¢")
    if effect.shields:
        parts.append(t("count.shields", n=effect.shields))
    if effect.coins:
        parts.append(f"+{effect.coins}¢")
    if effect.opponent_loses_coins:
        parts.append(t("terminal.short.opponent_loses", n=effect.opponent_loses_coins))
    parts += _counts_short(effect)
    if effect.destroy:
        parts.append(f"-1{MARKS[effect.destroy]}")
    if effect.build_from_discard:
        parts.append(t("terminal.short.revive"))
    if effect.progress_from_box:
        box = effect.progress_from_box
        parts.append(t("terminal.short.box", keep=box.keep, draw=box.draw))
    if effect.extra_turn:
        parts.append(t("terminal.short.extra_turn"))
    return " ".join(parts)


def symbol_short(symbol: str) -> str:
    """The first word of a scientific symbol."""
    return t(f"duel.symbol.{symbol}").lower().split()[0]


def _counts_short(effect: Effect) -> list[str]:
    gains = []
    counted: Count | None = None
    for count, sign in ((effect.points_per, "★"), (effect.coins_per, "¢")):
        if count is not None:
            gains.append(f"{count.amount}{sign}")
            counted = count
    if counted is None:
        return []
    what = {"cards": "".join(MARKS[color] for color in counted.colors), "coin_triplets": "3¢"}
    what |= {"wonders": t("terminal.short.wonder"), "progress_tokens": t("terminal.short.token")}
    most = f" {t('terminal.short.most')}" if counted.city == "most" else ""
    return ["".join(gains) + "/" + what[counted.what] + most]


def effect_long(effect: Effect) -> str:
    """An effect in whole sentences."""
    return " ".join(effect_sentences(spoken(), "duel", effect)).replace("\u00a0", " ")
