"""What others must not be able to do."""

import contextlib
import select
import socket
import types
import urllib.error
import urllib.request

import pytest
from conftest import DASHBOARD, KEY, Handler, api, served, settled, sign_in
from playwright.sync_api import expect

SECRET = KEY.rsplit("_", 1)[1]


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
def elsewhere():
    """Another site, which shows what the test sets and keeps what browsers send it."""
    site = types.SimpleNamespace(page="<!doctype html>Elsewhere", requests=[])

    class Elsewhere(Handler):
        def do_GET(self):
            site.requests.append(dict(self.headers))
            self.say(200, site.page.encode(), Content_Type="text/html")

    with served(Elsewhere) as port:
        # The dashboard is at an address, so a name is another site.
        site.url = f"http://elsewhere.localhost:{port}/"
        yield site


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


def upload(cookie):
    """A form with a file that has begun and does not come to its end."""
    host, port = DASHBOARD.removeprefix("http://").split(":")
    sent = socket.create_connection((host, int(port)), timeout=30)
    head = f"POST /transfer/import HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {DASHBOARD}\r\nCookie: {cookie}\r\n"
    part = "--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\n"
    sent.sendall(f"{head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 20000000\r\n\r\n{part}".encode())
    return sent


def test_files_of_one_key_are_bounded(cookie):
    with contextlib.ExitStack() as stack:
        # Two are read, and eight wait.
        sent = [stack.enter_context(upload(cookie)) for _ in range(11)]
        answered, _, _ = select.select(sent, [], [], 20)
        assert len(answered) == 1
        assert b" 429 " in answered[0].recv(64)


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
    assert SECRET not in page.content()
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])")
    assert SECRET not in stored


def test_no_script_and_no_other_site_gets_the_session(page):
    page.goto(f"{DASHBOARD}/domains")
    session = next(each for each in page.context.cookies() if each["name"].endswith("session"))
    assert (session["httpOnly"], session["sameSite"]) == (True, "Strict")
    assert SECRET not in session["value"] and page.evaluate("document.cookie") == ""


def test_no_address_and_no_referrer_has_the_key(open_page, elsewhere):
    page = open_page(signed_in=False)
    requests = []
    page.on("request", lambda request: requests.append((request.url, request.headers.get("referer", ""))))
    sign_in(page)
    page.goto(f"{DASHBOARD}/team")
    settled(page)
    assert requests and not [each for each in requests if SECRET in "".join(each)]
    # A link to another site reveals nothing, not even which screen it was on.
    page.evaluate("(url) => { document.body.innerHTML = `<a href=${url}>Away</a>`; }", elsewhere.url)
    page.get_by_role("link", name="Away").click()
    page.wait_for_url(elsewhere.url)
    reported = elsewhere.requests[0]
    assert not [name for name in reported if name.lower() in ("referer", "cookie")], reported


def test_a_page_of_another_site_writes_nothing(page, elsewhere):
    elsewhere.page = f"""<!doctype html><form method=post action="{DASHBOARD}/domains">
        <input name=hostname value=stolen.localhost><input name=display_name value=Stolen><button>Win</button></form>"""
    page.goto(elsewhere.url)
    page.get_by_role("button", name="Win").click()
    expect(page.get_by_role("heading", name="This request came from another site")).to_be_visible()
    assert not api("GET", "/domains?search=stolen")["items"]
    # The holder of the session is signed in as before.
    page.goto(f"{DASHBOARD}/domains")
    expect(page.get_by_role("heading", name="Domains")).to_be_visible()


@pytest.mark.parametrize("path", ["/sign-in", "/team", "/domains/demo.localhost/preview"])
def test_a_page_of_another_site_frames_nothing(browser, state, elsewhere, path):
    elsewhere.page = f"""<!doctype html><iframe src="{DASHBOARD}{path}"></iframe>"""
    context = browser.new_context(storage_state=state)
    page = context.new_page()
    with page.expect_event("requestfailed", lambda request: request.url.startswith(DASHBOARD)):
        page.goto(elsewhere.url)
    assert not page.frames[1].url.startswith(DASHBOARD)
    context.close()


MARKUP = "<img src=x>"


@pytest.fixture
def hostile():
    """Markup in every text that somebody can write, deleted at the end."""
    name = "hostile.localhost"
    api("POST", "/domains", {"hostname": name, "display_name": MARKUP})
    segment = api("POST", f"/segments/{name}", {"name": MARKUP})["segment_id"]
    api("POST", f"/buttons/{name}/{segment}", {"label": MARKUP, "url": "https://example.com/x"})
    api("PATCH", f"/notification/{name}", {"enabled": True, "title": MARKUP, "body": MARKUP, "link_text": MARKUP})
    api("POST", f"/bg/ui?domain={name}", {"profile": {"status_text": MARKUP, "bio": MARKUP}})
    link = api("POST", "/smartlinks", {"domain": name, "slug": "x", "name": MARKUP})["id"]
    code = api("POST", f"/qr/{name}", {"slug": "x", "title": MARKUP, "channel": MARKUP})["id"]
    preset = api("POST", "/library/notifications", {"name": MARKUP, "title": MARKUP, "body": MARKUP, "link_text": "x"})["id"]
    member = api("POST", "/members", {"name": MARKUP, "email": "markup@example.com"})["id"]
    hook = api("POST", "/webhooks", {"url": "https://example.com/x", "events": ["key.revoked"], "description": MARKUP, "active": False})["id"]
    draft = api("POST", "/broadcasts", {"title": MARKUP, "mode": "segmented", "audience": {"tier": "all"}, "message": {"text": MARKUP}})["id"]
    yield types.SimpleNamespace(domain=f"/domains/{name}", link=link, code=code, hook=hook, draft=draft)
    api("DELETE", f"/members/{member}")
    api("DELETE", f"/library/notifications/{preset}")
    api("DELETE", f"/webhooks/{hook}")
    api("POST", f"/broadcasts/{draft}/cancel", {})
    api("DELETE", f"/domains/{name}")


def test_markup_in_every_text_is_shown_as_text(page, hostile):
    own = [f"{hostile.domain}/{tab}" for tab in ["page", "publish", "why", "smart-links", "codes", "setup"]]
    own += [f"{hostile.domain}/smart-links/{hostile.link}", f"{hostile.domain}/codes/{hostile.code}"]
    own += ["/domains", "/library", "/team", "/webhooks", f"/webhooks/{hostile.hook}", "/broadcasts", f"/broadcasts/{hostile.draft}"]
    for path in own:
        page.goto(f"{DASHBOARD}{path}")
        settled(page)
        assert page.locator("img[src=x]").count() == 0, path
        # It is there, in a text or in a field.
        values = "[...document.querySelectorAll('input, textarea')].map(field => field.value).join()"
        assert MARKUP in page.locator("body").inner_text() + page.evaluate(values), path
    page.goto(f"{DASHBOARD}{hostile.domain}/page")
    frame = page.frame_locator("#phone iframe")
    expect(frame.get_by_role("link", name=MARKUP).first).to_be_visible()
    assert frame.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("next", ["//evil.example/x", "/%09/evil.example/x", "/%0a/evil.example/x"])
def test_a_sign_in_leads_nowhere_else(open_page, next):
    page = open_page(signed_in=False)
    page.goto(f"{DASHBOARD}/sign-in?next={next}")
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
