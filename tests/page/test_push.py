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
    """A push message for the page's service worker, as the browser gets one from a push service.

    It goes to the worker of this page's address once it is active. The browser names every registration it knows, also
    those of other tests' servers and of workers that are gone, and a message to a worker not yet active is lost without
    a word.
    """
    devtools = page.context.new_cdp_session(page)
    ours: set[str] = set()
    active: set[str] = set()

    def registered(message: dict[str, Any]) -> None:
        for each in message["registrations"]:
            if each["scopeURL"].startswith(server.url) and not each["isDeleted"]:
                ours.add(each["registrationId"])
            else:
                ours.discard(each["registrationId"])

    def changed(message: dict[str, Any]) -> None:
        for each in message["versions"]:
            if each["status"] == "activated":
                active.add(each["registrationId"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", registered)
    devtools.on("ServiceWorker.workerVersionUpdated", changed)
    devtools.send("ServiceWorker.enable")
    while not ours & active:
        page.wait_for_timeout(20)
    (registration,) = ours & active
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.url.rstrip("/"), "registrationId": registration, "data": data},
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
    # what is not from this server, or broken, shows nothing and harms nothing: the next message comes as ever
    deliver(page, server, "{}")
    deliver(page, server, json.dumps({**told, "table": "third"}))
    page.wait_for_function(f"async () => (await ({SHOWN})()).some(({{ tag }}) => tag === 'third')")
    assert sorted(each["tag"] for each in page.evaluate(SHOWN)) == ["abc", "third", "xyz"]
