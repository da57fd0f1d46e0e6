"""Being told away from the page: what the server pushes reaches the service worker, which shows it.

`tests/server/test_away.py` holds the way from the server to a push service (keys, sealing, addresses); here is the last
stretch, from the browser's own delivery to the notification somebody sees.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from page_tests import start_page

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, table: data?.table }));
}"""


def deliver(page: Any, server: Any, data: str) -> None:
    """A push message for the page's service worker, as the browser gets one from a push service."""
    devtools = page.context.new_cdp_session(page)
    known: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda message: known.extend(each["registrationId"] for each in message["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(20)
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.url.rstrip("/"), "registrationId": known[-1], "data": data},
    )
    devtools.detach()


def test_what_is_pushed_is_shown_once_for_each_table(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context(permissions=["notifications"]).new_page()
    start_page(page, server)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    told = {"title": "Sinu kord", "body": "7 Wonders: Anna ootab.", "lang": "et", "table": "abc"}
    deliver(page, server, json.dumps(told))
    page.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    assert page.evaluate(SHOWN) == [{**told, "tag": "abc"}]
    # a newer one about the same table takes its place; one about another table stands beside it
    deliver(page, server, json.dumps({**told, "body": "7 Wonders: Boris ootab."}))
    deliver(page, server, json.dumps({**told, "table": "xyz"}))
    page.wait_for_function(f"async () => (await ({SHOWN})()).length === 2")
    page.wait_for_function(f"async () => (await ({SHOWN})()).some(({{ body }}) => body.includes('Boris'))")
    # what is not from this server, or broken, shows nothing and harms nothing
    deliver(page, server, "{}")
    assert len(page.evaluate(SHOWN)) == 2
