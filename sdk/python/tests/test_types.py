"""What the types refuse. mypy is the test: an error that is ignored here and does not come is an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from funnel_sdk import FunnelClient, types

DOMAIN = "links.example.com"
URL = "https://crm.example.com/hooks"


def refused(funnel: FunnelClient) -> None:
    """Never called: the calls are only checked."""
    funnel.smart_links.create({"domain": DOMAIN, "slug": "vip", "policy": {"nonsense": True}})  # type: ignore[typeddict-item]
    funnel.pixels.set("l1", {"platform": "facebook", "pixel_id": "1"})  # type: ignore[typeddict-item]
    funnel.pixels.delete("l1", "facebook")  # type: ignore[arg-type]
    funnel.webhooks.create({"url": URL, "events": ["no.such"]})  # type: ignore[list-item]
    funnel.segments.create(DOMAIN, {"name": "a", "match": {"nonsense": True}})  # type: ignore[typeddict-item]
    funnel.segments.create(DOMAIN, {"name": "a", "ab": {"v": 1, "key": "hero"}})  # type: ignore[typeddict-item]
    funnel.buttons.create(DOMAIN, "seg_1", {"label": "a", "url": URL, "variants": [{"label": "b"}]})  # type: ignore[typeddict-item]
    funnel.qr_codes.create(DOMAIN, {"slug": "flyer", "design": {"module": "stars"}})  # type: ignore[typeddict-item]
    funnel.banners.update(DOMAIN, {"style": {"theme": "wood"}})  # type: ignore[arg-type]
    funnel.appearance.ui_set({"buttons": {"glitter": True}}, domain=DOMAIN)  # type: ignore[arg-type]
    funnel.api_keys.create({"name": "a", "scopes": ["admin"]})  # type: ignore[list-item]
    funnel.smart_links.show("1")  # type: ignore[arg-type]
    funnel.webhooks.show(1)  # type: ignore[arg-type]


def taken(funnel: FunnelClient) -> None:
    """Never called: what the types let through."""
    arm: types.Arm = {
        "enabled": True,
        "weight": 50,
        "label": "a",
        "trial_days": 0,
        "require_country_link": False,
    }
    policy: types.Policy = {"v": 1, "arms": {"paid": arm, "ftl": arm}, "geo": []}
    funnel.smart_links.create({"domain": DOMAIN, "slug": "vip", "policy": policy})
    funnel.pixels.set("l1", {"platform": "meta", "pixel_id": "1"})
    funnel.webhooks.create({"url": URL, "events": ["domain.active"]})
    condition: types.DeviceCondition = {"field": "device", "op": "in", "values": ["mobile"]}
    match: types.AllConditions = {"v": 1, "all": [{"not": condition}]}
    segment = funnel.segments.create(DOMAIN, {"name": "a", "match": match})
    funnel.segments.update(DOMAIN, segment["segment_id"], {"match": None})
    funnel.smart_links.show(1)


def test_types_are_read_by_the_checker_alone() -> None:
    assert not TYPE_CHECKING
    assert callable(refused) and callable(taken)
