"""What the source of the package says by keys: read from its syntax trees, so that nothing has to be compiled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "mirabilia"
PAGE = ROOT / "web" / "src"


def tree(path: str) -> ast.Module:
    return ast.parse((SOURCE / path).read_text(encoding="utf-8"), path)


def strings(node: ast.AST) -> Iterator[str]:
    """All texts in an expression; of a dict its values."""
    if isinstance(node, ast.Dict):
        for value in node.values:
            yield from strings(value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from strings(child)


def constant(path: str, name: str) -> ast.expr:
    """The expression a module gives to a name."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            return node.value
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and node.target.id == name
            and node.value
        ):
            return node.value
    raise AssertionError(f"{path} has no {name}")


def words(path: str, name: str) -> list[str]:
    """The texts of a constant, in order."""
    return list(strings(constant(path, name)))


def keys_of_dict(path: str, name: str) -> list[str]:
    """The keys of a constant dict."""
    node = constant(path, name)
    assert isinstance(node, ast.Dict)
    return [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]


def dict_values(path: str, key: str) -> set[str]:
    """Every text that stands under this key in any dict of a module: {"key": "coins_short"}."""
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Dict):
            for name, value in zip(node.keys, node.values, strict=True):
                if isinstance(name, ast.Constant) and name.value == key and isinstance(value, ast.Constant):
                    found.add(value.value)
    return {word for word in found if isinstance(word, str)}


def error_codes(folders: tuple[str, ...]) -> dict[str, str]:
    """Every code an error is raised with (`code="..."`), or that is the code of an error class, with its place."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        inner = path.relative_to(SOURCE)
        if inner.parts[0].removesuffix(".py") not in folders:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            for code in _codes(node):
                found.setdefault(code, f"{inner.as_posix()}:{getattr(node, 'lineno', 0)}")
    return found


def _codes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg == "code":
                yield from strings(keyword.value)
    elif isinstance(node, ast.ClassDef):
        for line in node.body:
            if isinstance(line, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "code" for t in line.targets):
                yield from strings(line.value)


def count_key(count: dict[str, Any]) -> str:
    """What `coins_per` or `points_per` counts and where, as the end of a key."""
    if "whose" in count:
        return f"{'_'.join(count['what'])}.{'_'.join(count['whose'])}"
    return f"{'_'.join([count['what'], *count.get('colors', [])])}.{count['city']}"


def effect_keys(game: str, effect: dict[str, Any]) -> Iterator[str]:
    """The keys of the texts that explain an effect of the catalog."""
    start = f"effect.{game}."
    for kind, value in effect.items():
        if kind == "points_if":
            yield f"{start}points_if.{value['condition']}"
        elif kind in ("coins_per", "points_per"):
            yield f"{start}{kind}.{count_key(value)}"
        elif kind == "trade":
            yield f"{start}trade.{value['goods']}.{'_'.join(value['neighbours'])}"
        elif kind == "destroy" or kind == "special":
            yield f"{start}{kind}.{value}"
        elif kind == "discount":
            yield f"{start}discount.{value['applies_to']}"
        elif kind == "science" and value == "any":
            yield f"{start}science.any"
        elif kind == "produces" and game == "wonders":
            chosen = any(len(unit) > 1 for unit in value)
            yield start + ("produces" if not chosen else "produces_choice" if effect["sellable"] else "produces_own")
        elif kind != "sellable":
            yield start + kind


def page_keys() -> dict[str, str]:
    """Keys the page's source asks for literally, `t("home.title")`, with their place."""
    found: dict[str, str] = {}
    for path in sorted([*PAGE.rglob("*.ts"), *PAGE.rglob("*.tsx")]):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for key in re.findall(r"""\bt\(\s*["']([a-z][\w.]*\.[\w. ]+)["']""", line):
                found.setdefault(key, f"{path.relative_to(ROOT).as_posix()}:{number}")
    return found


# --- which file asks for which text -----------------------------------------------------------------------------------

KEY = re.compile(r"[a-z]\w*\.")
# Kinds of names that `name_of` and the page's cardName, symbolName and so on are called with.
NAMED = ("card", "wonder", "token", "board", "symbol", "chain")


def templates(source: str) -> Iterator[list[str | None]]:
    """The template literals of a TypeScript source: pieces of text, None where something is put in. Nested ones too."""
    at = 0
    while (at := source.find("`", at)) >= 0:
        parts: list[str | None] = []
        text, at = "", at + 1
        while at < len(source) and source[at] != "`":
            if source.startswith("${", at):
                end, depth, ticks = at + 2, 1, False
                while depth and end < len(source):
                    ticks ^= source[end] == "`"
                    depth += {"{": 1, "}": -1}.get(source[end], 0)
                    end += 1
                yield from templates(source[at + 2 : end - 1])
                parts += [text, None]
                text, at = "", end
            else:
                text += source[at]
                at += 1
        yield [*parts, text]
        at += 1


@dataclass
class Asker:
    """A source file, the keys it names, and the patterns of keys it makes."""

    path: Path
    literal: set[str] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)

    @cached_property
    def _made(self) -> list[re.Pattern[str]]:
        beginnings = {re.escape(key) + ".+" for key in self.literal if re.fullmatch(r"[a-z_]+(\.[a-z_]+)*\.", key)}
        return [re.compile(each) for each in self.patterns | beginnings if each]

    def asks_for(self, key: str) -> bool:
        return key in self.literal or any(each.fullmatch(key) for each in self._made)


@cache
def askers() -> list[Asker]:
    """All files of the page and the package that ask for texts."""
    found = []
    for path in sorted([*PAGE.rglob("*.ts"), *PAGE.rglob("*.tsx")]):
        source, asker = path.read_text(encoding="utf-8"), Asker(path)
        asker.literal |= set(re.findall(r'"([a-z]\w*\.[^"\n]*)"', source))
        for parts in templates(source):
            asker.literal |= {parts[0]} if len(parts) == 1 and parts[0] else set()
            asker.patterns |= {pattern(parts)} if len(parts) > 1 else set()
        found.append(asker)
    for path in sorted(SOURCE.rglob("*.py")):
        asker = Asker(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                asker.literal.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                asker.patterns.add(
                    pattern([str(v.value) if isinstance(v, ast.Constant) else None for v in node.values])
                )
        found.append(asker)
    return found


def pattern(parts: list[str | None]) -> str:
    """The keys a template can make, as a regular expression; nothing if it makes no key."""
    if not parts or not parts[0] or not KEY.match(parts[0]):
        return ""
    made = "".join(r"[^.]+" if part is None else re.escape(part) for part in parts)
    return made + ".+" if made.endswith(r"\.") else made


def asking(key: str) -> list[Path]:
    """The files that ask for a text; those that name it before those that make its key from parts."""
    literal = [asker.path for asker in askers() if key in asker.literal]
    return literal or [asker.path for asker in askers() if asker.asks_for(key)]
