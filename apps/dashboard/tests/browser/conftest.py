"""What the tests in a real browser share. `cargo xtask dashboard-test` starts the service and names it in the environment."""

import contextlib
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect, sync_playwright
from xdist.scheduler import LoadScopeScheduling

HERE = pathlib.Path(__file__).parent
DASHBOARD = os.environ["FUNNEL_DASHBOARD_URL"]
API = os.environ["FUNNEL_API_URL"]
EDGE_PORT = os.environ["FUNNEL_EDGE_URL"].rsplit(":", 1)[1]
KEY = os.environ["FUNNEL_API_KEY"]
AXE = (HERE / "axe.min.js").read_text()
# A machine that also builds something else takes its time.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def browser():
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert program, "Chromium is needed: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def api(method, path, body=None, key=KEY):
    """Calls the API as an integrator would."""
    request = urllib.request.Request(
        f"{API}/api/admin{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
    return json.loads(text) if text else None


def pytest_configure(config):
    """Fills in what the demo has none of, so that the screens are looked at as they are used: once, before any worker tests."""
    if hasattr(config, "workerinput") or api("GET", "/webhooks")["items"]:
        return
    api("POST", "/webhooks", {"url": "http://127.0.0.1:9/hook", "events": ["*"], "description": "Nobody listens"})
    api("POST", "/webhooks", {"url": "https://crm.example.com/hooks/funnel?tenant=7", "events": ["conversion.created", "key.created"], "active": False})
    api("POST", "/api-keys", {"name": "laptop", "scopes": ["read"]})


# Tests that make keys. Webhooks are notified of each, so this happens at no time when their messages are counted.
KEYS = {
    "test_a_revoked_key_ends_the_session_in_the_other_tab",
    "test_two_workspaces_are_switched_between",
    "test_a_key_without_the_rights_sees_so",
    "test_a_key_that_ends_soon_is_warned_of",
    "test_sessions_are_ended_where_they_were_left_open",
}


class Shares(LoadScopeScheduling):
    """The tests of a file share domains of one name, so one worker takes them all. A screen is looked at by whoever is free."""

    def _split_scope(self, nodeid):
        path, _, name = nodeid.partition("::")
        file = pathlib.PurePath(path).name
        if file == "test_screens.py":
            return nodeid
        return "keys" if file in ("test_webhooks.py", "test_rights.py") or name in KEYS else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return Shares(config, log)


def sign_in(page, key=KEY):
    page.goto(f"{DASHBOARD}/sign-in")
    page.get_by_label("API key").fill(key)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{DASHBOARD}/")


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers of a test, which are noted nowhere else."""

    def say(self, status, text, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(handler):
    """A server on this machine; gives its port."""
    listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    yield listening.server_port
    listening.shutdown()
    listening.server_close()


@contextlib.contextmanager
def dashboard_before(port):
    """A dashboard of its own in front of the API at a port; gives its address. It opens the sessions of the other one, for it has
    the same key."""
    settings = {
        "FUNNEL_SECRET_KEY": (pathlib.Path(os.environ["FUNNEL_DATA_DIR"]) / "secret-key").read_text().strip(),
        "FUNNEL_ROLES": "dashboard",
        "FUNNEL_API_ADDR": f"127.0.0.1:{port}",
        "FUNNEL_DASHBOARD_ADDR": "127.0.0.1:0",
        "FUNNEL_MANAGEMENT_ADDR": "127.0.0.1:0",
    }
    command = [os.environ["FUNNEL_PROGRAM"], "serve"]
    program = subprocess.Popen(command, env=os.environ | settings, stderr=subprocess.PIPE, text=True)
    try:
        listening = next(json.loads(line) for line in program.stderr if line.startswith('{"event":"listening"'))
        threading.Thread(target=program.stderr.read, daemon=True).start()
        yield f"http://{listening['dashboard']}"
    finally:
        program.terminate()
        program.wait()


def until(condition):
    """Waits until the service has done what it does by itself."""
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "did not come true"
        time.sleep(0.05)


def press(page, button):
    """Presses a button and waits for the page that follows: what the page before it said proves nothing."""
    page.locator("#main").evaluate("(main) => { main.dataset.before = ''; }")
    button.click()
    expect(page.locator("#main[data-before]")).to_have_count(0)


# Nothing is on its way any more, and each chart is drawn. What waits for quiet on the network instead waits half a second longer.
SETTLED = """() => !document.querySelector('.htmx-request')
  && [...document.querySelectorAll('[data-chart]')].every((chart) => chart.querySelector('canvas'))
  && [...document.querySelectorAll('[hx-trigger="load"]')].every((part) => part.querySelector('#attention'))"""


def settled(page):
    """Waits for what a screen loads by itself."""
    page.wait_for_function(SETTLED)


# Colours change in transitions, which begin with the next frame, and those of a child where its parent's ended; one without
# an end is not waited for.
REPAINTED = """async () => {
  for (;;) {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter(each =>
      each.playState === 'running' && each.effect.getComputedTiming().endTime < Infinity);
    if (ending.length === 0) return;
    await Promise.all(ending.map(each => each.finished.catch(() => {})));
  }
}"""


def violations(page, **options):
    """What axe-core has against the page as it is shown now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    page.evaluate(REPAINTED)
    found = page.evaluate("(options) => axe.run(document, {iframes: false, resultTypes: ['violations'], ...options})", options)
    return [(each["id"], each["nodes"][0]["html"][:200], each["nodes"][0]["failureSummary"]) for each in found["violations"]]


def accessible(page):
    """Holds that a screen is accessible in the state that a test has brought it to."""
    assert violations(page) == []


@pytest.fixture(scope="session")
def state(browser):
    """The cookies of somebody who is signed in."""
    context = browser.new_context(locale="en-US")
    sign_in(context.new_page())
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def open_page(browser, state):
    """Opens pages that fail the test on any error of a script or of the content security policy."""
    contexts, errors = [], []

    def opened(width=1280, height=900, scheme="light", signed_in=True, **options):
        options.setdefault("locale", "en-US")
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            storage_state=state if signed_in else None,
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if "Content Security" in message.text else None)
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(open_page):
    return open_page()
