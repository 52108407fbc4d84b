"""Destination health from the first click to what was found, and off again."""

import pytest
from conftest import DASHBOARD, accessible, api, until
from playwright.sync_api import expect


@pytest.fixture(autouse=True)
def switched_off():
    api("PUT", "/links/health", {"enabled": False})
    yield
    api("PUT", "/links/health", {"enabled": False})


def test_where_links_lead_is_looked_at_once_it_is_switched_on(page):
    page.goto(f"{DASHBOARD}/links")
    page.get_by_role("link", name="Link checker").click()
    expect(page.get_by_text("Link checking is off", exact=True)).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Check once a day").click()
    expect(page.get_by_role("status")).to_contain_text("Link checking is on")

    # The worker gathers the addresses of the demo's buttons and smart links.
    until(lambda: api("GET", "/links/health")["items"])
    page.reload()
    row = page.locator("ul.list > li").first
    expect(row).to_contain_text("https://")
    row.get_by_role("button", name="Check now").click()
    expect(page.get_by_role("status")).to_contain_text("Checked")
    accessible(page)

    page.get_by_role("button", name="Stop checking").click()
    expect(page.get_by_role("status")).to_contain_text("Link checking is off")
    expect(page.get_by_text("Link checking is off", exact=True)).to_be_visible()
    assert not api("GET", "/links/health")["items"]
