"""What is said with types stays said: `Any` and ignored errors cannot grow, and no part of the package is excepted.

The type checker itself runs in `make check`; here is only what it would let pass.
"""

from __future__ import annotations

import io
import tokenize
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "mirabilia"

# Lower these when fewer are left. `Any` counts wherever the name stands in code, in imports too.
MAX_ANY = 24
MAX_IGNORED = 18


def tokens_of(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def names_in(text: str, name: str) -> int:
    return sum(token.type == tokenize.NAME and token.string == name for token in tokens_of(text))


def ignored_in(text: str) -> int:
    return sum(token.type == tokenize.COMMENT and "type: ignore" in token.string for token in tokens_of(text))


def sources() -> dict[str, str]:
    return {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py"))}


def test_counting_sees_names_and_not_prose() -> None:
    text = '"""Any text."""\nfrom typing import Any\n\nvalue: dict[str, Any] = {}  # Any value; type: ignore\n'
    assert (names_in(text, "Any"), ignored_in(text)) == (2, 1)


def test_any_stands_in_few_places() -> None:
    found = {path: count for path, text in sources().items() if (count := names_in(text, "Any"))}
    assert sum(found.values()) <= MAX_ANY, found


def test_few_errors_of_the_type_checker_are_ignored() -> None:
    found = {path: count for path, text in sources().items() if (count := ignored_in(text))}
    assert sum(found.values()) <= MAX_IGNORED, found


def test_the_type_checker_is_strict_everywhere() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert settings["files"] == ["src/mirabilia"]
    assert settings["strict"] is True
    assert "exclude" not in settings
    for exception in settings["overrides"]:  # packages of others that have no types
        assert set(exception) == {"module", "ignore_missing_imports"}
        assert not [module for module in exception["module"] if module.startswith("mirabilia")]
