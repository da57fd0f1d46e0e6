"""The compiled loops of a batch, written once for both games.

`encoding/binding.py` gives them the names of one game (`options`, `apply`, `observe` ...) and compiles them for it.

Loops work on the rows from `first` to `last` - 1, touch nothing of other rows and hold no lock: threads share a batch
by taking ranges of rows, and what a row becomes does not depend on who works on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from mirabilia.encoding.arrays import ByteRows, Bytes, FloatRow, FloatRows, IntRows, Numbers, SmallRows
from mirabilia.rules.compiling import Ints
from mirabilia.rules.records import Words, copy_words
from mirabilia.rules.rng import below, seed_rng

if TYPE_CHECKING:  # the names of one game, to be read in place of either's
    from mirabilia.batch.duel.kernels import deal_with, ending, pending
    from mirabilia.encoding.duel.actions import NUM_ACTIONS, action_at
    from mirabilia.encoding.duel.observation import observe
    from mirabilia.encoding.duel.sparse import MOST, sparse
    from mirabilia.rules.duel.apply import apply
    from mirabilia.rules.duel.options import MAX_OPTIONS, options
    from mirabilia.rules.duel.redeal import redeal
    from mirabilia.rules.duel.scoring import SCORE_WIDTH, winners
    from mirabilia.rules.duel.state import State

ANYONE, NOBODY = -1, -2  # in place of a seat: the lowest that owes a decision; none at all
NOTHING, ILLEGAL = -1, -2  # in `chosen`: no decision of this seat, one that is not among its options
FORFEIT = 3  # the kind of ending after an illegal action; the rules' own kinds are 0 to 2
SHARE, ZERO_SUM, POINTS, MARGIN = range(4)  # what a reward is
LOG = 384  # numbers per row: room for 192 decisions, more than a game can have


class Rows(NamedTuple):
    """What a batch keeps of its games besides their states, as flat arrays: one entry per row, or per row and seat."""

    listed: Numbers  # MAX_OPTIONS per row and seat: its options, each as the rules' code and its action
    counts: Ints  # per row and seat: how many options it has; 0 if it owes no decision
    chosen: Ints  # per row and seat: which option the present step carries out
    log: Numbers  # LOG per row: the decisions since the deal, each as code and seat
    moves: Ints  # per row: how many
    over: Ints  # per row: 1 while a finished game waits for `reset`
    rng: IntRows  # a generator per row, for its deals
    setup: Ints  # how games are dealt; the same for all rows


class Outcome(NamedTuple):
    """What a step leaves behind for the caller."""

    rewards: FloatRows  # by seat
    done: Bytes
    kind: Ints  # how a game ended, -1 while it goes on
    scores: SmallRows  # by seat: points by category, then their total; of games that ended in this step


# Helpers, which become part of the loops (`encoding/inlining.py`). They take the arrays they need one by one: handing a
# tuple of arrays on costs more than their work.


def list_seat(
    states: State.Array, row: int, seat: int, place: int, listed: Numbers, counts: Ints, buffer: Ints
) -> None:
    """Lists what a seat may decide now; `place` is its number among all rows and seats."""
    count = options(states, row, seat, buffer)
    at = place * 2 * MAX_OPTIONS
    for k in range(count):
        listed[at + 2 * k] = buffer[k]
        listed[at + 2 * k + 1] = action_at(states, row, buffer, count, k)
    counts[place] = count


def list_row(states: State.Array, row: int, seats: int, listed: Numbers, counts: Ints, buffer: Ints) -> int:
    """Lists what each seat of a game may decide; returns how many seats owe a decision."""
    owing = 0
    for seat in range(seats):
        place = row * seats + seat
        list_seat(states, row, seat, place, listed, counts, buffer)
        owing += counts[place] > 0
    return owing


def first_owing(row: int, seats: int, counts: Ints) -> int:
    """The lowest seat that owes a decision; 0 in a finished game."""
    for seat in range(seats):
        if counts[row * seats + seat] > 0:
            return seat
    return 0


def number_owing(row: int, seats: int, counts: Ints) -> int:
    """How many seats owe a decision."""
    owing = 0
    for seat in range(seats):
        owing += counts[row * seats + seat] > 0
    return owing


def find_option(place: int, action: int, listed: Numbers, counts: Ints) -> int:
    """The number of an action among a seat's options, or ILLEGAL."""
    at = place * 2 * MAX_OPTIONS + 1
    for k in range(counts[place]):
        if listed[at + 2 * k] == action:
            return k
    return ILLEGAL


def carry_out(states: State.Array, row: int, seat: int, code: int, log: Numbers, moves: Ints) -> None:
    """One decision, and its line in the log."""
    at = row * LOG + 2 * moves[row]
    log[at] = code
    log[at + 1] = seat
    moves[row] += 1
    apply(states, row, seat, code)


def list_rows(states: State.Array, rows: Rows, seats: int, numbers: Ints, first: int, last: int, work: IntRows) -> None:
    """Lists the options of games whose states were just put there."""
    for k in range(first, last):
        row = numbers[k]
        rows.over[row] = list_row(states, row, seats, rows.listed, rows.counts, work[0]) == 0


def deal_rows(
    states: State.Array,
    words: Words,
    starts: Words,
    rows: Rows,
    seats: int,
    numbers: Ints,
    seeds: Ints,
    first: int,
    last: int,
    work: IntRows,
) -> None:
    """Deals new games from seeds; `words` are the states, `starts` keep how games began."""
    for k in range(first, last):
        row = numbers[k]
        seed_rng(rows.rng[row], seeds[k])
        deal_with(states, row, seats, rows.setup, work[2], rows.rng[row])
        copy_words(words, row, starts, row)
        rows.moves[row] = 0
        rows.over[row] = 0
        list_row(states, row, seats, rows.listed, rows.counts, work[0])


def find_one_each(rows: Rows, seats: int, given: Ints, deciders: Ints, first: int, last: int) -> int:
    """Finds the option that each row's action means, for one seat a row. Returns the first row without one, or -1."""
    listed = rows.listed
    counts = rows.counts
    chosen = rows.chosen
    over = rows.over
    bad = -1
    for row in range(first, last):
        for seat in range(seats):
            chosen[row * seats + seat] = NOTHING
        if over[row] or deciders[row] == NOBODY:
            continue
        seat = deciders[row]
        if seat < 0:
            seat = first_owing(row, seats, counts)
        k = find_option(row * seats + seat, given[row], listed, counts)
        chosen[row * seats + seat] = k
        if k == ILLEGAL and bad < 0:
            bad = row
    return bad


def find_for_all(rows: Rows, seats: int, given: IntRows, first: int, last: int) -> int:
    """The same for all seats that owe a decision at once."""
    listed = rows.listed
    counts = rows.counts
    chosen = rows.chosen
    over = rows.over
    bad = -1
    for row in range(first, last):
        for seat in range(seats):
            place = row * seats + seat
            chosen[place] = NOTHING
            if counts[place] > 0 and not over[row]:
                chosen[place] = find_option(place, given[row][seat], listed, counts)
                if chosen[place] == ILLEGAL and bad < 0:
                    bad = row
    return bad


def write_rewards(row: int, seats: int, won: int, reward: int, scores: SmallRows, rewards: FloatRows) -> None:
    """Rewards of a finished game whose scores are written; `won` is the set of winners."""
    sharing = 0
    for seat in range(seats):
        sharing += won >> seat & 1
    for seat in range(seats):
        share = (won >> seat & 1) / sharing
        points = scores[row][seat * SCORE_WIDTH + SCORE_WIDTH - 1]
        if reward == SHARE:
            rewards[row][seat] = share
        elif reward == ZERO_SUM:  # 1 for a win alone; what the winners get, the others lose
            rewards[row][seat] = (share * seats - 1.0) / (seats - 1.0)
        elif reward == POINTS:
            rewards[row][seat] = points
        else:
            best = -1000
            for other in range(seats):
                if other != seat:
                    best = max(best, scores[row][other * SCORE_WIDTH + SCORE_WIDTH - 1])
            rewards[row][seat] = points - best


def finish(
    states: State.Array, rows: Rows, outcome: Outcome, row: int, seats: int, loser: int, reward: int, work: IntRows
) -> None:
    """Writes down how a game ended; `loser` is a seat that forfeited it, or -1."""
    won = winners(states, row, work[1])
    for k in range(seats * SCORE_WIDTH):
        outcome.scores[row][k] = work[1][k]
    outcome.kind[row] = ending(states, row)
    if loser >= 0:
        won = (1 << seats) - 1 & ~(1 << loser)
        outcome.kind[row] = FORFEIT
    write_rewards(row, seats, won, reward, outcome.scores, outcome.rewards)
    outcome.done[row] = 1
    rows.over[row] = 1
    for seat in range(seats):
        rows.counts[row * seats + seat] = 0


def step_rows(
    states: State.Array,
    words: Words,
    starts: Words,
    rows: Rows,
    outcome: Outcome,
    seats: int,
    reward: int,
    deal_again: int,
    first: int,
    last: int,
    work: IntRows,
) -> None:
    """Carries out what `find_one_each` or `find_for_all` found; `deal_again`: new games replace finished ones."""
    listed = rows.listed
    counts = rows.counts
    chosen = rows.chosen
    log = rows.log
    moves = rows.moves
    over = rows.over
    rewards = outcome.rewards
    done = outcome.done
    kind = outcome.kind
    buffer = work[0]
    for row in range(first, last):
        done[row] = 0
        for seat in range(seats):
            rewards[row, seat] = 0.0
        if over[row]:
            continue
        kind[row] = -1
        owing = 0
        deciding = 0
        decider = 0
        loser = -1
        for seat in range(seats):
            place = row * seats + seat
            owing += counts[place] > 0
            if chosen[place] >= 0:
                deciding += 1
                decider = seat
            elif chosen[place] == ILLEGAL and loser < 0:
                loser = seat
        if loser >= 0:
            finish(states, rows, outcome, row, seats, loser, reward, work)
        elif deciding > 0:
            for seat in range(seats):
                place = row * seats + seat
                if chosen[place] >= 0:
                    carry_out(states, row, seat, listed[2 * (place * MAX_OPTIONS + chosen[place])], log, moves)
            if deciding == 1 and owing > 1:  # the turn waits for others, whose options are what they were
                place = row * seats + decider
                list_seat(states, row, decider, place, listed, counts, buffer)
            elif list_row(states, row, seats, listed, counts, buffer) == 0:
                finish(states, rows, outcome, row, seats, -1, reward, work)
        if over[row] and deal_again:
            deal_with(states, row, seats, rows.setup, work[2], rows.rng[row])
            copy_words(words, row, starts, row)
            moves[row] = 0
            over[row] = 0
            list_row(states, row, seats, listed, counts, buffer)


def play_out_rows(
    states: State.Array,
    rows: Rows,
    outcome: Outcome,
    seats: int,
    reward: int,
    numbers: Ints,
    seeds: Ints,
    first: int,
    last: int,
    work: IntRows,
) -> None:
    """Plays games to their end, each decision a random one of its options."""
    listed = rows.listed
    counts = rows.counts
    log = rows.log
    moves = rows.moves
    buffer = work[0]
    rng = work[3]
    for k in range(first, last):
        row = numbers[k]
        seed_rng(rng, seeds[k])
        outcome.done[row] = 0
        if rows.over[row]:
            continue
        owing = 1
        while owing > 0:
            seat = first_owing(row, seats, counts)
            place = row * seats + seat
            waiting = number_owing(row, seats, counts)
            code = listed[2 * (place * MAX_OPTIONS + below(rng, counts[place]))]
            carry_out(states, row, seat, code, log, moves)
            if waiting > 1:
                list_seat(states, row, seat, place, listed, counts, buffer)
            else:
                owing = list_row(states, row, seats, listed, counts, buffer)
        finish(states, rows, outcome, row, seats, -1, reward, work)


def redeal_rows(
    states: State.Array,
    rows: Rows,
    seats: int,
    numbers: Ints,
    lookers: Ints,
    seeds: Ints,
    first: int,
    last: int,
    work: IntRows,
) -> int:
    """Deals anew what a seat cannot know. Returns the first row for which no arrangement was found, or -1."""
    log = rows.log
    rng = work[3]
    bad = -1
    for k in range(first, last):
        row = numbers[k]
        if rows.over[row]:
            continue
        seed_rng(rng, seeds[k])
        hidden = pending(states, row)
        if not redeal(states, row, lookers[k], work[2], rng):
            if bad < 0:
                bad = row
            continue
        # choices of others that were not yet revealed are withdrawn, so they leave the log
        at = row * LOG
        kept = rows.moves[row] - hidden
        for number in range(kept, rows.moves[row]):
            if log[at + 2 * number + 1] == lookers[k]:
                log[at + 2 * kept] = log[at + 2 * number]
                log[at + 2 * kept + 1] = lookers[k]
                kept += 1
        rows.moves[row] = kept
        list_row(states, row, seats, rows.listed, rows.counts, work[0])
    return bad


def mark_actors(rows: Rows, seats: int, out: ByteRows, first: int, last: int) -> None:
    """Marks the seats that owe a decision."""
    for row in range(first, last):
        for seat in range(seats):
            out[row][seat] = rows.counts[row * seats + seat] > 0


def mark_legal(rows: Rows, seats: int, deciders: Ints, out: ByteRows, first: int, last: int) -> None:
    """Marks the legal actions of a seat of each game."""
    listed = rows.listed
    counts = rows.counts
    for row in range(first, last):
        for action in range(NUM_ACTIONS):
            out[row, action] = 0
        seat = deciders[row]
        if seat < 0:
            seat = first_owing(row, seats, counts)
        place = row * seats + seat
        for k in range(counts[place]):
            out[row, listed[2 * (place * MAX_OPTIONS + k) + 1]] = 1


def observe_rows(
    states: State.Array, rows: Rows, seats: int, lookers: Ints, out: ByteRows, first: int, last: int
) -> None:
    """Writes what a seat of each game may know."""
    counts = rows.counts
    for row in range(first, last):
        seat = lookers[row]
        if seat < 0:
            seat = first_owing(row, seats, counts)
        observe(states, row, seat, out[row])


def observe_floats(
    states: State.Array,
    rows: Rows,
    seats: int,
    lookers: Ints,
    factors: FloatRow,
    spare: Bytes,
    out: FloatRows,
    first: int,
    last: int,
) -> None:
    """The same as floats; `spare` is a row to work on."""
    counts = rows.counts
    for row in range(first, last):
        seat = lookers[row]
        if seat < 0:
            seat = first_owing(row, seats, counts)
        observe(states, row, seat, spare)
        for column in range(len(factors)):
            out[row, column] = spare[column] * factors[column]


def list_features(
    states: State.Array,
    rows: Rows,
    seats: int,
    lookers: Ints,
    out: SmallRows,
    many: Ints,
    first: int,
    last: int,
    which: Ints,
) -> None:
    """Writes the numbers of the features that a seat of each game sees, and how many; NOTHING after the last."""
    counts = rows.counts
    for row in range(first, last):
        seat = lookers[row]
        if seat < 0:
            seat = first_owing(row, seats, counts)
        many[row] = sparse(states, row, seat, which)
        for k in range(many[row]):
            out[row, k] = which[k]
        for k in range(many[row], MOST):
            out[row, k] = NOTHING


# In an order in which each comes after those it calls.
HELPERS: tuple[Callable[..., object], ...] = (
    list_seat,
    list_row,
    first_owing,
    number_owing,
    find_option,
    carry_out,
)
LOOPS: tuple[Callable[..., object], ...] = (
    list_rows,
    deal_rows,
    find_one_each,
    find_for_all,
    write_rewards,
    finish,
    step_rows,
    play_out_rows,
    redeal_rows,
    mark_actors,
    mark_legal,
    observe_rows,
    observe_floats,
    list_features,
)
