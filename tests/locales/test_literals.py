"""No sentence stands in code where people read it: command line, server's pages and web page take theirs from locales.

A literal is suspicious when it holds two words with a space between, or when a single word is printed. What is
typed, not read (commands, sources of programs), is listed below with the reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from locales.sources import PAGE, ROOT, SOURCE

READ = (
    *sorted((SOURCE / "cli").rglob("*.py")),
    SOURCE / "server" / "http" / "page.py",
    SOURCE / "protocol" / "check.py",
)
TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}")
WORD = re.compile(r"[A-Za-z]{3,}")
# Calls whose texts people see.
PRINTING = {"echo", "print", "Text", "TextColumn", "add_column", "add_row", "input", "Finding", "_complain"}
# What may stand in a literal all the same.
ALLOWED = (
    (r"pip install", "a command to type"),
    (r"mirabilia (bench|build-core|replay|doctor)", "a command to type"),
    (r"^(<code>)?make (page|play)(</code>)?$", "a command to type"),
    (r"^this needs the package $|^, which comes with: $", "without that package there are no texts"),
    (r"^\s*import |^\nimport ", "the source of a program that is run"),
    (r"^(bold|dim|italic|underline|#\w{6}) (on |reverse|#)", "a style"),
    (r"^(No such command|unexpected extra argument|not take)$", "a message of the parser that is looked for"),
    (r"^p(50|95|99)$", "a quantile"),
    (r"^<!doctype html>", "the frame of a page"),
    (r"^(mirabilia|random|search|network|greedy) ?$", "names of the program and of bots"),
    (r"^model name$", "a line of /proc/cpuinfo"),
    (r"^build ba$", "a move to type"),
    (r"^\{task.description\}$", "filled in by the progress bar"),
    (r"max-age=", "a header"),
)  # fmt: skip


def literals(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Every text in a module but documentation: its line, the text, and whether it is printed directly."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    printed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in PRINTING:
                for argument in node.args:
                    parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
                    printed |= {id(part) for part in parts}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value, id(node) in printed


def suspicious(source: str) -> list[str]:
    found = []
    for line, text, is_printed in literals(ast.parse(source)):
        sentence = TWO_WORDS.search(text)
        word = is_printed and WORD.search(text) and not re.fullmatch(r"[a-z_]+(\.[a-zA-Z_{}]+)+\.?", text)
        if (sentence or word) and not any(re.search(pattern, text) for pattern, _ in ALLOWED):
            found.append(f"{line}: {text[:80]!r}")
    return found


def printers_given_away(source: str) -> list[str]:
    """Where a function that prints is handed to the library: what it prints then stands there, in English."""
    return [
        f"{node.lineno}: {ast.unparse(value)}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        for value in (*node.args, *(keyword.value for keyword in node.keywords))
        if (isinstance(value, ast.Attribute | ast.Name) and ast.unparse(value).split(".")[-1] in ("echo", "print"))
        or (
            isinstance(value, ast.Lambda)
            and isinstance(value.body, ast.Call)
            and ast.unparse(value.body.func).split(".")[-1] in ("echo", "print")
            and any(ast.unparse(shown) in {argument.arg for argument in value.args.args} for shown in value.body.args)
        )
    ]


def test_the_library_prints_nothing_itself() -> None:
    found = [f"{path.relative_to(SOURCE)}:{each}" for path in READ for each in printers_given_away(path.read_text())]
    assert not found, "let the library tell facts and word them in cli:\n  " + "\n  ".join(found)


def test_nothing_people_read_stands_in_code() -> None:
    found = [f"{path.relative_to(SOURCE)}:{each}" for path in READ for each in suspicious(path.read_text("utf-8"))]
    assert not found, "put these into locales (docs/translating.md):\n  " + "\n  ".join(found)


# --- The web page -----------------------------------------------------------------------------------------------------

# Attributes that are shown or read aloud and texts that are set; text between tags, or alone on its line.
SHOWN = (
    re.compile(
        r"\b(?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label)="
        r"""(?:"([^"]*)"|\{\s*["'`]([^"'`]*)["'`])"""
    ),
    re.compile(r"""\b(?:textContent|innerText|title|ariaLabel)\s*=\s*["'`]([^"'`]*)["'`]"""),
    re.compile(r"""\b(?:alert|confirm|prompt)\(\s*["'`]([^"'`]*)["'`]"""),
)
BETWEEN_TAGS = (
    re.compile(r"<[a-z][^<>]*>\s*([^\W\d_][^<>{}=;()]*?)\s*(?=</|<[a-z]|\{)"),
    re.compile(r"^\s+([A-Z][a-z]+(?: [a-z]+)+[.!?:]?)$"),
)
# The name of the site; and a page for the project's own eyes, which no build contains.
SAME_EVERYWHERE = {"Mirabilia"}
UNSEEN = {"demo.tsx"}


def shown_on_the_page(source: str, jsx: bool) -> list[str]:
    """Texts in a TypeScript source that a visitor would read or hear, with their lines."""
    source = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), source, flags=re.DOTALL)
    found = []
    for number, line in enumerate(re.sub(r"(^|\s)//.*$", "", source, flags=re.MULTILINE).splitlines(), 1):
        for pattern in (*SHOWN, *(BETWEEN_TAGS if jsx else ())):
            for match in pattern.finditer(line):
                words = re.sub(r"\$\{.*?\}", "", next((group for group in match.groups() if group), ""))
                if re.search(r"[^\W\d_]{2}", words) and words not in SAME_EVERYWHERE:
                    found.append(f"{number}: {words!r}")
    return found


def test_nothing_people_read_stands_in_the_page_s_code() -> None:
    sources = [path for path in sorted(PAGE.rglob("*.ts*")) if path.name not in UNSEEN]
    found = [
        f"{path.relative_to(ROOT)}:{each}"
        for path in sources
        for each in shown_on_the_page(path.read_text(encoding="utf-8"), path.suffix == ".tsx")
    ]
    assert len(sources) > 50 and not found, "put these into locales (docs/translating.md):\n  " + "\n  ".join(found)


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ('<button aria-label="Close it">', True),
        ("<input placeholder={`Seat ${n}`} />", True),
        ("<h2>Your cards</h2>", True),
        ("          Waiting for the others", True),
        ('document.title = "My games";', True),
        ('<button aria-label={t("common.close")}>', False),
        ('<p>{t("home.offline")}</p>', False),
        ("const found = a > b && list.find((x) => x.n < 3);", False),
        ('<img alt="" class="good wood" />', False),
        ('<h1 class="name">Mirabilia</h1>', False),
    ],
)
def test_what_people_read_on_the_page_is_found(line: str, seen: bool) -> None:
    assert bool(shown_on_the_page(line, jsx=True)) is seen


def test_the_finder_finds() -> None:
    assert suspicious('typer.echo("Hello")') == ["1: 'Hello'"]
    assert printers_given_away("make(tell=typer.echo)") == ["1: typer.echo"]
    assert len(printers_given_away("Run(lambda line: console.print(line, soft_wrap=True))")) == 1
    assert printers_given_away("Run(lambda line: console.print(told(line)))") == []
    assert suspicious('x = f"{n} games are left"') == ["1: ' games are left'"]
    assert suspicious('"""A module."""\ntyper.echo(t("doctor.ok"))\nrun("pip install x")') == []


def test_every_exception_is_needed() -> None:
    texts = [text for path in (*READ, Path(__file__)) for _, text, _ in literals(ast.parse(path.read_text("utf-8")))]
    for pattern, reason in ALLOWED:
        assert reason and any(re.search(pattern, text) for text in texts if text != pattern), pattern
