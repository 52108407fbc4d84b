"""What others must not be able to do."""

import urllib.error
import urllib.request

import pytest
from conftest import DASHBOARD, KEY
from playwright.sync_api import expect


def answer(path, method="GET", body=None, **headers):
    request = urllib.request.Request(f"{DASHBOARD}{path}", method=method, data=body)
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    opener = urllib.request.build_opener(NoRedirect)
    try:
        return opener.open(request)
    except urllib.error.HTTPError as refused:
        return refused


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


@pytest.fixture
def cookie(state):
    return "; ".join(f"{each['name']}={each['value']}" for each in state["cookies"])


def test_a_write_of_another_site_is_refused(cookie):
    for headers in [
        {"Origin": "https://evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "null"},
        {},
    ]:
        refused = answer("/domains", "POST", b"hostname=evil.example&display_name=x", Cookie=cookie, **headers)
        assert refused.status == 403, headers


def test_a_forged_cookie_is_signed_out(cookie):
    name, value = cookie.split("; ")[0].split("=", 1)
    for forged in [value[:-8] + "AAAAAAAA", "AAAA", "", "{}", value[8:]]:
        refused = answer("/domains", Cookie=f"{name}={forged}")
        assert refused.status == 303 and refused.headers["Location"].startswith("/sign-in"), forged


PATHS = ["/", "/domains", "/sign-in", "/nowhere", "/domains/demo.localhost/page", "/domains/nobody.example/page", "/styleguide"]


@pytest.mark.parametrize("path", PATHS)
def test_each_answer_is_private_and_framed_by_nobody(path, cookie):
    for headers in [{}, {"Cookie": cookie}]:
        given = answer(path, **headers).headers
        assert given["Cache-Control"] == "no-store"
        assert given["X-Frame-Options"] == "DENY"
        policy = given["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'") and "unsafe" not in policy and "frame-ancestors 'none'" in policy


def test_the_preview_is_a_stranger(cookie):
    given = answer("/domains/demo.localhost/preview", Cookie=cookie).headers
    assert given["Content-Security-Policy"].endswith("; sandbox")
    assert given["X-Frame-Options"] == "SAMEORIGIN"
    assert given["Cache-Control"] == "no-store"


def test_a_failed_preview_is_framed_by_the_editor_alone(cookie):
    given = answer("/domains/nobody.example/preview", Cookie=cookie).headers
    policy = given["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'") and "frame-ancestors 'self'" in policy
    assert given["X-Frame-Options"] == "SAMEORIGIN"


def test_the_preview_cannot_reach_its_frame(page):
    page.goto(f"{DASHBOARD}/domains/demo.localhost/page")
    assert page.locator("iframe").get_attribute("sandbox") == ""
    assert page.evaluate("document.querySelector('iframe').contentDocument === null")


def test_the_key_is_nowhere_in_the_browser(page):
    page.goto(f"{DASHBOARD}/team")
    secret = KEY.rsplit("_", 1)[1]
    assert secret not in page.content()
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])")
    assert secret not in stored


def test_a_sign_in_leads_nowhere_else(open_page):
    page = open_page(signed_in=False)
    page.goto(f"{DASHBOARD}/sign-in?next=//evil.example/x")
    page.get_by_label("API key").fill(KEY)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{DASHBOARD}/")


def test_a_wrong_key_is_refused_in_words(open_page):
    page = open_page(signed_in=False)
    page.goto(f"{DASHBOARD}/sign-in")
    page.get_by_label("API key").fill("al_live_wrong_wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("isn't valid")
    assert page.locator("#key").input_value() == ""
