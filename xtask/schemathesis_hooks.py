"""What schemathesis can't know of this service."""

import schemathesis


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
