"""The files of the page: packed for whoever can unpack them, kept by browsers as long as they are true."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from mirabilia.server.http import page

STYLE = b"body { color: black }\n" * 50
FILES = {
    "index.html": b"<!doctype html>" + b"<p>" * 50,
    "index.html.gz": gzip.compress(b"<!doctype html>" + b"<p>" * 50),
    "assets/main-A.css": STYLE,
    "assets/main-A.css.gz": gzip.compress(STYLE),
    "assets/main-A.css.br": b"as a browser would unpack it",
    "words/en.json": b"{}",
}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(page, "STATIC", tmp_path)
    return Starlette(routes=[Route("/", page.home), Mount("/", page.Page())])


def get(app: Starlette, path: str, accept: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """The answer, and its body as it travelled."""

    async def ask() -> tuple[httpx.Response, bytes]:
        async with (
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client,
            client.stream("GET", path, headers={"accept-encoding": accept, **headers}) as response,
        ):
            return response, b"".join([part async for part in response.aiter_raw()])

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("accept", "packing"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("BR;q=0,gzip; q=1", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=often", None),
        ("identity", None),
        ("", None),
    ],
)
def test_a_reader_gets_the_smallest_packing_it_can_unpack(app: Starlette, accept: str, packing: str | None) -> None:
    response, raw = get(app, "/assets/main-A.css", accept)
    ending = {"br": ".br", "gzip": ".gz", None: ""}[packing]
    assert response.status_code == 200 and raw == FILES["assets/main-A.css" + ending]
    assert response.headers.get("content-encoding") == packing
    assert response.headers["content-type"].startswith("text/css")
    assert response.headers["vary"] == "accept-encoding"
    assert "immutable" in response.headers["cache-control"]


def test_the_page_itself_is_packed_too_and_asked_for_again(app: Starlette) -> None:
    response, raw = get(app, "/", "gzip, br")
    assert response.headers["content-encoding"] == "gzip" and raw == FILES["index.html.gz"]
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"


def test_a_file_without_a_packed_twin_goes_as_it_is(app: Starlette) -> None:
    response, raw = get(app, "/words/en.json", "gzip, br")
    assert raw == b"{}" and not {"content-encoding", "vary"} & set(response.headers)


def test_what_a_browser_has_is_not_sent_again_in_the_same_packing(app: Starlette) -> None:
    packings = ("br", "gzip", "identity")
    tags = {accept: get(app, "/assets/main-A.css", accept)[0].headers["etag"] for accept in packings}
    assert len(set(tags.values())) == 3
    response, raw = get(app, "/assets/main-A.css", "gzip", **{"if-none-match": tags["gzip"]})
    assert response.status_code == 304 and raw == b""
