"""What an effect of the catalog means, in whole sentences: for the terminal and for reports.

The page makes the same sentences from the same keys (`web/src/parts/effect-words.ts`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from mirabilia.json_types import JsonFields
from mirabilia.locales import all_of, name_of, one_of, text


def amounts(lang: str, goods: Mapping[str, int]) -> str:
    """Resources and coins with their numbers: "2 wood and 1 glass".

    >>> amounts("en", {"wood": 2, "coins": 1})
    '2\\xa0wood and 1\\xa0coin'
    """
    return all_of(lang, [text(lang, f"good.count.{good}", n=number) for good, number in goods.items()])


def effect_sentences(lang: str, game: str, effect: msgspec.Struct) -> list[str]:
    """One sentence for each thing an effect does."""
    return list(_sentences(lang, game, msgspec.to_builtins(effect)))


def _sentences(lang: str, game: str, effect: JsonFields) -> Iterable[str]:
    def say(key: str, **args: object) -> str:
        return text(lang, f"effect.{game}.{key}", **args)

    yield from _production(lang, say, effect)
    if goods := effect.get("trade_price_one"):
        yield say("trade_price_one", goods=all_of(lang, _goods(lang, goods)))
    if trade := effect.get("trade"):
        yield say(f"trade.{trade['goods']}.{'_'.join(trade['neighbours'])}")
    if symbol := effect.get("science"):
        yield say("science.any") if symbol == "any" else say("science", symbol=name_of(lang, game, "symbol", symbol))
    for counted in ("shields", "coins", "points", "opponent_loses_coins"):
        if number := effect.get(counted):
            yield say(counted, n=number)
    for counted in ("coins_per", "points_per"):
        if count := effect.get(counted):
            yield say(f"{counted}.{_counted(count)}", n=count.get("amount") or count.get("each"))
    if condition := effect.get("points_if"):
        yield say(f"points_if.{condition['condition']}", n=condition["points"])
    for chosen in ("destroy", "special"):
        if kind := effect.get(chosen):
            yield say(f"{chosen}.{kind}")
    if box := effect.get("progress_from_box"):
        yield say("progress_from_box", **box)
    if discount := effect.get("discount"):
        yield say(f"discount.{discount['applies_to']}", n=discount["resources"])
    for plain in ("build_from_discard", "gain_opponent_trade_spend", "all_wonders_extra_turn", "extra_turn"):
        if effect.get(plain):
            yield say(plain)
    for counted in ("extra_shield_per_red_card", "coins_per_chain_build"):
        if number := effect.get(counted):
            yield say(counted, n=number)


def _production(lang: str, say: Callable[..., str], effect: JsonFields) -> Iterable[str]:
    """Duel has amounts and one choice, 7 Wonders a list of units, each a good or a choice of goods."""
    made = effect.get("produces") or {}
    if isinstance(made, dict):
        if made:
            yield say("produces", goods=amounts(lang, made))
        if choice := effect.get("produces_choice"):
            yield say("produces_choice", goods=one_of(lang, _goods(lang, choice)))
        return
    fixed = Counter(unit[0] for unit in made if len(unit) == 1)
    if fixed:
        yield say("produces", goods=amounts(lang, fixed))
    for unit in made:
        if len(unit) > 1:
            key = "produces_choice" if effect.get("sellable") else "produces_own"
            yield say(key, goods=one_of(lang, _goods(lang, unit)))


def _goods(lang: str, goods: Iterable[str]) -> list[str]:
    return [text(lang, f"good.{good}") for good in goods]


def _counted(count: JsonFields) -> str:
    """What is counted and where, as the end of a key."""
    what = count["what"] if isinstance(count["what"], list | tuple) else [count["what"]]
    if "whose" in count:
        return f"{'_'.join(what)}.{'_'.join(count['whose'])}"
    return f"{'_'.join([*what, *(count.get('colors') or ())])}.{count['city']}"
