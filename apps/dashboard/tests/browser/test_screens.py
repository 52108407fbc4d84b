"""Each screen as people see it: accessible, within the window, in the words of a catalogue, and small."""

import gzip
import os
import pathlib

import pytest
from conftest import DASHBOARD, api, settled, violations
from playwright.sync_api import expect

DOMAIN = "/domains/demo.localhost"
SCREENS = {
    "overview": "/",
    "overview-visits": "/?days=90&metric=visits",
    "attention": "/overview/attention",
    "domains": "/domains",
    "page": f"{DOMAIN}/page",
    "publish": "/domains/tour.localhost/publish",
    "published": f"{DOMAIN}/publish",
    "why": f"{DOMAIN}/why?country=DE",
    "smart-links": f"{DOMAIN}/smart-links",
    "smart-link": f"{DOMAIN}/smart-links/1",
    "funnel-links": f"{DOMAIN}/funnel-links",
    "codes": f"{DOMAIN}/codes",
    "code": lambda: f"{DOMAIN}/codes/{api('GET', '/qr/demo.localhost')['items'][0]['id']}",
    "statistics": f"{DOMAIN}/statistics",
    **{f"statistics-{trait}": f"{DOMAIN}/statistics?by={trait}" for trait in ["device", "button", "arm", "hour"]},
    "setup": f"{DOMAIN}/setup",
    "links": "/links",
    "pixels": lambda: pixels_of_a_link(),
    "pixel-deliveries": lambda: f"{pixels_of_a_link()}/meta/deliveries",
    "broadcasts": "/broadcasts",
    "broadcast": lambda: f"/broadcasts/{api('GET', '/broadcasts')['items'][-1]['id']}",
    "new-broadcast": "/broadcasts/new",
    "vault": "/vault",
    "requests": "/requests",
    "library": "/library",
    "copy": "/copy",
    "webhooks": "/webhooks",
    "webhook": lambda: f"/webhooks/{api('GET', '/webhooks')['items'][0]['id']}",
    "destinations": "/links/health",
    "transfer": "/transfer",
    "team": "/team",
    "sessions": "/sessions",
    "conversions": "/conversions",
    "conversions-payments": "/conversions?domain=demo.localhost&type=new_transaction",
    "conversions-none": "/conversions?domain=tour.localhost",
    "audit": "/audit",
    "audit-landings": "/audit?action=landing",
    "sign-in": "/sign-in",
    "styleguide": "/styleguide",
}


def pixels_of_a_link():
    for link in api("GET", "/smart-links?limit=100")["items"]:
        path = f"/links/{link['provider_id']}/pixels"
        if any(pixel["platform"] == "meta" for pixel in api("GET", f"/smart-links/{link['provider_id']}/pixels")["items"]):
            return path
    raise AssertionError("no link has a pixel")


def address(name):
    path = SCREENS[name]
    return f"{DASHBOARD}{path() if callable(path) else path}"


# Only what is about colours can differ between light and dark.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
LOOKS = [(1280, "light", {}), (1280, "dark", COLOURS), (390, "dark", COLOURS), (390, "light", {})]


# The elements that make the page wider than the window.
OUTSIDE = """() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const scrolls = (one) => one !== document.body && getComputedStyle(one).overflowX !== "visible"
    const within = (one) => one && (scrolls(one) || within(one.parentElement))
    const outside = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    return outside.filter((one) => !within(one.parentElement)).map((one) => one.outerHTML.slice(0, 120))
}"""


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_is_accessible_and_fits(open_page, name):
    page = open_page(reduced_motion="reduce")
    assert page.goto(address(name)).status == 200
    settled(page)
    found = {}
    for width, scheme, options in LOOKS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        against = violations(page, **options)
        against.extend(page.evaluate(OUTSIDE))
        if against:
            found[width, scheme] = against
    # A tablet, and a window of 1280 pixels at 200 and 400 %.
    for width in [768, 640, 320]:
        page.set_viewport_size({"width": width, "height": 900})
        if outside := page.evaluate(OUTSIDE):
            found[width] = outside
    assert found == {}


def test_the_bar_of_a_phone_is_as_wide_as_the_window(open_page):
    page = open_page(width=390, height=844)
    page.goto(f"{DASHBOARD}/transfer")
    assert page.locator("#bottom").bounding_box()["width"] == 390


UNLISTED = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest('[translate=no], script, style, noscript, textarea')) continue;
    // A sentence may hold another one: the innermost go first.
    let rest = node.data, before;
    do { before = rest; rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ''); } while (rest !== before);
    if (/[A-Za-z]{2}/.test(rest)) found.push(rest.trim());
  }
  return found;
}"""


def test_every_word_is_in_a_catalogue(open_page):
    page = open_page(locale="en-XA")
    found = {}
    for name in SCREENS:
        page.goto(address(name))
        settled(page)
        unlisted = page.evaluate(UNLISTED)
        if unlisted:
            found[name] = unlisted[:5]
    assert found == {}


def test_a_first_visit_loads_at_most_60_kilobytes(open_page):
    page = open_page()
    sizes = {}
    page.on("response", lambda answer: sizes.setdefault(answer.url, len(gzip.compress(answer.body()))))
    page.goto(f"{DASHBOARD}/")
    page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) <= 60 * 1024, sizes


def test_the_main_flow_needs_no_pointer(page):
    page.goto(f"{DASHBOARD}/domains")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Demo").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/page")
    page.get_by_text("Add a button").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Leads to").last).to_be_attached()


SHOWN = [
    ("overview", 1280, "light"),
    ("overview", 390, "dark"),
    ("domains", 1280, "light"),
    ("page", 1280, "light"),
    ("page", 390, "dark"),
    ("publish", 1280, "light"),
    ("why", 1280, "dark"),
    ("smart-link", 1280, "light"),
    ("codes", 1280, "light"),
    ("statistics", 1280, "dark"),
    ("new-broadcast", 1280, "light"),
    ("team", 390, "light"),
]


@pytest.mark.skipif("FUNNEL_SCREENSHOTS" not in os.environ, reason="asked for with --screenshots")
def test_screenshots(open_page):
    folder = pathlib.Path(os.environ["FUNNEL_SCREENSHOTS"])
    folder.mkdir(parents=True, exist_ok=True)
    for name, width, scheme in SHOWN:
        page = open_page(width=width, height=820 if width > 400 else 844, scheme=scheme)
        page.goto(address(name))
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"dashboard-{name}-{width}-{scheme}.png")
