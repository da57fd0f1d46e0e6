"""How threads that never leave compiled code share out the rows of a batch.

Waking a thread takes longer than a step of a thousand games. So between steps the helpers stay in compiled code for a
while and watch a work queue, an array of int64 that all share (`engine/atomics.py`). The leader, which is the thread
that called the batch, posts a job there, works too, and waits until all of its rows are done.

The rows are divided among the threads, each share in chunks, and each thread has a ticket that says which job it is and
how many chunks of its share are left. Whoever takes a chunk takes one off the ticket, first off its own and then
off those of others, so nobody waits for a thread that has no core at the moment, or has gone. A ticket changes in one
piece, job and count together: a chunk can only be taken of the present job, and that ends only when all chunks taken
are done. What a job is about is therefore read after taking a chunk.
"""

from __future__ import annotations

from collections.abc import Callable

from mirabilia.engine.atomics import load, rest, store, swap
from mirabilia.engine.compiling import Ints

LINE = 8  # numbers in a line of cache; what different threads write lies in different lines
# What the leader writes:
JOB = 0  # the number of the job that was posted last
TASK = 1  # what it is (`kernels.py`)
CHUNKS = 2  # in how many pieces
FIRST, SECOND = 3, 4  # the tasks of the present call, one after the other; 0 for none
STRICT = 5  # 1: rows that cannot do the first keep all from the second
ACTIONS, MARKS, MASKS, SEEN, FLOATS, PICKS = range(LINE, LINE + 6)  # addresses of the caller's arrays
SEED = LINE + 6  # of random decisions
ROWS, SHARES, CHUNK = range(2 * LINE, 2 * LINE + 3)  # rows, among how many threads, rows in a chunk: never change
# What others write, too:
DONE = 3 * LINE  # chunks done
LEAVE = 4 * LINE  # 1: helpers are to go back to Python
BROKEN = 5 * LINE  # 1: a thread failed
PLACES = 6 * LINE  # from here on two lines for each thread
TICKET, INSIDE, BAD = 0, LINE, LINE + 1  # its ticket; 1 while it is here or on its way; its lowest row that failed

_LEFT = (1 << 32) - 1  # the part of a ticket that says how many chunks are left
_JOBS = (1 << 31) - 1


def size_of(threads: int) -> int:
    """The length of a work queue."""
    return PLACES + 2 * LINE * threads


def lines_of(thread: int) -> int:
    """Where the lines of a thread begin."""
    return PLACES + 2 * LINE * thread


def begin_of(queue: Ints, thread: int) -> int:
    """The first row of a thread's share, which is the end of the one before."""
    return queue[ROWS] * thread // queue[SHARES]


def chunks_of(queue: Ints, thread: int) -> int:
    """In how many chunks a thread's share is taken."""
    return (begin_of(queue, thread + 1) - begin_of(queue, thread) + queue[CHUNK] - 1) // queue[CHUNK]


def post(queue: Ints, task: int) -> None:
    """Offers all rows for a task."""
    job = queue[JOB] % _JOBS + 1
    queue[TASK] = task
    chunks = 0
    for thread in range(queue[SHARES]):
        chunks += chunks_of(queue, thread)
        queue[lines_of(thread) + BAD] = queue[ROWS]
    queue[CHUNKS] = chunks
    store(queue, DONE, 0)
    for thread in range(queue[SHARES]):
        store(queue, lines_of(thread) + TICKET, job << 32 | chunks_of(queue, thread))
    store(queue, JOB, job)


def lowest_bad(queue: Ints) -> int:
    """The lowest row that failed in the last task, or -1."""
    lowest = queue[ROWS]
    for thread in range(queue[SHARES]):
        lowest = min(lowest, queue[lines_of(thread) + BAD])
    return lowest if lowest < queue[ROWS] else -1


def lead(queue: Ints, phase: int) -> int:
    """Waits until the task before is done and posts the next of the call: 1 or 2, or 0 if there is none."""
    if phase > 0:
        while load(queue, DONE) < queue[CHUNKS] and load(queue, BROKEN) == 0:
            rest()
        if load(queue, BROKEN):
            return 0
    if phase == 0 and queue[FIRST]:
        post(queue, queue[FIRST])
        return 1
    if phase == 1 and queue[STRICT] and lowest_bad(queue) >= 0:
        return 0
    if phase < 2 and queue[SECOND]:
        post(queue, queue[SECOND])
        return 2
    return 0


def follow(queue: Ints, job: int, patience: int) -> int:
    """Waits for another job than `job` and returns its number; 0 if it is time to go."""
    for _ in range(patience):
        if load(queue, LEAVE):
            return 0
        posted = load(queue, JOB)
        if posted != job:
            return posted
        rest()
    return 0


def take_chunk(queue: Ints, thread: int) -> int:
    """Takes a chunk, of the own share if one is left: its first row, or -1 if there is none at all."""
    for k in range(queue[SHARES]):
        owner = (thread + k) % queue[SHARES]
        at = lines_of(owner) + TICKET
        ticket = load(queue, at)
        while ticket & _LEFT:
            if swap(queue, at, ticket, ticket - 1):
                return begin_of(queue, owner) + (chunks_of(queue, owner) - (ticket & _LEFT)) * queue[CHUNK]
            ticket = load(queue, at)
    return -1


def chunk_end(queue: Ints, first: int) -> int:
    """The end of the chunk that begins with this row."""
    owner = (first * queue[SHARES] + queue[SHARES] - 1) // queue[ROWS]
    return min(first + queue[CHUNK], begin_of(queue, owner + 1))


# In an order in which each comes after those it calls.
HELPERS: tuple[Callable[..., object], ...] = (
    lines_of,
    begin_of,
    chunks_of,
    post,
    lowest_bad,
    lead,
    follow,
    take_chunk,
    chunk_end,
)
