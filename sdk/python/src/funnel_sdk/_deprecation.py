"""What the service says of operations that will be removed (RFC 9745, RFC 8594)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_LOG = logging.getLogger("funnel_sdk")


@dataclass(frozen=True)
class Deprecation:
    """A call used something that will be removed: the operation itself, or a parameter or field of it.

    The document says which, and what takes its place.
    """

    operation: str
    """The operation, such as `GET /api/admin/domains/{domain}`."""
    since: int | None
    """Since when it is deprecated, in seconds since 1970."""
    sunset: str | None
    """From when on it may be gone, such as `Tue, 07 Mar 2028 00:00:00 GMT`."""

    def __str__(self) -> str:
        gone = f", and may be gone from {self.sunset}" if self.sunset else ""
        return f"{self.operation} uses what is deprecated{gone}"


OnDeprecation = Callable[[Deprecation], object]


class Reported:
    """Reports each operation once: to `hook`, or as a warning of the logger `funnel_sdk`."""

    def __init__(self, hook: OnDeprecation | None) -> None:
        self._hook: OnDeprecation = hook or _LOG.warning
        self._operations: set[str] = set()

    def report(self, operation: str, headers: Mapping[str, str]) -> None:
        since = headers.get("deprecation")
        if since is None or operation in self._operations:
            return
        self._operations.add(operation)
        seconds = since.removeprefix("@")
        self._hook(Deprecation(operation, int(seconds) if seconds.isdecimal() else None, headers.get("sunset")))
