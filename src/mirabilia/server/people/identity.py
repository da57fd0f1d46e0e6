"""Who asks: the device cookie and the person behind it. There are no accounts and no passwords.

A device token is found once and then remembered for a while, so that a socket or request costs no query. Tokens are
random; the database and this memory hold their hashes only.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict

from mirabilia.locales import text
from mirabilia.locales.catalogs import ORIGINAL, all_texts
from mirabilia.server.people.person import Person
from mirabilia.server.people.tokens import hashed, new_token
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.store import (
    Store,
    add_person,
    find_person,
    forget_device,
    now_ms,
    recover,
    rename_person,
    set_recovery,
)
from mirabilia.server.tables.chat import checked_name

COOKIE = "mirabilia_device"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest browsers keep one
_REMEMBER_SECONDS = 60.0
_REMEMBER = 10_000
_SUGGESTIONS = [key for key in all_texts(ORIGINAL) if key.startswith("suggested.")]


def suggested_name(lang: str) -> str:
    """A nickname to begin with, in the language of whoever will bear it."""
    return text(lang, secrets.choice(_SUGGESTIONS))


class Identities:
    """Finds and makes persons."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Person, float]] = OrderedDict()

    async def find(self, token: str | None) -> Person | None:
        """The person of a device token, or None."""
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        known = self._known.get(key)
        if known is not None and time.monotonic() - known[1] < _REMEMBER_SECONDS:
            return known[0]
        row = await self._store.read(find_person, key)
        if row is None:
            self._known.pop(key, None)
            return None
        person = Person(*row)
        self._remember(key, person)
        return person

    def _remember(self, key: str, person: Person) -> None:
        self._known[key] = (person, time.monotonic())
        self._known.move_to_end(key)
        while len(self._known) > _REMEMBER:
            self._known.popitem(last=False)

    async def make(self, name: str) -> tuple[Person, str]:
        """A new person with its device token."""
        person = Person(secrets.token_hex(10), checked_name(name))
        token = new_token()
        await self._store.writer.call(add_person(person.id, person.name, hashed(token), now_ms()))
        self._remember(hashed(token), person)
        return person, token

    async def rename(self, person: Person, token: str, name: str) -> Person:
        """The person under another nickname."""
        renamed = Person(person.id, checked_name(name))
        await self._store.writer.call(rename_person(renamed.id, renamed.name))
        for key, (known, at) in self._known.items():  # on all devices
            if known.id == person.id:
                self._known[key] = (renamed, at)
        self._remember(hashed(token), renamed)
        return renamed

    async def new_recovery(self, person: Person) -> str:
        """A recovery code; it works once, and earlier ones no longer."""
        code = "r" + new_token()
        await self._store.writer.call(set_recovery(person.id, hashed(code)))
        return code

    async def recover(self, code: str) -> tuple[Person, str]:
        """The person of a recovery code, with a token for the device that used it."""
        token = new_token()
        row = await self._store.writer.call(recover(hashed(code), hashed(token), now_ms()))
        if row is None:
            raise Refusal("bad_link")
        return Person(*row), token

    def forget_all(self) -> None:
        """Everyone is looked up again: people were changed beside this process."""
        self._known.clear()

    async def forget(self, token: str) -> None:
        """This device no longer stands for its person."""
        await self._store.writer.call(forget_device(hashed(token)))
        self._known.pop(hashed(token), None)
