"""The page's files, and two pages that need no script: the page is not built, and nothing is at an address.

The build puts a packed twin beside every text (`main.css`, `main.css.br`, `main.css.gz`); who can unpack it gets it
instead, so that nothing is packed while someone waits. The two pages speak the language the browser asks for, from the
same texts as everything else (`locales/*/server.po`).
"""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from mirabilia.locales import match_language, text

STATIC = Path(__file__).parents[1] / "static"
PACKINGS = {"br": ".br", "gzip": ".gz"}  # by their names in HTTP, the smaller first: the endings of built files

FRAME = """<!doctype html>
<html lang="{lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title></head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def weighed(header: str) -> dict[str, float]:
    """The values of a header like "de, et;q=0.9, en;q=0.1" with their weights, the preferred ones first."""
    wanted = {}
    for part in header[:500].split(","):
        name, _, rest = part.strip().partition(";")
        try:
            wanted[name.strip()] = float(rest.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
    return dict(sorted(wanted.items(), key=lambda each: -each[1]))


def language_of(request: Request) -> str:
    """The preferred language that exists here: for "de, et;q=0.9, en;q=0.1" it is Estonian."""
    return match_language(*weighed(request.headers.get("accept-language", "")))


def twin_of(path: str, headers: Headers) -> tuple[str, dict[str, str]]:
    """The file to send for `path` with its headers: a compressed twin if this client accepts one."""
    accepted = weighed(headers.get("accept-encoding", "").lower())
    there = {name: path + ending for name, ending in PACKINGS.items() if os.path.exists(path + ending)}
    for name, twin in there.items():
        if accepted.get(name, 0) > 0:
            return twin, {"content-encoding": name, "vary": "accept-encoding"}
    return path, {"vary": "accept-encoding"} if there else {}


def framed(lang: str, *paragraphs: str) -> str:
    """A whole page around paragraphs of HTML."""
    body = "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return FRAME.format(lang=lang, title=escape(text(lang, "home.title")), body=body)


def link(address: str, words: str) -> str:
    """A link in HTML."""
    return f'<a href="{escape(address)}">{escape(words)}</a>'


def unbuilt(lang: str) -> str:
    """What a browser shows before the page is built."""
    building = escape(text(lang, "unbuilt.build")).replace("{command}", "<code>make play</code>")
    rest = link("api/v1/openapi.json", text(lang, "unbuilt.rest"))
    live = link("api/v1/live-schema", text(lang, "unbuilt.live"))
    programs = f"{escape(text(lang, 'unbuilt.programs'))} {rest}, {live}, <code>docs/</code>"
    return framed(lang, f"{escape(text(lang, 'unbuilt.text'))} {building}", programs)


def lost(request: Request) -> Response | None:
    """What a browser shows for a wrong address; None for programs, which get a refusal."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return None
    lang = language_of(request)
    # Relative, because a proxy may have removed a prefix from the address.
    home = "../" * (request.url.path.count("/") - 1) or "./"
    page = framed(lang, f"{escape(text(lang, 'lost.text'))} {link(home, text(lang, 'lost.home'))}")
    return HTMLResponse(page, 404, headers={"vary": "accept-language"})


class Page(StaticFiles):
    """Serves the built page. Files with a hash in their name may be cached forever; the rest must be revalidated."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC, check_dir=False)

    async def check_config(self) -> None:
        if not STATIC.is_dir():  # the page is not built
            raise HTTPException(404)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file or its compressed twin. The type follows from the name without the ending of the compression."""
        path, said = twin_of(os.fspath(full_path), Headers(scope=scope))
        if "content-encoding" in said:
            stat_result = os.stat(path)
        response = super().file_response(path, stat_result, scope, status_code)
        response.headers.update(said)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code == 404:
                raise HTTPException(404) from None
            raise
        lasting = path.startswith("assets/") or "/assets/" in path
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response


async def home(request: Request) -> Response:
    """The page itself."""
    index = STATIC / "index.html"
    if index.is_file():
        path, said = twin_of(str(index), request.headers)
        return FileResponse(path, headers={"cache-control": "no-cache", **said})
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return HTMLResponse(unbuilt(language_of(request)), headers=headers)
