"""Ten thousand random games of Duel, compiled, with every position of every game checked.

Six thousand are uniform, the others are biased to green and to red so that all three victories occur. Positions are
kept in arrays and checked all at once: where each card is, where each token is, and what became of every coin, worked
out here from the catalog without the rules.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np
import pytest

from duel_play import LONGEST, Played, biased, play_games, uniform
from duel_positions import CATALOG, cities_of, derived
from jitting import jit
from mirabilia.engine.records import ints, words
from mirabilia.engine.running import ONLY_PLAIN as PLAIN
from mirabilia.games.duel.catalog import COLORS, Effect
from mirabilia.games.duel.rules import state as rules
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.playout import play_random_games
from mirabilia.games.duel.rules.state import State

pytestmark = pytest.mark.skipif(PLAIN, reason="positions are kept in NumPy arrays")

CARDS = len(CATALOG.cards)
EFFECTS: list[Effect] = [x.effect for x in (*CATALOG.cards, *CATALOG.wonders, *CATALOG.tokens)]
FIRST_WONDER, FIRST_TOKEN = CARDS, CARDS + len(CATALOG.wonders)

# Twenty batches of five hundred games: how each is played.
BATCHES = (
    [("uniform", seed) for seed in range(12)]
    + [("green", seed) for seed in range(12, 15)]
    + [("red", seed) for seed in range(15, 18)]
    + [("green against red", seed) for seed in range(18, 20)]
)
GAMES = 500
BIAS = {"green": {0: "green"}, "red": {1: "red"}, "green against red": {0: "green", 1: "red"}}


class Checked:
    """The positions of a batch with what the checks read off them."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.states = played.history
        self.codes = np.array(played.codes)
        self.rows = np.arange(len(self.states))

    @cached_property
    def in_city(self) -> Any:
        """[position, seat, card]"""
        return np.stack([self._members(self.states["cards"][:, seat]) for seat in (0, 1)], axis=1)

    @cached_property
    def in_discard(self) -> Any:
        return self._members(self.states["discarded"])

    def _members(self, sets: Any) -> Any:
        """Sets of cards (31 to a word) as a table of 0 and 1."""
        return np.stack([(sets[:, card // 31] >> (card % 31)) & 1 for card in range(CARDS)], axis=1).astype(np.int8)

    @cached_property
    def under_wonders(self) -> Any:
        held = np.zeros((len(self.states), CARDS), np.int8)
        for seat in (0, 1):
            for place in range(4):
                built = (self.states["wonder_built"][:, seat] >> place) & 1 == 1
                held[self.rows[built], self.states["under"][built, seat, place]] += 1
        return held

    @cached_property
    def lying(self) -> Any:
        """Cards in the present layout, and those of ages to come."""
        held = np.zeros((len(self.states), CARDS), np.int8)
        for age in range(3):
            now = self.states["age"] == age
            for slot in range(20):
                card = self.states["deck"][:, age, slot]
                here = (self.states["age"] < age) | (now & ((self.states["present"] >> slot) & 1 == 1))
                held[self.rows[here], card[here]] += 1
        return held

    @cached_property
    def dealt(self) -> Any:
        held = np.zeros((len(self.states), CARDS), np.int8)
        for age in range(3):
            for slot in range(20):
                held[self.rows, self.states["deck"][:, age, slot]] += 1
        return held


def policies(kind: str, seed: int) -> list[Any]:
    return [uniform(seed)] if kind == "uniform" else [biased(seed, BIAS[kind])]


@pytest.fixture(scope="module", params=BATCHES, ids=lambda batch: f"{batch[0]} {batch[1]}".replace(" ", "-"))
def batch(request: pytest.FixtureRequest) -> Checked:
    kind, seed = request.param
    return Checked(play_games(GAMES, seed, policies(kind, seed)))


def test_every_position_of_every_game_keeps_the_laws(batch: Checked) -> None:
    check_games_end(batch)
    check_cards_are_conserved(batch)
    check_tokens_are_conserved(batch)
    check_every_coin_is_accounted_for(batch)
    check_what_follows_from_the_cities(batch)
    check_replay_gives_the_same_positions(batch)
    check_all_options_can_be_applied(batch)


def check_games_end(batch: Checked) -> None:
    """Every game ends, only then is there nothing to decide, and the result is one of those that exist."""
    starts = batch.played.starts
    lengths = np.diff(starts)
    assert lengths.min() > 15 and lengths.max() < LONGEST
    over = batch.states["phase"] == rules.OVER
    assert (np.flatnonzero(over) == np.array(starts[1:]) - 1).all()
    ends = batch.states[over]
    assert set(ends["victory"].tolist()) <= {0, 1, 2} and set(ends["winner"].tolist()) <= {0, 1, 2}
    assert (np.abs(batch.states["pawn"]) <= 9).all()
    assert ((np.abs(ends["pawn"]) == 9) == (ends["victory"] == rules.MILITARY_VICTORY)).all()
    assert ((ends["distinct_symbols"].max(axis=1) >= 6) == (ends["victory"] == rules.SCIENCE_VICTORY)).all()


def check_cards_are_conserved(batch: Checked) -> None:
    """Every card that was dealt is in exactly one place; cards left out are in none."""
    places = batch.in_city.sum(axis=1) + batch.in_discard + batch.under_wonders + batch.lying
    assert (places == batch.dealt).all()
    assert (batch.dealt <= 1).all() and (batch.dealt.sum(axis=1) == 60).all()


def check_tokens_are_conserved(batch: Checked) -> None:
    """Every token is on the board, in the box or with one player; the box gives only what it holds."""
    states = batch.states
    parts = (states["tokens"][:, 0], states["tokens"][:, 1], states["board_tokens"], states["box_tokens"])
    total = sum(((part[:, None] >> np.arange(10)) & 1).astype(int) for part in parts)
    assert (total == 1).all()
    assert (states["library"] & ~states["box_tokens"] == 0).all()


def _table(value: Any) -> Any:
    return np.array([value(effect) for effect in EFFECTS])


def _colors_counted(count: Any) -> list[int]:
    return [int(color in count.colors) for color in COLORS] if count else [0] * len(COLORS)


def check_every_coin_is_accounted_for(batch: Checked) -> None:
    """Coins never go below zero, and every change is explained by what was decided and by nothing else."""
    assert (batch.states["coins"] >= 0).all()
    step = np.flatnonzero(batch.codes >= 0)
    before, after, code = batch.states[step], batch.states[step + 1], batch.codes[step]
    rows = np.arange(len(step))
    me = before["actor"].astype(int)
    other = 1 - me
    kind, card = code >> rules.KIND_SHIFT, code & rules.CARD_MASK
    price = (code >> rules.PRICE_SHIFT) & rules.PRICE_MASK
    place = np.where(kind == rules.WONDER, (code >> rules.WONDER_SHIFT) & rules.WONDER_MASK, 0)
    wonder = before["wonders"][rows, me, place]
    purse = [before["coins"][rows, me].astype(int), before["coins"][rows, other].astype(int)]

    color_of = np.array([COLORS.index(c.color) for c in CATALOG.cards])
    by_color = np.eye(len(COLORS), dtype=int)[color_of]
    had = batch.in_city[step]
    has_after = batch.in_city[step + 1] @ by_color  # [step, seat, color]

    # what is paid: to the bank, or what was spent on trade to an opponent with Economy
    giver = np.array([CATALOG.card_id[c.free_with] if c.free_with else -1 for c in CATALOG.cards])
    builds = kind == rules.BUILD
    chained = builds & (giver[np.minimum(card, CARDS - 1)] >= 0)
    chained &= had[rows, me, giver[np.minimum(card, CARDS - 1)]] == 1
    builds_wonder = kind == rules.WONDER
    pays = (builds & ~chained) | builds_wonder
    coin_cost = np.array([c.cost.get("coins", 0) for c in CATALOG.cards])[np.minimum(card, CARDS - 1)]
    trade = np.where(builds, price - coin_cost, price)  # no wonder has a coin part
    assert (trade[pays] >= 0).all() and (price[chained] == 0).all()
    purse[0] -= np.where(pays, price, 0)
    assert (purse[0] >= 0).all()  # ruling 21: paid from what was there
    economy = (before["tokens"][rows, other] >> CATALOG.token_id["Economy"]) & 1
    purse[1] += np.where(pays, trade * economy, 0)
    urbanism = (before["tokens"][rows, me] >> CATALOG.token_id["Urbanism"]) & 1
    purse[0] += np.where(chained, 4 * urbanism, 0)

    # what the thing built or taken brings
    thing = np.full(len(step), -1)
    comes = builds | (kind == rules.REVIVE_CARD)
    thing[comes] = card[comes]
    thing[builds_wonder] = FIRST_WONDER + wonder[builds_wonder]
    takes = (kind == rules.TAKE_TOKEN) | (kind == rules.KEEP_TOKEN)
    thing[takes] = FIRST_TOKEN + card[takes]
    gains = thing >= 0
    purse[0] += np.where(gains, _table(lambda e: e.coins)[thing], 0)
    per = [effect.coins_per for effect in EFFECTS]
    amount = np.array([count.amount if count else 0 for count in per])
    counted = np.array([_colors_counted(count) for count in per])
    most = np.array([bool(count and count.city == "most") for count in per])
    wonders = np.array([bool(count and count.what == "wonders") for count in per])
    own = (has_after[rows, me] * counted[thing]).sum(axis=1)
    theirs = (has_after[rows, other] * counted[thing]).sum(axis=1)
    built = sum((after["wonder_built"][rows, me] >> place) & 1 for place in range(4))
    units = np.where(wonders[thing], built, np.where(most[thing], np.maximum(own, theirs), own))
    purse[0] += np.where(gains, amount[thing] * units, 0)
    yellow = had[rows, me] @ by_color[:, COLORS.index("yellow")]
    purse[0] += np.where(kind == rules.DISCARD, 2 + yellow, 0)

    # what the opponent loses: by the wonder, and to looting tokens on the pawn's way
    purse[1] -= np.where(gains, _table(lambda e: e.opponent_loses_coins)[thing], 0)
    direction = 1 - 2 * me
    reached, left = after["pawn"] * direction, before["pawn"] * direction
    for space, loss in ((3, 2), (6, 5)):
        fresh = (before["looted"][rows, other] >> space) & 1 == 0
        purse[1] -= np.where((left < space) & (reached >= space) & fresh, loss, 0)
    purse[1] = np.maximum(purse[1], 0)

    assert (after["coins"][rows, me] == purse[0]).all()
    assert (after["coins"][rows, other] == purse[1]).all()


def check_what_follows_from_the_cities(batch: Checked) -> None:
    """Production, prices, symbols, discounts ... of sampled positions, worked out anew from the cities."""
    for place in range(0, len(batch.states), 397):
        values = State.as_dict(batch.states, place)
        wanted = derived(cities_of(values))
        assert {key: values[key] for key in wanted} == wanted


def check_replay_gives_the_same_positions(batch: Checked) -> None:
    """The same decisions from the same deal give every position again; so copies were independent, too."""
    starts = batch.played.starts
    rows = words(batch.states)
    again = np.empty_like(rows)
    replayed = State.zeros(1)
    row = words(replayed)
    for game in range(len(starts) - 1):
        row[0] = rows[starts[game]]
        for place in range(starts[game], starts[game + 1]):
            again[place] = row[0]
            if batch.played.codes[place] >= 0:
                apply(replayed, 0, int(replayed["actor"][0]), batch.played.codes[place])
    assert (again == rows).all()


@jit
def first_bad_option(states, rows, twin, twin_row, codes, later):  # type: ignore[no-untyped-def]
    """Applies every option of every position to a copy. Returns the first position where something is wrong, or -1."""
    for place in range(len(states)):
        count = options(states, place, states[place].actor, codes)
        for k in range(count):
            for other in range(k):
                if codes[other] == codes[k]:
                    return place
            twin_row[0] = rows[place]
            apply(twin, 0, twin[0].actor, codes[k])
            ended = twin[0].phase == rules.OVER
            if (options(twin, 0, twin[0].actor, later) == 0) != ended:
                return place
            if twin[0].coins[0] < 0 or twin[0].coins[1] < 0:
                return place
    return -1


def check_all_options_can_be_applied(batch: Checked) -> None:
    """Every option of every position leads to a position with options, or to the end; its origin is unchanged."""
    before = batch.states.copy()
    twin = State.zeros(1)
    arguments = (batch.states, words(batch.states), twin, words(twin), ints(MAX_OPTIONS), ints(MAX_OPTIONS))
    assert first_bad_option(*arguments) == -1
    assert (words(batch.states) == words(before)).all()


def test_all_three_victories_occur() -> None:
    kinds: Counter[int] = Counter()
    for color in BIAS:
        played = play_games(100, 5, policies(color, 5))
        kinds.update(played.history["victory"][[start - 1 for start in played.starts[1:]]].tolist())
    assert set(kinds) == {rules.CIVILIAN_VICTORY, rules.MILITARY_VICTORY, rules.SCIENCE_VICTORY}
    assert min(kinds.values()) > 20


def test_shares_of_uniform_play(record_property: pytest.RecordProperty) -> None:
    """How uniformly random games end; run with -s to see the table."""
    games = 200_000
    tally = ints(8)
    play_random_games(State.zeros(1), games, 1, ints(MAX_OPTIONS), ints(4), tally)
    decisions, *kinds, shared = (int(n) for n in tally[:5])
    shares = {kind: count / games for kind, count in zip(("civilian", "military", "science"), kinds, strict=True)} | {
        "shared": shared / games,
        "decisions": decisions / games,
    }
    for key, value in shares.items():
        record_property(key, value)
    print(f"\nuniform play, {games} games: " + ", ".join(f"{key} {value:.4f}" for key, value in shares.items()))
    assert sum(kinds) == games
    assert 0.93 < shares["civilian"] < 0.99 and 0.01 < shares["military"] < 0.07 and 0 < shares["science"] < 0.01
    assert 65 < shares["decisions"] < 80


def test_the_bulk_checks_bite() -> None:
    """Altered positions are noticed: a coin too many, a card gone, a token twice."""
    for alter, check in (
        (lambda s: s["coins"].__setitem__((40, 0), s["coins"][40, 0] + 1), check_every_coin_is_accounted_for),
        (lambda s: s["discarded"].__setitem__((40, 0), s["discarded"][40, 0] ^ 1), check_cards_are_conserved),
        (lambda s: s["present"].__setitem__(40, s["present"][40] ^ 1), check_cards_are_conserved),
        (lambda s: s["tokens"].__setitem__((40, 0), s["tokens"][40, 0] ^ 4), check_tokens_are_conserved),
        (lambda s: s["pawn"].__setitem__(40, s["pawn"][40] + 1), check_replay_gives_the_same_positions),
        (lambda s: s["goods"].__setitem__((0, 0), s["goods"][0, 0] + 1), check_what_follows_from_the_cities),
    ):
        played = play_games(2, 1)
        alter(played.history)
        with pytest.raises(AssertionError):
            check(Checked(played))


def test_no_wonder_has_a_coin_part() -> None:
    """The ledger above takes a wonder's whole price as trade."""
    assert all("coins" not in wonder.cost for wonder in CATALOG.wonders)
