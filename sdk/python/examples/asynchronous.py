"""Asks for two things at once: FUNNEL_API_URL and FUNNEL_API_KEY are needed."""

import asyncio

from funnel_sdk import AsyncFunnelClient


async def main() -> None:
    async with AsyncFunnelClient() as funnel:
        domains, rights = await asyncio.gather(funnel.domains.list(), funnel.api_keys.self_show())
        print(len(domains["items"]), "domains;", "scopes:", *rights["scopes"])


asyncio.run(main())
