"""What happened in a game of 7 Wonders, as entries of a key and its arguments, for any language to put into words.

Entries are filtered for a seat: a card put under a stage or discarded face down is named only to the seat that did
it, until the game is over. `card: None` there means a hidden card.

    age       age, passing ("left", "right", "exchange")       conflict  age, city, other, winner (or None), points
    build     city, card, pay, bank, chain, coins              free_build  city, card, coins
    stage     city, stage, card or None, pay, coins            discard   city, card or None, coins
    spare     city, card or None: left over, to the pile       revive    city, card, coins; revive_none  city
    end       winners

`coins` is what the bank gave for it. All entries of a turn carry `age` and `turn`, `city` counts the Free City last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mirabilia.game.result import Result
from mirabilia.game.wonders.options import NAMES
from mirabilia.rules.records import plain
from mirabilia.rules.wonders import state as rules
from mirabilia.rules.wonders.tables import (
    CATALOG,
    CHAIN,
    CONSTANTS,
    FREE_CITY,
    LAST_TURN,
    LEFT,
    NONE,
    RIGHT,
    SEVENTH,
    WONDER_STAGE,
)

_LEFT, _RIGHT, _CHAIN = plain(LEFT), plain(RIGHT), plain(CHAIN)


Passing = Literal["left", "right", "exchange"]


@dataclass(frozen=True)
class Step:
    """One resolved step: the codes carried out by city, and the public facts around it."""

    age: int
    turn: int
    entry: int  # the place in the history of its cards
    codes: dict[int, int]
    coins: list[int]  # before
    coins_after: list[int]
    stages: list[int]  # before
    chains: list[int]  # cities whose build was free by a chain
    spares: list[int]  # cities whose last card went to the pile
    shields: list[int] | None  # at the conflicts, if the age ended

    @staticmethod
    def between(before: dict[str, Any], after: dict[str, Any], codes: dict[int, int]) -> Step:
        """The step that led from one position to the next."""
        age, turn = before["age"], before["turn"]
        last = turn == LAST_TURN
        done = (before["done_action"][age][SEVENTH], after["done_action"][age][SEVENTH])
        ended = after["age"] != age or after["phase"] == rules.OVER
        chains = []
        for city, code in codes.items():
            card = rules.card_of(code)
            if rules.kind_of(code) == rules.BUILD and any(
                a & b for a, b in zip(_CHAIN[card], before["cards"][city], strict=True)
            ):
                chains.append(city)
        return Step(
            age=age,
            turn=turn,
            entry=turn if before["phase"] == rules.CHOOSE else SEVENTH,
            codes=codes,
            coins=before["coins"],
            coins_after=after["coins"],
            stages=[counts[WONDER_STAGE] for counts in before["count"]],
            chains=chains,
            spares=[
                city
                for city in range(before["cities"])
                if last and done[0][city] == 0 and done[1][city] & ~rules.TAKEN == rules.SPARE
            ],
            shields=after["shields"] if ended else None,
        )


def passing(players: int, age: int) -> Passing:
    """How hands go round in an age (0 to 2): with two players they are exchanged (ruling 58)."""
    if players == 2:
        return "exchange"
    return "left" if CONSTANTS.passing[age] == "left" else "right"


def log_entries(
    values: dict[str, Any], steps: Sequence[Step], seat: int | None, result: Result | None, opening: bool = False
) -> list[dict[str, Any]]:
    """The entries of some steps as a seat may see them; `opening` adds the first age before them."""
    players = values["players"]
    entries: list[dict[str, Any]] = []
    if opening:
        entries.append({"key": "age", "age": 1, "passing": passing(players, 0)})
    for step in steps:
        entries += _actions(values, step, seat)
        if step.shields is not None:
            entries += _conflicts(values, step)
            if step.age + 1 < len(CONSTANTS.passing):
                entries.append({"key": "age", "age": step.age + 2, "passing": passing(players, step.age + 1)})
            elif result is not None:
                entries.append({"key": "end", "winners": list(result.winners)})
    return entries


def _actions(values: dict[str, Any], step: Step, seat: int | None) -> list[dict[str, Any]]:
    players = values["players"]
    when = {"age": step.age + 1, "turn": step.turn + 1}
    entries = []
    gains = _gains(players, step)
    for city, code in step.codes.items():
        card = rules.card_of(code)
        name = None if card == NONE else NAMES[card]
        hidden = None if _is_hidden(values, step, city, seat) else name
        pay = [rules.left_of(code), rules.right_of(code)]
        action = rules.kind_of(code)
        if action == rules.BUILD:
            bank = rules.bank_of(code)
            chain = city in step.chains
            told = {"key": "build", "city": city, "card": name, "pay": pay, "bank": bank, "chain": chain}
        elif action == rules.STAGE_BUILT:
            told = {"key": "stage", "city": city, "stage": step.stages[city] + 1, "card": hidden, "pay": pay}
        elif action == rules.DISCARD:
            told = {"key": "discard", "city": city, "card": hidden}
        elif action == rules.FREE_BUILD:
            told = {"key": "free_build", "city": city, "card": name}
        elif name is None:
            told = {"key": "revive_none", "city": city}
        else:
            told = {"key": "revive", "city": city, "card": name}
        entries.append({**told, "coins": gains[city], **when})
    for city in step.spares:
        card = values["done_card"][step.age][SEVENTH][city]
        hidden = None if _is_hidden(values, step, city, seat, spare=True) else NAMES[card]
        entries.append({"key": "spare", "city": city, "card": hidden, **when})
    return entries


def _is_hidden(values: dict[str, Any], step: Step, city: int, seat: int | None, spare: bool = False) -> bool:
    """Whether a card used face down by a city is a secret to a seat."""
    if values["phase"] == rules.OVER:
        return False
    if values["players"] == 2 and city == FREE_CITY:
        # the last card of the draw pile is seen by nobody when it goes to the discard pile
        return spare or seat != (step.age + step.turn) & 1
    return seat != city


def _gains(players: int, step: Step) -> list[int]:
    """What the bank gave each city: all that trade and costs do not explain."""
    gains = [after - before for before, after in zip(step.coins, step.coins_after, strict=True)]
    for city, code in step.codes.items():
        left, right = rules.left_of(code), rules.right_of(code)
        gains[city] += left + right + rules.bank_of(code)
        gains[_LEFT[players][city]] -= left
        gains[_RIGHT[players][city]] -= right
    return gains


def _conflicts(values: dict[str, Any], step: Step) -> list[dict[str, Any]]:
    entries = []
    assert step.shields is not None
    for city in range(values["cities"]):
        other = _RIGHT[values["players"]][city]
        mine, theirs = step.shields[city], step.shields[other]
        winner = None if mine == theirs else city if mine > theirs else other
        points = 0 if winner is None else CATALOG.constants.victory_tokens[step.age]
        shields = [mine, theirs]
        entries.append(
            {
                "key": "conflict",
                "age": step.age + 1,
                "city": city,
                "other": other,
                "shields": shields,
                "winner": winner,
                "points": points,
            }
        )
    return entries
