"""The two clients."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, TypeVar

import httpx

from ._call import ATTEMPTS, BACKOFF, Attempts, Call, etag
from ._deprecation import OnDeprecation, Reported
from ._errors import FunnelError
from ._generated.resources import Nouns

Read = TypeVar("Read", bound=Mapping[str, Any])
Written = TypeVar("Written")

CONFLICTS = 5
"""How often a change is made anew when others are faster."""


def _settings(base_url: str | None, api_key: str | None, timeout: float) -> dict[str, Any]:
    base_url = base_url or os.environ.get("FUNNEL_API_URL")
    api_key = api_key or os.environ.get("FUNNEL_API_KEY")
    if not base_url:
        raise FunnelError("configuration", "there is no address of the service: set FUNNEL_API_URL, or pass base_url")
    if not api_key:
        raise FunnelError("configuration", "there is no API key: set FUNNEL_API_KEY, or pass api_key")
    if not base_url.startswith(("http://", "https://")):
        raise FunnelError("configuration", f"{base_url} is not the address of a service")
    if not (api_key.isascii() and api_key.isprintable()):
        raise FunnelError("configuration", "the API key has characters that no key has")
    headers = {"authorization": f"Bearer {api_key}", "user-agent": "funnel-sdk-python/0.2.0"}
    return {"base_url": base_url.rstrip("/"), "headers": headers, "timeout": timeout}


class FunnelClient(Nouns["FunnelClient"]):
    """The API, synchronously. Nouns are attributes, and verbs follow the ids of the operations: `funnel.domains.list()`."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 30.0,
        attempts: int = ATTEMPTS,
        backoff: float = BACKOFF,
        on_deprecation: OnDeprecation | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(self)
        self._attempts, self._backoff = attempts, backoff
        self._reported = Reported(on_deprecation)
        self._http = httpx.Client(**_settings(base_url, api_key, timeout), transport=transport)

    def __repr__(self) -> str:
        return f"FunnelClient(base_url={str(self._http.base_url)!r})"

    def __enter__(self) -> FunnelClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def update_with(
        self, get: Callable[[], Read], change: Callable[[Read], Any], put: Callable[[Any, str | None], Written]
    ) -> Written:
        """Changes what others change too.

        `put` gets what `change` made of what `get` read, with its ETag for `if_match`. When somebody else was faster (412), it begins
        anew.
        """
        for left in range(CONFLICTS - 1, -1, -1):
            current = get()
            try:
                return put(change(current), etag(current))
            except FunnelError as error:
                if error.status != 412 or left == 0:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _send(self, call: Call) -> Any:
        attempts = Attempts(call, self._attempts, self._backoff)
        while True:
            request = call.request(self._http)
            try:
                response = self._http.send(request)
            except httpx.HTTPError as error:
                time.sleep(attempts.lost(error))
                continue
            self._reported.report(f"{call.method} {call.template}", response.headers)
            wait = attempts.answered(response)
            if wait is None:
                return call.read(response) if response.is_success else None
            time.sleep(wait)

    def _items(self, call: Call) -> Iterator[Any]:
        query = dict(call.query)
        while True:
            call.query = query
            page = self._send(call)
            yield from page["items"]
            query["cursor"] = page.get("next_cursor")
            if query["cursor"] is None:
                return


class AsyncFunnelClient(Nouns["AsyncFunnelClient"]):
    """The API, asynchronously. Nouns are attributes, and verbs follow the ids of the operations: `await funnel.domains.list()`."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 30.0,
        attempts: int = ATTEMPTS,
        backoff: float = BACKOFF,
        on_deprecation: OnDeprecation | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        super().__init__(self)
        self._attempts, self._backoff = attempts, backoff
        self._reported = Reported(on_deprecation)
        self._http = httpx.AsyncClient(**_settings(base_url, api_key, timeout), transport=transport)

    def __repr__(self) -> str:
        return f"AsyncFunnelClient(base_url={str(self._http.base_url)!r})"

    async def __aenter__(self) -> AsyncFunnelClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def update_with(
        self,
        get: Callable[[], Awaitable[Read]],
        change: Callable[[Read], Any],
        put: Callable[[Any, str | None], Awaitable[Written]],
    ) -> Written:
        """Changes what others change too.

        `put` gets what `change` made of what `get` read, with its ETag for `if_match`. When somebody else was faster (412), it begins
        anew.
        """
        for left in range(CONFLICTS - 1, -1, -1):
            current = await get()
            try:
                return await put(change(current), etag(current))
            except FunnelError as error:
                if error.status != 412 or left == 0:
                    raise
        raise AssertionError("the last attempt returns or raises")

    async def _send(self, call: Call) -> Any:
        attempts = Attempts(call, self._attempts, self._backoff)
        while True:
            request = call.request(self._http)
            try:
                response = await self._http.send(request)
            except httpx.HTTPError as error:
                await asyncio.sleep(attempts.lost(error))
                continue
            self._reported.report(f"{call.method} {call.template}", response.headers)
            wait = attempts.answered(response)
            if wait is None:
                return call.read(response) if response.is_success else None
            await asyncio.sleep(wait)

    async def _items(self, call: Call) -> AsyncIterator[Any]:
        query = dict(call.query)
        while True:
            call.query = query
            page = await self._send(call)
            for item in page["items"]:
                yield item
            query["cursor"] = page.get("next_cursor")
            if query["cursor"] is None:
                return
