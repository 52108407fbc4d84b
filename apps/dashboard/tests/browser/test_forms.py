"""Forms lose nothing: what is typed, what was done before, and what a second tap repeats."""

import io
import re
import time

import pytest
from conftest import DASHBOARD, accessible, api, press
from PIL import Image
from playwright.sync_api import expect

NAME = "forms.localhost"


@pytest.fixture
def domain():
    """A domain with a segment for the rest, one for Germany and two buttons, deleted at the end."""
    api("POST", "/domains", {"hostname": NAME, "display_name": "Forms"})
    segment = api("POST", f"/segments/{NAME}", {"name": "Everyone"})["segment_id"]
    for label in ["First", "Second"]:
        api("POST", f"/buttons/{NAME}/{segment}", {"label": label, "url": f"https://example.com/{label}"})
    api("POST", f"/segments/{NAME}", {"name": "Germany", "countries": ["DE"]})
    yield NAME
    api("DELETE", f"/domains/{NAME}")


def segment(domain, name="Everyone"):
    return next(each["segment_id"] for each in api("GET", f"/segments/{domain}")["items"] if each["name"] == name)


def labels(domain):
    return [each["label"] for each in api("GET", f"/buttons/{domain}/{segment(domain)}")["items"]]


def add_form(page):
    """The form for a new button of the segment for everyone, unfolded."""
    panel = page.locator("details.panel").filter(has_text="Everyone").first
    add = panel.locator("details.more", has=page.locator("summary", has_text="Add a button"))
    if add.get_attribute("open") is None:
        add.locator("summary").first.click()
    return add


def marked(page, field):
    """Holds that a field is marked, in view and focused, and that the screen is accessible."""
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    accessible(page)


def png(size=(64, 64)):
    out = io.BytesIO()
    Image.new("RGB", size, "#884422").save(out, "PNG")
    return out.getvalue()


def background(page):
    panel = page.locator("details.panel").filter(has=page.locator("summary", has_text="Background")).first
    if panel.get_attribute("open") is None:
        panel.locator("summary").first.click()
    return panel


REFUSED = [
    ("logo.svg", "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ("photo.heic", "image/heic", b"\x00\x00\x00\x18ftypheic" + bytes(200)),
]


@pytest.mark.parametrize("name, kind, content", REFUSED, ids=[name for name, *_ in REFUSED])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_picture_that_is_refused_is_said_so_at_its_field(open_page, domain, name, kind, content, scripts):
    page = open_page(java_script_enabled=scripts)
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = background(page)
    panel.get_by_label("Picture for phones").set_input_files({"name": name, "mimeType": kind, "buffer": content})
    panel.get_by_role("button", name="Upload").first.click()
    expect(page.locator("#background-mobile-fault")).to_be_visible()
    expect(page.locator("#background-mobile-fault")).not_to_be_empty()
    if scripts:
        expect(page).to_have_url(f"{DASHBOARD}/domains/{domain}/page")
        expect(page.locator("#background-mobile")).to_be_in_viewport()
        accessible(page)


def test_a_picture_that_is_too_large_is_said_so_at_its_field(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = background(page)
    panel.get_by_label("Picture for phones").set_input_files(
        {"name": "large.png", "mimeType": "image/png", "buffer": png() + bytes(33 << 20)}
    )
    panel.get_by_role("button", name="Upload").first.click()
    expect(page.locator("#background-mobile-fault")).to_contain_text("larger than", timeout=60_000)
    expect(page).to_have_url(f"{DASHBOARD}/domains/{domain}/page")


def test_a_picture_that_is_taken_is_reported(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = background(page)
    panel.get_by_label("Picture for phones").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": png()})
    panel.get_by_role("button", name="Upload").first.click()
    expect(page.locator("#toasts")).to_contain_text("Uploaded")
    expect(page).to_have_url(f"{DASHBOARD}/domains/{domain}/page")
    expect(background(page)).to_contain_text("A picture is stored")
    press(page, background(page).get_by_role("button", name="Remove the picture"))
    expect(page.locator("#toasts")).to_contain_text("The picture is removed")
    expect(background(page)).not_to_contain_text("A picture is stored")
    assert api("GET", f"/bg?domain={domain}")["sources"]["mobile"] is None


@pytest.mark.parametrize("width", [390, 1280])
def test_a_faulty_address_of_a_new_button_is_marked_and_in_view(open_page, domain, width):
    page = open_page(width=width, height=844)
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    add = add_form(page)
    add.get_by_label("Text", exact=True).fill("Shop")
    add.get_by_label("Leads to").fill("not an address")
    press(page, add.get_by_role("button", name="Add a button"))
    add = add_form(page)
    marked(page, add.get_by_label("Leads to"))
    expect(add.get_by_label("Text", exact=True)).to_have_value("Shop")
    expect(add.get_by_label("Leads to")).to_have_value("not an address")
    assert labels(domain) == ["First", "Second"]


def test_faulty_conditions_and_countries_are_marked_and_kept(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = lambda: page.locator("details.panel").filter(has_text="Germany").first
    panel().get_by_text("Edit this segment").click()
    panel().get_by_label("Countries").fill("Poland")
    panel().get_by_text("Conditions", exact=True).last.click()
    panel().get_by_label("Phone").last.check()
    press(page, panel().get_by_role("button", name="Save", exact=True).first)
    marked(page, panel().get_by_label("Countries"))
    expect(panel().locator(".fault", has_text="two-letter codes")).to_be_visible()
    expect(panel().get_by_label("Countries")).to_have_value("Poland")
    expect(panel().get_by_label("Phone").last).to_be_checked()
    panel().get_by_label("Countries").fill("PL")
    panel().get_by_label("Conditions as JSON").last.fill("{ nonsense")
    press(page, panel().get_by_role("button", name="Save", exact=True).first)
    marked(page, panel().get_by_label("Conditions as JSON").last)
    expect(panel().get_by_label("Conditions as JSON").last).to_have_value("{ nonsense")
    expect(panel().get_by_label("Countries")).to_have_value("PL")


def test_a_faulty_panel_of_the_look_is_marked_and_kept(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = lambda: page.locator("details.panel").filter(has=page.locator("summary", has_text="Profile")).last
    panel().locator("summary").first.click()
    panel().get_by_label("Status line").fill("x" * 61)
    panel().get_by_role("textbox", name="About you").fill("two\nlines")
    press(page, panel().get_by_role("button", name="Save"))
    marked(page, panel().get_by_label("Status line"))
    expect(panel().get_by_role("textbox", name="About you")).to_have_value("two\nlines")


@pytest.mark.parametrize("language, words", [("en", "two-letter code"), ("de", "zweistelligen Code")])
def test_a_country_in_words_keeps_the_screen(open_page, domain, language, words):
    page = open_page(locale=language)
    page.goto(f"{DASHBOARD}/domains/{domain}/why?country=Deutschland")
    field = page.locator("#country")
    marked(page, field)
    expect(field).to_have_value("Deutschland")
    expect(page.locator("#country-fault")).to_contain_text(words)
    expect(page.locator("#rail")).to_be_visible()
    # The editor marks the field, and its frame says the same in plain words.
    page.goto(f"{DASHBOARD}/domains/{domain}/page?country=Poland")
    expect(page.locator("#preview-country")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#preview-country")).to_have_value("Poland")
    frame = page.frame_locator("#phone iframe")
    expect(frame.locator("p")).to_be_visible()
    expect(frame.locator("svg")).to_have_count(0)
    assert "A-Z" not in page.content()


def test_a_slug_and_a_name_of_a_link_are_kept(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/smart-links")
    page.get_by_label("End of the address").fill("No Way!")
    page.get_by_label("Name", exact=True).fill("My link")
    press(page, page.get_by_role("button", name="Add a smart link"))
    marked(page, page.get_by_label("End of the address"))
    expect(page.get_by_label("End of the address")).to_have_value("No Way!")
    expect(page.get_by_label("Name", exact=True)).to_have_value("My link")
    expect(page.locator("#slug-fault")).to_contain_text("a-z, 0-9")
    page.get_by_label("End of the address").fill("vip")
    press(page, page.get_by_role("button", name="Add a smart link"))
    expect(page.get_by_text("The smart link is ready")).to_be_visible()


def test_a_rule_for_countries_is_kept_with_its_shares(page, domain):
    link = api("POST", "/smartlinks", {"domain": domain, "slug": "split"})["id"]
    page.goto(f"{DASHBOARD}/domains/{domain}/smart-links/{link}")
    page.get_by_text("Add countries").click()
    page.locator("#geo0-countries").fill("Germany")
    page.locator("#geo0-paid").fill("100")
    page.get_by_label("Name", exact=True).fill("Renamed")
    press(page, page.get_by_role("button", name="Save"))
    marked(page, page.locator("#geo0-countries"))
    expect(page.locator("#geo0-countries")).to_have_value("GERMANY")
    expect(page.locator("#geo0-paid")).to_have_value("100")
    expect(page.locator("#geo0-ftl")).to_have_value("0")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Renamed")
    page.locator("#geo0-countries").fill("DE")
    press(page, page.get_by_role("button", name="Save"))
    expect(page.locator("#toasts")).to_contain_text("Saved")
    rule = api("GET", f"/smartlinks/{link}")["policy"]["geo"][0]
    assert (rule["countries"], rule["arms"]["paid"]["weight"]) == (["DE"], 100)
    # A country that is asked about is marked where it is asked.
    page.goto(f"{DASHBOARD}/domains/{domain}/smart-links/{link}?country=Poland")
    expect(page.locator("#simulate-country")).to_have_attribute("aria-invalid", "true")


def test_a_pixel_keeps_its_id(page):
    link = api("GET", "/smart-links?limit=1")["items"][0]["provider_id"]
    page.goto(f"{DASHBOARD}/links/{link}/pixels")
    page.locator("#tiktok-pixel_id").fill("not valid!")
    card = page.locator("section.card").filter(has_text="TikTok")
    press(page, card.get_by_role("button", name="Save"))
    marked(page, page.locator("#tiktok-pixel_id"))
    expect(page.locator("#tiktok-pixel_id")).to_have_value("not valid!")


def test_a_member_a_banner_and_a_webhook_are_kept(page):
    page.goto(f"{DASHBOARD}/team")
    page.locator("summary").filter(has_text="Add a person").click()
    page.locator("#m-new-name").fill("Kim")
    page.locator("#m-new-email").evaluate("(field) => { field.type = 'text'; }")
    page.locator("#m-new-email").fill("nobody")
    page.locator("#m-new-access-some").check()
    page.locator("details.panel[open]").get_by_label("QR codes: edit").check()
    press(page, page.get_by_role("button", name="Add a person"))
    marked(page, page.locator("#m-new-email"))
    expect(page.locator("#m-new-name")).to_have_value("Kim")
    expect(page.locator("details.panel[open]").get_by_label("QR codes: edit")).to_be_checked()
    page.goto(f"{DASHBOARD}/library")
    page.get_by_text("New banner").click()
    page.locator("#new-name").fill("Banner")
    page.locator("#new-title").fill("Title")
    page.locator("#new-target_url").fill("nowhere")
    press(page, page.locator("details.panel[open]").last.get_by_role("button", name="Save"))
    expect(page.locator("#new-name")).to_have_value("Banner")
    expect(page.locator("#new-target_url")).to_have_value("nowhere")
    page.goto(f"{DASHBOARD}/webhooks")
    page.locator("summary").filter(has_text="Add a webhook").click()
    page.locator("#url").fill("ftp://example.com/x")
    page.locator("#description").fill("CRM")
    press(page, page.get_by_role("button", name="Add a webhook"))
    marked(page, page.locator("#url"))
    expect(page.locator("#description")).to_have_value("CRM")


def test_a_rollback_keeps_what_is_not_published(page, domain):
    api("POST", f"/domains/{domain}/publish", {})
    api("PATCH", f"/segments/{domain}/{segment(domain)}", {"name": "All"})
    api("POST", f"/domains/{domain}/publish", {})
    api("POST", f"/buttons/{domain}/{segment(domain, 'All')}", {"label": "Shop", "url": "https://example.com/shop"})
    page.goto(f"{DASHBOARD}/domains/{domain}/publish")
    page.get_by_role("link", name="Roll back Version 1").click()
    expect(page.get_by_text("Your draft has one unpublished change")).to_be_visible()
    expect(page.locator(".diff")).to_contain_text("Shop")
    accessible(page)
    press(page, page.get_by_role("button", name="Put version 1 live, and keep my draft"))
    expect(page.locator("#toasts")).to_contain_text("Version 1 is live again")
    expect(page.locator(".diff")).to_contain_text("Shop")
    found = api("GET", f"/segments/{domain}")["items"]
    assert "All" in [each["name"] for each in found]
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts")).to_contain_text("Version 2 is live again")
    expect(page.locator(".diff li")).to_have_count(1)
    # Who wants it can still drop the draft.
    page.get_by_role("link", name="Roll back Version 1").click()
    press(page, page.get_by_role("button", name="Also replace my draft"))
    expect(page.get_by_text("Nothing to publish")).to_be_visible()
    assert labels(domain) == ["First", "Second"]


def test_undoing_a_publication_keeps_the_draft(page, domain):
    api("POST", f"/domains/{domain}/publish", {})
    api("POST", f"/buttons/{domain}/{segment(domain)}", {"label": "Third", "url": "https://example.com/3"})
    page.goto(f"{DASHBOARD}/domains/{domain}/publish")
    page.get_by_role("button", name="Publish now").click()
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("#toasts").get_by_text("Version 1 is live again")).to_be_visible()
    assert labels(domain) == ["First", "Second", "Third"]
    expect(page.locator(".diff")).to_contain_text("Third")


def test_a_double_tap_adds_one_button(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    # A slow line: the answer and the editor after it take their time.
    page.route("**/buttons", lambda route: (time.sleep(0.3), route.continue_()))
    add = add_form(page)
    add.get_by_label("Text", exact=True).fill("Shop")
    add.get_by_label("Leads to").fill("https://example.com/shop")
    add.get_by_role("button", name="Add a button").dblclick()
    expect(page.locator(".sortable .strong").first).to_be_visible()
    expect(page.locator(".sortable .strong", has_text="Shop")).to_have_count(1)
    assert labels(domain) == ["First", "Second", "Shop"]
    # The same button again is another one, once the first is there.
    add = add_form(page)
    add.get_by_label("Text", exact=True).fill("Shop")
    add.get_by_label("Leads to").fill("https://example.com/shop")
    press(page, add.get_by_role("button", name="Add a button"))
    expect(page.locator(".sortable .strong", has_text="Shop")).to_have_count(2)


def test_a_form_that_is_sent_twice_without_a_script_adds_one_button(open_page, domain):
    page = open_page(java_script_enabled=False)
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    add = add_form(page)
    form = add.locator("form").first
    fields = {each.get_attribute("name"): each.get_attribute("value") or "" for each in form.locator("input[type=hidden]").all()}
    body = fields | {"label": "Shop", "url": "https://example.com/shop"}
    for _ in range(2):
        answer = page.request.post(
            f"{DASHBOARD}{form.get_attribute('action')}", form=body, headers={"Origin": DASHBOARD}, max_redirects=0
        )
        assert answer.status == 303
    assert labels(domain) == ["First", "Second", "Shop"]


def test_what_deletes_asks_first_without_a_script(open_page, domain):
    page = open_page(java_script_enabled=False)
    page.goto(f"{DASHBOARD}/domains/{domain}/setup")
    page.get_by_role("button", name="Delete this domain").click()
    expect(page.get_by_role("heading", name="Are you sure?")).to_be_visible()
    expect(page.get_by_text("This can't be undone")).to_be_visible()
    page.get_by_role("link", name="No, go back").click()
    expect(page).to_have_url(f"{DASHBOARD}/domains/{domain}/setup")
    assert api("GET", f"/domains/{domain}")["hostname"] == domain
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    page.locator(".sortable details summary").first.click()
    page.get_by_role("button", name="Delete button First").click()
    page.get_by_role("button", name="Yes, go ahead").click()
    expect(page.locator(".sortable .strong").first).to_have_text("Second")


def test_a_text_of_two_lines_is_taken_without_a_script(open_page, domain):
    page = open_page(java_script_enabled=False)
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = page.locator("details.panel").filter(has=page.locator("summary", has_text="Profile")).last
    panel.locator("summary").first.click()
    panel.get_by_role("textbox", name="About you").fill("One\nTwo")
    panel.get_by_role("button", name="Save").click()
    assert api("GET", f"/bg?domain={domain}")["ui"]["profile"]["bio"] == "One\nTwo"


def test_a_colour_that_is_picked_is_kept(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = lambda: page.locator("details.panel").filter(has=page.locator("summary", has_text="Look of the buttons")).last
    panel().locator("summary").first.click()
    panel().get_by_role("textbox", name="Colour").fill("#226644")
    press(page, panel().get_by_role("button", name="Save"))
    expect(page.locator("#toasts")).to_contain_text("Saved")
    expect(panel().get_by_label("Use this colour")).to_be_checked()
    assert api("GET", f"/bg?domain={domain}")["ui"]["buttons"]["color"] == "#226644"
    # A saved panel is closed.
    panel().locator("summary").first.click()
    panel().get_by_label("Use this colour").uncheck()
    press(page, panel().get_by_role("button", name="Save"))
    expect(panel().get_by_label("Use this colour")).not_to_be_checked()
    assert "color" not in api("GET", f"/bg?domain={domain}")["ui"].get("buttons", {})


def test_the_overview_keeps_its_address_when_the_look_of_the_dashboard_changes(page):
    page.goto(f"{DASHBOARD}/")
    page.wait_for_selector("#attention")
    with page.expect_navigation():
        page.locator("#rail").get_by_role("button", name=re.compile("Theme")).click()
    expect(page).to_have_url(f"{DASHBOARD}/")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()


def test_what_is_unknown_of_a_visitor_is_told_as_unknown(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/why")
    expect(page.get_by_text("Germany can't be decided, because this isn't known: Country.")).to_be_visible()
    expect(page.get_by_text("a segment above it wins")).to_have_count(0)
    page.goto(f"{DASHBOARD}/domains/{domain}/why?country=AT")
    expect(page.get_by_text("Germany is for other countries.")).to_be_visible()


def test_a_button_to_a_link_that_is_not_made_is_warned_of(page, domain):
    api("POST", f"/buttons/{domain}/{segment(domain)}", {"label": "Trial", "url": "funnel:ftl"})
    page.goto(f"{DASHBOARD}/domains/{domain}/publish")
    note = page.locator(".note", has_text="isn't created yet")
    expect(note).to_contain_text("Trial")
    note.get_by_role("link", name="Create the funnel links").click()
    expect(page).to_have_url(f"{DASHBOARD}/domains/{domain}/funnel-links")
    page.goto(f"{DASHBOARD}/domains/{domain}/why?country=AT")
    expect(page.get_by_text("Trial is shown, but its funnel link isn't created yet")).to_be_visible()


def test_what_is_published_is_listed_in_words(page, domain):
    api("POST", f"/domains/{domain}/publish", {})
    new = api("POST", f"/segments/{domain}", {"name": "Austria", "countries": ["AT"]})["segment_id"]
    api("POST", f"/buttons/{domain}/{new}", {"label": "Servus", "url": "https://example.com/at"})
    api("POST", f"/bg/ui?domain={domain}", {"buttons": {"shape": "pill", "fill": "outline"}, "profile": {"bio": "Hello"}})
    page.goto(f"{DASHBOARD}/domains/{domain}/publish")
    changes = page.locator(".diff")
    expect(changes.locator("li", has_text="Austria")).to_contain_text("Servus")
    expect(changes).to_contain_text("Shape: Pill")
    for syntax in ["{", "}", "null", ".webp", "appearance"]:
        expect(changes).not_to_contain_text(syntax)
    sentences = changes.locator(".strong").all_inner_texts()
    assert len(sentences) == len(set(sentences)), sentences


def test_a_saved_broadcast_is_edited_and_warned_of(page):
    page.goto(f"{DASHBOARD}/broadcasts/new")
    page.locator("#title").fill("Edited later")
    page.locator("#text").fill("Pay me by PayPal or call +49 170 1234567.")
    page.get_by_label("Countries").fill("DE")
    page.get_by_role("button", name="Save the draft").click()
    note = page.locator(".note", has_text="may filter")
    expect(note).to_contain_text("PayPal · +49 170 1234567")
    accessible(page)
    page.get_by_role("link", name="Edit").click()
    expect(page.locator("#title")).to_have_value("Edited later")
    expect(page.get_by_label("Countries")).to_have_value("DE")
    page.locator("#text").fill("Hello!")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("The draft is saved")).to_be_visible()
    expect(page.get_by_text("Hello!")).to_be_visible()
    expect(page.locator(".note", has_text="may filter")).to_have_count(0)
    drafts = [each for each in api("GET", "/broadcasts")["items"] if each["title"] == "Edited later" and each["status"] == "draft"]
    assert len(drafts) == 1
    api("POST", f"/broadcasts/{drafts[0]['id']}/cancel", {})


def test_a_deleted_button_is_brought_back(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    page.locator(".sortable details summary").first.click()
    press(page, page.get_by_role("button", name="Delete button First"))
    expect(page.locator(".sortable .strong")).to_have_text(["Second"])
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator(".sortable .strong")).to_have_text(["First", "Second"])
    assert labels(domain) == ["First", "Second"]


def test_a_form_uses_the_width_of_a_phone_and_stays_in_view(open_page, domain):
    for number in range(6):
        api("POST", f"/buttons/{domain}/{segment(domain)}", {"label": f"More {number}", "url": f"https://example.com/{number}"})
    page = open_page(width=390, height=844)
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    row = page.locator(".sortable > li", has_text="More 4")
    row.locator("summary").first.click()
    field = row.get_by_label("Text", exact=True).first
    assert field.bounding_box()["width"] > 0.75 * 390
    save, delete = row.get_by_role("button", name="Save"), row.get_by_role("button", name="Delete button")
    gap = delete.bounding_box()["y"] - save.bounding_box()["y"] - save.bounding_box()["height"]
    assert gap >= 8, gap
    field.fill("Changed")
    press(page, save)
    expect(page.locator(".sortable > li", has_text="Changed").locator(".strong")).to_be_in_viewport()


def test_a_week_is_charted_with_each_day_once(page):
    page.goto(f"{DASHBOARD}/?days=7")
    page.wait_for_selector(".uplot canvas")
    steps = page.evaluate("""() => {
      const drawn = [];
      const write = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { drawn.push(text); return write.call(this, text, ...rest); };
      return new Promise((done) => {
        const chart = document.querySelector(".chart");
        chart.style.width = `${chart.clientWidth - 40}px`;
        setTimeout(() => done(drawn), 500);
      });
    }""")
    days = [text for text in steps if re.fullmatch(r"[A-Z][a-z]{2} \d+", text)]
    assert days and len(days) == len(set(days)), days


def test_the_gate_speaks_the_language_of_its_page(page, domain):
    api("PATCH", f"/segments/{domain}/{segment(domain)}", {"lang": "de"})
    api("POST", f"/bg/ui?domain={domain}", {"gate": {"enabled": True, "mode": "confirm", "blur": False}})
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    frame = page.frame_locator("#phone iframe")
    expect(frame.get_by_text("Nur für Erwachsene")).to_be_visible()
    expect(frame.get_by_text("Ich bin 18 oder älter")).to_be_visible()
