"""Webhooks from the first click to the message that arrives at a server."""

import json
import types

import pytest
from conftest import DASHBOARD, Handler, api, served, until
from playwright.sync_api import expect


@pytest.fixture
def server():
    """A server that keeps what it gets, and answers as the test sets it."""
    kept = types.SimpleNamespace(status=200, text=b"thanks", messages=[])

    class Hook(Handler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.messages.append((self.headers["webhook-id"], json.loads(body)["type"]))
            self.say(kept.status, kept.text)

    with served(Hook) as port:
        kept.url = f"http://127.0.0.1:{port}/hook"
        yield kept
    for hook in api("GET", "/webhooks")["items"]:
        if hook["url"] == kept.url:
            api("DELETE", f"/webhooks/{hook['id']}")


def made(server, *events):
    return api("POST", "/webhooks", {"url": server.url, "description": "CRM", "events": list(events)})["id"]


def settled(hook):
    deliveries = api("GET", f"/webhooks/{hook}/deliveries")["items"]
    return deliveries and all(each["state"] != "pending" for each in deliveries)


def test_a_webhook_is_made_and_its_secret_is_shown_once(page, server):
    page.goto(f"{DASHBOARD}/webhooks")
    panel = page.locator("details.panel").filter(has_text="Add a webhook")
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    # What was typed is still there after a refusal.
    page.get_by_label("Address").fill("http://example.com/hook")
    page.get_by_label("What is it for?").fill("<b>CRM</b>")
    page.get_by_label("Everything, including events added later").uncheck()
    page.get_by_label("Key created").check()
    page.get_by_role("button", name="Add a webhook").click()
    expect(page.locator("#url-fault")).to_contain_text("https")
    expect(page.get_by_label("What is it for?")).to_have_value("<b>CRM</b>")
    expect(page.get_by_label("Key created")).to_be_checked()
    page.get_by_label("Address").fill(server.url)
    page.get_by_role("button", name="Add a webhook").click()
    expect(page.get_by_text("It is shown only once")).to_be_visible()
    secret = page.locator(".copy code").inner_text()
    assert secret.startswith("whsec_")
    page.get_by_role("link", name="I have copied it").click()
    expect(page.get_by_role("heading", name="Webhook: <b>CRM</b>")).to_be_visible()
    expect(page.locator(".tag")).to_have_text(["Key created"])
    page.goto(f"{DASHBOARD}/webhooks")
    assert secret not in page.content()
    stored = [hook for hook in api("GET", "/webhooks")["items"] if hook["url"] == server.url]
    assert [(hook["events"], hook["active"]) for hook in stored] == [(["key.created"], True)]


def test_a_test_message_shows_what_came_back(page, server):
    hook = made(server, "key.created")
    page.goto(f"{DASHBOARD}/webhooks/{hook}")
    page.get_by_role("button", name="Send a test").click()
    note = page.locator(".note")
    expect(note).to_contain_text("The server accepted the test message")
    expect(note).to_contain_text("HTTP 200")
    expect(note).to_contain_text("thanks")
    assert [kind for _, kind in server.messages] == ["webhook.test"]
    server.status, server.text = 500, b"<script>out of order</script>"
    page.get_by_role("button", name="Send a test").click()
    expect(note).to_contain_text("didn't accept the test message")
    expect(note).to_contain_text("HTTP 500")
    expect(note).to_contain_text("<script>out of order</script>")
    # The address is still that of the screen, whatever the form was sent to.
    assert page.reload().status == 200
    expect(page.get_by_role("heading", name="Webhook: CRM")).to_be_visible()


def test_a_webhook_is_edited_paused_rotated_and_deleted(page, server):
    hook = made(server, "key.created")
    page.goto(f"{DASHBOARD}/webhooks")
    page.get_by_role("link", name="CRM", exact=True).click()
    page.get_by_text("Edit this webhook").click()
    page.get_by_label("What is it for?").fill("Books")
    page.get_by_label("Everything, including events added later").check()
    expect(page.get_by_label("Key created")).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Webhook: Books")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".pill", has_text="Paused")).to_be_visible()
    stored = api("GET", f"/webhooks/{hook}")
    assert (stored["description"], stored["events"], stored["active"]) == ("Books", ["*"], False)
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".pill", has_text="Active")).to_be_visible()
    page.locator("summary", has_text="Rotate the secret").click()
    page.get_by_label("The old secret ends").select_option("3600")
    page.get_by_role("button", name="Rotate the secret").click()
    expect(page.get_by_text("It is shown only once")).to_be_visible()
    assert page.locator(".copy code").first.inner_text().startswith("whsec_")
    page.get_by_role("button", name="Delete this webhook").click()
    expect(page.get_by_text("The webhook is deleted")).to_be_visible()
    assert hook not in [each["id"] for each in api("GET", "/webhooks")["items"]]


def test_deliveries_are_sent_again_one_by_one_and_since_a_moment(page, server):
    hook = made(server, "key.created")
    api("POST", "/api-keys", {"name": "watched", "scopes": ["read"]})
    until(lambda: settled(hook))
    page.goto(f"{DASHBOARD}/webhooks/{hook}")
    row = page.locator("#deliveries tbody tr")
    expect(row).to_contain_text("Delivered")
    expect(row).to_contain_text("thanks")
    # The server is gone from now on.
    server.status, server.text = 410, b""
    row.get_by_role("button", name="Send again").click()
    expect(page.get_by_text("The message is being sent again")).to_be_visible()
    until(lambda: api("GET", f"/webhooks/{hook}")["disabled_reason"] == "gone")
    assert len(server.messages) == 2 and len({number for number, _ in server.messages}) == 1
    page.reload()
    expect(page.get_by_text("We switched it off")).to_be_visible()
    server.status = 204
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".pill", has_text="Active")).to_be_visible()
    page.get_by_text("Send failed deliveries again").click()
    page.locator("form[action$='/redrive'] button").click()
    expect(page.locator("#toasts")).to_contain_text("One delivery is sent again")
    until(lambda: settled(hook))
    page.reload()
    expect(page.locator("#deliveries tbody tr")).to_contain_text("Delivered")
