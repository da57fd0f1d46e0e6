"""Notifications while the page is closed: what the server pushes reaches the service worker, which shows it.

`tests/server/test_notifications.py` covers the way from the server to a push service (keys, sealing, addresses). These
tests cover the last stretch, from the browser's delivery to the notification that someone sees.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from page_tests import start_page

# What the worker asks the browser to show is written down when the browser has agreed to it. (What the browser lists as
# shown is no witness: a notification that it has just listed can be missing a moment later.)
LISTEN = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.shown = [];
  self.registration.showNotification = async (title, { body, lang, tag, data }) => {
    await show(title, { body, lang, tag, data });
    self.shown.push({ title, body, lang, tag, table: data.table });
    self.told?.();
  };
}"""
SHOWN = """(count) => new Promise((tell) => {
  self.told = () => self.shown.length >= count && tell(self.shown);
  self.told();
})"""


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
    device = page.context
    worker = device.service_workers[0] if device.service_workers else device.wait_for_event("serviceworker")
    worker.evaluate(LISTEN)
    told = {"title": "Sinu kord", "body": "7 Wonders: Anna ootab.", "lang": "et", "table": "abc"}
    deliver(page, server, json.dumps(told))
    assert worker.evaluate(SHOWN, 1) == [{**told, "tag": "abc"}]
    # a newer one about the same table has the same tag, so that the browser puts it in the older one's place
    newer = {**told, "body": "7 Wonders: Boris ootab."}
    deliver(page, server, json.dumps(newer))
    assert worker.evaluate(SHOWN, 2)[1] == {**newer, "tag": "abc"}
    # what is not from this server, or broken, shows nothing and harms nothing: the next message comes as ever
    deliver(page, server, "{}")
    deliver(page, server, "no JSON")
    deliver(page, server, json.dumps({**told, "table": "xyz"}))
    assert [each["tag"] for each in worker.evaluate(SHOWN, 3)] == ["abc", "abc", "xyz"]
