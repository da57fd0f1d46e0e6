"""What a seat of 7 Wonders remembers: every hand it held, and everything that was done, as far as it knows.

A person at the table may keep all of this in mind, and nothing else is needed to work out which cards can still be
where (`mirabilia.rules.wonders.knowledge` has the reasoning). Bots build their positions from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from mirabilia.game.wonders.log import Step
from mirabilia.game.wonders.options import NAMES
from mirabilia.rules.records import ints, plain
from mirabilia.rules.wonders import state as rules
from mirabilia.rules.wonders.knowledge import KNOWN, PLACES, secrets_of, slot_at
from mirabilia.rules.wonders.tables import FREE_CITY, LAST_TURN, NONE, PACKET, SEVENTH, TURNS

ACTION_NAMES = {
    rules.BUILD: "build",
    rules.STAGE_BUILT: "stage",
    rules.DISCARD: "discard",
    rules.FREE_BUILD: "free_build",
    rules.REVIVE: "revive",
    rules.SPARE: "spare",
}
_PACKET = plain(PACKET)


class Memory(msgspec.Struct, frozen=True):
    """What a seat remembers of the whole game."""

    hands: Annotated[
        list[list[list[str]]],
        Meta(description="the own hand at the start of each turn so far, by age and turn, with a card drawn then"),
    ]
    drawn: Annotated[list[list[int | str]], Meta(description="two players: cards this seat drew, as [age, turn, card]")]
    history: Annotated[
        list[list[int | str | None]],
        Meta(
            description="what was done, in order: [age, turn, city, action, card or null, coins left, right, to the "
            'bank]; turn 7 is the step after the sixth turn, action "spare" a last card that went to the pile'
        ),
    ]


def memory_of(states: Any, values: Mapping[str, Any], steps: Sequence[Step], seat: int) -> Memory:
    """The memory of a seat."""
    buffers = ints(PLACES), ints(PLACES)
    secrets_of(states, 0, seat, *buffers)
    card, group = plain(buffers[0]), plain(buffers[1])
    history = []
    for step in steps:
        revived = step.entry == SEVENTH and any(rules.kind_of(code) == rules.REVIVE for code in step.codes.values())
        for city, code in step.codes.items():
            known = revived or group[int(slot_at(step.age, step.entry, city))] == KNOWN
            history.append(_row(step.age, step.entry, city, code, known))
        for city in step.spares:
            place = int(slot_at(step.age, SEVENTH, city))
            code = rules.SPARE | card[place] << rules.CARD_SHIFT
            history.append(_row(step.age, SEVENTH, city, code, group[place] == KNOWN))
    return Memory(_own_hands(values, seat), _own_draws(values, seat), history)


def _row(age: int, entry: int, city: int, code: int, known: bool) -> list[int | str | None]:
    card = rules.card_of(code)
    name = NAMES[card] if known and card != NONE else None
    coins = [rules.left_of(code), rules.right_of(code), rules.bank_of(code)]
    return [age + 1, entry + 1, city, ACTION_NAMES[rules.kind_of(code)], name, *coins]


def _own_hands(values: Mapping[str, Any], seat: int) -> list[list[list[str]]]:
    """The seat's hands by age and turn, worked out backwards from what became of their cards."""
    hands = []
    for age in range(values["age"] + 1):
        last = values["turn"] if age == values["age"] else LAST_TURN
        hands.append([[NAMES[card] for card in held_in(values, age, turn, seat)] for turn in range(last + 1)])
    return hands


def held_in(values: Mapping[str, Any], age: int, turn: int, seat: int) -> list[int]:
    """The cards a seat held at the start of a turn: all that left its packet since, and those still in it."""
    players = values["players"]
    packet = _PACKET[players][age][turn][seat]
    fed = players == 2 and packet == rules.drawing_packet(age)
    cards: list[int] = []
    for entry in range(turn, rules.ENTRIES):
        for city in range(values["cities"]):
            if values["done_action"][age][entry][city] == 0:
                continue
            if players == 2 and city == FREE_CITY:
                belongs = fed and entry < SEVENTH
            else:
                belongs = _PACKET[players][age][min(entry, LAST_TURN)][city] == packet
            if belongs:
                cards.append(values["done_card"][age][entry][city])
    if age == values["age"]:
        cards += values["hand"][packet][: values["hand_size"][packet]]
    if fed:
        reached = values["turn"] if age == values["age"] else LAST_TURN
        for later in range(turn + 1, min(reached + 1, TURNS)):
            cards.remove(values["deal"][age][FREE_CITY][later])
    return sorted(cards)


def _own_draws(values: Mapping[str, Any], seat: int) -> list[list[int | str]]:
    """What the seat drew when it had the Free City card."""
    if values["players"] != 2:
        return []
    draws: list[list[int | str]] = []
    for age in range(values["age"] + 1):
        reached = values["turn"] if age == values["age"] else LAST_TURN
        for turn in range(reached + 1):
            if rules.controller_at(age, turn) == seat:
                draws.append([age + 1, turn + 1, NAMES[values["deal"][age][FREE_CITY][turn]]])
    return draws
