"""The client against a service that is played here."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from typing_extensions import assert_type

from funnel_sdk import AsyncFunnelClient, Deprecation, FunnelClient, FunnelError, etag, request_id, types

Handler = Callable[[httpx.Request], httpx.Response]


def client(handler: Handler, **options: Any) -> FunnelClient:
    options.setdefault("backoff", 0.0)
    return FunnelClient("http://api.test", "al_live_1_secret", transport=httpx.MockTransport(handler), **options)


class Script:
    """Answers in turn; an exception is an attempt without an answer."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def coded(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"detail": {"code": code, "message": "Words."}}
    return httpx.Response(status, json=body, headers=headers)


LINK: Any = {"domain": "x.example", "slug": "vip"}


def ok() -> httpx.Response:
    return httpx.Response(200, json={"items": []}, headers={"etag": '"7"', "x-request-id": "req_1"})


def created() -> httpx.Response:
    return httpx.Response(201, json={"id": 1})


def test_a_result_is_the_object_with_its_headers() -> None:
    found = client(Script(ok())).domains.list()
    assert found == {"items": []} and etag(found) == '"7"' and request_id(found) == "req_1"


def test_what_is_deprecated_is_reported_once_for_each_operation(caplog: pytest.LogCaptureFixture) -> None:
    def old() -> httpx.Response:
        headers = {"deprecation": "@1800000000", "sunset": "Tue, 07 Mar 2028 00:00:00 GMT"}
        return httpx.Response(200, json={"items": []}, headers=headers)

    def use(funnel: FunnelClient) -> None:
        funnel.domains.show("a.example")
        funnel.domains.show("b.example")
        funnel.domains.list()
        funnel.members.list()

    reported: list[Deprecation] = []
    use(client(Script(old(), old(), old(), ok()), on_deprecation=reported.append))
    assert [one.operation for one in reported] == ["GET /api/admin/domains/{domain}", "GET /api/admin/domains"]
    assert (reported[0].since, reported[0].sunset) == (1_800_000_000, "Tue, 07 Mar 2028 00:00:00 GMT")
    use(client(Script(old(), old(), old(), ok())))
    assert caplog.messages == [str(one) for one in reported]


def test_paths_are_filled_and_queries_sent() -> None:
    script = Script(ok())
    client(script).qr_codes.list("a/ü.example", limit=5)
    assert script.requests[0].url.raw_path == b"/api/admin/qr/a%2F%C3%BC.example?limit=5"
    with pytest.raises(FunnelError, match="can't be a part of a path"):
        client(script).domains.show("..")


@pytest.mark.parametrize(
    ("response", "code", "text", "faults"),
    [
        (coded(404, "domain_not_found"), "domain_not_found", "404 domain_not_found Words.", 0),
        (httpx.Response(401, json={"detail": "Not authenticated"}), None, "401 Not authenticated", 0),
        (
            httpx.Response(422, json={"detail": [{"loc": ["body", "c", 0], "msg": "too short", "type": "too_short"}]}),
            None,
            "422 the input does not fit; body.c.0: too short",
            1,
        ),
        (
            httpx.Response(500, json={"detail": "Internal Server Error", "request_id": "req_2"}),
            None,
            "500 Internal Server Error (request req_2)",
            0,
        ),
        (httpx.Response(500, content=b"<html>"), None, "500 the service answered 500", 0),
    ],
)
def test_every_shape_of_an_error_is_read(response: httpx.Response, code: str | None, text: str, faults: int) -> None:
    with pytest.raises(FunnelError) as caught:
        client(Script(response)).domains.show("x.example")
    error = caught.value
    assert (error.kind, error.code, str(error), len(error.faults)) == ("refused", code, text, faults)


def test_one_key_is_kept_over_the_retries_of_a_call() -> None:
    script = Script(coded(503, "unavailable", **{"retry-after": "0"}), httpx.ReadTimeout("slow"), created(), created())
    funnel = client(script)
    funnel.smart_links.create(LINK)
    funnel.smart_links.create(LINK)
    keys = [request.headers["idempotency-key"] for request in script.requests]
    assert keys[0] == keys[1] == keys[2] != keys[3]


@pytest.mark.parametrize("lost", [httpx.ReadTimeout("slow"), httpx.RemoteProtocolError("gone"), coded(503, "unavailable")])
def test_what_can_not_be_repeated_is_not(lost: httpx.Response | Exception) -> None:
    script = Script(lost)
    with pytest.raises(FunnelError):
        client(script).members.update(1, {"name": "a"})
    assert len(script.requests) == 1


@pytest.mark.parametrize("unsent", [httpx.ConnectError("refused"), coded(429, "rate_limited")])
def test_what_was_not_done_is_always_repeated(unsent: httpx.Response | Exception) -> None:
    script = Script(unsent, httpx.Response(200, json={"id": 1}))
    client(script).members.update(1, {"name": "a"})
    assert len(script.requests) == 2


def test_attempts_are_bounded_and_long_waits_refused() -> None:
    script = Script(*[httpx.ConnectError("refused")] * 9)
    with pytest.raises(FunnelError) as caught:
        client(script).domains.list()
    assert caught.value.kind == "unreachable" and len(script.requests) == 4
    with pytest.raises(FunnelError) as caught:
        client(Script(coded(429, "rate_limited", **{"retry-after": "3600"}))).domains.list()
    assert caught.value.retry_after == 3600


def test_a_repeat_waits_while_the_first_attempt_runs() -> None:
    script = Script(httpx.ReadTimeout("slow"), coded(409, "idempotency_conflict"), created())
    assert client(script).smart_links.create(LINK)["id"] == 1
    with pytest.raises(FunnelError, match="409"):
        client(Script(coded(409, "idempotency_conflict"))).smart_links.create(LINK)


def test_a_deletion_whose_answer_was_lost_is_done() -> None:
    client(Script(httpx.ReadTimeout("slow"), coded(404, "member_not_found"))).members.delete(1)
    with pytest.raises(FunnelError, match="404"):
        client(Script(coded(404, "member_not_found"))).members.delete(1)


def pages(total: int) -> Handler:
    def answer(request: httpx.Request) -> httpx.Response:
        start, limit = int(request.url.params.get("cursor", 0)), int(request.url.params.get("limit", 100))
        items = [{"id": number} for number in range(start, min(start + limit, total))]
        end = start + len(items)
        return httpx.Response(200, json={"items": items, "next_cursor": str(end) if end < total else None})

    return answer


def test_ten_thousand_rows_are_read_page_after_page() -> None:
    codes = client(pages(10_000)).qr_codes.list_all("x.example", limit=500)
    assert [code["id"] for code in codes] == list(range(10_000))


def test_a_change_is_made_anew_when_others_are_faster() -> None:
    reads = iter(['"1"', '"2"'])
    sent: list[tuple[str | None, bytes]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json={"items": []}, headers={"etag": next(reads)})
        sent.append((request.headers.get("if-match"), request.content))
        return coded(412, "precondition_failed") if len(sent) == 1 else httpx.Response(200, json={"items": []})

    funnel = client(answer)
    funnel.update_with(
        lambda: funnel.buttons.list("x.example", "seg_1"),
        lambda current: {"button_ids": []},
        lambda order, tag: funnel.buttons.reorder("x.example", "seg_1", order, if_match=tag),
    )
    assert [tag for tag, _ in sent] == ['"1"', '"2"']


def test_files_are_sent_and_received(tmp_path: Any) -> None:
    script = Script(httpx.Response(200, json={}), httpx.Response(200, content=b"\x89PNG"))
    picture = tmp_path / "a.png"
    picture.write_bytes(b"bytes")
    with picture.open("rb") as file:
        client(script).banners.avatar_upload("x.example", file)
    assert script.requests[0].content == b"bytes"
    assert client(script).qr_codes.png_download("x.example", 1) == b"\x89PNG"


def test_the_environment_and_wrong_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FUNNEL_API_URL", raising=False)
    monkeypatch.delenv("FUNNEL_API_KEY", raising=False)
    with pytest.raises(FunnelError, match="FUNNEL_API_URL"):
        FunnelClient()
    monkeypatch.setenv("FUNNEL_API_URL", "http://api.test/")
    with pytest.raises(FunnelError, match="FUNNEL_API_KEY"):
        FunnelClient()
    monkeypatch.setenv("FUNNEL_API_KEY", "al_live_1_secret")
    assert "secret" not in repr(FunnelClient()) + repr(AsyncFunnelClient())
    with pytest.raises(FunnelError, match="not the address"):
        FunnelClient("api.test")


def test_the_asynchronous_client_is_the_same() -> None:
    async def run() -> None:
        script = Script(httpx.ReadTimeout("slow"), created())
        transport = httpx.MockTransport(script)
        async with AsyncFunnelClient("http://api.test", "k", transport=transport, backoff=0.0) as funnel:
            assert (await funnel.smart_links.create(LINK))["id"] == 1
        assert script.requests[0].headers["idempotency-key"] == script.requests[1].headers["idempotency-key"]
        async with AsyncFunnelClient("http://api.test", "k", transport=httpx.MockTransport(pages(250))) as funnel:
            assert len([code async for code in funnel.qr_codes.list_all("x.example")]) == 250

    asyncio.run(run())


def test_tools_see_the_methods_of_both_clients() -> None:
    waiting, awaitable = client(Script()), AsyncFunnelClient("http://api.test", "k")
    for noun in (waiting.members, awaitable.members):
        signature = inspect.signature(noun.show)
        assert list(signature.parameters) == ["id", "timeout"] and signature.return_annotation is types.Member
        assert (inspect.getdoc(noun.show) or "").startswith("Show a member.")
    assert inspect.iscoroutinefunction(awaitable.members.show) and not inspect.iscoroutinefunction(waiting.members.show)


if TYPE_CHECKING:

    def _types_of_the_synchronous_client(funnel: FunnelClient) -> None:
        assert_type(funnel.members.show(1), types.Member)
        assert_type(funnel.members.list_all(), Iterator[types.Member])

    async def _types_of_the_asynchronous_client(funnel: AsyncFunnelClient) -> None:
        asyncio.create_task(funnel.members.show(1))
        assert_type(await funnel.members.show(1), types.Member)
        assert_type(funnel.members.list_all(), AsyncIterator[types.Member])


def test_bodies_are_json() -> None:
    script = Script(created(), ok())
    funnel = client(script)
    funnel.smart_links.create(LINK)
    assert json.loads(script.requests[0].content) == LINK
    funnel.drafts.publish("x.example")
    assert script.requests[1].content == b"{}"


ROOT = pathlib.Path(__file__).parents[3]

PRELUDE = """
from typing import Any
request: Any = None
secret = ""
"""


@pytest.mark.parametrize("page", ["README.md", "sdk/python/README.md", "docs/api.md"])
def test_the_examples_of_documents_are_typed(page: str, tmp_path: Any) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.S)
    program = tmp_path / "examples.py"
    program.write_text(PRELUDE + "\n".join(blocks), encoding="utf-8")
    environment = {**os.environ, "MYPYPATH": str(ROOT / "sdk/python/src")}
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(program)]
    checked = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
