"""What a call is, how it is sent, and when it is sent again. Nothing here waits, so both clients share it."""

from __future__ import annotations

import email.utils
import json as json_module
import random
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Literal, Union
from urllib.parse import quote

import httpx

from ._errors import FunnelError, refusal

Body = Union[bytes, bytearray, memoryview, IO[bytes]]
"""The content of a file."""

ATTEMPTS = 4
BACKOFF = 0.5
"""The longest first pause, in seconds; it doubles."""
LONGEST_WAIT = 60.0
"""A service that asks for more is not waited for."""


class Answer(dict[str, Any]):
    """A JSON object with the headers that came with it."""

    headers: Mapping[str, str]


def etag(answer: Mapping[str, Any]) -> str | None:
    """The version of what was read or written, for `if_match` of a later change."""
    return _header(answer, "etag")


def request_id(answer: Mapping[str, Any]) -> str | None:
    """The id of the request: quote it to support."""
    return _header(answer, "x-request-id")


def headers(answer: Mapping[str, Any]) -> Mapping[str, str]:
    """All headers that came with an answer; their names are read in any case."""
    return answer.headers if isinstance(answer, Answer) else {}


def _header(answer: Mapping[str, Any], name: str) -> str | None:
    return headers(answer).get(name)


@dataclass
class Call:
    """One call of an operation. Places of the path are filled in their order."""

    method: str
    template: str
    values: tuple[int | str, ...] = ()
    query: Mapping[str, Any] = field(default_factory=dict)
    json: Any = None
    file: Body | None = None
    if_match: str | None = None
    keyed: bool = False
    idempotency_key: str | None = None
    reads: Literal["json", "text", "bytes", "none"] = "json"
    timeout: float | None = None

    def __post_init__(self) -> None:
        if self.keyed and self.idempotency_key is None:
            self.idempotency_key = str(uuid.uuid4())
        if self.file is not None and not isinstance(self.file, (bytes, bytearray, memoryview)):
            # A file is read once, because it may have to be sent again.
            self.file = self.file.read()

    @property
    def is_repeatable(self) -> bool:
        """Whether doing it twice is the same as doing it once. With `if_match`, the second time fails because of the first."""
        idempotent = self.method in ("GET", "HEAD", "PUT", "DELETE") and self.if_match is None
        return self.idempotency_key is not None or idempotent

    def request(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        headers = {"if-match": self.if_match, "idempotency-key": self.idempotency_key}
        content: bytes | None = None
        if self.file is not None:
            content, headers["content-type"] = bytes(self.file), "application/octet-stream"  # type: ignore[arg-type]
        elif self.method in ("POST", "PUT", "PATCH"):
            body = {} if self.json is None else self.json
            content, headers["content-type"] = json_module.dumps(body).encode(), "application/json"
        params = {name: _text(value) for name, value in self.query.items() if value is not None}
        options = {} if self.timeout is None else {"timeout": self.timeout}
        return client.build_request(
            self.method,
            self._path(),
            params=params,
            content=content,
            headers={name: value for name, value in headers.items() if value is not None},
            **options,  # type: ignore[arg-type]
        )

    def _path(self) -> str:
        values = iter(self.values)
        return "/".join(_segment(next(values)) if part.startswith("{") else part for part in self.template.split("/"))

    def read(self, response: httpx.Response) -> Any:
        if self.reads == "bytes":
            return response.content
        if self.reads == "text":
            return response.text
        if self.reads == "none" or not response.content:
            return None
        try:
            parsed = response.json()
        except ValueError as error:
            raise FunnelError("unreadable", "the answer is no JSON", status=response.status_code) from error
        if not isinstance(parsed, dict):
            return parsed
        answer = Answer(parsed)
        answer.headers = response.headers
        return answer


def _segment(value: int | str) -> str:
    text = str(value)
    # They would name another path.
    if text in ("", ".", ".."):
        raise FunnelError("configuration", f"{text!r} can't be a part of a path")
    return quote(text, safe="")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Attempts:
    """How often a call was tried, and whether it may be tried again."""

    def __init__(self, call: Call, attempts: int, backoff: float) -> None:
        self._call, self._left, self._backoff = call, attempts, backoff
        self._was_open = False

    def answered(self, response: httpx.Response) -> float | None:
        """None where the answer is final; else how long to wait before the call is sent again."""
        status = response.status_code
        if response.is_success or (status == 404 and self._call.method == "DELETE" and self._was_open):
            return None
        wait = _retry_after(response.headers)
        error = refusal(status, response.content, response.headers, wait)
        # The first attempt may still be running.
        is_running = error.code == "idempotency_conflict" and self._was_open
        if status == 429 or is_running:
            return self._pause(error, may_repeat=True)
        if status in (502, 503, 504):
            self._was_open = True
            return self._pause(error, may_repeat=self._call.is_repeatable)
        raise error

    def lost(self, error: httpx.HTTPError) -> float:
        """How long to wait after an attempt without an answer."""
        # A connection that never was carried nothing.
        is_unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        self._was_open |= not is_unsent
        is_timeout = isinstance(error, httpx.TimeoutException)
        words = "the service did not answer in time" if is_timeout else f"the service can't be reached: {error}"
        failure = FunnelError("timeout" if is_timeout else "unreachable", words)
        failure.__cause__ = error
        return self._pause(failure, may_repeat=is_unsent or self._call.is_repeatable)

    def _pause(self, error: FunnelError, may_repeat: bool) -> float:
        self._left -= 1
        asked = error.retry_after or 0.0
        if not may_repeat or self._left <= 0 or asked > LONGEST_WAIT:
            raise error
        longest, self._backoff = self._backoff, self._backoff * 2
        return asked + random.uniform(0, longest)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    text = headers.get("retry-after")
    if text is None:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None
