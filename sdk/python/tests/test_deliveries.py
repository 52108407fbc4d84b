"""What the service sends to webhooks, and the examples, against a running service as in `test_live.py`."""

from __future__ import annotations

import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from funnel_sdk import FunnelClient, FunnelError, types, verify_webhook

pytestmark = pytest.mark.live

HERE = pathlib.Path(__file__).parents[1]


@pytest.fixture
def funnel() -> Iterator[FunnelClient]:
    with FunnelClient() as client:
        yield client


def example(name: str, *arguments: str, **more: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(HERE / "src"), **more}
    command = [sys.executable, str(HERE / "examples" / name), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("synchronous.py", r"\S+ /qr/example-\w{8}\ndomain_not_found\n"),
        ("asynchronous.py", r"\d+ domains; scopes: read write\n"),
        ("paging.py", r"\d+ members\n"),
    ],
)
def test_the_examples_run(name: str, shown: str) -> None:
    output, errors = example(name).communicate(timeout=60)
    assert re.fullmatch(shown, output), output + errors


def created(funnel: FunnelClient, port: int) -> types.WebhookWithSecret:
    return funnel.webhooks.create({"url": f"http://127.0.0.1:{port}/hooks", "events": ["key.revoked"]})


def secret_of(made: types.WebhookWithSecret) -> str:
    secret = made.get("secret")
    assert secret is not None
    return secret


@pytest.mark.parametrize("is_right", [True, False])
def test_the_example_of_a_receiver_takes_what_the_service_signs_and_nothing_else(
    funnel: FunnelClient, is_right: bool
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    made = created(funnel, port)
    secret = secret_of(made) if is_right else "whsec_" + "A" * 32
    with example("webhook_receiver.py", str(port), WEBHOOK_SECRET=secret) as receiver:
        try:
            until_it_listens(port)
            tested = funnel.webhooks.test(made["id"])
            assert (tested["delivered"], tested["status"]) == ((True, 204) if is_right else (False, 400))
            if is_right:
                assert receiver.stdout is not None
                assert receiver.stdout.readline().endswith(" webhook.test\n")
        finally:
            receiver.terminate()
            funnel.webhooks.delete(made["id"])


def until_it_listens(port: int) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


class Receiver(BaseHTTPRequestHandler):
    """Keeps what it gets."""

    got: list[tuple[dict[str, str], bytes]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_delivery_holds_by_the_sdk_and_by_the_reference_library(funnel: FunnelClient) -> None:
    Receiver.got.clear()
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    made = created(funnel, server.server_port)
    secrets = [secret_of(made)]
    try:
        assert funnel.webhooks.test(made["id"])["delivered"]
        secrets.append(secret_of(funnel.webhooks.rotate(made["id"], {"overlap_seconds": 3600})))
        assert funnel.webhooks.test(made["id"])["delivered"]
    finally:
        funnel.webhooks.delete(made["id"])
        server.shutdown()
        server.server_close()
    # The second has a signature with each of the two secrets.
    for (headers, body), valid in zip(Receiver.got, ([secrets[0]], secrets)):
        for secret in secrets:
            if secret in valid:
                assert Webhook(secret).verify(body, headers)["type"] == "webhook.test"
                verify_webhook(secret, headers, body)
            for forged, why in ((body + b" ", "body"), (body, "secret")):
                if why == "secret" and secret in valid:
                    continue
                with pytest.raises(WebhookVerificationError):
                    Webhook(secret).verify(forged, headers)
                with pytest.raises(FunnelError):
                    verify_webhook(secret, headers, forged)
