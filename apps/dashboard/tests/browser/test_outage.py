"""The API becomes unavailable under somebody who works, and comes back."""

import socket
import threading
import urllib.parse

import pytest
from conftest import API, DASHBOARD, dashboard_before
from playwright.sync_api import expect


class Line:
    """A line to the API that can be cut."""

    def __init__(self):
        self.target = urllib.parse.urlsplit(API)
        self.port, self.open = 0, []
        self.join()

    def join(self):
        self.listening = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, args=[self.listening], daemon=True).start()

    def accept(self, listening):
        while True:
            try:
                near, _ = listening.accept()
                far = socket.create_connection((self.target.hostname, self.target.port))
            except OSError:
                return
            self.open += [near, far]
            for one, other in [(near, far), (far, near)]:
                threading.Thread(target=pass_on, args=[one, other], daemon=True).start()

    def cut(self):
        # A listener that a thread waits at is closed only once it is shut down.
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        for end in self.open:
            end.close()
        self.open = []


def pass_on(one, other):
    try:
        while sent := one.recv(65536):
            other.sendall(sent)
    except OSError:
        pass
    for end in (one, other):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


@pytest.fixture
def line():
    line = Line()
    yield line
    line.cut()


@pytest.fixture
def elsewhere(line):
    """A dashboard of its own at the end of the line."""
    with dashboard_before(line.port) as address:
        yield address


def test_an_api_that_is_down_is_reported_in_words_and_tried_again(page, line, elsewhere):
    page.goto(f"{elsewhere}/domains")
    expect(page.get_by_role("heading", name="Domains")).to_be_visible()
    line.cut()
    page.get_by_role("link", name="Team and keys").click()
    expect(page.get_by_role("heading", name="The service is not responding")).to_be_visible()
    expect(page.get_by_text("Your pages stay online, and nothing you saved is lost.")).to_be_visible()
    # A reload says the same, and none of it says how the service is built.
    assert page.reload().status == 502
    expect(page.get_by_role("heading", name="The service is not responding")).to_be_visible()
    assert f"127.0.0.1:{line.port}" not in page.content()
    line.join()
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Team and keys")).to_be_visible()
    # The session outlived it.
    page.goto(f"{DASHBOARD}/domains")
    expect(page.get_by_role("heading", name="Domains")).to_be_visible()
