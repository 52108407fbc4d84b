"""Signatures, against the reference library."""

from __future__ import annotations

import base64
import datetime

import pytest
from standardwebhooks.webhooks import Webhook

from funnel_sdk import FunnelError, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
BODY = '{"type":"fan.paid","data":{"name":"Zoë"}}'
NOW = 1_700_000_000


def signed(body: str = BODY, at: int = NOW) -> dict[str, str]:
    moment = datetime.datetime.fromtimestamp(at, datetime.timezone.utc)
    signature = Webhook(SECRET).sign("msg_1", moment, body)
    return {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(at), "Webhook-Signature": signature}


def test_what_the_reference_library_signs_is_taken() -> None:
    verify_webhook(SECRET, signed(), BODY, now=NOW)
    verify_webhook(SECRET, signed(), BODY.encode(), now=NOW + 300)
    rotated = signed()
    rotated["Webhook-Signature"] = "v1,AAAA v1a,BBBB " + rotated["Webhook-Signature"]
    verify_webhook(SECRET, rotated, BODY, now=NOW)


@pytest.mark.parametrize(
    ("headers", "body", "now"),
    [
        (signed(), BODY + " ", NOW),
        (signed(), BODY, NOW + 301),
        (signed(), BODY, NOW - 301),
        ({**signed(), "Webhook-Id": "msg_2"}, BODY, NOW),
        ({**signed(), "Webhook-Timestamp": "soon"}, BODY, NOW),
        ({**signed(), "Webhook-Signature": "v1,"}, BODY, NOW),
        ({}, BODY, NOW),
    ],
)
def test_anything_else_is_refused(headers: dict[str, str], body: str, now: int) -> None:
    with pytest.raises(FunnelError) as caught:
        verify_webhook(SECRET, headers, body, now=now)
    assert caught.value.kind == "invalid_signature"


def test_an_event_is_returned_and_known_by_its_type() -> None:
    body = '{"type":"key.revoked","timestamp":"2026-11-20T12:00:00Z","data":{"key_id":7}}'
    event = verify_webhook(SECRET, signed(body), body, now=NOW)
    assert event["type"] == "key.revoked"
    assert event["data"]["key_id"] == 7
    with pytest.raises(FunnelError):
        verify_webhook(SECRET, signed("no JSON"), "no JSON", now=NOW)
