"""Redealing: every arrangement that agrees with what a seat saw is equally likely."""

from __future__ import annotations

import itertools
import math
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng
from mirabilia.games.wonders.game.game import WondersGame
from mirabilia.games.wonders.game.game import new as new_wonders
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.knowledge import DRAWS_AT, HANDS_AT, PLACES, secrets_of
from mirabilia.games.wonders.rules.redeal import duties_hold, looks_hold, redeal, relink
from mirabilia.games.wonders.rules.setup import SCRATCH
from mirabilia.games.wonders.rules.state import HAND_ROOM, State
from mirabilia.games.wonders.rules.tables import AGES, CATALOG, CITIES, FREE_CITY, LOOKS
from wonders_play import positions

EDITION = CATALOG.edition(1)


def is_plausible(observed: Counter[Any], expected: dict[Any, float]) -> bool:
    """A chi-square test at about one in a million, by the normal approximation of Wilson and Hilferty."""
    assert set(observed) <= set(expected), "an arrangement that cannot be"
    if len(expected) == 1:
        return True
    square = sum((observed[key] - often) ** 2 / often for key, often in expected.items())
    freedom = len(expected) - 1
    spread = 2 / (9 * freedom)
    return ((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread) < 4.9


def redealt_values(game: WondersGame, seat: int, times: int) -> list[dict[str, Any]]:
    rng = new_rng(77)
    found = []
    for _ in range(times):
        states = State.copy_of(game.states)
        assert redeal(states, 0, seat, ints(SCRATCH), rng)
        found.append(State.as_dict(states))
    return found


def test_unseen_cards_are_everywhere_alike() -> None:
    """In the second turn of a game of four, by what the rules of dealing say and nothing else."""
    game = new_wonders(4, 3)
    first = game.view(0)["hand"]
    for seat in game.seats:
        actions = {1: "discard", 2: "stage", 3: "build", 0: "discard"}
        wanted = [option for option in game.options(seat) if option.action == actions[seat]]
        game.play(seat, (wanted or game.options(seat))[-1])
    view = game.view(0)
    seen = Counter(first) + Counter(view["hand"]) + Counter(card for city in view["cities"] for card in city["cards"])
    unseen = Counter(EDITION.deck(1, 4)) - seen
    hidden_hands = [hand["seat"] for hand in view["hands"] if hand["among"] is None]
    assert hidden_hands == [1, 2]
    times = 6000
    in_hand = {seat: Counter[str]() for seat in hidden_hands}
    face_down: Counter[int] = Counter()  # what seat 2 discarded or buried, from a packet seat 0 has not seen
    assert any(event.get("city") == 2 and event.get("card", "") is None for event in game.log(0))
    for values in redealt_values(game, 0, times):
        face_down[values["done_card"][0][0][2]] += 1
        for seat in hidden_hands:
            packet = (seat + 1) % 4
            in_hand[seat].update(values["hand"][packet][: values["hand_size"][packet]])
    size = len(view["hand"])
    for seat in hidden_hands:
        expected = {EDITION.card_id[card]: times * size * copies / unseen.total() for card, copies in unseen.items()}
        assert is_plausible(in_hand[seat], expected)
    expected = {EDITION.card_id[card]: times * copies / unseen.total() for card, copies in unseen.items()}
    assert is_plausible(face_down, expected)


def arrangements(game: WondersGame, seat: int) -> dict[Any, float]:
    """All worlds a seat cannot exclude, with their shares: every order of every group, kept if all facts hold."""
    card, group = ints(PLACES), ints(PLACES)
    secrets_of(game.states, 0, seat, card, group)
    places: dict[int, list[int]] = {}
    for place in range(PLACES):
        if group[place] >= 0:
            places.setdefault(int(group[place]), []).append(place)
    unseen = [where for number, where in places.items() if number < AGES]
    seen = [where for number, where in places.items() if number >= AGES]
    state = game.states[0]
    worlds: Counter[Any] = Counter()
    for first in all_orders([int(n) for n in card], unseen):
        if game.seats == 2:
            linked = ints(PLACES)
            for place in range(PLACES):
                linked[place] = first[place]
            relink(state, seat, card, linked, group)
            first = [int(n) for n in linked]
        for world in all_orders(first, seen):
            lying, chosen, taken = ints(PLACES), ints(LOOKS), ints(rules.HISTORY)
            for place in range(PLACES):
                lying[place] = world[place]
            for look in range(LOOKS):
                chosen[look] = -1
            if looks_hold(state, lying, chosen, taken) and (game.seats > 2 or duties_hold(state, lying)):
                worlds[as_world(game, world)] += 1
    return {world: count / worlds.total() for world, count in worlds.items()}


def all_orders(lying: list[int], groups: list[list[int]]) -> Iterator[list[int]]:
    """The cards of each group in every order."""
    for orders in itertools.product(*(itertools.permutations([lying[place] for place in where]) for where in groups)):
        world = list(lying)
        for where, cards in zip(groups, orders, strict=True):
            for place, lies in zip(where, cards, strict=True):
                world[place] = lies
        yield world


def as_world(game: WondersGame, lying: list[int]) -> Any:
    """A world as something to count: the history, the hands without order, and the draw pile."""
    hands = tuple(
        tuple(sorted(lying[HANDS_AT + packet * HAND_ROOM : HANDS_AT + (packet + 1) * HAND_ROOM]))
        for packet in range(game.seats)
    )
    return tuple(lying[:HANDS_AT]), hands, tuple(lying[DRAWS_AT:])


def places_of(values: dict[str, Any]) -> list[int]:
    """A redealt state in the same form."""
    lying = [0] * PLACES
    for age in range(values["age"] + 1):
        for entry in range(rules.ENTRIES):
            for city in range(values["cities"]):
                if values["done_action"][age][entry][city]:
                    slot = (age * rules.ENTRIES + entry) * CITIES + city
                    lying[slot] = values["done_card"][age][entry][city]
            if values["players"] == 2:
                lying[DRAWS_AT + age * rules.ENTRIES + entry] = values["deal"][age][FREE_CITY][entry]
    for packet in range(values["players"]):
        for number in range(values["hand_size"][packet]):
            lying[HANDS_AT + packet * HAND_ROOM + number] = values["hand"][packet][number]
    return lying


def worlds_to_try(game: WondersGame, seat: int) -> int:
    card, group = ints(PLACES), ints(PLACES)
    secrets_of(game.states, 0, seat, card, group)
    sizes = Counter(int(number) for number in group if number >= 0)
    return math.prod(math.factorial(size) for size in sizes.values())


@pytest.mark.parametrize("revived", [False, True])
def test_all_worlds_that_agree_with_the_past_are_equally_likely(revived: bool) -> None:
    """Small positions of three players, with and without cards revived by somebody else, by full enumeration."""
    boards = [["Halikarnassos", "B"], ["Rhodos", "A"], ["Gizah", "A"]]
    tried = 0
    for seed in range(400):
        for game in positions(3, seed, boards):
            values = State.as_dict(game.states)
            if values["age"] > 0 or game.over:
                break
            outcomes = [card for card in values["look_card"][: values["looks"]] if card >= 0]
            if game.view(None)["ready"] or values["turn"] < 3 or bool(outcomes) != revived:
                continue
            for seat in (1, 2):
                if not 20 < worlds_to_try(game, seat) <= 3000:
                    continue
                shares = arrangements(game, seat)
                times = max(2000, 12 * len(shares))
                found = Counter(as_world(game, places_of(world)) for world in redealt_values(game, seat, times))
                assert is_plausible(found, {world: times * share for world, share in shares.items()}), (seed, seat)
                tried += 1
            break
        if tried >= 4:
            return
    raise AssertionError(f"only {tried} positions found")


def by_rejection(game: WondersGame, seat: int, times: int, chance: random.Random) -> Counter[Any]:
    """Where revived cards had lain, by shuffling all groups until the looks hold: slow, and plainly right."""
    card, group = ints(PLACES), ints(PLACES)
    secrets_of(game.states, 0, seat, card, group)
    places: dict[int, list[int]] = {}
    for place in range(PLACES):
        if group[place] >= 0:
            places.setdefault(int(group[place]), []).append(place)
    found: Counter[Any] = Counter()
    looks = State.as_dict(game.states)["looks"]
    lying, chosen, taken = ints(PLACES), ints(LOOKS), ints(rules.HISTORY)
    for place in range(PLACES):
        lying[place] = card[place]
    while found.total() < times:
        for where in places.values():
            cards = [card[place] for place in where]
            chance.shuffle(cards)
            for place, lies in zip(where, cards, strict=True):
                lying[place] = lies
        for look in range(LOOKS):
            chosen[look] = -1
        if looks_hold(game.states[0], lying, chosen, taken):
            found[tuple(int(chosen[look]) for look in range(looks))] += 1
    return found


def test_revived_cards_with_copies_in_several_groups() -> None:
    """More players, cards with several copies: the places of revived cards are as likely as by plain rejection."""
    boards = [["Halikarnassos", "B"], ["Rhodos", "A"], ["Gizah", "A"], ["Ephesos", "A"], ["Babylon", "A"]]
    tried = 0
    for seed in range(300):
        for game in positions(5, seed, boards):
            values = State.as_dict(game.states)
            if values["age"] > 1 or game.over:
                break
            outcomes = [card for card in values["look_card"][: values["looks"]] if card >= 0]
            if game.view(None)["ready"] or not outcomes:
                continue
            card, group = ints(PLACES), ints(PLACES)
            secrets_of(game.states, 0, 2, card, group)
            holding = {int(group[place]) for place in range(PLACES) if group[place] >= 0 and card[place] in outcomes}
            if len(holding) <= len(outcomes):  # nothing to weigh: each card can be in one group only
                continue
            times = 1500
            wanted = by_rejection(game, 2, times, random.Random(seed))
            redealt = redealt_values(game, 2, times)
            found = Counter(tuple(world["look_slot"][: world["looks"]]) for world in redealt)
            common = {key for key, often in wanted.items() if often >= 20}
            for key in common:  # both are samples
                spread = math.sqrt(wanted[key] + found[key])
                assert abs(wanted[key] - found[key]) < 5 * spread, (seed, key, wanted, found)
            tried += len(common) > 1
            break
        if tried >= 4:
            return
    raise AssertionError(f"only {tried} positions found")


def test_two_players_with_linked_draws() -> None:
    """Drawn cards that went face down, and the Free City's duties, by full enumeration of small positions."""
    tried = linked = 0
    for seed in range(400):
        for game in positions(2, seed, "A"):
            if game.snapshot()["age"] > 1:
                break
            turn = game.snapshot()["turn"]
            # seat 0 drew the first card itself; with the first packet unseen, seat 1's first draw is one of eight
            if turn < 4 or game.view(None)["ready"] or len(game.to_act) < 2 or game.view(0)["choices"]:
                continue
            if not 20 < worlds_to_try(game, 0) <= 2000:
                continue
            shares = arrangements(game, 0)
            times = max(2000, 12 * len(shares))
            found = Counter(as_world(game, places_of(world)) for world in redealt_values(game, 0, times))
            assert is_plausible(found, {world: times * share for world, share in shares.items()}), seed
            card, group = ints(PLACES), ints(PLACES)
            secrets_of(game.states, 0, 0, card, group)
            linked += any(group[DRAWS_AT + entry] >= 0 for entry in range(1, turn - 1))
            tried += 1
            break
        if tried >= 5 and linked >= 2:
            return
    raise AssertionError(f"only {tried} positions found, {linked} with linked draws")


def test_box_guilds_change_places_with_unseen_ones() -> None:
    """Age III, first turn, three players: each guild is in the game in 5 of 10 deals unless it is in the own hand."""
    chance = random.Random(1)
    game = new_wonders(3, 9)
    while game.snapshot()["age"] < 3:
        seat = chance.choice(game.to_act)
        game.play(seat, chance.choice(game.options(seat)))
    hand = set(game.view(0)["hand"])
    guilds = [EDITION.card_id[name] for name in EDITION.guilds if name not in hand]
    left = 5 - sum(name in hand for name in EDITION.guilds)
    times = 4000
    dealt: Counter[int] = Counter()
    for values in redealt_values(game, 0, times):
        cards = [card for packet in values["deal"][2][:3] for card in packet]
        assert len(cards) == 21 and sum(CATALOG.kinds[card].color == "purple" for card in cards) == 5
        dealt.update(card for card in cards if card in guilds)
    for guild in guilds:
        expected = times * left / len(guilds)
        assert abs(dealt[guild] - expected) < 5 * math.sqrt(expected)


GIVING_UP = """
import mirabilia
from mirabilia.games.wonders.rules import redeal
redeal.TRIES = 0
game = mirabilia.new_game("wonders", players=3, seed=4)
before = game.snapshot()
try:
    game.redealt(1, 7)
except mirabilia.NoOtherDeal as error:
    print(error.code, game.snapshot() == before)
"""


def test_a_redeal_that_finds_nothing_says_so_instead_of_showing_the_true_cards() -> None:
    env = {**os.environ, "MIRABILIA_PLAIN": "1"}
    done = subprocess.run([sys.executable, "-c", GIVING_UP], env=env, capture_output=True, text=True)
    assert done.stdout.split() == ["no_other_deal", "True"], done.stderr
