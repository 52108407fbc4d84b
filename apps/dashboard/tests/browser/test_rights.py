"""What each kind of key is offered is what it may do: the menu, the links, the forms and the check are of one table."""

import re
import urllib.parse

import pytest
from conftest import DASHBOARD, accessible, api, press, sign_in
from playwright.sync_api import expect
from test_screens import SCREENS

KINDS = {
    "everything": None,
    "reader": ["read"],
    "pages": {"landings": ["view", "edit_content"], "appearance": ["view", "edit"]},
    "codes": {"qr": ["view", "edit"]},
    "statistics": {"stats": ["sources"]},
    "data": {"integrations": ["view"], "notifications": ["view", "edit"], "vault": ["view", "respond"], "broadcasts": ["create", "preview"]},
}

# What a form of the shell does is nobody's right, and signs out.
SHELL = ["/look", "/sign-out", "/workspaces"]

LINKS = """() => [...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'))"""
FORMS = """() => [...document.querySelectorAll('form[method="post"]')]
  .map((form) => [form.getAttribute('action'), form.getAttribute('enctype') ?? ''])"""


@pytest.fixture(params=KINDS)
def reader(request, open_page):
    """Somebody who is signed in with a key of a kind."""
    granted = KINDS[request.param]
    asked = {"name": f"kind {request.param}"}
    if isinstance(granted, list):
        asked["scopes"] = granted
    elif granted:
        asked |= {"tabs": list(granted), "caps": granted}
    made = api("POST", "/api-keys", asked)
    page = open_page(signed_in=False)
    sign_in(page, made["token"])
    page.kind = request.param
    yield page
    api("DELETE", f"/api-keys/{made['prefix']}")


def shape(path):
    """An address without what differs between things of one kind."""
    path = urllib.parse.urlsplit(path).path
    path = re.sub(r"/domains/[^/]+", "/domains/*", path)
    return re.sub(r"/(\d+|hook_\w+|[a-z]+_[0-9a-z]{20,}|[a-z]?[0-9a-f]{8,}|a\w{9})(?=/|$)", "/*", path)


def test_nothing_that_is_offered_is_refused(reader):
    seen, forms, left = set(), set(), ["/"]
    if reader.kind in ("codes", "statistics"):
        left.append("/domains/demo.localhost")
    while left:
        path = left.pop()
        if shape(path) in seen or path.startswith(("/assets", "/sign-in", "/styleguide")):
            continue
        seen.add(shape(path))
        if re.search(r"\.(json|zip|csv|png|svg|pdf|eps)(\?|$)", path):
            assert reader.request.get(f"{DASHBOARD}{path}").status == 200, path
            continue
        assert reader.goto(f"{DASHBOARD}{path}").status == 200, path
        left += reader.evaluate(LINKS)
        for action, kind in reader.evaluate(FORMS):
            action = action or urllib.parse.urlsplit(reader.url).path
            if action in SHELL or shape(action) in forms:
                continue
            forms.add(shape(action))
            # A form that asks a question does nothing before the answer, and says so only to who may send it.
            answer = reader.request.post(f"{DASHBOARD}{action}", form={"ask": "Really?"}, headers={"Origin": DASHBOARD})
            assert answer.status != 403, (path, action)
            assert kind or "Really?" in answer.text(), (path, action)
    assert len(seen) > {"everything": 30, "reader": 25}.get(reader.kind, 3), seen
    print(reader.kind, len(seen), len(forms))


def test_no_screen_breaks_and_an_error_keeps_the_menu(reader):
    for name, path in SCREENS.items():
        path = path() if callable(path) else path
        status = reader.goto(f"{DASHBOARD}{path}").status
        assert status in (200, 403), (name, status)
        if status == 403:
            expect(reader.get_by_role("heading", name="Your key doesn't allow this")).to_be_visible()
            expect(reader.locator("#rail nav a").first).to_be_visible()
    if reader.kind == "codes":
        reader.goto(f"{DASHBOARD}/audit")
        accessible(reader)


@pytest.fixture
def domain():
    """A domain with a segment and a button, deleted at the end."""
    name = "rights.localhost"
    api("POST", "/domains", {"hostname": name, "display_name": "Rights"})
    segment = api("POST", f"/segments/{name}", {"name": "Everyone"})["segment_id"]
    api("POST", f"/buttons/{name}/{segment}", {"label": "First", "url": "https://example.com/1"})
    yield name
    api("DELETE", f"/domains/{name}")


@pytest.fixture
def signed_in(open_page):
    """Signs in with a key of these rights; gives the page."""
    made = []

    def opened(caps):
        key = api("POST", "/api-keys", {"name": "narrow", "tabs": list(caps), "caps": caps})
        made.append(key["prefix"])
        page = open_page(signed_in=False)
        sign_in(page, key["token"])
        return page

    yield opened
    for prefix in made:
        api("DELETE", f"/api-keys/{prefix}")


def test_who_may_not_see_banners_edits_the_page(signed_in, domain):
    page = signed_in({"landings": ["view", "edit_content"], "appearance": ["view", "edit"]})
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    page.locator(".sortable details summary").first.click()
    page.get_by_label("Text", exact=True).first.fill("Changed")
    press(page, page.get_by_role("button", name="Save", exact=True).first)
    expect(page.locator(".sortable .strong").first).to_have_text("Changed")
    expect(page.locator("details.panel", has_text="Banner")).to_have_count(0)
    expect(page.locator("details.panel", has_text="Profile")).to_have_count(1)


def test_who_may_only_see_codes_finds_them(signed_in, domain):
    page = signed_in({"qr": ["view", "edit"]})
    page.locator("#rail").get_by_role("link", name="Domains").click()
    page.get_by_label("Address").fill(domain)
    page.get_by_role("button", name="Open").click()
    expect(page).to_have_url(f"{DASHBOARD}/domains/{domain}/codes")
    expect(page.locator(".tabs a").first).to_have_text("QR codes")
    accessible(page)


def test_who_may_only_read_sees_a_smart_link_without_its_forms(signed_in, domain):
    link = api("POST", "/smartlinks", {"domain": domain, "slug": "read"})["id"]
    page = signed_in({"links": ["view"]})
    page.goto(f"{DASHBOARD}/domains/{domain}/smart-links/{link}")
    expect(page.get_by_role("heading", name="Where visitors go")).to_be_visible()
    expect(page.get_by_role("button", name="Delete this smart link")).to_have_count(0)
    expect(page.locator("main form[method=post]")).to_have_count(0)
    accessible(page)


TABS = ["page", "publish", "why", "smart-links", "funnel-links", "codes", "statistics", "setup"]


@pytest.mark.parametrize("tab", TABS)
def test_a_domain_of_somebody_else_is_not_there(page, tab):
    assert page.goto(f"{DASHBOARD}/domains/nobody.example/{tab}").status == 404
    expect(page.locator("#rail nav a").first).to_be_visible()


def test_a_smart_link_of_another_domain_is_not_there(page, domain):
    link = api("POST", "/smartlinks", {"domain": domain, "slug": "mine"})["id"]
    assert page.goto(f"{DASHBOARD}/domains/demo.localhost/smart-links/{link}").status == 404


def test_ones_own_key_is_told_from_the_others(signed_in):
    page = signed_in({"keys": ["view", "mint", "revoke"]})
    page.goto(f"{DASHBOARD}/team")
    own = page.locator("tr", has_text="narrow").filter(has=page.locator(".pill"))
    expect(own.locator("form[action$='/revoke']")).to_have_attribute("data-confirm", re.compile("signed in with this key"))
    other = page.locator("tr", has_text="laptop").locator("form[action$='/revoke']")
    expect(other).not_to_have_attribute("data-confirm", re.compile("signed in with this key"))


@pytest.mark.parametrize("key", ["al_live_ü_ß", "al_live_a b", "\u202eal_live", "a\tb"])
def test_a_key_of_odd_characters_is_refused_in_words(open_page, key):
    page = open_page(signed_in=False)
    page.goto(f"{DASHBOARD}/sign-in")
    page.get_by_label("API key").fill(key)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("isn't valid")


def test_a_domain_is_added_without_a_script(open_page):
    page = open_page(java_script_enabled=False)
    page.goto(f"{DASHBOARD}/domains")
    page.get_by_role("link", name="Add a domain").click()
    page.locator("#hostname").fill("plain-html.localhost")
    page.locator("#display_name").fill("Plain HTML")
    page.locator("#add button[type=submit]").click()
    expect(page).to_have_url(f"{DASHBOARD}/domains/plain-html.localhost/setup")
    expect(page.get_by_text("The domain is added")).to_be_visible()
    api("DELETE", "/domains/plain-html.localhost")
