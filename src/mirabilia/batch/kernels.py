"""The compiled loops of a batch, written once for both games.

`engine/binding.py` gives them the names of one game (`options`, `apply`, `observe` ...) and compiles them for it.

Loops work on the rows from `first` to `last` - 1, touch nothing of other rows and hold no lock: threads share a batch
by taking ranges of rows, and what a row becomes does not depend on who works on it. What is done at every step is one
compiled function, `take_part`, in which all threads of a batch stay while it is busy (`work_queue.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from mirabilia.batch import work_queue
from mirabilia.batch.work_queue import ACTIONS, BAD, DONE, FLOATS, INSIDE, MARKS, MASKS, PICKS, ROWS, SEED, SEEN, TASK
from mirabilia.engine.arrays import ByteRows, Bytes, FloatRow, FloatRows, IntRows, Numbers, SmallRows
from mirabilia.engine.atomics import add, bytes_at, fetch, floats_at, ints_at, store, unowned
from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import Words, copy_words
from mirabilia.engine.rng import below, seed_rng

if TYPE_CHECKING:  # the names of one game, to be read in place of either's
    from mirabilia.batch.work_queue import chunk_end, follow, lead, lines_of, lowest_bad, take_chunk
    from mirabilia.games.duel.batch.kernels import deal_with, ending, pending
    from mirabilia.games.duel.encoding.actions import NUM_ACTIONS, action_at
    from mirabilia.games.duel.encoding.observation import observe
    from mirabilia.games.duel.encoding.sparse import MAX_FEATURES, sparse
    from mirabilia.games.duel.rules.apply import apply
    from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
    from mirabilia.games.duel.rules.redeal import redeal
    from mirabilia.games.duel.rules.scoring import SCORE_WIDTH, winners
    from mirabilia.games.duel.rules.state import State

ANYONE, NOBODY = -1, -2  # in place of a seat: the lowest that owes a decision; none at all
NOTHING, ILLEGAL = -1, -2  # in `chosen`: no decision of this seat, one that is not among its options
FORFEIT = 3  # the kind of ending after an illegal action; the rules' own kinds are 0 to 2
SHARE, ZERO_SUM, POINTS, MARGIN = range(4)  # what a reward is
LOG = 384  # numbers per row: room for 192 decisions, more than a game can have
AHEAD, FAR_AHEAD = 2, 8  # rows: for how many memory is asked before their turn, in long and in short loops
# What is done with rows, in this order: find the options that actions mean (one for each row, or for all seats of it),
# carry them out, then look, or choose at random. FOR_SEATS: for the seats that the caller named, not for the lowest
# that owes a decision.
FIND_ONE, FIND_ALL, ADVANCE, ACTORS, LEGAL, OBSERVE, OBSERVE_FLOATS, CHOOSE, FOR_SEATS = (1 << bit for bit in range(9))


class Rows(NamedTuple):
    """What a batch keeps of its games besides their states, as flat arrays: one entry per row, or per row and seat."""

    listed: Numbers  # MAX_OPTIONS per row and seat: its options, each as the rules' code and its action
    counts: Ints  # per row and seat: how many options it has; 0 if it owes no decision
    chosen: Ints  # per row and seat: the code of what the present step carries out
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


class BatchArrays(NamedTuple):
    """All that stays the same from step to step of a batch, besides its states."""

    words: Words  # the states' memory, for copies
    starts: Words  # how the games began
    rows: Rows
    outcome: Outcome
    named: Ints  # a seat for each row, where the caller names them
    factors: FloatRow  # what turns observations into floats
    seats: int
    reward: int
    deal_again: int  # 1: new games take the place of finished ones


# Helpers, which become part of the loops (`engine/inlining.py`). They take the arrays they need one by one: handing a
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
    """The rules' code of an action among a seat's options, or ILLEGAL."""
    at = place * 2 * MAX_OPTIONS
    for k in range(counts[place]):
        if listed[at + 2 * k + 1] == action:
            return listed[at + 2 * k]
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
    states: State.Array, arrays: BatchArrays, numbers: Ints, seeds: Ints, first: int, last: int, work: IntRows
) -> None:
    """Deals new games from seeds."""
    rows = arrays.rows
    seats = arrays.seats
    for k in range(first, last):
        row = numbers[k]
        seed_rng(rows.rng[row], seeds[k])
        deal_with(states, row, seats, rows.setup, work[2], rows.rng[row])
        copy_words(arrays.words, row, arrays.starts, row)
        rows.moves[row] = 0
        rows.over[row] = 0
        list_row(states, row, seats, rows.listed, rows.counts, work[0])


def seat_of(row: int, seats: int, named: Ints, task: int, counts: Ints) -> int:
    """Who decides or looks in a row: the seat that the caller named, or the lowest that owes a decision."""
    if task & FOR_SEATS and named[row] >= 0:
        return named[row]
    return first_owing(row, seats, counts)


def find_one_each(rows: Rows, seats: int, given: Ints, named: Ints, task: int, first: int, last: int) -> int:
    """Finds the option that each row's action means, for one seat a row. Returns the first row without one, or -1."""
    listed = rows.listed
    counts = rows.counts
    chosen = rows.chosen
    over = rows.over
    bad = -1
    for row in range(first, last):
        coming = min(row + FAR_AHEAD, last - 1)
        fetch(listed, (coming * seats + seat_of(coming, seats, named, task, counts)) * 2 * MAX_OPTIONS)
        for seat in range(seats):
            chosen[row * seats + seat] = NOTHING
        if over[row] or (task & FOR_SEATS and named[row] == NOBODY):
            continue
        decider = seat_of(row, seats, named, task, counts)
        code = find_option(row * seats + decider, given[row], listed, counts)
        chosen[row * seats + decider] = code
        if code == ILLEGAL and bad < 0:
            bad = row
    return bad


def find_for_all(rows: Rows, seats: int, given: Ints, first: int, last: int) -> int:
    """The same for all seats that owe a decision at once."""
    listed = rows.listed
    counts = rows.counts
    chosen = rows.chosen
    over = rows.over
    bad = -1
    for row in range(first, last):
        for seat in range(seats):
            place = row * seats + seat
            fetch(listed, (place + FAR_AHEAD * seats) * 2 * MAX_OPTIONS)
            chosen[place] = NOTHING
            if counts[place] > 0 and not over[row]:
                code = find_option(place, given[place], listed, counts)
                chosen[place] = code
                if code == ILLEGAL and bad < 0:
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


def step_rows(states: State.Array, arrays: BatchArrays, first: int, last: int, work: IntRows) -> None:
    """Carries out what `find_one_each` or `find_for_all` found."""
    rows = arrays.rows
    outcome = arrays.outcome
    seats = arrays.seats
    reward = arrays.reward
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
        coming = min(row + AHEAD, last - 1)
        fetch(log, coming * LOG + 2 * moves[coming])
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
                    carry_out(states, row, seat, chosen[place], log, moves)
            if deciding == 1 and owing > 1:  # the turn waits for others, whose options are what they were
                place = row * seats + decider
                list_seat(states, row, decider, place, listed, counts, buffer)
            elif list_row(states, row, seats, listed, counts, buffer) == 0:
                finish(states, rows, outcome, row, seats, -1, reward, work)
        if over[row] and arrays.deal_again:
            deal_with(states, row, seats, rows.setup, work[2], rows.rng[row])
            copy_words(arrays.words, row, arrays.starts, row)
            moves[row] = 0
            over[row] = 0
            list_row(states, row, seats, listed, counts, buffer)


def play_out_rows(
    states: State.Array, arrays: BatchArrays, numbers: Ints, seeds: Ints, first: int, last: int, work: IntRows
) -> None:
    """Plays games to their end, each decision a random one of its options."""
    rows = arrays.rows
    outcome = arrays.outcome
    seats = arrays.seats
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
        finish(states, rows, outcome, row, seats, -1, arrays.reward, work)


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
    counts = rows.counts
    for row in range(first, last):
        for seat in range(seats):
            out[row, seat] = counts[row * seats + seat] > 0


def mark_legal(place: int, row: int, listed: Numbers, counts: Ints, out: ByteRows) -> None:
    """Marks the legal actions of a seat, `place` among all rows and seats."""
    for action in range(NUM_ACTIONS):
        out[row, action] = 0
    for k in range(counts[place]):
        out[row, listed[2 * (place * MAX_OPTIONS + k) + 1]] = 1


def scale(row: int, factors: FloatRow, spare: Bytes, out: FloatRows) -> None:
    """An observation as floats."""
    for column in range(len(factors)):
        out[row, column] = spare[column] * factors[column]


def look(
    task: int,
    states: State.Array,
    arrays: BatchArrays,
    masks: ByteRows,
    seen: ByteRows,
    floats: FloatRows,
    spare: Bytes,
    first: int,
    last: int,
) -> None:
    """Writes what a seat of each game may do and may know; `spare` is a row to work on."""
    listed = arrays.rows.listed
    counts = arrays.rows.counts
    seats = arrays.seats
    for row in range(first, last):
        seat = seat_of(row, seats, arrays.named, task, counts)
        if task & LEGAL:
            mark_legal(row * seats + seat, row, listed, counts, masks)
        if task & OBSERVE:
            observe(states, row, seat, seen[row])
        if task & OBSERVE_FLOATS:
            observe(states, row, seat, spare)
            scale(row, arrays.factors, spare, floats)


def choose_rows(
    rows: Rows, seats: int, named: Ints, task: int, seed: int, out: Ints, first: int, last: int, rng: Ints
) -> None:
    """Chooses a random legal action of a seat of each game, NOTHING where there is none."""
    listed = rows.listed
    counts = rows.counts
    for row in range(first, last):
        place = row * seats + seat_of(row, seats, named, task, counts)
        out[row] = NOTHING
        if counts[place] > 0:
            seed_rng(rng, seed + row)
            out[row] = listed[2 * (place * MAX_OPTIONS + below(rng, counts[place])) + 1]


def list_features(
    states: State.Array,
    arrays: BatchArrays,
    task: int,
    out: SmallRows,
    many: Ints,
    first: int,
    last: int,
    which: Ints,
) -> None:
    """Writes the numbers of the features that a seat of each game sees, and how many; NOTHING after the last."""
    counts = arrays.rows.counts
    for row in range(first, last):
        seat = seat_of(row, arrays.seats, arrays.named, task, counts)
        many[row] = sparse(states, row, seat, which)
        for k in range(many[row]):
            out[row, k] = which[k]
        for k in range(many[row], MAX_FEATURES):
            out[row, k] = NOTHING


def do_rows(
    task: int,
    states: State.Array,
    arrays: BatchArrays,
    given: Ints,
    marks: ByteRows,
    masks: ByteRows,
    seen: ByteRows,
    floats: FloatRows,
    spare: Bytes,
    picks: Ints,
    seed: int,
    first: int,
    last: int,
    work: IntRows,
) -> int:
    """Does with the rows what `task` says. Returns the first row whose action means nothing, or -1."""
    rows = arrays.rows
    seats = arrays.seats
    named = arrays.named
    bad = -1
    if task & FIND_ONE:
        bad = find_one_each(rows, seats, given, named, task, first, last)
    if task & FIND_ALL:
        bad = find_for_all(rows, seats, given, first, last)
    if task & ADVANCE:
        step_rows(states, arrays, first, last, work)
    if task & ACTORS:
        mark_actors(rows, seats, marks, first, last)
    if task & (LEGAL | OBSERVE | OBSERVE_FLOATS):
        look(task, states, arrays, masks, seen, floats, spare, first, last)
    if task & CHOOSE:
        choose_rows(rows, seats, named, task, seed, picks, first, last, work[3])
    return bad


def take_part(
    states: State.Array, arrays: BatchArrays, queue: Ints, thread: int, patience: int, spare: Bytes, work: IntRows
) -> int:
    """The part of one thread in the work of a batch. Thread 0 leads through the tasks of a call.

    It returns the lowest row whose action means nothing, or -1. The others help with all calls until none has come for
    a while.
    """
    states = unowned(states)
    arrays = unowned(arrays)
    queue = unowned(queue)
    spare = unowned(spare)
    work = unowned(work)
    size = queue[ROWS]
    columns = len(arrays.factors)
    job = 0
    while True:
        job = follow(queue, job, patience) if thread else lead(queue, job)
        if job == 0:
            break
        while True:
            first = take_chunk(queue, thread)
            if first < 0:
                break
            bad = do_rows(
                queue[TASK],
                states,
                arrays,
                ints_at(queue[ACTIONS], size * arrays.seats),
                bytes_at(queue[MARKS], size, arrays.seats),
                bytes_at(queue[MASKS], size, NUM_ACTIONS),
                bytes_at(queue[SEEN], size, columns),
                floats_at(queue[FLOATS], size, columns),
                spare,
                ints_at(queue[PICKS], size),
                queue[SEED],
                first,
                chunk_end(queue, first),
                work,
            )
            if bad >= 0:
                at = lines_of(thread) + BAD
                queue[at] = min(queue[at], bad)
            add(queue, DONE, 1)
    if thread == 0:
        return lowest_bad(queue)
    store(queue, lines_of(thread) + INSIDE, 0)
    return -1


# In an order in which each comes after those it calls.
HELPERS: tuple[Callable[..., object], ...] = (
    *work_queue.HELPERS,
    list_seat,
    list_row,
    first_owing,
    number_owing,
    seat_of,
    find_option,
    carry_out,
    find_one_each,
    find_for_all,
    mark_actors,
    mark_legal,
    scale,
    look,
    choose_rows,
)
LOOPS: tuple[Callable[..., object], ...] = (
    list_rows,
    deal_rows,
    write_rewards,
    finish,
    play_out_rows,
    redeal_rows,
    list_features,
)
# The loops of every step: written into one function, after the loops that they call.
STEPS: tuple[Callable[..., object], ...] = (step_rows, do_rows)
TAKING_PART: tuple[Callable[..., object], ...] = (take_part,)
