"""What the page editor and the links can do beyond texts: schedules, experiments, reach, ends."""

import datetime
import re
from zoneinfo import ZoneInfo

import pytest
from conftest import DASHBOARD, EDGE_PORT, api, press
from playwright.sync_api import expect

# The label of a moment ends with the zone of the reader.
FROM = re.compile("^From")


@pytest.fixture
def domain():
    """A domain with a segment for the rest, one for Austria and two buttons, deleted at the end."""
    name = "editing.localhost"
    api("POST", "/domains", {"hostname": name, "display_name": "Editing"})
    segment = api("POST", f"/segments/{name}", {"name": "Everyone"})["segment_id"]
    for label in ["First", "Second"]:
        api("POST", f"/buttons/{name}/{segment}", {"label": label, "url": f"https://example.com/{label}"})
    api("POST", f"/segments/{name}", {"name": "Austria", "countries": ["AT"]})
    yield name
    api("DELETE", f"/domains/{name}")


def buttons(domain):
    segment = api("GET", f"/segments/{domain}")["items"][0]["segment_id"]
    return api("GET", f"/buttons/{domain}/{segment}")["items"]


def row(page, label):
    """The row of a button, unfolded."""
    found = page.locator(".sortable > li").filter(has_text=label)
    if found.locator("details").first.get_attribute("open") is None:
        found.locator("summary").first.click()
    return found


def second(year, month, day, hour, zone="UTC"):
    return int(datetime.datetime(year, month, day, hour, tzinfo=ZoneInfo(zone)).timestamp())


def test_a_schedule_is_written_in_the_zone_of_its_reader(open_page, domain):
    page = open_page(timezone_id="America/New_York")
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    first = row(page, "First")
    first.get_by_text("Schedule", exact=True).click()
    # Winter and summer lie on two sides of UTC's hour.
    first.get_by_label(FROM).fill("2030-01-10T08:00")
    first.get_by_label("Until").fill("2030-07-10T08:00")
    press(page, first.get_by_role("button", name="Save"))
    expect(row(page, "First").locator(".pill", has_text="Not yet")).to_be_visible()
    stored = buttons(domain)[0]
    zone = "America/New_York"
    assert (stored["from_ts"], stored["until_ts"]) == (second(2030, 1, 10, 8, zone), second(2030, 7, 10, 8, zone))
    expect(row(page, "First").get_by_label(FROM)).to_have_value("2030-01-10T08:00")
    page.goto(f"{DASHBOARD}/domains/{domain}/why")
    expect(page.get_by_text("First is left out because its schedule has not started.")).to_be_visible()
    # Saving something else moves no moment, also one with seconds.
    api("PATCH", f"/buttons/{domain}/{stored['tier']}/{stored['button_id']}", {"from_ts": 1_900_000_001})
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    row(page, "First").get_by_label("Text", exact=True).first.fill("First again")
    press(page, row(page, "First").get_by_role("button", name="Save"))
    expect(page.locator(".sortable .strong").first).to_have_text("First again")
    assert buttons(domain)[0]["from_ts"] == 1_900_000_001
    row(page, "First").get_by_label(FROM).fill("")
    press(page, row(page, "First").get_by_role("button", name="Save"))
    expect(row(page, "First").locator(".pill", has_text="Scheduled")).to_be_visible()
    assert "from_ts" not in buttons(domain)[0]


def test_who_edits_on_before_the_editor_is_there_again_is_no_rival_of_their_own(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    held = []
    page.route(f"**/domains/{domain}/page", lambda route: held.append(route))
    row(page, "First").get_by_label("Text", exact=True).first.fill("One")
    row(page, "First").get_by_role("button", name="Save").click()
    # What was written is in the phone while the editor is still on its way.
    expect(page.frame_locator("#phone iframe").get_by_role("link", name="One")).to_be_visible()
    row(page, "Second").get_by_label("Text", exact=True).first.fill("Two")
    row(page, "Second").get_by_role("button", name="Save").click()
    expect(page.frame_locator("#phone iframe").get_by_role("link", name="Two")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page.locator(".sortable .strong")).to_have_text(["One", "Two"])
    assert [button["label"] for button in buttons(domain)] == ["One", "Two"]


def test_who_goes_elsewhere_after_an_edit_is_not_brought_back(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    page.route(f"**/domains/{domain}/page", lambda route: None)
    with page.expect_request(f"**/domains/{domain}/page"):
        row(page, "First").get_by_role("button", name="Save").click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith(f"/{domain}/page")):
        press(page, page.get_by_role("link", name="Why?", exact=True).first)
    expect(page).to_have_url(f"{DASHBOARD}/domains/{domain}/why")


def test_the_phone_keeps_its_visitor_over_an_edit(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page?country=AT&device=mobile")
    row(page, "First").get_by_label("Text", exact=True).first.fill("Changed")
    press(page, row(page, "First").get_by_role("button", name="Save"))
    expect(page.locator(".sortable .strong").first).to_have_text("Changed")
    expect(page.locator("#phone iframe")).to_have_attribute("src", re.compile(r"country=AT&device=mobile$"))
    expect(page.locator("#phone").get_by_label("Country")).to_have_value("AT")


def test_an_end_before_its_beginning_is_refused_and_nothing_is_lost(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    first = row(page, "First")
    first.get_by_text("Schedule", exact=True).click()
    first.get_by_label("Text", exact=True).first.fill("Typed")
    first.get_by_label(FROM).fill("2030-02-01T00:00")
    first.get_by_label("Until").fill("2030-01-01T00:00")
    press(page, first.get_by_role("button", name="Save"))
    first = row(page, "First")
    expect(first.locator(".fault", has_text="The end must be after the start")).to_be_visible()
    expect(first.get_by_label("Until")).to_have_attribute("aria-invalid", "true")
    expect(first.get_by_label("Text", exact=True).first).to_have_value("Typed")
    expect(first.get_by_label("Until")).to_be_visible()
    expect(first.get_by_label("Until")).to_have_value("2030-01-01T00:00")


def test_a_segment_has_a_schedule_without_a_script(open_page, domain):
    page = open_page(java_script_enabled=False)
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = page.locator("details.panel").filter(has_text="Austria").first
    panel.get_by_text("Edit this segment").click()
    # The panel holds the form of a new button too, which has a schedule of its own.
    form = panel.locator("details").filter(has=page.locator("> summary", has_text="Edit this segment"))
    form.get_by_text("Schedule", exact=True).click()
    form.get_by_label(FROM).fill("2020-01-10T08:00")
    form.get_by_label("Until").fill("2021-01-10T08:00")
    form.get_by_role("button", name="Save").click()
    panel = page.locator("details.panel").filter(has_text="Austria").first
    expect(panel.locator("summary .pill", has_text="Ended")).to_be_visible()
    stored = next(each for each in api("GET", f"/segments/{domain}")["items"] if each["name"] == "Austria")
    assert (stored["from_ts"], stored["until_ts"]) == (second(2020, 1, 10, 8), second(2021, 1, 10, 8))


def test_an_experiment_is_started_weighed_and_ended(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    panel = page.locator("details.panel").filter(has_text="Everyone").first
    panel.locator("summary", has_text="Experiment").last.click()
    panel.get_by_label("Name of the experiment").fill("headline")
    panel.get_by_label("Version 1").fill("bold")
    panel.get_by_label("Weight 1").fill("3")
    panel.get_by_label("Version 2").fill("calm")
    panel.get_by_label("Weight 2").fill("1")
    press(page, panel.get_by_role("button", name="Start the experiment"))
    expect(panel.locator("summary .pill", has_text="Experiment")).to_be_visible()
    panel.locator("summary", has_text="Experiment").last.click()
    expect(panel.locator(".arms tbody tr").first).to_contain_text("75%")
    first = row(page, "First")
    first.get_by_text("For each version").click()
    bold = first.locator("fieldset").filter(has_text="Version bold")
    bold.get_by_label("Text").fill("First!")
    press(page, first.get_by_role("button", name="Save"))
    expect(page.locator("#toasts")).to_contain_text("Saved")
    stored = api("GET", f"/segments/{domain}")["items"][0]["ab"]
    assert stored["arms"] == [{"id": "bold", "weight": 3}, {"id": "calm", "weight": 1}]
    assert buttons(domain)[0]["variants"] == [{"id": "bold", "label": "First!"}]
    # What the reader has opened stays open when another form is saved.
    panel.get_by_label("Winner").select_option("bold")
    press(page, panel.get_by_role("button", name="Save").last)
    expect(page.frame_locator("iframe").get_by_role("link", name="First!")).to_be_visible()
    panel.locator("summary", has_text="Experiment").last.click()
    press(page, panel.get_by_role("button", name="End the experiment"))
    expect(panel.locator("summary .pill", has_text="Experiment")).to_have_count(0)
    assert api("GET", f"/segments/{domain}")["items"][0].get("ab") is None


def test_a_preview_a_way_out_and_parameters_are_set_and_reset(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/page")

    def panel(name):
        found = page.locator("details.panel").filter(has=page.locator("summary", has_text=name)).last
        if found.get_attribute("open") is None:
            found.locator("summary").first.click()
        return found

    share = panel("Link preview")
    share.get_by_label("Show a preview").check()
    share.get_by_label("Title").fill("<i>Hello</i>")
    share.get_by_label("Description").fill("All my links")
    press(page, share.get_by_role("button", name="Save"))
    expect(page.locator("#toasts")).to_contain_text("Saved")
    expect(panel("Link preview").get_by_label("Show a preview")).to_be_checked()
    out = panel("Open outside apps")
    out.get_by_label("How").select_option("auto")
    press(page, out.get_by_role("button", name="Save"))
    expect(panel("Open outside apps").get_by_label("How")).to_have_value("auto")
    utm = panel("Campaign parameters")
    utm.get_by_label("Source").fill("funnel")
    utm.get_by_label("Campaign").fill("{domain}")
    press(page, utm.get_by_role("button", name="Save"))
    expect(panel("Campaign parameters").get_by_label("Campaign")).to_have_value("{domain}")
    ui = api("GET", f"/bg?domain={domain}")["ui"]
    assert ui["share"] == {"title": "<i>Hello</i>", "description": "All my links", "picture": "card"}
    assert (ui["in_app"], ui["utm"]) == ({"mode": "auto"}, {"source": "funnel", "campaign": "{domain}"})
    page.get_by_role("link", name="Review and publish").click()
    press(page, page.get_by_role("button", name="Publish now"))
    expect(page.locator("#toasts")).to_contain_text("is live")
    visitor = page.context.new_page()
    visitor.goto(f"http://{domain}:{EDGE_PORT}/")
    assert visitor.locator('meta[property="og:title"]').get_attribute("content") == "<i>Hello</i>"
    page.goto(f"{DASHBOARD}/domains/{domain}/page")
    share = panel("Link preview")
    share.get_by_label("Show a preview").uncheck()
    press(page, share.get_by_role("button", name="Save"))
    expect(panel("Link preview").get_by_label("Show a preview")).not_to_be_checked()
    assert "share" not in api("GET", f"/bg?domain={domain}")["ui"]


def test_a_smart_link_ends_and_leads_elsewhere(open_page, domain):
    page = open_page(timezone_id="UTC")
    link = api("POST", "/smartlinks", {"domain": domain, "slug": "sale"})["id"]
    page.goto(f"{DASHBOARD}/domains/{domain}/smart-links/{link}")
    page.get_by_text("End of this link").click()
    page.get_by_label("Until").fill("2024-01-10T08:00")
    page.get_by_label("Where visitors go then").fill("https://example.com/over")
    press(page, page.get_by_role("button", name="Save"))
    expect(page.locator(".pill", has_text="Ended")).to_be_visible()
    expect(page.get_by_text("The link has ended. All visitors go to https://example.com/over")).to_be_visible()
    stored = api("GET", f"/smartlinks/{link}")
    assert (stored["expires_at"], stored["expired_url"]) == (second(2024, 1, 10, 8), "https://example.com/over")
    page.get_by_label("Until").fill("")
    page.get_by_label("Where visitors go then").fill("")
    press(page, page.get_by_role("button", name="Save"))
    expect(page.locator(".pill", has_text="Ended")).to_have_count(0)
    assert "expires_at" not in api("GET", f"/smartlinks/{link}")
