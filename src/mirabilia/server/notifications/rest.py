"""The routes of notifications: a browser asks for them, game by game, or turns them off."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from mirabilia.server.http.bodies import Notifications, PushKey, Wanted
from mirabilia.server.http.rest import ERRORS, Asker, Shared, TableId, guard, need
from mirabilia.server.notifications.notifier import subscribe, unsubscribe
from mirabilia.server.notifications.push import (
    LONGEST_ADDRESS,
    BadAddress,
    BadKeys,
    Subscription,
    check_keys,
    checked_address,
)
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.store import now_ms

router = APIRouter(prefix="/api/v1", dependencies=[Depends(guard)], responses=ERRORS)


@router.get("/push", tags=["notifications"])
async def push_key(context: Shared) -> PushKey:
    """The server's public key for web push."""
    return PushKey(key=context.hub.notifier.public_key)


@router.put("/tables/{table}/push", tags=["notifications"])
async def tell_me(table: TableId, body: Wanted, context: Shared, person: Asker) -> Notifications:
    """Tell this browser when it is my turn at this table and I am away."""
    asking = need(person)
    if context.hub.notifier.public_key is None:
        raise Refusal("unavailable", retry_ms=3_600_000)
    wanted = Subscription(body.endpoint, body.p256dh, body.auth)
    try:
        checked_address(wanted.endpoint, context.settings.push_local)
        check_keys(wanted)
    except BadAddress as error:
        raise Refusal("bad_request", where="endpoint", fault=str(error)) from None
    except BadKeys as error:
        raise Refusal("bad_request", where="keys", fault=str(error)) from None
    live = context.hub.table(table)
    async with live.lock:
        state = await live.loaded()
        if asking.id not in state.holders:
            raise Refusal("not_seated")
        if state.facts.is_ended:
            raise Refusal("game_over")
    await context.store.writer.call(subscribe(table, asking.id, wanted, body.lang, now_ms()))
    return Notifications(on=True)


@router.delete("/tables/{table}/push", tags=["notifications"])
async def tell_me_no_more(
    table: TableId, endpoint: Annotated[str, Query(min_length=10, max_length=LONGEST_ADDRESS)], context: Shared,
    person: Asker,
) -> Notifications:  # fmt: skip
    """No longer tell this browser about this table."""
    await context.store.writer.call(unsubscribe(table, need(person).id, endpoint))
    return Notifications(on=False)
