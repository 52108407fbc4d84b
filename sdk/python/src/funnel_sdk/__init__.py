"""The client of the landing-funnel administration API."""

from ._call import Body, etag, headers, request_id
from ._client import AsyncFunnelClient, FunnelClient
from ._deprecation import Deprecation
from ._errors import Fault, FunnelError
from ._generated import types
from ._webhook import verify_webhook

__all__ = [
    "AsyncFunnelClient",
    "Body",
    "Deprecation",
    "Fault",
    "FunnelClient",
    "FunnelError",
    "etag",
    "headers",
    "request_id",
    "types",
    "verify_webhook",
]
