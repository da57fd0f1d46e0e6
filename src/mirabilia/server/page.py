"""The page's files. Without a built page the server says so, in a page of its own that needs no script."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"

PLAIN = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mirabilia</title></head>
<body>
<h1>Mirabilia</h1>
<p>The server is running, but the page has not been built. From a checkout: <code>make play</code>
builds it (or <code>make page</code> alone). A wheel brings it along if it was built after that.</p>
<p>Programs can use the server without the page: see <a href="api/v1/openapi.json">the REST description</a>,
<a href="api/v1/live-schema">the live protocol</a> and <code>docs/</code>.</p>
</body>
</html>
"""


LOST = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mirabilia</title></head>
<body>
<h1>Mirabilia</h1>
<p>There is nothing at this address. <a href="{home}">To the games</a></p>
</body>
</html>
"""


def lost(request: Request) -> Response | None:
    """What somebody sees who came to a wrong address with a browser; None for programs, which get a refusal."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return None
    # Counted from here, since a proxy may have taken a prefix off the address.
    return HTMLResponse(LOST.format(home="../" * (request.url.path.count("/") - 1) or "./"), 404)


class Page(StaticFiles):
    """Serves the built page; names with a hash in them may be kept for ever, the rest is asked for again."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC, check_dir=False)

    async def check_config(self) -> None:
        if not STATIC.is_dir():  # the page is not built
            raise HTTPException(404)

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
        return FileResponse(index, headers={"cache-control": "no-cache"})
    return HTMLResponse(PLAIN, headers={"cache-control": "no-cache"})
