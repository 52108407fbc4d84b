"""What schemathesis can't know of this service."""

import io
import json
import zipfile

import schemathesis
from hypothesis import strategies as st

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4),
    max_leaves=20,
)

# Some of the names that an export has, and any others.
names = st.sampled_from(["export.json", "files/", "files/" + "0" * 64, "../export.json", "/etc/passwd"]) | st.text(
    min_size=1, max_size=40
).filter(lambda name: not any("\ud800" <= letter <= "\udfff" for letter in name))


@st.composite
def archives(draw):
    """Archives of any documents and files, some of them cut short, and now and then no archive at all."""
    entries = draw(st.dictionaries(names, json_values.map(json.dumps).map(str.encode) | st.binary(max_size=200), max_size=4))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    whole = packed.getvalue()
    return draw(st.one_of(st.just(whole), st.just(whole[: len(whole) // 2]), st.binary(max_size=200)))


schemathesis.openapi.media_type("application/zip", archives())


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives each request of a sequence an Idempotency-Key of its own.

    A key that comes again brings back the stored answer of its first request, also when what that request made was deleted
    since, and a later step of the sequence would then miss it rightly. Keys that come again have tests of their own.
    """
    meta = case.meta
    if meta is None or meta.phase.name != "stateful" or meta.generation.mode.is_negative:
        return
    if case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = case.id
