"""What happened in Duel: the game's events as the sentences of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from mirabilia.cli.language import spoken, t
from mirabilia.games.duel.terminal.pyramid import ROMAN
from mirabilia.games.duel.terminal.texts import card_name, name_of
from mirabilia.json_types import JsonFields, JsonObject
from mirabilia.locales import all_of


def sentences(events: Sequence[JsonFields], names: Sequence[str]) -> list[str]:
    """The events of a decision as sentences; what was paid stands with what it was paid for."""
    paid: Counter[int] = Counter()
    said: list[str] = []
    for event in events:
        if event["event"] == "paid" and event["why"] != "bid":
            paid[event["city"]] += event["coins"]
        said += _sentences_of(event, events, names, paid)
    turned_up = [card_name(event["card"]) for event in events if event["event"] == "turned_up"]
    return said + ([t("log.duel.revealed", cards=all_of(spoken(), turned_up))] if turned_up else [])


def _sentences_of(
    event: JsonFields, events: Sequence[Mapping[str, object]], names: Sequence[str], paid: Counter[int]
) -> Iterator[str]:
    kind = event["event"]
    args: JsonObject = {"player": names[event["city"]]} if "city" in event else {}
    args |= {part: name_of(event[part]) for part in ("card", "wonder", "token") if event.get(part)}
    match kind:
        case "bid" | "passed":
            yield t(f"log.duel.{kind}", n=event.get("coins", 0), **args)
        case "paid" if event["why"] == "bid":
            yield t("log.duel.bid_paid", n=event["coins"], **args)
        case "drafted":
            yield t("log.duel.draft", **args)
        case "built" if event["chain"]:
            yield t("log.duel.build_chain", **args, **{"from": card_name(event["chain"])})
        case "built" | "wonder":
            key = "build" if kind == "built" else "wonder"
            price = paid.pop(event["city"], 0)
            yield t(f"log.duel.{key}_paid", n=price, **args) if price else t(f"log.duel.{key}", **args)
        case "discarded":
            yield t("log.duel.discard", n=_gain(events, "discard"), **args)
        case "gained" if event["why"] != "discard":
            yield t("log.duel.gains", n=event["coins"], **args)
        case "paid" if event["to"] is not None:
            token = name_of(event["token"])
            yield t("log.duel.economy", player=names[event["to"]], n=event["coins"], token=token)
        case "pawn":
            yield t("log.duel.pawn", n=abs(event["end"] - event["start"]), **args)
        case "looted":
            yield t("log.duel.loot", n=event["coins"], **args)
        case "lost":
            yield t("log.duel.loses", n=event["coins"], **args)
        case "pair":
            yield t("log.duel.pair", symbol=t(f"duel.symbol.{event['symbol']}"), **args)
        case "token":
            yield t("log.duel.library" if event["source"] == "box" else "log.duel.token", **args)
        case "destroyed":
            by = names[event["by"]]
            yield t("log.duel.destroy", player=by, card=args["card"], opponent=args["player"])
        case "revived":
            yield t("log.duel.revive", **args)
        case "withdrawn":
            yield t("log.duel.last_wonder", **args)
        case "extra_turn":
            yield t("log.duel.extra_turn", **args)
        case "starter":
            yield t("log.duel.starter", starter=names[event["seat"]], **args)
        case "age":
            yield t("log.age", age=ROMAN[event["age"]])


def _gain(events: Sequence[JsonFields], why: str) -> int:
    return sum(event["coins"] for event in events if event["event"] == "gained" and event["why"] == why)
