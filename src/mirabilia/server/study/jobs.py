"""Analyses as the database keeps them: one row for each record, analyser and budget, asked for once or often.

A row is `waiting`, `running` (by a process whose heart beats), `done` or `failed`. Its id is a hash of what is judged,
by what, and how thoroughly, so that repeated requests meet the same row; whoever has the record has the id.

Those who wait take turns (`in_turn`): the addresses, and the people of an address. So nobody gets more by asking more,
and nobody waits forever. A person's own jobs are done in the order of effort, but none waits much longer for that.

Who waits for an analysis asks for it again and again. One that nobody has asked for lately is not made: it is given up
between two decisions, keeps those that are judged, and goes on when someone asks again.
"""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.schema import analyses, processes
from mirabilia.server.study.job import Job

MAX_TRIES = 3  # a record that ended the worker so often is given up
MAX_UNFINISHED = 20  # analyses that one address may wait for
LOOKED_AT = 2000  # of those that wait, the oldest ones
REMEMBERED_MS = 3_600_000  # how long it counts when someone had a turn
WANTED_MS = 120_000  # after the last question someone still waits; pages that nobody looks at ask once a minute
NOTE_ASKED_MS = 20_000  # how often it is noted that someone asks
LONG_MS = 600_000  # a job that has waited this long is next among those of its person


class Waiting(NamedTuple):
    """An analysis that waits."""

    id: str
    address: str
    person: str
    simulations: int
    created_at: int


def in_turn(waiting: Iterable[Waiting], begun: Mapping[tuple[str, str], int], now: int) -> Iterator[str]:
    """The ids in the order in which they are made if nothing is added. `begun`: when each had the last turn.

    Next is the address, and among its people the person, whose last turn is the longest ago; for someone who had none,
    the oldest request counts.
    """
    queues: dict[str, dict[str, list[Waiting]]] = defaultdict(lambda: defaultdict(list))
    for each in waiting:
        queues[each.address][each.person].append(each)
    since: dict[tuple[str, str], int] = {}
    heap = []
    for address, people in queues.items():
        for person, queue in people.items():
            since[address, person] = max(begun.get((address, person), 0), min(each.created_at for each in queue))
            queue.sort(key=lambda each: _effort(each, now), reverse=True)
        last = max((at for (by, _), at in begun.items() if by == address), default=0)
        oldest = min(each.created_at for queue in people.values() for each in queue)
        heap.append((max(last, oldest), address))
    heapq.heapify(heap)
    while heap:
        _, address = heapq.heappop(heap)
        people, now = queues[address], now + 1
        person = min(people, key=lambda each: (since[address, each], each))
        yield people[person].pop().id
        since[address, person] = now
        if not people[person]:
            del people[person]
        if people:
            heapq.heappush(heap, (now, address))


def _effort(each: Waiting, now: int) -> tuple[object, ...]:
    """What someone's analyses are sorted by, the next one first."""
    is_old = now - each.created_at > LONG_MS
    return not is_old, 0 if is_old else each.simulations, each.created_at, each.id


def find(connection: Connection, identity: str) -> RowMapping | None:
    """A row, if there is one."""
    return connection.execute(select(analyses).where(analyses.c.id == identity)).mappings().one_or_none()


def order(connection: Connection, now: int, alive_after: int | None = None) -> Iterator[str]:
    """The analyses that wait, or whose process is gone, in the order in which they will be made."""
    is_free = _is_wanted(now) & (analyses.c.state == "waiting") if alive_after is None else _is_free(alive_after, now)
    columns = (analyses.c.id, analyses.c.address, analyses.c.person, analyses.c.simulations, analyses.c.created_at)
    found = connection.execute(select(*columns).where(is_free).order_by(analyses.c.created_at).limit(LOOKED_AT))
    turns = connection.execute(
        select(analyses.c.address, analyses.c.person, func.max(analyses.c.begun_at))
        .where(analyses.c.begun_at > now - REMEMBERED_MS)
        .group_by(analyses.c.address, analyses.c.person)
    )
    begun = {(address, person): int(at) for address, person, at in turns}
    return in_turn([Waiting(*row) for row in found], begun, now)


def ahead_of(connection: Connection, identity: str, now: int) -> int:
    """How many are made before this one, as things are."""
    ahead = 0
    for each in order(connection, now):
        if each == identity:
            break
        ahead += 1
    return ahead


def add(
    job: Job, moves: int, analyser: str, now: int, address: str = "", person: str = ""
) -> Callable[[Connection], bool]:
    """A new row, unless there is one; a failed one is tried again. True: there is something to do. Refuses an address
    that already waits for many."""

    def work(connection: Connection) -> bool:
        known = find(connection, job.id)
        if known is not None and known["state"] != "failed":
            return False
        unfinished = (analyses.c.address == address) & analyses.c.state.in_(("waiting", "running")) & _is_wanted(now)
        many = connection.execute(select(func.count()).select_from(analyses).where(unfinished)).scalar_one()
        if address and many >= MAX_UNFINISHED:
            raise Refusal("too_many", what="unfinished analyses", retry_ms=60_000)
        again = (
            update(analyses)
            .where(analyses.c.id == job.id, analyses.c.state == "failed")
            .values(
                state="waiting",
                tries=0,
                fault=None,
                done=0,
                created_at=now,
                address=address,
                person=person,
                asked_at=now,
                result=None,
            )
        )
        if connection.execute(again).rowcount:
            return True
        try:
            with connection.begin_nested():
                connection.execute(
                    insert(analyses).values(
                        id=job.id, record=job.record, simulations=job.simulations, analyser=analyser, state="waiting",
                        done=0, total=moves, tries=0, created_at=now, address=address, person=person, asked_at=now,
                    )
                )  # fmt: skip
        except IntegrityError:  # another process was asked at the same moment
            return False
        return True

    return work


def is_wanted(row: RowMapping, now: int) -> bool:
    """Whether someone waits for an analysis."""
    return bool(row["asked_at"] >= now - WANTED_MS)


def _is_wanted(now: int) -> ColumnElement[bool]:
    return analyses.c.asked_at >= now - WANTED_MS


def _is_free(alive_after: int, now: int) -> ColumnElement[bool]:
    living = select(processes.c.id).where(processes.c.beat_at >= alive_after)
    return _is_wanted(now) & or_(
        analyses.c.state == "waiting",
        (analyses.c.state == "running") & or_(analyses.c.process.is_(None), analyses.c.process.not_in(living)),
    )


def is_something_to_do(connection: Connection, alive_after: int, now: int) -> bool:
    """Whether some analysis waits for a process, and someone for it."""
    return connection.execute(select(analyses.c.id).where(_is_free(alive_after, now)).limit(1)).first() is not None


def asked(identity: str, now: int) -> Callable[[Connection], None]:
    """Notes that someone waits for an analysis."""

    def work(connection: Connection) -> None:
        connection.execute(update(analyses).where(analyses.c.id == identity).values(asked_at=now))

    return work


def take(process: str, alive_after: int, now: int) -> Callable[[Connection], Job | None]:
    """Gives this process the next analysis: one that waits, or one whose process is gone."""

    def work(connection: Connection) -> Job | None:
        is_free = _is_free(alive_after, now)
        given_up = update(analyses).where(is_free, analyses.c.tries >= MAX_TRIES)
        connection.execute(given_up.values(state="failed", process=None, fault="analysis_failed"))
        for identity in itertools.islice(order(connection, now, alive_after), 5):
            won = connection.execute(
                update(analyses)
                .where(analyses.c.id == identity, is_free)
                .values(state="running", process=process, tries=analyses.c.tries + 1, begun_at=now)
            ).rowcount
            if won:
                row = find(connection, identity)
                assert row is not None
                return Job(identity, row["record"], row["simulations"], row["result"] or "[]")
        return None

    return work


def progress(identity: str, process: str, done: int, now: int) -> Callable[[Connection], bool]:
    """Notes how far an analysis is, for those who ask another process. Whether anyone still waits for it."""

    def work(connection: Connection) -> bool:
        connection.execute(
            update(analyses).where(analyses.c.id == identity, analyses.c.process == process).values(done=done)
        )
        row = find(connection, identity)
        return row is not None and is_wanted(row, now)

    return work


def give_up(identity: str, process: str, judged: str, done: int) -> Callable[[Connection], None]:
    """Nobody waits for it: it waits for someone to ask again, and what is judged is kept."""

    def work(connection: Connection) -> None:
        connection.execute(
            update(analyses)
            .where(analyses.c.id == identity, analyses.c.process == process, analyses.c.state == "running")
            .values(state="waiting", process=None, tries=analyses.c.tries - 1, result=judged, done=done)
        )

    return work


def finish(identity: str, result: str) -> Callable[[Connection], None]:
    """Keeps what was found. Two processes that worked on the same found the same."""

    def work(connection: Connection) -> None:
        connection.execute(
            update(analyses)
            .where(analyses.c.id == identity)
            .values(state="done", process=None, done=analyses.c.total, result=result, fault=None)
        )

    return work


def fail(identity: str, fault: str) -> Callable[[Connection], None]:
    """Keeps why it cannot be analysed."""

    def work(connection: Connection) -> None:
        connection.execute(
            update(analyses)
            .where(analyses.c.id == identity, analyses.c.state != "done")
            .values(state="failed", process=None, fault=fault[:40])
        )

    return work


def put_back(identity: str, process: str) -> Callable[[Connection], None]:
    """The worker was lost: the analysis waits again, and the attempt counts."""

    def work(connection: Connection) -> None:
        connection.execute(
            update(analyses)
            .where(analyses.c.id == identity, analyses.c.process == process, analyses.c.state == "running")
            .values(state="waiting", process=None)
        )

    return work


def leave(process: str) -> Callable[[Connection], None]:
    """The process stops: what it was at waits again, and the attempt does not count."""

    def work(connection: Connection) -> None:
        mine = (analyses.c.process == process) & (analyses.c.state == "running")
        connection.execute(
            update(analyses).where(mine).values(state="waiting", process=None, tries=analyses.c.tries - 1)
        )

    return work
