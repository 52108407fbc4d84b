// What the types refuse. The compiler is the test: an error that is expected and does not come is an error.
import type { FunnelClient, Platform, WebhookFilter } from "@funnel/sdk";
import assert from "node:assert/strict";
import { test } from "node:test";

/** Never called: the calls are only compiled. */
export async function refused(funnel: FunnelClient): Promise<void> {
  const domain = "links.example.com";
  const url = "https://crm.example.com/hooks";

  // @ts-expect-error A policy has a form.
  await funnel.smartLinks.create({ body: { domain, slug: "vip", policy: { nonsense: true } } });
  // @ts-expect-error Facebook is no platform; Meta is one.
  await funnel.pixels.set({ provider_id: "l1", body: { platform: "facebook", pixel_id: "1" } });
  // @ts-expect-error Neither in a path.
  await funnel.pixels.delete({ provider_id: "l1", platform: "facebook" });
  // @ts-expect-error There is no such event.
  await funnel.webhooks.create({ body: { url, events: ["no.such"] } });
  // @ts-expect-error A condition has a form.
  await funnel.segments.create({ domain, body: { name: "a", match: { nonsense: true } } });
  // @ts-expect-error A device is none of these.
  await funnel.segments.create({ domain, body: { name: "a", match: { v: 1, all: [{ field: "device", op: "in", values: ["toaster"] }] } } });
  // @ts-expect-error An experiment has arms.
  await funnel.segments.create({ domain, body: { name: "a", ab: { v: 1, key: "hero" } } });
  // @ts-expect-error A variant belongs to an arm.
  await funnel.buttons.create({ domain, tier: "seg_1", body: { label: "a", url, variants: [{ label: "b" }] } });
  // @ts-expect-error A design has shapes.
  await funnel.qrCodes.create({ domain, body: { slug: "flyer", design: { module: "stars" } } });
  // @ts-expect-error A style has no such theme.
  await funnel.banners.update({ domain, body: { style: { theme: "wood" } } });
  // @ts-expect-error A section has no such field.
  await funnel.appearance.uiSet({ domain, body: { buttons: { glitter: true } } });
  // @ts-expect-error A key has other scopes.
  await funnel.apiKeys.create({ body: { name: "a", scopes: ["admin"] } });
  // @ts-expect-error There is no such tab.
  await funnel.members.create({ body: { name: "a", email: "a@example.com", caps: { kitchen: ["view"] } } });
  // @ts-expect-error The number of a smart link is a number.
  await funnel.smartLinks.show({ id: "1" });
  // @ts-expect-error The id of a webhook is a text.
  await funnel.webhooks.show({ id: 1 });
}

/** Never called: what the types let through. */
export async function taken(funnel: FunnelClient): Promise<void> {
  const domain = "links.example.com";
  const arm = { enabled: true, weight: 50, label: "a", trial_days: 0, require_country_link: false };
  await funnel.smartLinks.create({ body: { domain, slug: "vip", policy: { v: 1, arms: { paid: arm, ftl: arm }, geo: [] } } });
  await funnel.pixels.set({ provider_id: "l1", body: { platform: "meta", pixel_id: "1" } });
  await funnel.webhooks.create({ body: { url: "https://crm.example.com/hooks", events: ["domain.active"] } });
  const match = { v: 1, all: [{ not: { field: "device" as const, op: "in" as const, values: ["mobile" as const] } }] };
  const { segment_id } = await funnel.segments.create({ domain, body: { name: "a", match } });
  await funnel.segments.update({ domain, segment_id, body: { match: null } });
  await funnel.members.create({ body: { name: "a", email: "a@example.com", caps: { landings: ["view"] } } });
  const { prefix } = await funnel.apiKeys.create({ body: { name: "a", scopes: ["read"] } });
  await funnel.apiKeys.show({ id: prefix });
  const { id } = await funnel.smartLinks.create({ body: { domain, slug: "vip" } });
  await funnel.smartLinks.show({ id });
}

test("closed sets are sets of words", () => {
  const platforms: Platform[] = ["meta", "tiktok"];
  const all: WebhookFilter = "*";
  assert.deepEqual([...platforms, all], ["meta", "tiktok", "*"]);
});
