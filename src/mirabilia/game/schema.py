"""What games hand out, described for other languages: JSON schema of views, options, quotes, deals and events.

`scripts/make-types` writes it to docs/game.schema.json, the same as TypeScript for the page, and docs/view.md and
docs/events.md for people. Everything follows from the types themselves; a test notices files that are out of date.
"""

from __future__ import annotations

import typing
from types import UnionType

import msgspec

from mirabilia.games import KINDS
from mirabilia.json_types import Json, JsonObject

# What a name of the schema stands for: a type, or a choice of types.
ROOTS: dict[str, object] = {
    f"{types.prefix}{name}": root
    for types in (kind.types() for kind in KINDS.values())
    for name, root in (
        ("View", types.view),
        ("Option", types.option),
        ("Quote", types.quote),
        ("Deal", types.deal),
        ("Event", types.event),
    )
}
HIDDEN = ("rank", "knows")  # of options and events: not written


def name_of(struct: type) -> str:
    """The name of a type outside Python: its own, with its game in front."""
    for name, kind in KINDS.items():
        prefix = kind.types().prefix
        if struct.__module__.startswith(f"mirabilia.games.{name}.") and not struct.__name__.startswith(prefix):
            return prefix + struct.__name__
    return struct.__name__


def structs() -> dict[str, type[msgspec.Struct]]:
    """Every type that the roots are made of, by its name, in the order in which they are met."""
    found: dict[str, type[msgspec.Struct]] = {}
    for root in ROOTS.values():
        _collect(root, found)
    return found


def _collect(kind: object, found: dict[str, type[msgspec.Struct]]) -> None:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if name_of(kind) not in found:
            found[name_of(kind)] = kind
            for hint in typing.get_type_hints(kind, include_extras=True).values():
                _collect(hint, found)
        return
    for inner in typing.get_args(kind):
        if not isinstance(inner, msgspec.Meta | str):
            _collect(inner, found)


def schema() -> JsonObject:
    """The whole as one JSON schema; its definitions stand under `$defs`."""
    every = structs()
    definitions: JsonObject = {}
    for name, struct in every.items():
        _, components = msgspec.json.schema_components([struct], ref_template="#/$defs/{name}")
        part = components[struct.__name__]
        definitions[name] = _refined(_renamed(part, struct), struct)
    for name, root in ROOTS.items():
        if isinstance(root, UnionType):
            definitions[name] = {"anyOf": [{"$ref": f"#/$defs/{name_of(one)}"} for one in typing.get_args(root)]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}


def _renamed(part: Json, struct: type[msgspec.Struct]) -> Json:
    """References with the names of the schema: those of a game's type mean the same game's types."""
    if isinstance(part, dict):
        return {
            key: f"#/$defs/{_reference(value, struct)}" if key == "$ref" else _renamed(value, struct)
            for key, value in part.items()
        }
    return [_renamed(value, struct) for value in part] if isinstance(part, list) else part


def _reference(reference: str, struct: type[msgspec.Struct]) -> str:
    name = reference.rsplit("/", 1)[-1]
    return next(other for other, one in _reached(struct).items() if one.__name__ == name)


def _reached(struct: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    found: dict[str, type[msgspec.Struct]] = {}
    _collect(struct, found)
    return found


def _refined(part: JsonObject, struct: type[msgspec.Struct]) -> JsonObject:
    """What msgspec leaves open: a field with a default is always written unless the type leaves defaults out."""
    part.pop("title", None)
    properties = {name: inner for name, inner in part["properties"].items() if name not in HIDDEN}
    config = struct.__struct_config__
    always = {name for name in properties if name in part.get("required", ())}
    if config.tag_field:
        always.add(config.tag_field)
    if not config.omit_defaults:
        hints = typing.get_type_hints(struct, include_extras=True)
        always |= {name for name in properties if not _may_be_unset(hints.get(name))}
    for inner in properties.values():
        inner.pop("default", None)
    return {**part, "properties": properties, "required": [name for name in properties if name in always]}


def _may_be_unset(hint: object) -> bool:
    return hint is msgspec.UnsetType or any(_may_be_unset(inner) for inner in typing.get_args(hint))
