"""Broadcasts where sending is switched off: said before somebody writes a message."""

import json
import urllib.error
import urllib.request

import pytest
from conftest import API, DASHBOARD, Handler, accessible, api, dashboard_before, served
from playwright.sync_api import expect

CLOSED = {"open": False, "closed_by": ["server", "owner"]}


class Closed(Handler):
    """The API, but for the gate. The one of the tests is open, and others send through it meanwhile."""

    def do_GET(self):
        if self.path == "/api/admin/broadcasts/gate":
            return self.say(200, json.dumps(CLOSED).encode(), Content_Type="application/json")
        self.pass_on(None)

    def do_POST(self):
        self.pass_on(self.rfile.read(int(self.headers["Content-Length"] or 0)))

    def pass_on(self, body):
        kept = {name: self.headers[name] for name in ["Authorization", "Content-Type", "Idempotency-Key"] if self.headers[name]}
        request = urllib.request.Request(f"{API}{self.path}", data=body, headers=kept, method=self.command)
        try:
            with urllib.request.urlopen(request) as answer:
                self.say(answer.status, answer.read(), Content_Type=answer.headers["Content-Type"] or "")
        except urllib.error.HTTPError as refused:
            self.say(refused.code, refused.read(), Content_Type=refused.headers["Content-Type"] or "")


@pytest.fixture
def elsewhere():
    """A dashboard in front of that API."""
    with served(Closed) as port, dashboard_before(port) as address:
        yield address


def test_a_closed_gate_is_reported_before_a_message_is_written(page, elsewhere):
    page.goto(f"{elsewhere}/broadcasts/new")
    note = page.locator(".note").filter(has_text="Nothing can be sent at the moment.")
    expect(note).to_contain_text("switched off for the whole service")
    expect(note).to_contain_text("switched off for this workspace")
    expect(page.get_by_role("button", name="Save the draft")).to_be_visible()
    accessible(page)
    page.goto(f"{DASHBOARD}/broadcasts/new")
    expect(page.get_by_role("button", name="Save the draft")).to_be_visible()
    expect(note).to_have_count(0)


def test_a_draft_that_can_not_be_sent_offers_to_be_edited(page, elsewhere):
    body = {"title": "Later", "mode": "segmented", "audience": {"tier": "all"}, "message": {"text": "Hi"}}
    draft = api("POST", "/broadcasts", body)["id"]
    page.goto(f"{elsewhere}/broadcasts/{draft}")
    expect(page.locator(".note").filter(has_text="Nothing can be sent at the moment.")).to_be_visible()
    expect(page.get_by_role("button", name="Launch")).to_have_count(0)
    expect(page.get_by_role("link", name="Edit")).to_have_class("button primary")
    page.goto(f"{DASHBOARD}/broadcasts/{draft}")
    expect(page.get_by_role("button", name="Launch")).to_be_visible()
    page.get_by_role("button", name="Discard").click()
    expect(page.locator("#toasts")).to_contain_text("cancelled")
