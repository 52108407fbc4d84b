"""Uploads are read as this browser shows them. The unit tests of `adapter-assets` compare with the same files."""

import base64
import io
import os
import pathlib
import urllib.error
import urllib.request

import pytest
from conftest import API, EDGE_PORT, KEY, api
from PIL import Image, ImageChops

ASSETS = pathlib.Path(__file__).parents[4] / "crates/adapters/adapter-assets/tests"
PICTURES = sorted(path for path in (ASSETS / "pictures").iterdir() if path.suffix in (".png", ".jpg", ".webp"))
SOUNDS = sorted(path for path in (ASSETS / "sounds").iterdir() if path.suffix in (".mp3", ".ogg", ".wav"))
KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}

DRAW = """src => new Promise((done, failed) => {
  const image = new Image()
  image.onerror = failed
  image.onload = () => {
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0)
    done(canvas.toDataURL('image/png'))
  }
  image.src = src
})"""


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def domain():
    """A domain, deleted at the end."""
    name = "sounds.localhost"
    api("POST", "/domains", {"hostname": name, "display_name": "Sounds"})
    yield name
    api("DELETE", f"/domains/{name}")


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_pictures_are_rendered_as_recorded(page, path):
    address = f"data:{KINDS[path.suffix]};base64,{base64.b64encode(path.read_bytes()).decode()}"
    drawn = base64.b64decode(page.evaluate(DRAW, address).split(",")[1])
    expected = path.parent / "expected" / f"{path.name}.png"
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_bytes(drawn)
    ours, theirs = Image.open(expected).convert("RGB"), Image.open(io.BytesIO(drawn)).convert("RGB")
    assert ours.size == theirs.size
    difference = max(high for _, high in ImageChops.difference(ours, theirs).getextrema())
    assert difference <= 2, "Chromium has changed"


@pytest.mark.parametrize("path", SOUNDS, ids=lambda path: path.name)
def test_sounds_that_are_accepted_are_played(page, domain, path):
    upload = urllib.request.Request(
        f"{API}/api/admin/notification/{domain}/sound",
        method="PUT",
        data=path.read_bytes(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/octet-stream"},
    )
    if path.name.startswith("speex"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(upload)
        assert refused.value.code == 422
        return
    with urllib.request.urlopen(upload):
        pass
    file = api("GET", f"/notification/{domain}")["sound_filename"]
    part = urllib.request.Request(
        f"http://127.0.0.1:{EDGE_PORT}/f/{file}", headers={"Host": domain, "Range": "bytes=0-1"}
    )
    with urllib.request.urlopen(part) as answer:
        assert answer.status == 206 and len(answer.read()) == 2
    whole = urllib.request.Request(f"http://127.0.0.1:{EDGE_PORT}/f/{file}", headers={"Host": domain})
    with urllib.request.urlopen(whole) as answer:
        content = base64.b64encode(answer.read()).decode()
    seconds = page.evaluate(
        """async content => {
          const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
          const context = new OfflineAudioContext(1, 48000, 48000)
          return (await context.decodeAudioData(bytes.buffer)).duration
        }""",
        content,
    )
    assert seconds > 0.03
