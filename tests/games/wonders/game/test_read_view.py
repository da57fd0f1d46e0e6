"""A view of 7 Wonders turned back into a state: some world in which the seat would have seen all it has seen."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import islice

import pytest

import mirabilia
from mirabilia.engine.records import ints
from mirabilia.errors import BadView
from mirabilia.games.wonders.game.deal import NAMES
from mirabilia.games.wonders.game.read_view import codes_of_options, read_view
from mirabilia.games.wonders.game.view import hand_of
from mirabilia.games.wonders.rules.knowledge import PLACES, secrets_of
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import GUILD_CARDS

HIDDEN = {"deal", "hand", "choice", "done_card", "look_slot", "done_action"}


def positions(players: int, seeds: range):
    """Positions of random games, each with a seat that owes a decision."""
    for seed in seeds:
        game = mirabilia.new_game("wonders", players=players, seed=seed)
        chance = random.Random(seed)
        while not game.over:
            seat = chance.choice(game.to_act)
            yield game, seat
            game.play(seat, chance.choice(game.options(seat)))


def actions(values):
    """What was done, without the mark on a card that was revived later: its place is a secret."""
    return [[[action & 7 for action in row] for row in age] for age in values["done_action"]]


def groups(states, seat):
    """Which cards the seat knows to lie in which group of places."""
    card, group = ints(PLACES), ints(PLACES)
    secrets_of(states, 0, seat, card, group)
    found = defaultdict(Counter)
    for place in range(PLACES):
        if group[place] >= 0:
            found[int(group[place])][int(card[place])] += 1
    return found


def without_guilds(cards: Counter) -> Counter:
    guilds = {int(guild) for guild in GUILD_CARDS[0]}
    return Counter({card: count for card, count in cards.items() if card not in guilds})


def check_public_fields(game, seat, states):
    """The rebuilt state is as the real one in all that is public, and has the same options."""
    true, rebuilt = State.as_dict(game.states), State.as_dict(states)
    differing = {name for name in true if name not in HIDDEN and true[name] != rebuilt[name]}
    assert not differing, differing
    assert actions(true) == actions(rebuilt)
    codes_of_options(states, seat, game.options(seat))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_every_public_field_and_all_knowledge_come_back(players):
    for game, seat in positions(players, range(4)):
        states = read_view(game.view(seat))
        check_public_fields(game, seat, states)
        if players > 2:
            mine, real = groups(states, seat), groups(game.states, seat)
            assert mine.keys() == real.keys()
            for number, cards in real.items():  # guilds never seen may be any
                assert without_guilds(mine[number]) == without_guilds(cards)


# Two secret places, one on the discard pile, and of the two secret cards only one had been seen. The revived card is
# the other one: it must be that which went to the pile, and the seen one lies under the wonder.
REVIVED_UNSEEN = """
0 build Apothecary pay 2,0 / 0 free city: build Lumber Yard / 1 build West Trading Post / 0 build Clay Pit
1 discard Ore Vein / 1 free city: build Glassworks / 0 build Guard Tower / 0 free city: build Altar
1 discard Barracks / 0 discard Timber Yard / 1 build Clay Pool / 1 free city: build Marketplace
0 build Workshop pay 0,2 / 0 free city: build Stockade / 1 stage with Press pay 0,2 / 0 build Loom
1 discard Stone Pit / 1 free city: build Theater / 0 build Forum / 1 build Foundry
1 free city: build Stables pay 2,2 / 0 build School pay 0,2 / 0 free city: build Temple / 1 discard Press
0 stage with Caravansery / 1 discard Courthouse / 1 free city: build Sawmill / 0 build Dispensary
0 free city: build Statue / 1 discard Library / 0 build Quarry / 1 stage with Vineyard pay 0,2
1 free city: discard Glassworks / 1 revive Glassworks
"""


def test_a_revived_card_that_the_seat_never_saw_is_put_on_the_pile():
    game = mirabilia.new_game("wonders", players=2, seed=143)
    for line in REVIVED_UNSEEN.strip().splitlines():
        for text in line.split(" / "):
            seat, move = text.split(" ", 1)
            game.play(int(seat), move)
    for seed in range(20):
        check_public_fields(game, 0, read_view(game.view(0), seed))


@pytest.mark.parametrize("players", [2, 3, 7])
def test_the_hand_known_to_the_seat_is_exactly_its_own(players):
    for game, seat in positions(players, range(20, 22)):
        view = game.view(seat)
        held = hand_of(State.as_dict(read_view(view)), seat)
        assert sorted(NAMES[card] for card in held) == sorted(view["hand"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda view: view.pop("memory"),
        lambda view: view["memory"]["history"].pop(0),
        lambda view: view["memory"]["history"].append([1, 1, 0, "fly", None, 0, 0, 0]),
        lambda view: view["cities"][0].update(board="Atlantis"),
        lambda view: view["cities"][0].update(coins=99),
        lambda view: view.update(turn=40),
    ],
)
def test_a_damaged_view_is_refused_with_a_reason(damage):
    game, seat = next(islice(positions(3, range(7, 8)), 25, None))
    view = game.view(seat)
    damage(view)
    with pytest.raises(BadView) as caught:
        read_view(view)
    assert caught.value.code == "bad_view"


def test_options_of_another_position_are_refused():
    (game, seat), (other, other_seat) = (
        next(positions(3, range(8, 9))),
        next(islice(positions(3, range(9, 10)), 4, None)),
    )
    with pytest.raises(BadView):
        codes_of_options(read_view(game.view(seat)), seat, other.options(other_seat))
