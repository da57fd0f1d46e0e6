"""Catalogs with random changes: things renamed, removed, added, and effects that move from one thing to another.

    changed_catalogs.use("duel", seed=1)

makes this process play with another catalog, if it has not read the real one yet.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from mirabilia.errors import CatalogError

Data = dict[str, Any]


def change_duel(data: Data, chance: random.Random) -> Data:
    """Duel with other cards, wonders and tokens: about a third of each is new, removed or another."""
    cards = data["cards"]
    for age in (1, 2, 3):
        _remove(cards, [card for card in cards if card["age"] == age and card["color"] != "purple"], 2, chance)
    _remove(cards, [card for card in cards if card["color"] == "purple"], 2, chance)
    first = {name for names in data["setup"]["first_game_wonders"] for name in names}
    _remove(data["wonders"], [wonder for wonder in data["wonders"] if wonder["name"] not in first], 2, chance)
    _remove(data["tokens"], data["tokens"], 2, chance)
    for kind, title in (("cards", "Card"), ("wonders", "Wonder"), ("tokens", "Token")):
        _add(data[kind], title, 3, chance)
        data = _rename(data, [thing["name"] for thing in chance.sample(data[kind], 3)], title, chance)
        _swap_effects(data[kind], lambda thing: str(thing.get("color", "")), 4, chance)
    return data


def change_wonders(data: Data, chance: random.Random) -> Data:
    """7 Wonders with other names and effects of cards, two boards more and one less."""
    for number, like in enumerate(chance.sample(data["boards"], 2)):
        data["boards"].append({**like, "city": f"Added City {number}", "A": like["B"], "B": like["A"]})
    data["boards"].remove(chance.choice(data["boards"]))
    data = _rename(data, [card["name"] for card in chance.sample(data["cards"], 12)], "Card", chance)
    data = _rename(data, [board["city"] for board in chance.sample(data["boards"], 3)], "City", chance)
    _swap_effects(data["cards"], lambda card: f"{card['color']} {card['age']}", 20, chance)
    return data


def _remove(things: list[Data], among: list[Data], most: int, chance: random.Random) -> None:
    """Takes up to so many away, and the chains that begin or end at them."""
    gone = {thing["name"] for thing in chance.sample(among, chance.randint(0, most))}
    things[:] = [thing for thing in things if thing["name"] not in gone]
    for thing in things:
        if thing.get("free_with") in gone:
            del thing["free_with"]
    used = {thing.get("free_with") for thing in things}
    for thing in things:
        if thing["name"] not in used:
            thing.pop("chain", None)


def _add(things: list[Data], title: str, most: int, chance: random.Random) -> None:
    """Adds up to so many that are like others, at another price."""
    for number in range(chance.randint(1, most)):
        like, other = chance.choice(things), chance.choice(things)
        new = {key: value for key, value in like.items() if key not in ("chain", "free_with", "cost")}
        cost = {"cost": other["cost"]} if "cost" in other and "cost" in like else {}
        things.insert(chance.randint(0, len(things)), {**new, **cost, "name": f"Added {title} {number}"})


def _rename(data: Data, names: list[str], title: str, chance: random.Random) -> Data:
    """The data with other names for some things, wherever they are named."""
    new = {name: f"Other {title} {chance.randrange(10**6)}" for name in names}

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: renamed(each) for key, each in value.items()}
        if isinstance(value, list):
            return [renamed(each) for each in value]
        return new.get(value, value) if isinstance(value, str) else value

    changed: Data = renamed(data)
    return changed


def _swap_effects(things: list[Data], group: Callable[[Data], str], swaps: int, chance: random.Random) -> None:
    """Exchanges the effects of things of one group."""
    for _ in range(swaps):
        one = chance.choice(things)
        other = chance.choice([thing for thing in things if group(thing) == group(one)])
        one["effect"], other["effect"] = other["effect"], one["effect"]


CHANGES = {"duel": change_duel, "wonders": change_wonders}


def use(game: str, seed: int) -> None:
    """Has the catalog of a game changed when it is read. A change that the checks refuse is followed by another."""
    module = import_module(f"mirabilia.games.{game}.catalog")

    def parse(text: str, kind: type[Any], name: str) -> Any:
        chance = random.Random(seed)
        while True:
            try:
                catalog = msgspec.convert(CHANGES[game](tomllib.loads(text), chance), kind)
                module.check(catalog)
                return catalog
            except CatalogError:
                continue

    vars(module)["parse"] = parse
