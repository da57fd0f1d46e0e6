"""Analyses as the database keeps them: one row for each record, analyser and budget, asked for once or often.

A row is `waiting`, `running` (by a process whose heart beats), `done` or `failed`. Its id is a hash of what is judged,
by what, and how thoroughly, so that repeated requests meet the same row; whoever has the record has the id.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, RowMapping, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from mirabilia.server.storage.schema import analyses, processes
from mirabilia.server.study.job import Job

MAX_TRIES = 3  # a record that ended the worker so often is given up


def find(connection: Connection, identity: str) -> RowMapping | None:
    """A row, if there is one."""
    return connection.execute(select(analyses).where(analyses.c.id == identity)).mappings().one_or_none()


def ahead_of(connection: Connection, created_at: int, simulations: int) -> int:
    """How many wait that will be taken before one of this time and budget."""
    before = or_(
        analyses.c.simulations < simulations,
        (analyses.c.simulations == simulations) & (analyses.c.created_at < created_at),
    )
    statement = select(func.count()).select_from(analyses).where(analyses.c.state == "waiting", before)
    return int(connection.execute(statement).scalar_one())


def known(connection: Connection, ids: list[str]) -> dict[str, str]:
    """The states of those ids that there are rows for."""
    rows = connection.execute(select(analyses.c.id, analyses.c.state).where(analyses.c.id.in_(ids)))
    return {identity: state for identity, state in rows}


def add(job: Job, moves: int, analyser: str, now: int) -> Callable[[Connection], bool]:
    """A new row, unless there is one; a failed one is tried again. True: there is something to do."""

    def work(connection: Connection) -> bool:
        again = (
            update(analyses)
            .where(analyses.c.id == job.id, analyses.c.state == "failed")
            .values(state="waiting", tries=0, fault=None, done=0, created_at=now)
        )
        if connection.execute(again).rowcount:
            return True
        if find(connection, job.id) is not None:
            return False
        try:
            with connection.begin_nested():
                connection.execute(
                    insert(analyses).values(
                        id=job.id, record=job.record, simulations=job.simulations, analyser=analyser, state="waiting",
                        done=0, total=moves, tries=0, created_at=now,
                    )
                )  # fmt: skip
        except IntegrityError:  # another process was asked at the same moment
            return False
        return True

    return work


def _is_free(alive_after: int) -> ColumnElement[bool]:
    living = select(processes.c.id).where(processes.c.beat_at >= alive_after)
    return or_(
        analyses.c.state == "waiting",
        (analyses.c.state == "running") & or_(analyses.c.process.is_(None), analyses.c.process.not_in(living)),
    )


def is_something_to_do(connection: Connection, alive_after: int) -> bool:
    """Whether some analysis waits for a process."""
    return connection.execute(select(analyses.c.id).where(_is_free(alive_after)).limit(1)).first() is not None


def take(process: str, alive_after: int) -> Callable[[Connection], Job | None]:
    """Gives this process the next analysis: one that waits, or one whose process is gone. Short ones go first."""

    def work(connection: Connection) -> Job | None:
        is_free = _is_free(alive_after)
        given_up = update(analyses).where(is_free, analyses.c.tries >= MAX_TRIES)
        connection.execute(given_up.values(state="failed", process=None, fault="analysis_failed"))
        order = (analyses.c.simulations, analyses.c.created_at, analyses.c.id)
        for identity in connection.execute(select(analyses.c.id).where(is_free).order_by(*order).limit(5)).scalars():
            won = connection.execute(
                update(analyses)
                .where(analyses.c.id == identity, is_free)
                .values(state="running", process=process, tries=analyses.c.tries + 1)
            ).rowcount
            if won:
                row = find(connection, identity)
                assert row is not None
                return Job(identity, row["record"], row["simulations"])
        return None

    return work


def progress(identity: str, process: str, done: int) -> Callable[[Connection], None]:
    """Notes how far an analysis is, for those who ask another process."""

    def work(connection: Connection) -> None:
        connection.execute(
            update(analyses).where(analyses.c.id == identity, analyses.c.process == process).values(done=done)
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
