"""Reads a list to its end, a page at a time: FUNNEL_API_URL and FUNNEL_API_KEY are needed."""

from funnel_sdk import FunnelClient

with FunnelClient() as funnel:
    members = sum(1 for _ in funnel.members.list_all(limit=1000))
    print(members, "members")
