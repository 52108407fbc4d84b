"""Import and export: files that people take out, and files that they bring in again."""

import json
import zipfile

import pytest
from conftest import DASHBOARD, accessible, api
from playwright.sync_api import expect


@pytest.fixture
def domain():
    """A domain with one button and one code, deleted at the end."""
    name = "transfer.localhost"
    api("POST", "/domains", {"hostname": name, "display_name": "Transfer"})
    segment = api("POST", f"/segments/{name}", {"name": "Everyone"})["segment_id"]
    api("POST", f"/buttons/{name}/{segment}", {"label": "First", "url": "https://example.com/first"})
    api("POST", f"/qr/{name}", {"slug": "flyer"})
    yield name
    api("DELETE", f"/domains/{name}")


def labels(domain):
    segment = api("GET", f"/segments/{domain}")["items"][0]["segment_id"]
    return [button["label"] for button in api("GET", f"/buttons/{domain}/{segment}")["items"]]


def downloaded(page, button):
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    with open(waiting.value.path(), encoding="utf-8", newline="") as file:
        return waiting.value.suggested_filename, file.read()


def choose(page, name, text):
    page.get_by_label("File", exact=True).set_input_files({"name": name, "mimeType": "", "buffer": text.encode()})


def look_at(page, name, text):
    choose(page, name, text)
    page.get_by_role("button", name="Preview the import").click()


def test_what_is_taken_out_is_what_was_asked_for(page, domain):
    page.goto(f"{DASHBOARD}/transfer")
    page.locator("#export").get_by_label("What to export").select_option(domain)
    name, text = downloaded(page, "Download as JSON")
    document = json.loads(text)
    assert name.startswith(f"export-{domain}-") and name.endswith(".json")
    assert [each["hostname"] for each in document["domains"]] == [domain] and document["qr"][0]["slug"] == "flyer"
    for part in ["Domains with their pages", "Smart links"]:
        page.get_by_label(part).uncheck()
    _, text = downloaded(page, "Download as JSON")
    assert "domains" not in json.loads(text) and len(json.loads(text)["qr"]) == 1
    name, table = downloaded(page, "Links as CSV")
    assert name.startswith(f"links-{domain}-") and table.startswith("domain,label,url,segment,position\r\n")
    assert f"{domain},First,https://example.com/first" in table
    for part in ["QR codes", "Library of banners", "Team"]:
        page.locator("#export").get_by_label(part, exact=True).uncheck()
    page.get_by_role("button", name="Download as JSON").click()
    expect(page.locator("#parts-fault")).to_contain_text("at least one part")
    expect(page.locator("#export").get_by_label("What to export")).to_have_value(domain)


def test_a_file_is_looked_at_before_it_is_carried_out(page, domain):
    document = api("GET", f"/export?domain={domain}")
    document["domains"][0]["display_name"] = "<b>Renamed</b>"
    document["qr"].append({"domain": domain, "slug": "NO WAY", "title": "", "channel": "", "active": True, "design": {}})
    text = json.dumps(document)
    page.goto(f"{DASHBOARD}/transfer")
    page.get_by_label("Existing entries").select_option("replace")
    look_at(page, "export.json", text)
    row = page.locator("#rows tbody tr")
    # What can't be taken in comes first, with the reason; and a domain is taken in whole or not at all.
    expect(row.first).to_contain_text("Not possible")
    expect(row.filter(has_text="QR code 2")).to_contain_text("slug")
    accessible(page)
    document["qr"].pop()
    text = json.dumps(document)
    look_at(page, "export.json", text)
    expect(row.filter(has_text="Domain 1")).to_contain_text("Replaced")
    expect(row.filter(has_text="QR code 1")).to_contain_text("Unchanged")
    assert api("GET", f"/domains/{domain}")["display_name"] == "Transfer"
    page.get_by_role("button", name="Import one change").click()
    expect(page.get_by_role("heading", name="Done: export.json")).to_be_visible()
    expect(page.locator("#outcome")).to_contain_text("Publish the pages")
    assert api("GET", f"/domains/{domain}")["display_name"] == "<b>Renamed</b>"
    # A second time there is nothing to do.
    look_at(page, "export.json", text)
    expect(page.get_by_text("There is nothing to change")).to_be_visible()


def test_an_archive_goes_out_with_its_files_and_comes_in_again(page, domain, tmp_path):
    page.goto(f"{DASHBOARD}/transfer")
    page.locator("#export").get_by_label("What to export").select_option(domain)
    # They belong to the workspace, where other tests change them meanwhile.
    for part in ["Library of banners", "Team"]:
        page.locator("#export").get_by_label(part, exact=True).uncheck()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download with files").click()
    assert waiting.value.suggested_filename.endswith(".zip")
    file = tmp_path / "export.zip"
    waiting.value.save_as(file)
    with zipfile.ZipFile(file) as archive:
        document = json.loads(archive.read("export.json"))
    assert [each["hostname"] for each in document["domains"]] == [domain]
    document["domains"][0]["display_name"] = "Packed"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("export.json", json.dumps(document))
    page.get_by_label("Existing entries").select_option("replace")
    page.get_by_label("File", exact=True).set_input_files(file)
    for button in ["Preview the import", "Import one change"]:
        page.get_by_role("button", name=button).click()
    expect(page.get_by_role("heading", name="Done: export.zip")).to_be_visible()
    assert api("GET", f"/domains/{domain}")["display_name"] == "Packed"


def test_another_file_than_the_one_looked_at_changes_nothing(page, domain):
    head = "domain,label,url\r\n"
    page.goto(f"{DASHBOARD}/transfer")
    look_at(page, "links.csv", f"{head}{domain},Second,https://example.com/second\r\n")
    expect(page.locator("#rows tbody tr")).to_contain_text("New")
    choose(page, "links.csv", f"{head}{domain},Third,https://example.com/third\r\n")
    page.get_by_role("button", name="Import one change").click()
    expect(page.locator("#outcome")).to_contain_text("This isn't the file")
    assert labels(domain) == ["First"]
    page.get_by_role("button", name="Import one change").click()
    expect(page.get_by_role("heading", name="Done: links.csv")).to_be_visible()
    assert labels(domain) == ["First", "Third"]


def test_links_are_taken_in_without_a_script(open_page, domain):
    page = open_page(java_script_enabled=False)
    page.goto(f"{DASHBOARD}/transfer")
    for button in ["Preview the import", "Import one change"]:
        page.locator("#import-domain").select_option(domain)
        choose(page, "list.txt", "https://example.com/from-a-list\n")
        page.get_by_role("button", name=button).click()
    expect(page.get_by_role("heading", name="Done: list.txt")).to_be_visible()
    assert len(labels(domain)) == 2


def test_the_good_rows_are_taken_alone(page, domain):
    text = "Title;Destination URL\r\nSecond;https://example.com/second\r\n\r\nThird;no address\r\n"
    page.goto(f"{DASHBOARD}/transfer")
    page.locator("#import-domain").select_option(domain)
    look_at(page, "bitly.csv", text)
    expect(page.locator("#outcome")).to_contain_text("nothing of their domains is imported")
    expect(page.locator("#rows tbody")).to_contain_text("Line 4")
    page.get_by_label("Import the good rows alone").check()
    page.get_by_role("button", name="Preview the import").click()
    expect(page.locator("#outcome")).to_contain_text("is left out")
    accessible(page)
    page.get_by_role("button", name="Import one change").click()
    expect(page.get_by_role("heading", name="Done: bitly.csv")).to_be_visible()
    assert labels(domain) == ["First", "Second"]


def test_bookmarks_that_are_no_web_address_are_counted(page, domain):
    page.goto(f"{DASHBOARD}/transfer")
    page.locator("#import-domain").select_option(domain)
    look_at(page, "bookmarks.html", "<DL><DT><A HREF='javascript:1'>No</A>\n<DT><A HREF='https://example.com/b'>B</A></DL>")
    expect(page.locator("#outcome")).to_contain_text("One bookmark is no web address")
    expect(page.locator("#rows tbody tr")).to_contain_text("Line 2")


BAD = [
    ("export.json", '{"version": 1,\n  "domains": [', "#file-fault", "line 2"),
    ("package.json", '{"name": "left-pad"}', "#file-fault", "not an export of this service"),
    ("photo.png", "PNG", "#file-fault", ".json, .zip, .csv, .tsv, .txt or .html"),
    ("links.csv", "", "#file-fault", "empty"),
    ("links.csv", "name,address\r\na,b\r\n", "#file-fault", "line 1 names no column url"),
    ("list.txt", "https://example.com/x\n", "#import-domain-fault", "names no domain"),
    ("large.csv", "x" * (11 << 20), "#file-fault", "too large"),
    ("export.zip", "no archive", "#file-fault", "no zip archive"),
    ("larger.csv", "x" * (33 << 20), "#file-fault", "too large"),
]


def test_bad_files_are_reported_at_the_field(page, tmp_path):
    page.goto(f"{DASHBOARD}/transfer")
    for name, text, field, words in BAD:
        # By way of the disk, for what is handed to the browser itself takes a minute if it is as large as the last ones.
        file = tmp_path / name
        file.write_text(text)
        page.get_by_label("File", exact=True).set_input_files(file)
        page.get_by_role("button", name="Preview the import").click()
        expect(page.locator(field)).to_contain_text(words, ignore_case=True)
        expect(page.get_by_role("alert")).to_contain_text("Nothing was changed yet")
        expect(page.locator("#outcome")).to_be_empty()
    accessible(page)


def test_a_key_without_the_rights_sees_so(open_page):
    page = open_page(signed_in=False)
    token = api("POST", "/api-keys", {"name": "reads only", "scopes": ["read"]})["token"]
    page.goto(f"{DASHBOARD}/sign-in")
    page.get_by_label("API key").fill(token)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{DASHBOARD}/")
    page.goto(f"{DASHBOARD}/transfer")
    # Reading includes taking out, not bringing in.
    expect(page.get_by_role("button", name="Download as JSON")).to_be_visible()
    expect(page.locator("#import")).to_have_count(0)
