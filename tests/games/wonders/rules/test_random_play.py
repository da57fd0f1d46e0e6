"""Random games inside compiled code, 5,000 for each number of players: what must hold after every decision."""

from __future__ import annotations

import pytest

from jitting import jit
from mirabilia.engine.records import ints
from mirabilia.engine.rng import below, new_rng
from mirabilia.engine.running import BY_NUMBA
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, is_gift, options
from mirabilia.games.wonders.rules.playout import play_random_games
from mirabilia.games.wonders.rules.setup import SCRATCH, deal
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import (
    AGES,
    BANK,
    CHAIN,
    CITIES,
    COINS,
    COINS_PER,
    COUNTED,
    COUNTS_AS,
    DEFEATS,
    HAND,
    KINDS,
    LEFT,
    MASKS,
    RIGHT,
    STAGE,
    WONDER_STAGE,
)
from mirabilia.games.wonders.rules.tables import BITS as WORD_BITS

GAMES = 5000 if BY_NUMBA else 60
OVER, CHOOSE, ENTRIES = rules.OVER, rules.CHOOSE, rules.ENTRIES
_COUNTED = len(COUNTED)

# faults, told by number
EMPTY, NEGATIVE, CARDS_LOST, COINS_WRONG, TWICE, ENDLESS, HAND_UNSORTED, COUNT_WRONG = range(1, 9)


@jit
def owns(s, city, card):
    return s.cards[city][card // WORD_BITS] >> (card % WORD_BITS) & 1 != 0


@jit
def counted_again(s, city, kind):
    """Things of a kind in a city, counted from its cards."""
    if kind == WONDER_STAGE or kind == DEFEATS:  # noqa: SIM109 (compiled)
        return int(s.count[city][kind])
    total = 0
    for card in range(KINDS):
        if COUNTS_AS[card] == kind and owns(s, city, card):
            total += 1
    return total


@jit
def coins_counted(s, city, effect):
    """Coins the bank gives for an effect, by the cities as they stand."""
    total = COINS[effect]
    for kind in range(_COUNTED):
        if COINS_PER[effect][1] >> kind & 1:
            if COINS_PER[effect][2] & 1:
                total += COINS_PER[effect][0] * counted_again(s, city, kind)
            if COINS_PER[effect][2] & 2:
                total += COINS_PER[effect][0] * counted_again(s, LEFT[s.players][city], kind)
            if COINS_PER[effect][2] & 4:
                total += COINS_PER[effect][0] * counted_again(s, RIGHT[s.players][city], kind)
    return total


@jit
def cards_conserved(s, tally):
    """Every card dealt in this and earlier ages is in the history, a hand or the draw pile, exactly once."""
    for card in range(KINDS):
        tally[card] = 0
    for age in range(s.age + 1):
        for packet in range(s.cities):
            for place in range(HAND):
                tally[s.deal[age][packet][place]] += 1
        for entry in range(ENTRIES):
            for city in range(s.cities):
                if s.done_action[age][entry][city] != 0:
                    tally[s.done_card[age][entry][city]] -= 1
    for packet in range(s.players):
        for place in range(s.hand_size[packet]):
            tally[s.hand[packet][place]] -= 1
            if place > 0 and s.hand[packet][place - 1] > s.hand[packet][place]:
                return False
    if s.players == 2 and s.done_action[s.age][HAND - 1][2] == 0:
        for entry in range(s.turn + 1, HAND):
            tally[s.deal[s.age][2][entry]] -= 1
    lost = 0
    for card in range(KINDS):
        lost += abs(tally[card])
    return lost == 0


@jit
def play_checked(states, i, players, buffer, tally, codes, rng):
    """Plays one game; 0 or the number of the first fault."""
    s = states[i]
    seat = 0
    for _ in range(400):
        if s.phase == OVER:
            return 0
        if not rules.owes(s, seat):
            if options(states, i, seat, buffer) != 0:
                return EMPTY
            seat = (seat + 1) % players
            continue
        count = options(states, i, seat, buffer)
        if count == 0 or count > MAX_OPTIONS:
            return EMPTY
        code = buffer[below(rng, count)]
        phase = s.phase
        city = s.actor
        if phase == CHOOSE:
            city = 2 if code & rules.FREE_FLAG else seat
        codes[city] = code
        resolves = phase != CHOOSE
        if not resolves:
            waiting = 0
            for other in range(s.cities):
                if s.choice[other] == 0 and other != city:
                    waiting += 1
            resolves = waiting == 0
        before = 0
        for other in range(s.cities):
            before += s.coins[other]
            codes[CITIES + other] = s.count[other][WONDER_STAGE]
            card = rules.card_of(codes[other])
            codes[2 * CITIES + other] = int(card < KINDS and is_gift(s, other, card))
        apply(states, i, seat, code)
        if not resolves:
            continue
        after = 0
        for other in range(s.cities):
            after += s.coins[other]
            if s.coins[other] < 0:
                return NEGATIVE
            if phase != CHOOSE and other != city:
                continue
            done = codes[other]
            card = rules.card_of(done)
            action = rules.kind_of(done)
            if action == rules.DISCARD:
                before += 3
            elif action == rules.STAGE_BUILT:
                if s.count[other][WONDER_STAGE] <= codes[CITIES + other]:
                    return COUNT_WRONG
                before += coins_counted(s, other, STAGE[s.board[other]][codes[CITIES + other]])
            elif card < KINDS:
                if not owns(s, other, card):
                    return CARDS_LOST
                before += coins_counted(s, other, card)
                if action == rules.BUILD:
                    chained = False
                    for word in range(MASKS):
                        if CHAIN[card][word] & s.cards[other][word]:
                            chained = True
                    if not chained and codes[2 * CITIES + other] == 0:
                        before -= BANK[card]
        if before != after:
            return COINS_WRONG
        if not cards_conserved(s, tally):
            return CARDS_LOST
        for other in range(s.cities):
            for kind in range(_COUNTED):
                if counted_again(s, other, kind) != s.count[other][kind]:
                    return COUNT_WRONG
    return ENDLESS


@jit
def run(states, players, edition, games, buffer, tally, codes, deck, rng):
    for _ in range(games):
        deal(states, 0, players, edition, deck, rng)
        fault = play_checked(states, 0, players, buffer, tally, codes, rng)
        if fault != 0:
            return fault
        states[0] = states[1]
    return 0


@pytest.mark.parametrize(("players", "edition"), [(2, 0), *((n, edition) for n in range(3, 8) for edition in (0, 1))])
def test_cards_and_coins_are_conserved_and_games_end(players: int, edition: int) -> None:
    rng = new_rng(players)
    buffer, tally, codes, deck = ints(MAX_OPTIONS), ints(KINDS), ints(3 * CITIES), ints(SCRATCH)
    if not BY_NUMBA:
        for _ in range(GAMES):
            states = State.zeros(1)
            deal(states, 0, players, edition, deck, rng)
            assert play_checked(states, 0, players, buffer, tally, codes, rng) == 0
    else:
        assert run(State.zeros(2), players, edition, GAMES, buffer, tally, codes, deck, rng) == 0


def test_random_games_repeat_from_their_seed() -> None:
    for players in (2, 3, 7):
        assert play_random_games(players, 20, 5) == play_random_games(players, 20, 5)
        assert play_random_games(players, 20, 5) != play_random_games(players, 20, 6)
    assert play_random_games(3, 20, 5, edition=2) == play_random_games(3, 20, 5, edition=2)
    assert play_random_games(3, 20, 5, edition=2) != play_random_games(3, 20, 5)


def test_the_state_is_small() -> None:
    assert State.dtype.itemsize < 1600
    assert AGES == 3
