"""The client against a running service: `cargo xtask sdk --test` starts one. FUNNEL_API_URL and FUNNEL_API_KEY are needed."""

from __future__ import annotations

import asyncio
import os
import pathlib
import re
import socket
import struct
import threading
import time
import uuid
import zlib
from collections.abc import Iterator

import httpx
import pytest

from funnel_sdk import AsyncFunnelClient, FunnelClient, FunnelError, etag

pytestmark = pytest.mark.live

DOMAIN = "demo.localhost"

PACKAGE = pathlib.Path(__file__).parents[1]


@pytest.fixture
def funnel() -> Iterator[FunnelClient]:
    with FunnelClient() as client:
        yield client


def name() -> str:
    return "t" + uuid.uuid4().hex[:12]


def segment(funnel: FunnelClient) -> str:
    return funnel.segments.list(DOMAIN)["items"][0]["segment_id"]


def refused(call: object) -> FunnelError:
    with pytest.raises(FunnelError) as caught:
        call()  # type: ignore[operator]
    return caught.value


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\x20\x40\x60" * 64 for _ in range(64))
    head = struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("page", [PACKAGE / "README.md", PACKAGE.parents[1] / "README.md"])
def test_the_start_of_the_readme_runs(page: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = page.read_text(encoding="utf-8")
    start = re.search(r"```python\n(.*?)```", readme, re.S)
    assert start is not None
    exec(compile(start[1], "README.md", "exec"), {})
    assert DOMAIN in capsys.readouterr().out


def test_errors_come_in_one_type(funnel: FunnelClient) -> None:
    with FunnelClient(api_key="al_live_x") as stranger:
        error = refused(stranger.domains.list)
        assert (error.status, error.code, error.message) == (401, None, "Invalid or missing API key")
    error = refused(lambda: funnel.domains.show("missing.example"))
    assert (error.status, error.code) == (404, "domain_not_found")
    error = refused(lambda: funnel.buttons.create(DOMAIN, segment(funnel), {"label": ""}))  # type: ignore[typeddict-item]
    assert error.status == 422 and {fault.path for fault in error.faults} == {"body.label", "body.url"}
    error = refused(lambda: funnel.buttons.create(DOMAIN, segment(funnel), {"label": "x", "url": "https://example.com/"}, if_match='"0"'))
    assert (error.status, error.code) == (412, "precondition_failed")
    reader = funnel.api_keys.create({"name": name(), "scopes": ["read"]})
    with FunnelClient(api_key=reader["token"]) as reading:
        error = refused(lambda: reading.domains.delete(DOMAIN))
        assert (error.status, error.code) == (403, "insufficient_scope")
    funnel.api_keys.revoke(str(reader["id"]))
    error = refused(lambda: FunnelClient("http://127.0.0.1:9", "k", attempts=1).domains.list())
    assert error.kind == "unreachable"


ROWS = int(os.environ.get("FUNNEL_TEST_ROWS", "0"))
"""So many members are called `Row 1`, `Row 2` and so on."""


def test_thousands_of_rows_are_read_to_the_end(funnel: FunnelClient) -> None:
    names = [member["name"] for member in funnel.members.list_all(limit=1000)]
    names = [name for name in names if name.startswith("Row ")]
    assert len(names) == ROWS > 0 and set(names) == {f"Row {number}" for number in range(1, ROWS + 1)}


class Front:
    """Passes on what it gets, and loses the first answer, or gives one of its own instead."""

    def __init__(self, first: bytes | None = None) -> None:
        self._first = first
        url = httpx.URL(os.environ["FUNNEL_API_URL"])
        self._target = (url.host, url.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.requests: list[bytes] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            caller, _ = self._listener.accept()
            with caller, socket.create_connection(self._target) as service:
                request = self._message(caller)
                self.requests.append(request)
                if self._first is not None and len(self.requests) == 1:
                    caller.sendall(self._first)
                    continue
                service.sendall(request.replace(b"\r\n", b"\r\nconnection: close\r\n", 1))
                answer = b"".join(iter(lambda: service.recv(65536), b""))
                if len(self.requests) > 1:
                    caller.sendall(answer)

    @staticmethod
    def _message(caller: socket.socket) -> bytes:
        data = b""
        while b"\r\n\r\n" not in data:
            data += caller.recv(65536)
        head, _, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.I)
        while length and len(body) < int(length[1]):
            body += caller.recv(65536)
        return head + b"\r\n\r\n" + body


def test_work_whose_answer_was_lost_is_done_once(funnel: FunnelClient) -> None:
    front, slug = Front(), name()
    with FunnelClient(front.url, os.environ["FUNNEL_API_KEY"], backoff=0.01) as client:
        made = client.smart_links.create({"domain": DOMAIN, "slug": slug})
    keys = [re.search(rb"idempotency-key: (\S+)", request, re.I) for request in front.requests]
    assert len(keys) == 2 and keys[0] and keys[1] and keys[0][1] == keys[1][1]
    slugs = [link["slug"] for link in funnel.smart_links.list_all(domain=DOMAIN)]
    assert slugs.count(slug) == 1 and made["slug"] == slug


def test_a_service_that_is_busy_is_asked_again_when_it_says() -> None:
    busy = b"HTTP/1.1 503 Busy\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    front, begun = Front(busy), time.monotonic()
    with FunnelClient(front.url, os.environ["FUNNEL_API_KEY"], backoff=0) as client:
        assert client.domains.show(DOMAIN)["hostname"] == DOMAIN
    assert time.monotonic() - begun >= 1 and len(front.requests) == 2


def test_a_change_is_made_anew_when_others_are_faster(funnel: FunnelClient) -> None:
    place = (DOMAIN, segment(funnel))
    button = funnel.buttons.create(*place, {"label": "Old", "url": "https://example.com/a"})["button_id"]
    tags: list[str | None] = []

    def put(label: str, tag: str | None) -> object:
        tags.append(tag)
        if len(tags) == 1:
            funnel.buttons.update(*place, button, {"label": "Of another"})
        return funnel.buttons.update(*place, button, {"label": label}, if_match=tag)

    funnel.update_with(lambda: funnel.buttons.list(*place), lambda current: "Mine", put)
    assert len(tags) == 2 and tags[0] != tags[1]
    listed = funnel.buttons.list(*place)
    assert etag(listed) and "Mine" in [item["label"] for item in listed["items"]]
    funnel.buttons.delete(*place, button)


def test_files_go_up_and_come_down(funnel: FunnelClient) -> None:
    funnel.appearance.source_upload(png(), domain=DOMAIN, variant="mobile")
    code = funnel.qr_codes.create(DOMAIN, {"slug": name()})["id"]
    picture = funnel.qr_codes.png_download(DOMAIN, code, size=256)
    assert picture.startswith(b"\x89PNG") and struct.unpack(">I", picture[16:20])[0] == 256
    assert funnel.qr_codes.svg_download(DOMAIN, code).lstrip().startswith("<")


def test_the_asynchronous_client_does_the_same() -> None:
    async def run() -> None:
        async with AsyncFunnelClient() as funnel:
            assert DOMAIN in [domain["hostname"] for domain in (await funnel.domains.list())["items"]]
            names = [member["name"] async for member in funnel.members.list_all(limit=1000)]
            assert len([name for name in names if name.startswith("Row ")]) == ROWS
            with pytest.raises(FunnelError, match="domain_not_found"):
                await funnel.domains.show("missing.example")

    asyncio.run(run())
