"""Lists the domains, and makes a QR code: FUNNEL_API_URL and FUNNEL_API_KEY are needed."""

import uuid

from funnel_sdk import FunnelClient, FunnelError

with FunnelClient() as funnel:
    domain = funnel.domains.list()["items"][0]["hostname"]
    code = funnel.qr_codes.create(domain, {"slug": f"example-{uuid.uuid4().hex[:8]}"})
    print(domain, code["path"])
    try:
        funnel.domains.show("nobody.example.com")
    except FunnelError as error:
        print(error.code)
