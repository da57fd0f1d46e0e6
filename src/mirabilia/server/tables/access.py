"""Who may see and do what at a table: by the person's seats, or by the secret of a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mirabilia.json_types import JsonObject
from mirabilia.server.people.person import Person
from mirabilia.server.people.tokens import Link, Links
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables.commands import Actor
from mirabilia.server.tables.state import TableState

if TYPE_CHECKING:
    from mirabilia.server.tables.table import Table


def checked_link(links: Links, secret: str, state: TableState) -> Link:
    """What the secret opens at this table; `bad_link` for anything else."""
    link = links.parts(secret)
    if link is None or link.table != state.facts.id:
        raise Refusal("bad_link")
    generation = state.facts.invite_generation if link.kind == "invite" else state.facts.link_generation
    if link.seat is not None:
        if link.seat >= len(state.facts.seats):
            raise Refusal("bad_link")
        generation = state.seat_generation(link.seat)
    if not links.is_valid(secret, generation):
        raise Refusal("bad_link")
    return link


def actor_at(
    links: Links, state: TableState, person: Person | None, secret: str | None = None, seat: int | None = None
) -> Actor:
    """The actor someone is at a table; without a seat one may only watch. Raises `no_access` or `bad_link`."""
    if secret is not None:
        link = checked_link(links, secret, state)
        if link.kind == "seat":
            assert link.seat is not None
            if seat not in (None, link.seat):
                raise Refusal("no_access")
            return Actor(None, link.seat, generation=state.seat_generation(link.seat))
        if link.kind == "watch":
            return Actor(generation=state.facts.link_generation)
        raise Refusal("bad_link")  # an invite is for joining, a bot's token for the bots' socket
    if person is None:
        raise Refusal("no_access")
    held = state.holders.get(person.id, [])
    if seat is not None:
        if seat not in held:
            raise Refusal("no_access")
        return Actor(person.id, seat)
    if held:
        return Actor(person.id, held[0])
    if person.id == state.facts.host:
        return Actor(person.id)
    raise Refusal("no_access")


async def actor_now(
    links: Links, table: Table, person: Person | None, secret: str | None = None, seat: int | None = None
) -> Actor:
    """`actor_at` the table as it is; a refusal is checked with what other processes did. Hold the table's lock."""
    try:
        return actor_at(links, await table.loaded(), person, secret, seat)
    except Refusal:
        if not await table.catch_up():
            raise
        return actor_at(links, table.state, person, secret, seat)


async def link_now(links: Links, secret: str, table: Table) -> Link:
    """`checked_link` for the table as it is now; another process may have changed it."""
    try:
        return checked_link(links, secret, await table.loaded())
    except Refusal:
        if not await table.catch_up():
            raise
        return checked_link(links, secret, table.state)


def links_for(links: Links, state: TableState, actor: Actor) -> JsonObject:
    """The secrets someone may hand out: everyone the watch link, a seat its own link, the host all others."""
    found: JsonObject = {"watch": links.make("watch", state.facts.id, state.facts.link_generation)}
    if actor.seat is not None:
        found["seat"] = links.make("seat", state.facts.id, state.seat_generation(actor.seat), actor.seat)
    if actor.person is not None and actor.person == state.facts.host:
        found["invite"] = links.make("invite", state.facts.id, state.facts.invite_generation)
        bots = {
            str(number): links.make("bot", state.facts.id, state.seat_generation(number), number)
            for number, seat in enumerate(state.facts.seats)
            if seat.kind == "outside"
        }
        if bots:
            found["bots"] = bots
    return found
