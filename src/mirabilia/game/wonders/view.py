"""What may be known of a game of 7 Wonders: `wonders_view` for a seat or spectator, `wonders_snapshot` for everything.

`wonders_view` is the one door for secrets. Of other hands it tells what the seat has seen and can still be in them
(`knowledge.py` of the rules has the reasoning); of the discard pile its size, what the seat itself put there, and all
of it only to the player choosing from it; of choices not yet revealed only who has made one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mirabilia.catalog.wonders import COLORS
from mirabilia.game.base import Result
from mirabilia.game.wonders.deal import NAMES, board_names, deal_of
from mirabilia.game.wonders.log import passing
from mirabilia.game.wonders.quotes import goods_of, production, structures
from mirabilia.rules.records import ints, plain
from mirabilia.rules.wonders import state as rules
from mirabilia.rules.wonders.knowledge import DRAWS_AT, HANDS_AT, PLACES, secrets_of
from mirabilia.rules.wonders.tables import (
    AGES,
    CATALOG,
    DEFEATS,
    FREE_CITY,
    MILITARY,
    PACKET,
    PRICE,
    SEVENTH,
    STAGES,
    WONDER_STAGE,
)

PHASES = {rules.CHOOSE: "choose", rules.SEVENTH_CARD: "seventh", rules.REVIVE_CARD: "revive", rules.OVER: "over"}
_PACKET, _PRICE, _STAGES = plain(PACKET), plain(PRICE), plain(STAGES)
Values = Mapping[str, Any]


def _named(cards: Iterable[int]) -> list[str]:
    """Names in catalog order, so that the order tells nothing."""
    return [NAMES[card] for card in sorted(cards)]


def hand_of(values: Values, seat: int) -> list[int]:
    """The cards a seat holds."""
    packet = _PACKET[values["players"]][values["age"]][values["turn"]][seat]
    cards: list[int] = values["hand"][packet][: values["hand_size"][packet]]
    return cards


def draw_pile(values: Values) -> list[int]:
    """What is left of the Free City's draw pile."""
    pile: list[int] = values["deal"][values["age"]][FREE_CITY]
    if values["players"] != 2 or values["done_action"][values["age"]][SEVENTH][FREE_CITY]:
        return []
    return pile[values["turn"] + 1 :]


def used(values: Values, actions: tuple[int, ...], city: int | None = None) -> list[int]:
    """Cards of the history used in one of these ways, in order; a revived card is used otherwise."""
    found = []
    for age in range(AGES):
        for entry in range(rules.ENTRIES):
            for number in range(values["cities"]):
                if city in (None, number) and values["done_action"][age][entry][number] in actions:
                    found.append(values["done_card"][age][entry][number])
    return found


def discard_pile(values: Values) -> list[int]:
    """The discard pile in the order in which cards were laid on it."""
    return used(values, (rules.DISCARD, rules.SPARE))


def _seats_city(values: Values, city: int) -> dict[str, Any]:
    """The public facts of a city that `snapshot` promises."""
    board, side = board_names(values["board"][city])
    return {
        "board": board,
        "side": side,
        "coins": values["coins"][city],
        "shields": values["shields"][city],
        "stages": values["count"][city][WONDER_STAGE],
        "victory_points": values["points"][city][MILITARY],
        "defeats": values["count"][city][DEFEATS],
        "cards": [NAMES[card] for card in structures(values, city)],
    }


def city_view(values: Values, city: int) -> dict[str, Any]:
    """Everything public about a city."""
    raw_left, raw_right, made_left, made_right = _PRICE[values["price"][city]]
    symbols = [*CATALOG.science.symbols, "any"]
    return {
        **_seats_city(values, city),
        "stages_in_all": _STAGES[values["board"][city]],
        "produces": [goods_of(unit) for unit in production(values, city, False)],
        "sells": [goods_of(unit) for unit in production(values, city, True)],
        "prices": {
            "raw": {"left": raw_left, "right": raw_right},
            "manufactured": {"left": made_left, "right": made_right},
        },
        "symbols": dict(zip(symbols, values["symbols"][city], strict=True)),
        "colors": dict(zip(COLORS, values["count"][city], strict=False)),
        "free_builds": values["free_left"][city],
        "seventh_card": values["sevenths"][city] > 0,
        "copies_guild": values["copies"][city] > 0,
    }


def known_hands(states: Any, values: Values, seat: int) -> list[dict[str, Any]]:
    """Other hands as a seat knows them.

    A hand consists of cards of `among`, less `gone` of these that left it face down, and `drawn` unknown ones besides.
    `among` is None for a hand never seen: then nothing is known but its size.
    """
    card, group = ints(PLACES), ints(PLACES)
    secrets_of(states, 0, seat, card, group)
    hands = []
    for holder in range(values["players"]):
        if holder == seat:
            continue
        size = len(hand_of(values, holder))
        hand: dict[str, Any] = {"seat": holder, "size": size, "among": None, "gone": 0, "drawn": 0}
        if size:
            packet = _PACKET[values["players"]][values["age"]][values["turn"]][holder]
            number = int(group[HANDS_AT + packet * rules.HAND_ROOM])
            if number >= AGES:
                pool = [place for place in range(DRAWS_AT) if group[place] == number]
                among = [int(card[place]) for place in pool]
                draw = DRAWS_AT + values["age"] * rules.ENTRIES + values["turn"]
                if values["players"] == 2 and packet == values["age"] & 1 and int(group[draw]) != -1:
                    among.remove(int(card[draw]))
                    hand["drawn"] = 1
                hand["among"] = _named(among)
                hand["gone"] = sum(place < HANDS_AT for place in pool)
        hands.append(hand)
    return hands


def wonders_view(
    states: Any,
    values: Values,
    seat: int | None,
    to_act: tuple[int, ...],
    pending: Mapping[int, dict[str, Any]],
    result: Result | None,
) -> dict[str, Any]:
    """What a seat (None: a spectator) may know."""
    players, phase = values["players"], values["phase"]
    two = players == 2
    control = (values["age"] + values["turn"]) & 1
    others = [holder for holder in range(players) if holder != seat]
    if seat is None:
        hands = [
            {"seat": holder, "size": len(hand_of(values, holder)), "among": None, "gone": 0, "drawn": 0}
            for holder in others
        ]
    else:
        hands = known_hands(states, values, seat)
    own = [city for city in (seat, FREE_CITY if two and control == seat else None) if city is not None]
    view: dict[str, Any] = {
        "game": "wonders",
        "players": players,
        "you": seat,
        "over": phase == rules.OVER,
        "age": values["age"] + 1,
        "turn": values["turn"] + 1,
        "passing": passing(players, values["age"]),
        "phase": PHASES[phase],
        "to_act": list(to_act),
        "ready": [city for city in range(players) if city in pending and city not in to_act],
        "cities": [city_view(values, city) for city in range(values["cities"])],
        "hand": None if seat is None else _named(hand_of(values, seat)),
        "hands": hands,
        "choices": [pending[city] for city in own if city in pending],
        "discard": _discard_view(values, seat, to_act),
        "buried": [] if seat is None else [NAMES[card] for card in used(values, (rules.STAGE_BUILT,), seat)],
        "free_city": {"controller": control, "draw_pile": len(draw_pile(values))} if two else None,
    }
    if two and phase == rules.SEVENTH_CARD and values["actor"] == FREE_CITY and seat == control:
        view["free_city"]["last_card"] = NAMES[draw_pile(values)[0]]
    if phase == rules.OVER:
        view["secrets"] = {
            "deal": deal_of(dict(values)),
            "discard": [NAMES[card] for card in discard_pile(values)],
            "under_stages": _under_stages(values),
        }
        view["result"] = None if result is None else result.as_dict()
    return view


def _discard_view(values: Values, seat: int | None, to_act: tuple[int, ...]) -> dict[str, Any]:
    pile = discard_pile(values)
    reviving = values["phase"] == rules.REVIVE_CARD and seat is not None and seat in to_act
    own = [] if seat is None else used(values, _EVER_DISCARDED, seat)
    return {
        "size": len(pile),
        "cards": [NAMES[card] for card in pile] if reviving else None,
        "own": [NAMES[card] for card in own],
    }


_EVER_DISCARDED = (rules.DISCARD, rules.SPARE, rules.DISCARD + rules.TAKEN, rules.SPARE + rules.TAKEN)


def _under_stages(values: Values) -> list[list[str]]:
    return [[NAMES[card] for card in used(values, (rules.STAGE_BUILT,), city)] for city in range(values["cities"])]


def wonders_snapshot(values: Values) -> dict[str, Any]:
    """Everything; choices not yet resolved do not show."""
    return {
        "game": "wonders",
        "players": values["players"],
        "age": values["age"] + 1,
        "turn": values["turn"] + 1,
        "phase": PHASES[values["phase"]],
        "cities": [_seats_city(values, city) for city in range(values["cities"])],
        "hands": [_named(hand_of(values, seat)) for seat in range(values["players"])],
        "discard": [NAMES[card] for card in discard_pile(values)],
        "draw_pile": [NAMES[card] for card in draw_pile(values)],
        "under_stages": _under_stages(values),
    }
