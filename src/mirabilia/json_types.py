"""Names for JSON in annotations: what crosses a border as text and is read by its keys.

Inside the package these things have types of their own (`game/*/view.py`, `option.py`, `events.py`, the server's
messages). Where they are read by key, as a program outside would, the value behind a key is whatever the documents
say, and a type checker cannot know it; this is the one place that says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Any  # a number, a text, true, false, null, a list or an object
JsonObject: TypeAlias = dict[str, Json]  # one that belongs to whoever got it
JsonFields: TypeAlias = Mapping[str, Json]  # one that is only read
