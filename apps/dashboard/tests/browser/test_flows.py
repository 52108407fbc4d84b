"""What people do, from the first click to the live page."""

import io
import json
import re
import urllib.request

import pytest
import zxingcpp
from conftest import DASHBOARD, EDGE_PORT, KEY, api, sign_in
from PIL import Image
from playwright.sync_api import expect


@pytest.fixture
def domain():
    """A domain with one segment and two buttons, deleted at the end."""
    name = "browser.localhost"
    api("POST", "/domains", {"hostname": name, "display_name": "Browser"})
    segment = api("POST", f"/segments/{name}", {"name": "Everyone"})["segment_id"]
    for label in ["First", "Second"]:
        api("POST", f"/buttons/{name}/{segment}", {"label": label, "url": f"https://example.com/{label}"})
    yield name
    api("DELETE", f"/domains/{name}")


def labels(page):
    return page.locator(".sortable > li .strong")


def test_from_a_new_domain_to_the_live_page(page):
    page.goto(f"{DASHBOARD}/domains")
    page.get_by_role("link", name="Add a domain").click()
    page.get_by_role("textbox", name="Address").fill("made-here.localhost")
    page.locator("#display_name").fill("Made here")
    page.locator("#add button[type=submit]").click()
    expect(page.get_by_text("The domain is added")).to_be_visible()
    page.get_by_role("link", name="Page", exact=True).click()
    page.get_by_label("Name of the segment").fill("Everyone")
    page.get_by_role("button", name="Add a segment").click()
    expect(page.get_by_text("The segment is added")).to_be_visible()
    page.get_by_text("Add a button").first.click()
    page.get_by_label("Text", exact=True).first.fill("<b>Bold</b> & brave")
    page.get_by_label("Leads to").first.fill("https://example.com/brave")
    page.get_by_role("button", name="Add a button").first.click()
    # Markup of a text is shown as text.
    expect(page.locator(".sortable .strong").first).to_have_text("<b>Bold</b> & brave")
    expect(page.frame_locator("iframe").get_by_role("link", name="<b>Bold</b> & brave")).to_be_visible()
    page.get_by_role("link", name="Review and publish").click()
    expect(page.locator(".diff li").first).to_be_visible()
    page.get_by_role("button", name="Publish now").click()
    expect(page.locator("#toasts").get_by_text("Version 1 is live")).to_be_visible()
    visitor = page.context.new_page()
    visitor.goto(f"http://made-here.localhost:{EDGE_PORT}/")
    expect(visitor.get_by_role("link", name="<b>Bold</b> & brave")).to_be_visible()
    page.get_by_role("link", name="Setup").click()
    page.get_by_role("button", name="Delete this domain").click()
    expect(page.get_by_text("The domain is deleted")).to_be_visible()


def test_buttons_are_sorted_by_keys_and_by_pointer(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    expect(labels(page)).to_have_text(["First", "Second"])
    page.get_by_role("button", name="Move down First").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sortable .strong").first).to_have_text("Second")
    page.get_by_role("button", name="Move up First").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(".sortable .strong").first).to_have_text("First")
    page.wait_for_function("typeof Sortable !== 'undefined'")
    with page.expect_response("**/page") as waiting:
        page.locator(".grip").nth(1).drag_to(page.locator(".sortable > li").first, target_position={"x": 20, "y": 4})
    assert waiting.value.ok
    expect(page.locator(".sortable .strong").first).to_have_text("Second")
    stored = api("GET", f"/segments/{domain}")["items"][0]["segment_id"]
    assert [item["label"] for item in api("GET", f"/buttons/{domain}/{stored}")["items"]] == ["Second", "First"]


def test_two_editors_collide_and_nothing_is_lost(open_page, domain):
    api("POST", f"/domains/{domain}/publish", {})
    one, other = open_page(), open_page()
    for page in (one, other):
        page.goto(f"{DASHBOARD}/domains/{domain}/page")
        page.locator(".sortable details summary").first.click()
    one.get_by_label("Text", exact=True).first.fill("From one")
    one.get_by_role("button", name="Save").first.click()
    expect(one.locator(".sortable .strong").first).to_have_text("From one")
    other.get_by_label("Text", exact=True).first.fill("From the other")
    other.get_by_role("button", name="Save").first.click()
    expect(other.get_by_text("Somebody else changed this page")).to_be_visible()
    # What the first one wrote, and what the other one wanted.
    expect(other.get_by_text("From one").first).to_be_visible()
    expect(other.get_by_text("From the other")).to_be_visible()
    other.get_by_role("link", name="Load the newest draft").click()
    expect(other.locator(".sortable .strong").first).to_have_text("From one")


def test_a_condition_is_ticked_and_shown_in_words(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    page.locator(".sortable details summary").first.click()
    row = page.locator(".sortable > li").first
    row.get_by_text("Conditions", exact=True).click()
    row.get_by_label("Phone").check()
    row.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("Only if Device is mobile")
    page.goto(f"{DASHBOARD}/domains/{domain}/why?device=desktop")
    expect(page.get_by_text("First is left out because this doesn't match: Device.")).to_be_visible()


def test_publication_is_undone_within_the_toast(page, domain):
    api("POST", f"/domains/{domain}/publish", {})
    segment = api("GET", f"/segments/{domain}")["items"][0]["segment_id"]
    api("POST", f"/buttons/{domain}/{segment}", {"label": "Third", "url": "https://example.com/3"})
    page.goto(f"{DASHBOARD}/domains/{domain}/publish")
    page.get_by_role("button", name="Publish now").click()
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts").get_by_text("Version 1 is live again")).to_be_visible()


def test_the_editor_works_without_a_script(open_page, domain):
    page = open_page(java_script_enabled=False)
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    page.get_by_role("button", name="Move down First").click()
    expect(labels(page)).to_have_text(["Second", "First"])
    page.locator(".sortable details summary").first.click()
    page.get_by_label("Text", exact=True).first.fill("Plain HTML")
    page.get_by_role("button", name="Save").first.click()
    expect(labels(page)).to_have_text(["Plain HTML", "First"])


def test_a_downloaded_code_leads_to_its_address(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/codes?family=dots")
    page.get_by_label("End of the address").fill("flyer")
    page.get_by_role("button", name="Create this code").click()
    expect(page.locator("#toasts").get_by_text("Scanners read this code well")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download PNG").click()
    image = Image.open(io.BytesIO(open(waiting.value.path(), "rb").read()))
    assert zxingcpp.read_barcodes(image)[0].text == f"https://{domain}/qr/flyer"


def test_a_broadcast_is_drafted_launched_and_watched(page):
    page.goto(f"{DASHBOARD}/broadcasts/new")
    expect(page.locator("#count")).to_contain_text("matching fans")
    before = page.locator("#count .strong").inner_text()
    page.get_by_label("Tier").select_option("whale")
    expect(page.locator("#count .strong")).not_to_have_text(before)
    page.locator("#title").fill("Hello whales")
    page.locator("#text").fill("Hi, how are you today?")
    page.get_by_label("Messages per minute").fill("6000")
    page.get_by_label("Stop after this many messages").fill("2")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("The draft is saved")).to_be_visible()
    page.get_by_role("button", name="Launch").click()
    expect(page.locator("#toasts")).to_contain_text("running")
    # The page follows by itself.
    expect(page.locator("#live .pill")).to_have_text("Finished", timeout=45_000)
    expect(page.locator("#live")).to_contain_text("A limit that you set was reached")
    page.get_by_text("History").click()
    expect(page.get_by_text("Draft → Running")).to_be_visible()


def test_a_revoked_key_ends_the_session_in_the_other_tab(open_page):
    owner = open_page()
    owner.goto(f"{DASHBOARD}/team")
    owner.get_by_text("Create a key").first.click()
    owner.locator("#key-name").fill("to be revoked")
    owner.get_by_role("button", name="Create a key").click()
    token = owner.locator(".copy code").inner_text()
    guest = open_page(signed_in=False)
    sign_in(guest, token)
    row = owner.locator("tr").filter(has_text="to be revoked")
    row.get_by_role("button", name="Revoke").click()
    expect(owner.get_by_text("The key is revoked")).to_be_visible()
    assert token not in owner.content()
    guest.get_by_role("link", name="Domains").first.click()
    expect(guest.get_by_text("Your session has ended")).to_be_visible()


def test_a_one_use_link_signs_in_once(open_page):
    request = urllib.request.Request(f"{DASHBOARD}/sign-in/links", method="POST", headers={"Authorization": f"Bearer {KEY}"})
    path = json.load(urllib.request.urlopen(request))["path"]
    page = open_page(signed_in=False)
    page.goto(f"{DASHBOARD}{path}")
    page.get_by_role("button", name="Sign in now").click()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    late = open_page(signed_in=False)
    late.goto(f"{DASHBOARD}{path}")
    late.get_by_role("button", name="Sign in now").click()
    expect(late.get_by_text("This link has been used")).to_be_visible()


def test_two_workspaces_are_switched_between(open_page):
    page = open_page(signed_in=False)
    sign_in(page)
    second = api("POST", "/api-keys", {"name": "second", "scopes": ["read"]})
    page.goto(f"{DASHBOARD}/sign-in")
    page.get_by_label("API key").fill(second["token"])
    page.get_by_label("Name of this workspace").fill("Read only")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{DASHBOARD}/")
    page.goto(f"{DASHBOARD}/domains")
    # What the key does not grant is hidden.
    expect(page.locator("#add")).to_have_count(0)
    rail = page.locator("#rail")
    expect(rail.get_by_text("Read only")).to_be_visible()
    rail.locator("summary").click()
    rail.locator("form[action='/workspaces'] button").first.click()
    page.wait_for_url(f"{DASHBOARD}/")
    page.goto(f"{DASHBOARD}/domains")
    expect(page.locator("#add")).to_have_count(1)


def test_statistics_have_charts_tables_and_files(page):
    page.goto(f"{DASHBOARD}/domains/demo.localhost/statistics")
    expect(page.locator(".uplot canvas")).to_be_visible()
    page.get_by_text("Show as a table").click()
    assert page.locator("table tbody tr").count() > 30
    with page.expect_download() as waiting:
        page.get_by_role("link", name="CSV").first.click()
    assert open(waiting.value.path()).readline().startswith("day,scans,visits")
    page.get_by_role("link", name=re.compile("Why this fan")).first.click()
    expect(page.get_by_text("counts here")).to_be_visible()


def test_another_language_is_chosen_and_kept(page):
    page.goto(f"{DASHBOARD}/team")
    page.locator("#rail").get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Team und Schlüssel")).to_be_visible()
    page.reload()
    assert page.locator("html").get_attribute("lang") == "de"
