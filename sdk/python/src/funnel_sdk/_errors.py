"""The one error of the client."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["configuration", "unreachable", "timeout", "refused", "unreadable", "invalid_signature"]


@dataclass(frozen=True)
class Fault:
    """One error of an input."""

    path: str
    """Where: `body.conditions.0.field`."""
    message: str
    """A sentence for a person."""
    kind: str
    """A stable word, such as `missing` or `too_long`."""


class FunnelError(Exception):
    """A call that failed.

    `code` is for programs (`domain_not_found`) and None where the service gives none; `message` and `faults` are for people, and
    `request_id` is for support.
    """

    def __init__(
        self,
        kind: Kind,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        faults: tuple[Fault, ...] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.message = message
        self.status = status
        self.code = code
        self.faults = faults
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        parts = [str(self.status)] if self.status else []
        parts += [self.code] if self.code else []
        text = " ".join([*parts, self.message])
        text += "".join(f"; {fault.path}: {fault.message}" for fault in self.faults)
        return text + (f" (request {self.request_id})" if self.request_id else "")


def refusal(status: int, body: bytes, headers: Mapping[str, str], retry_after: float | None) -> FunnelError:
    """The error of an answer, in whichever of its shapes it comes."""
    try:
        parsed: Any = json.loads(body)
    except ValueError:
        parsed = {}
    parsed = parsed if isinstance(parsed, dict) else {}
    detail = parsed.get("detail")
    request_id = parsed.get("request_id") or headers.get("x-request-id")
    code: str | None = None
    faults: tuple[Fault, ...] = ()
    if isinstance(detail, dict):
        code, message = detail.get("code"), str(detail.get("message", ""))
    elif isinstance(detail, list):
        faults = tuple(_fault(item) for item in detail if isinstance(item, dict))
        message = "the input does not fit"
    else:
        message = str(detail or f"the service answered {status}")
    return FunnelError(
        "refused", message, status=status, code=code, faults=faults, request_id=request_id, retry_after=retry_after
    )


def _fault(item: dict[str, Any]) -> Fault:
    return Fault(".".join(str(step) for step in item.get("loc", ())), str(item.get("msg", "")), str(item.get("type", "")))
