"""Who may do what, as a matrix; lists that the API searches."""

import re
import time

import pytest
from conftest import DASHBOARD, accessible, api, press, until
from playwright.sync_api import expect


@pytest.fixture
def member():
    """Somebody who may see and do all of two tabs."""
    made = api("POST", "/members", {"name": "Kim", "email": "kim@example.com", "tabs": ["qr", "vault"]})["id"]
    yield made
    api("DELETE", f"/members/{made}")


def stored(member):
    found = next(each for each in api("GET", "/members")["items"] if each["id"] == member)
    return found["tabs"], found["caps"]


def unfolded(page):
    row = page.locator(".list > li").filter(has_text="kim@example.com")
    if row.locator("details").first.get_attribute("open") is None:
        row.locator("summary").first.click()
    return row


def test_rights_are_read_and_ticked_in_a_matrix(page, member):
    page.goto(f"{DASHBOARD}/team")
    cells = page.locator("table.matrix tbody tr").filter(has_text="Kim").locator("td")
    heads = page.locator("table.matrix thead th").all_inner_texts()[1:]
    texts = dict(zip(heads, cells.all_inner_texts()))
    assert "Everything" in texts["QR codes"] and "–" in texts["Team"]
    row = unfolded(page)
    # A tab alone is all of its functions.
    expect(row.get_by_label("QR codes: edit")).to_be_checked()
    expect(row.get_by_label("Team: edit")).not_to_be_checked()
    row.get_by_label("QR codes: edit").uncheck()
    press(page, row.get_by_role("button", name="Save"))
    expect(page.locator("#toasts")).to_contain_text("Saved")
    tabs, caps = stored(member)
    assert sorted(tabs) == ["qr", "vault"] and caps == {"qr": ["view"], "vault": ["view", "respond"]}
    expect(page.locator("table.matrix tbody tr").filter(has_text="Kim")).to_contain_text("1/2")


def test_nothing_ticked_is_refused_and_everything_is_asked_for(page, member):
    page.goto(f"{DASHBOARD}/team")
    row = unfolded(page)
    ticked = row.locator("input[name=caps]:checked")
    while ticked.count():
        ticked.first.uncheck()
    press(page, row.get_by_role("button", name="Save"))
    expect(unfolded(page).locator(".fault").filter(visible=True)).not_to_have_count(0)
    assert stored(member) == (["qr", "vault"], None)
    row = unfolded(page)
    row.get_by_label("Everything").check()
    expect(row.get_by_label("QR codes: edit")).to_be_hidden()
    press(page, row.get_by_role("button", name="Save"))
    expect(page.locator("#toasts")).to_contain_text("Saved")
    assert stored(member) == (None, None)


def test_domains_are_searched_sorted_and_filtered(page):
    page.goto(f"{DASHBOARD}/domains")
    names = page.locator("#results tbody th .muted")
    found = names.all_inner_texts()
    assert found == sorted(found) and len(found) >= 4
    page.get_by_role("searchbox").fill("DEMO.local")
    expect(names).to_have_text(["demo.localhost"])
    page.goto(f"{DASHBOARD}/domains")
    page.get_by_role("link", name="Not reachable").click()
    expect(page.locator("#results .pill")).to_have_text(["Not reachable"])
    page.get_by_role("searchbox").fill("nobody has this")
    expect(page.get_by_text("Nothing matches")).to_be_visible()


def test_a_key_that_ends_soon_is_warned_of(page):
    now = int(time.time())
    for name, days in [("ends soon", 3), ("ends later", 40)]:
        api("POST", "/api-keys", {"name": name, "scopes": ["read"], "expires_at": now + days * 86_400 + 600})
    page.goto(f"{DASHBOARD}/team")
    row = lambda name: page.locator("tr").filter(has_text=name)
    expect(row("ends soon").locator(".pill")).to_have_text("3 days left")
    expect(row("ends later").locator("time")).to_have_count(1)
    expect(row("ends later").locator(".pill")).to_have_count(0)
    expect(row("laptop")).to_contain_text("Never")
    accessible(page)
    for key in [each for each in api("GET", "/api-keys")["items"] if each["name"].startswith("ends ")]:
        # The list says only what a key is called; when it ends is in its detail.
        assert api("GET", f"/api-keys/{key['prefix']}")["expires_at"] > now
        api("DELETE", f"/api-keys/{key['prefix']}")


def test_what_is_used_of_the_plan_is_shown_calmly(page):
    card = page.locator("#usage")

    def domains_are_counted():
        used = api("GET", "/usage")["domains"]
        page.goto(f"{DASHBOARD}/team")
        return f"{used['used']} of {used['allowed']}" in card.inner_text()

    # Other tests make and delete domains meanwhile.
    until(domains_are_counted)
    expect(card.get_by_role("progressbar", name="Uploaded files")).to_be_visible()
    page.goto(f"{DASHBOARD}/domains")
    page.locator("#add summary").click()
    expect(page.locator("#add")).to_contain_text(re.compile(r"Domains: \d+ of \d+"))


def test_the_records_of_a_domain_are_shown_to_be_copied(page):
    page.goto(f"{DASHBOARD}/domains/demo.localhost/setup")
    texts = lambda kind: page.locator(f"[data-record={kind}] code").all_inner_texts()
    expect(page.locator("[data-record=CNAME]").get_by_role("button", name="Copy")).to_have_count(2)
    assert texts("CNAME") == ["demo.localhost", "edge.example.net"]
    expect(page.get_by_text("allows no CNAME here")).to_be_visible()
    assert texts("A") == ["demo.localhost", "203.0.113.7"]
    accessible(page)
