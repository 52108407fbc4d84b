"""Lists as people read them: found, sorted, and in words."""

import re

from conftest import DASHBOARD, accessible, api, press
from playwright.sync_api import expect


def test_a_long_list_is_searched_and_its_address_holds_the_search(page):
    page.goto(f"{DASHBOARD}/requests")
    names = page.locator("#results li .strong:first-child")
    fan = names.first.inner_text()
    page.get_by_role("searchbox").fill(fan.upper())
    expect(names).to_have_text([fan] * page.locator("#results li").filter(has_text=fan).count())
    page.wait_for_url(re.compile(f"q={fan.upper()}"))
    page.reload()
    expect(page.get_by_role("searchbox")).to_have_value(fan.upper())
    expect(names.first).to_have_text(fan)
    page.get_by_role("searchbox").fill("nobody is called this")
    expect(page.get_by_text("Nothing matches")).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("#results li").nth(1)).to_be_visible()


def test_links_are_sorted(page):
    page.goto(f"{DASHBOARD}/links")
    names = page.locator("#results tbody th .body > .row > span:first-child")
    page.get_by_role("link", name="Name", exact=True).click()
    page.wait_for_url("**/links?q=&sort=name")
    expect(names.first).to_be_visible()
    found = names.all_inner_texts()
    assert found == sorted(found) and len(found) > 8
    page.get_by_role("link", name="Clicks", exact=True).click()
    page.wait_for_url("**/links?q=&sort=clicks")
    clicks = [int(text.replace(",", "")) for text in page.locator("#results tbody td:nth-child(2)").all_inner_texts()]
    assert clicks == sorted(clicks, reverse=True)


def test_the_links_of_a_domain_are_listed_with_their_stats(page):
    page.goto(f"{DASHBOARD}/domains/demo.localhost/funnel-links")
    expect(page.locator("tbody tr").filter(has_text="demo.localhost/paid")).to_contain_text("$")
    page.get_by_role("link", name="Pixels demo.localhost/paid").click()
    expect(page.get_by_role("heading", name="Pixels of demo.localhost/paid")).to_be_visible()


def test_changes_are_shown_in_words_and_by_the_names_of_keys(page):
    page.goto(f"{DASHBOARD}/audit")
    page.get_by_role("link", name="Keys", exact=True).click()
    row = page.locator("#results li").first
    expect(row).to_contain_text(re.compile("Key (created|rotated|revoked)"))
    page.goto(f"{DASHBOARD}/audit?action=landing&q=demo.localhost")
    row = page.locator("#results li").first
    expect(row).to_contain_text("demo.localhost")
    expect(row).to_contain_text(re.compile("Page (edited|published)"))
    expect(row).to_contain_text("by the key demo")
    page.goto(f"{DASHBOARD}/domains/demo.localhost/publish")
    expect(page.locator("li").filter(has_text="Version 1").first).to_contain_text("· demo")
    # The workspace is called as its key is.
    expect(page.locator("#rail summary")).to_have_text("demo")


def test_conversions_are_listed_by_domain_and_type_and_taken_as_a_table(page):
    found = api("GET", "/conversions?domain=demo.localhost&type=new_transaction&limit=1000")["items"]
    # More than a page.
    assert len(found) > 50
    page.goto(f"{DASHBOARD}/domains/demo.localhost/statistics")
    page.get_by_role("link", name="Conversions", exact=True).click()
    expect(page.get_by_role("combobox", name="Domain")).to_have_value("demo.localhost")
    page.get_by_role("link", name="Payments", exact=True).click()
    page.wait_for_url("**/conversions?domain=demo.localhost&type=new_transaction")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(50)
    # A refund has its minus before the sign of the dollar.
    for words in ["Payment ·", "demo.localhost", found[0]["fan_id"], f"${abs(found[0]['net_cents']) / 100:,.2f}"]:
        expect(rows.first).to_contain_text(words)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="CSV").click()
    assert waiting.value.suggested_filename == "conversions.csv"
    heads, *table = open(waiting.value.path()).read().splitlines()
    assert heads.startswith("conversion_id,occurred_at,type,")
    ids = [str(each["conversion_id"]) for each in found]
    assert len(table) >= len(found) and [line.split(",")[0] for line in table[: len(found)]] == ids
    page.get_by_role("link", name="Next page").click()
    expect(rows.first).to_contain_text(found[50]["fan_id"])
    page.goto(f"{DASHBOARD}/conversions?type=new_subscriber")
    expect(rows.first).to_contain_text("Subscription")
    page.get_by_role("combobox", name="Domain").select_option("tour.localhost")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**/conversions?type=new_subscriber&domain=tour.localhost")
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_text("No conversion yet")).to_be_visible()
    accessible(page)


def test_countries_and_hours_are_those_of_the_reader(open_page):
    page = open_page(timezone_id="Asia/Kolkata")
    page.goto(f"{DASHBOARD}/domains/demo.localhost/statistics")
    expect(page.locator("#splits tbody th").first).to_have_text("United States")
    page.goto(f"{DASHBOARD}/domains/demo.localhost/statistics?by=hour")
    hours = page.locator("#splits tbody th time")
    expect(hours).to_have_count(24)
    # India is half an hour off UTC's hours; on hover it is UTC.
    expect(hours.first).to_have_text(re.compile("^5:30.AM$"))
    expect(hours.first).to_have_attribute("title", "00:00 UTC")


def test_a_link_of_a_domain_is_paused_and_goes_on(page):
    page.goto(f"{DASHBOARD}/domains/demo.localhost/funnel-links")
    row = page.locator("tbody tr").filter(has_text="demo.localhost/paid")
    stored = lambda: api("GET", "/smart-links?search=demo.localhost/paid")["items"][0]["active"]
    press(page, row.get_by_role("button", name="Pause"))
    expect(page.locator("#toasts")).to_contain_text("The link is paused")
    expect(row.locator(".pill")).to_have_text("Paused")
    assert stored() is False
    press(page, page.locator("#toasts").get_by_role("button", name="Undo"))
    expect(row.locator(".pill")).to_have_count(0)
    assert stored() is True


def test_links_and_fans_are_searched_beyond_the_page(page):
    page.goto(f"{DASHBOARD}/links")
    names = page.locator("#results tbody th .body > .row > span:first-child")
    page.get_by_role("searchbox").fill("DEMO.localhost/PAID")
    expect(names).to_have_text(["demo.localhost/paid"])
    fans = api("GET", "/sources/demo.localhost/spenders?range=30d")["spenders"]
    # One who is on no first page of 25.
    last = fans[-1]["fan_username"]
    assert len(fans) > 25
    page.goto(f"{DASHBOARD}/domains/demo.localhost/statistics")
    page.get_by_role("searchbox").fill(last.upper())
    expect(page.locator("#results tbody th").first).to_contain_text(last)
    page.get_by_role("searchbox").fill("nobody is called this")
    expect(page.get_by_text("Nothing matches")).to_be_visible()


def test_a_pixel_sends_user_agents_while_its_box_is_ticked(page):
    path = next(
        f"/links/{link['provider_id']}/pixels"
        for link in api("GET", "/smart-links")["items"]
        if any(pixel["platform"] == "meta" for pixel in api("GET", f"/smart-links/{link['provider_id']}/pixels")["items"])
    )
    page.goto(f"{DASHBOARD}{path}")
    meta = page.locator("section.card").filter(has=page.get_by_role("heading", name="Meta", exact=True))
    box = meta.get_by_label("Also send which browser the visitor used")
    shown = meta.get_by_text("Sends the visitor's user agent")
    expect(box).not_to_be_checked()
    expect(shown).to_have_count(0)
    box.check()
    meta.get_by_role("button", name="Save").click()
    expect(shown).to_be_visible()
    expect(box).to_be_checked()
    accessible(page)
    pixels = api("GET", f"/smart-links{path.removeprefix('/links')}")["items"]
    assert [pixel["platform"] for pixel in pixels if pixel["send_user_agent"]] == ["meta"]
    box.uncheck()
    meta.get_by_role("button", name="Save").click()
    expect(shown).to_have_count(0)
    expect(box).not_to_be_checked()
