"""Signatures of webhooks, after Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from ._errors import FunnelError

if TYPE_CHECKING:
    from ._generated.types import WebhookEvent

TOLERANCE = 300


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes | str, *, now: float | None = None, tolerance: int = TOLERANCE
) -> WebhookEvent:
    """Returns the event of a body that the holder of `secret` (`whsec_...`) signed in the last minutes, and raises `FunnelError` for any other.

    Its `type` says which `data` it has; ignore types that you don't know.

    `headers` are those of the request; `body` is what was received, before anything parses it.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, stamp, signatures = given["webhook-id"], given["webhook-timestamp"], given["webhook-signature"]
        moment = int(stamp)
    except (KeyError, ValueError) as error:
        raise _invalid("the headers webhook-id, webhook-timestamp and webhook-signature are needed") from error
    if abs((time.time() if now is None else now) - moment) > tolerance:
        raise _invalid("the timestamp is too far from now")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise FunnelError("configuration", "the secret is not base64") from error
    content = body.encode() if isinstance(body, str) else body
    digest = hmac.new(key, b".".join((message.encode(), stamp.encode(), content)), hashlib.sha256).digest()
    expected = base64.b64encode(digest)
    candidates = [part.split(",", 1)[1] for part in signatures.split(" ") if part.startswith("v1,")]
    if not any(hmac.compare_digest(expected, candidate.encode()) for candidate in candidates):
        raise _invalid("no signature fits")
    try:
        return cast("WebhookEvent", json.loads(content))
    except ValueError as error:
        raise _invalid("the body is not JSON") from error


def _invalid(message: str) -> FunnelError:
    return FunnelError("invalid_signature", message)
