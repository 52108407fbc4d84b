"""QR codes for print: a picture in the middle, a frame, files for print shops, and a sheet of several codes."""

import contextlib
import io
import re
import urllib.parse

import pytest
import zxingcpp
from conftest import DASHBOARD, accessible, api, press
from PIL import Image
from playwright.sync_api import Error, expect


@pytest.fixture
def domain():
    """A domain without a code, deleted at the end."""
    name = "codes.localhost"
    api("POST", "/domains", {"hostname": name, "display_name": "Codes"})
    yield name
    api("DELETE", f"/domains/{name}")


def picture(color="crimson"):
    """A picture as people choose it from their computer."""
    kept = io.BytesIO()
    Image.new("RGB", (160, 160), color).save(kept, "PNG")
    return {"name": "heart.png", "mimeType": "image/png", "buffer": kept.getvalue()}


def studio(page, domain):
    page.goto(f"{DASHBOARD}/domains/{domain}/codes?family=dots")
    return page.locator("#code-preview img")


def downloaded(page, button):
    with page.expect_download() as waiting:
        button.click()
    with open(waiting.value.path(), "rb") as file:
        return waiting.value.suggested_filename, file.read()


def drawn_anew(preview, act):
    """Does something and waits for the preview that follows."""
    before = preview.get_attribute("src")
    act()
    expect(preview).not_to_have_attribute("src", before)


def test_a_picture_and_a_frame_are_seen_before_the_code_is_made(page, domain):
    preview = studio(page, domain)
    drawn_anew(preview, lambda: page.get_by_label("Call to action").fill("Scan <me>"))
    drawn_anew(preview, lambda: page.get_by_label("Typeface").select_option("Pacifico"))
    drawn_anew(preview, lambda: page.get_by_label("Upload a picture").set_input_files(picture()))
    expect(page.get_by_role("radio", name="Picture 1")).to_be_checked()
    # What was typed is still there after the upload.
    expect(page.get_by_label("Call to action")).to_have_value("Scan <me>")
    drawn_anew(preview, lambda: page.get_by_label("End of the address").fill("flyer"))
    press(page, page.get_by_role("button", name="Create this code"))
    expect(page.locator("#toasts")).to_contain_text("The code is ready")
    design = api("GET", f"/qr/{domain}")["items"][0]["design"]
    assert (design["frame"]["text"], design["frame"]["font"], design["logo"]["size"]) == ("Scan <me>", "Pacifico", 0.18)
    name, content = downloaded(page, page.get_by_role("button", name="Download PNG"))
    image = Image.open(io.BytesIO(content))
    assert name.endswith(".png") and image.width == 1024 < image.height
    assert zxingcpp.read_barcodes(image)[0].text == f"https://{domain}/qr/flyer"
    middle = image.convert("RGB").getpixel((512, 512))
    assert middle[0] > 180 > middle[1], middle


def test_what_is_wrong_is_reported_at_the_field_and_nothing_is_lost(page, domain):
    api("POST", f"/qr/{domain}", {"slug": "taken"})
    studio(page, domain)
    page.get_by_label("Call to action").fill("Scan me 🙂")
    expect(page.locator("#frame_text-fault")).to_contain_text("This typeface lacks some of these characters")
    page.get_by_label("Call to action").fill("Scan me")
    expect(page.locator("#frame_text-fault")).to_be_hidden()
    page.get_by_label("Upload a picture").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(page.locator("#picture-fault")).to_contain_text("read this file as a picture")
    page.get_by_label("End of the address").fill("No Way")
    expect(page.locator("#slug-fault")).to_contain_text("a-z, 0-9")
    # What is wrong with the file is not forgotten by a check of something else.
    expect(page.locator("#picture-fault")).to_contain_text("read this file as a picture")
    page.get_by_label("End of the address").fill("taken")
    expect(page.locator("#slug-fault")).to_be_hidden()
    press(page, page.get_by_role("button", name="Create this code"))
    expect(page.get_by_role("alert")).to_contain_text("marked fields below")
    expect(page.locator("#slug-fault")).to_contain_text("is taken, or was used before")
    expect(page.get_by_label("Call to action")).to_have_value("Scan me")
    accessible(page)


def test_a_picture_that_takes_its_time_is_not_lost_to_what_is_typed_meanwhile(page, domain):
    preview = studio(page, domain)
    uploads = []

    def hold(route):
        if b"heart.png" not in (route.request.post_data_buffer or b""):
            return route.continue_()
        uploads.append(route)

    page.route("**/codes/check", hold)
    with page.expect_request("**/codes/check"):
        page.get_by_label("Upload a picture").set_input_files(picture())
    drawn_anew(preview, lambda: page.get_by_label("Call to action").fill("Scan me"))
    assert len(uploads) == 1
    drawn_anew(preview, uploads[0].continue_)
    expect(page.get_by_role("radio", name="Picture 1")).to_be_checked()
    press(page, page.get_by_role("button", name="Create this code"))
    design = api("GET", f"/qr/{domain}")["items"][0]["design"]
    assert design["frame"]["text"] == "Scan me" and design["logo"]["size"] == 0.18


def test_one_change_is_checked_once(page, domain):
    preview = studio(page, domain)
    drawn_anew(preview, lambda: page.get_by_label("Call to action").fill("Scan me"))
    drawn_anew(preview, lambda: page.get_by_label("Upload a picture").set_input_files(picture()))
    # The last check may be one of the upload's own; one that led to the next would go on for ever.
    checks = []
    page.on("request", lambda request: checks.append(request.url) if request.url.endswith("/codes/check") else None)
    page.evaluate("new Promise((done) => setTimeout(done, 1500))")
    assert len(checks) <= 1


def test_a_check_that_comes_late_takes_away_no_fault(page, domain):
    api("POST", f"/qr/{domain}", {"slug": "taken"})
    studio(page, domain)
    held = []
    page.route("**/codes/check", lambda route: held.append(route))
    with page.expect_request("**/codes/check"):
        page.get_by_label("End of the address").fill("taken")
    press(page, page.get_by_role("button", name="Create this code"))
    expect(page.locator("#slug-fault")).to_contain_text("is taken, or was used before")
    late = """<div id="code-preview"></div><p class="fault" id="slug-fault"></p>"""
    for route in held:
        # One that the page no longer waits for can't be answered.
        with contextlib.suppress(Error):
            route.fulfill(body=late, content_type="text/html")
    # What was answered before this has been taken in.
    page.evaluate("fetch('/sign-in').then((answer) => answer.text())")
    expect(page.locator("#slug-fault")).to_contain_text("is taken, or was used before")


def test_a_code_of_a_smart_link_is_made_and_pointed_elsewhere(page, domain):
    api("POST", "/smartlinks", {"domain": domain, "slug": "vip", "name": "VIP <all>"})
    page.goto(f"{DASHBOARD}/domains/{domain}/smart-links")
    page.get_by_role("link", name="QR code vip").click()
    leads = page.get_by_label("Leads to")
    expect(leads).to_have_value("vip")
    expect(leads.locator("option:checked")).to_have_text("VIP <all> · /r/vip")
    page.get_by_label("End of the address").fill("poster")
    press(page, page.get_by_role("button", name="Create this code"))
    stored = api("GET", f"/qr/{domain}")["items"][0]
    assert stored["smart_link"] == "vip"
    expect(page.get_by_role("link", name="/r/vip")).to_be_visible()
    accessible(page)
    page.get_by_text("Change this code").click()
    page.get_by_label("Leads to").select_option("")
    press(page, page.get_by_role("button", name="Save"))
    expect(page.get_by_text("Leads to: The page of this domain")).to_be_visible()
    assert api("GET", f"/qr/{domain}/{stored['id']}")["smart_link"] is None


def test_a_code_is_changed_without_a_script(open_page, domain):
    page = open_page(java_script_enabled=False)
    page.goto(f"{DASHBOARD}/domains/{domain}/codes?family=dots")
    page.get_by_label("Call to action").fill("Menu")
    page.get_by_label("Upload a picture").set_input_files(picture("navy"))
    page.get_by_role("button", name="Show the preview").click()
    expect(page.get_by_role("radio", name="Picture 1")).to_be_checked()
    expect(page.get_by_label("Call to action")).to_have_value("Menu")
    page.get_by_label("End of the address").fill("menu")
    page.get_by_role("button", name="Create this code").click()
    page.get_by_text("Change this code").click()
    page.get_by_label("Call to action").fill("")
    page.get_by_label("Name", exact=True).fill("Menu of the day")
    page.get_by_role("button", name="Save").click()
    stored = api("GET", f"/qr/{domain}")["items"][0]
    assert stored["title"] == "Menu of the day" and "frame" not in stored["design"] and "logo" in stored["design"]


def mm(points):
    return round(float(points) * 25.4 / 72, 1)


def boxes(pdf):
    """The boxes of the only page, as their widths in millimetres."""
    found = {}
    for name, box in re.findall(rb"/(MediaBox|BleedBox|TrimBox|ArtBox)\s*\[([^\]]*)\]", pdf):
        left, _, right, _ = box.split()
        found[name.decode()] = mm(float(right) - float(left))
    return found


def test_a_print_shop_gets_files_with_trim_and_bleed(page, domain):
    code = api("POST", f"/qr/{domain}", {"slug": "card", "preset": "dots-rose"})["id"]
    page.goto(f"{DASHBOARD}/domains/{domain}/codes/{code}")
    page.get_by_label("Width in millimetres").fill("80")
    name, pdf = downloaded(page, page.get_by_role("button", name="Download PDF"))
    assert name == f"code-{code}-80mm.pdf" and pdf.startswith(b"%PDF-")
    widths = boxes(pdf)
    assert (widths["ArtBox"], widths["TrimBox"], widths["BleedBox"]) == (80, 86, 92)
    name, eps = downloaded(page, page.get_by_role("button", name="Download EPS"))
    assert name.endswith(".eps") and eps.startswith(b"%!PS-Adobe-3")
    name, svg = downloaded(page, page.get_by_role("button", name="Download SVG"))
    assert name.endswith(".svg") and b"<svg" in svg
    page.get_by_label("Size", exact=True).select_option("2048")
    _, png = downloaded(page, page.get_by_role("button", name="Download PNG"))
    assert Image.open(io.BytesIO(png)).width == 2048
    # A browser that checks nothing.
    page.locator("#print form").evaluate("(form) => { form.noValidate = true; }")
    for wrong in ["5", "", "wide"]:
        page.locator("#size_mm").evaluate("(field, value) => { field.type = 'text'; field.value = value; }", wrong)
        page.get_by_role("button", name="Download PDF").click()
        expect(page.locator("#size_mm-fault")).to_contain_text("from 20 to 500")
        page.locator("#print form").evaluate("(form) => { form.noValidate = true; }")
    accessible(page)


def test_ticked_codes_are_put_on_a_sheet(page, domain):
    first = api("POST", f"/qr/{domain}", {"slug": "one", "title": "One"})["id"]
    api("POST", f"/qr/{domain}", {"slug": "two", "title": "Two"})
    page.goto(f"{DASHBOARD}/domains/{domain}/codes/{first}")
    page.get_by_role("link", name="Print sheet").click()
    expect(page.get_by_label("One on the print sheet")).to_be_checked()
    expect(page.get_by_label("Two on the print sheet")).not_to_be_checked()
    page.get_by_label("Copies of each").fill("30")
    page.get_by_label("Paper").select_option("letter")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/sheet.pdf" in request.url else None)
    name, pdf = downloaded(page, page.get_by_role("button", name="Download the sheet as PDF"))
    assert name == f"codes-{domain}.pdf" and pdf.startswith(b"%PDF-")
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(asked[0]).query)
    assert (query["ids"], query["copies"], query["paper"]) == ([str(first)], ["30"], ["letter"])
    # Letter is 215.9 mm wide.
    assert boxes(pdf)["MediaBox"] == 215.9
    page.get_by_label("Two on the print sheet").check()
    page.get_by_label("Copies of each").fill("1000")
    page.get_by_role("button", name="Download the sheet as PDF").click()
    expect(page.locator("#copies-fault")).to_contain_text("at most 1,000 codes")
    # What was ticked and typed is still there.
    expect(page.get_by_label("Two on the print sheet")).to_be_checked()
    expect(page.get_by_label("Copies of each")).to_have_value("1000")
