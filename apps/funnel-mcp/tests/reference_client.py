"""The reference client of the protocol against a running service: `cargo xtask mcp` starts one and runs this.

It needs FUNNEL_API_URL, FUNNEL_API_KEY and FUNNEL_PROGRAM (the program for standard input and output).
"""

import asyncio
import contextlib
import json
import os

import httpx2
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

API = os.environ["FUNNEL_API_URL"].rstrip("/")
KEY = os.environ["FUNNEL_API_KEY"]
DOMAIN = "demo.localhost"


def text(result):
    return result.content[0].text


async def read(session):
    """What every server offers, also one that only reads."""
    info = await session.initialize()
    assert info.server_info.name == "funnel", info
    tools = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert "members_list" not in tools and "qr_codes_list" not in tools, "not among the toolsets of this connection"
    assert tools["domains_list"].annotations.read_only_hint
    assert tools["domains_list"].title == "List domains"
    listed = await session.call_tool("domains_list", {})
    assert not listed.is_error, listed
    assert DOMAIN in [item["hostname"] for item in json.loads(text(listed))["items"]]
    resources = [str(resource.uri) for resource in (await session.list_resources()).resources]
    assert f"funnel://domains/{DOMAIN}/draft" in resources, resources
    draft = json.loads((await session.read_resource(f"funnel://domains/{DOMAIN}/draft")).contents[0].text)
    assert draft["segments"] and draft["segments"][0]["buttons"] and "changes" in draft, draft
    statistics = await session.read_resource(f"funnel://domains/{DOMAIN}/statistics")
    assert "totals" in json.loads(statistics.contents[0].text)
    guide = (await session.read_resource("funnel://docs/api")).contents[0].text
    assert guide.startswith("# "), guide[:80]
    missing = await session.call_tool("domains_show", {"domain": "missing.example"})
    assert missing.is_error and json.loads(text(missing))["code"] == "domain_not_found", missing
    wrong = await session.call_tool("domains_show", {"domain": DOMAIN, "more": 1})
    assert wrong.is_error and "`more` is no argument" in text(wrong), wrong
    return tools


async def refuse_to_write(session):
    tools = await read(session)
    assert all(tool.annotations.read_only_hint for tool in tools.values())
    refused = await session.call_tool("drafts_publish", {"domain": DOMAIN})
    assert refused.is_error and "only reads" in text(refused), refused


async def write(session):
    tools = await read(session)
    assert tools["drafts_publish"].annotations.destructive_hint
    segment = json.loads(text(await session.call_tool("segments_list", {"domain": DOMAIN})))["items"][0]
    button = {"label": "By an assistant", "url": "https://example.com/assistant"}
    place = {"domain": DOMAIN, "tier": segment["segment_id"]}
    made = json.loads(text(await session.call_tool("buttons_create", {**place, "body": button})))
    assert made["label"] == button["label"], made
    # What takes away is shown first, and done with the token of that alone.
    named = {**place, "button_id": made["button_id"]}
    shown = json.loads(text(await session.call_tool("buttons_delete", named)))
    assert shown["dry_run"] and button["label"] in json.dumps(shown["before"]), shown
    token = shown["confirmation_token"]
    other = await session.call_tool("buttons_delete", {**named, "button_id": "btn_other", "confirmation_token": token})
    assert other.is_error and "not one of a dry run" in text(other), other
    still = json.loads(text(await session.call_tool("buttons_list", place)))["items"]
    assert made["button_id"] in [item["button_id"] for item in still]
    gone = await session.call_tool("buttons_delete", {**named, "confirmation_token": token})
    assert not gone.is_error, gone
    left = json.loads(text(await session.call_tool("buttons_list", place)))["items"]
    assert made["button_id"] not in [item["button_id"] for item in left]
    await publish_what_was_shown(session, place)


async def publish_what_was_shown(session, place):
    """A confirmation is good for what it showed, once."""

    async def add(label):
        button = {"label": label, "url": "https://example.com/assistant"}
        return json.loads(text(await session.call_tool("buttons_create", {**place, "body": button})))["button_id"]

    async def token():
        return json.loads(text(await session.call_tool("drafts_publish", {"domain": DOMAIN})))["confirmation_token"]

    async def publish(confirmation):
        return await session.call_tool("drafts_publish", {"domain": DOMAIN, "confirmation_token": confirmation})

    added = [await add("Shown")]
    confirmation = await token()
    added.append(await add("Not shown"))
    refused = await publish(confirmation)
    assert refused.is_error and "has changed" in text(refused), refused
    confirmation = await token()
    published = await publish(confirmation)
    assert not published.is_error and json.loads(text(published))["changed"], published
    again = await publish(confirmation)
    assert again.is_error and ("has changed" in text(again) or "was used" in text(again)), again
    # A publication that would change nothing leaves what is shown as it is, and its token is used up all the same.
    confirmation = await token()
    assert not (await publish(confirmation)).is_error
    again = await publish(confirmation)
    assert again.is_error and "was used" in text(again), again
    for button in added:
        named = {**place, "button_id": button}
        gone = json.loads(text(await session.call_tool("buttons_delete", named)))["confirmation_token"]
        assert not (await session.call_tool("buttons_delete", {**named, "confirmation_token": gone})).is_error
    await publish(await token())
    await lead_elsewhere(session)


async def lead_elsewhere(session):
    """A smart link that visitors use is not changed by the first call."""
    links = json.loads(text(await session.call_tool("smart_links_list", {"domain": DOMAIN})))["items"]
    link = next(link for link in links if link["active"])
    change = {"id": str(link["id"]), "body": {"active": False}}
    shown = json.loads(text(await session.call_tool("smart_links_update", change)))
    assert shown["dry_run"] and shown["before"]["active"], shown
    now = json.loads(text(await session.call_tool("smart_links_show", {"id": change["id"]})))
    assert now["active"], now


async def offer_what_is_asked_for():
    async with over_http("/mcp?toolsets=qr,team") as session:
        await session.initialize()
        names = {tool.name for tool in (await session.list_tools()).tools}
        assert {"qr_codes_list", "members_list", "api_keys_self_show"} <= names and "domains_list" not in names, names


@contextlib.asynccontextmanager
async def over_http(path):
    headers = {"Authorization": f"Bearer {KEY}"}
    async with httpx2.AsyncClient(headers=headers, trust_env=False) as client:
        async with streamable_http_client(f"{API}{path}", http_client=client) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                yield session


@contextlib.asynccontextmanager
async def over_stdio(*arguments):
    environment = {"FUNNEL_API_KEY": KEY, "FUNNEL_API_URL": API}
    program = StdioServerParameters(command=os.environ["FUNNEL_PROGRAM"], args=["mcp", *arguments], env=environment)
    async with stdio_client(program) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            yield session


async def main():
    async with over_http("/mcp") as session:
        await refuse_to_write(session)
    async with over_http("/mcp/write") as session:
        await write(session)
    await offer_what_is_asked_for()
    async with over_stdio() as session:
        await refuse_to_write(session)
    async with over_stdio("--write") as session:
        await write(session)
    async with httpx2.AsyncClient(trust_env=False) as client:
        headers = {"Authorization": "Bearer al_live_x", "Accept": "application/json, text/event-stream"}
        for given in ({}, headers):
            answer = await client.post(f"{API}/mcp", headers=given, json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
            assert answer.status_code == 401, answer
    print("the reference client reads and writes over both transports")


asyncio.run(main())
