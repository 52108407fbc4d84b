"""Sessions: listed, ended one by one, and ended everywhere."""

import pytest
from conftest import DASHBOARD, accessible, api, press, sign_in
from playwright.sync_api import expect


@pytest.fixture
def key():
    """A key of its own: the tests beside these keep their sessions."""
    made = api("POST", "/api-keys", {"name": "sessions"})
    yield made["token"]
    api("DELETE", f"/api-keys/{made['prefix']}")


def test_sessions_are_ended_where_they_were_left_open(browser, open_page, key):
    here, there = open_page(signed_in=False), open_page(signed_in=False)
    for page in (here, there):
        sign_in(page, key)
    here.locator("#rail").get_by_role("link", name="Sessions").click()
    expect(here.get_by_role("heading", name="Sessions")).to_be_visible()
    rows = here.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="This session")).to_contain_text("Chrome on")
    accessible(here)
    press(here, rows.filter(has_not_text="This session").get_by_role("button", name="End"))
    expect(here.get_by_text("The session has ended.")).to_be_visible()
    expect(rows).to_have_count(1)
    there.goto(f"{DASHBOARD}/domains")
    expect(there.get_by_text("Your session has ended")).to_be_visible()
    # What somebody copied before is as good as the session: no longer.
    copied = here.context.storage_state()
    here.get_by_role("button", name="Sign out everywhere").click()
    expect(here.get_by_text("You are signed out.")).to_be_visible()
    context = browser.new_context(locale="en-US", storage_state=copied)
    page = context.new_page()
    page.goto(f"{DASHBOARD}/domains")
    expect(page.get_by_text("Your session has ended")).to_be_visible()
    context.close()
