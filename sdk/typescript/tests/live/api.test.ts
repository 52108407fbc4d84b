import { FunnelClient, updateWith } from "@funnel/sdk";
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientOf, failure, KEY } from "../support/client.js";
import { apiKey, baseUrl, funnel, proxy, required, testDomain, unique } from "../support/live.js";
import { TestServer } from "../support/server.js";

/** So many members are called `Row 1`, `Row 2` and so on. */
const ROWS = Number(required("FUNNEL_TEST_ROWS"));
const domain = await testDomain();
const { segment_id: tier } = await funnel.segments.create({ domain, body: { name: "Everyone", is_default: true } });

/** The labels of the buttons, in their order. */
async function labels(): Promise<string[]> {
  return (await funnel.buttons.list({ domain, tier })).items.map(({ label }) => label);
}

test("a key that opens nothing is reported with what to do", async () => {
  const error = await failure(new FunnelClient({ baseUrl, apiKey: KEY }).domains.list());
  assert.deepEqual([error.kind, error.code, error.status], ["refused", undefined, 401]);
  assert.match(error.message, /is the API key missing/);
  assert.match(String(error.requestId), /^req_/);
});

test("every error shape of the program is one class", async () => {
  const reader = await funnel.apiKeys.create({ body: { name: unique("reader"), scopes: ["read"] } });
  const readOnly = new FunnelClient({ baseUrl, apiKey: reader.token! });
  const table: [string, number, () => PromiseLike<unknown>][] = [
    ["domain_not_found", 404, () => funnel.domains.show({ domain: "nobody.example.com" })],
    ["domain_taken", 409, () => funnel.domains.create({ body: { hostname: domain, display_name: "Again" } })],
    ["insufficient_scope", 403, () => readOnly.domains.delete({ domain })],
    ["invalid_file", 422, () => funnel.banners.avatarUpload({ domain, body: new Uint8Array([1, 2, 3]) })],
    ["payload_too_large", 413, () => funnel.buttons.create({ domain, tier, body: { label: "x".repeat(2_000_000), url: "https://example.com/" } })],
    ["precondition_failed", 412, () => funnel.buttons.create({ domain, tier, body: { label: "x", url: "https://example.com/" } }, { ifMatch: '"0"' })],
    ["button_not_found", 404, () => funnel.buttons.delete({ domain, tier, button_id: "btn_unknown" })],
  ];
  for (const [code, status, call] of table) {
    const error = await failure(call());
    assert.deepEqual([error.code, error.status, error.faults], [code, status, []], error.message);
  }
  await funnel.apiKeys.revoke({ id: reader.prefix });
  const error = await failure(funnel.buttons.create({ domain, tier, body: { label: "", url: "" } }));
  assert.deepEqual([error.kind, error.code, error.status], ["refused", undefined, 422]);
  assert.deepEqual(error.faults.map(({ path }) => path).sort(), ["body.label", "body.url"]);
});

test(`${ROWS} rows are one loop, in pages of 1,000`, async () => {
  const found = [];
  for await (const { name } of funnel.members.listAll({ limit: 1000 })) if (name.startsWith("Row ")) found.push(name);
  assert.equal(found.length, ROWS);
  assert.deepEqual(new Set(found), new Set(Array.from({ length: ROWS }, (_, index) => `Row ${index + 1}`)));
});

test("503 with Retry-After is waited out, and the call then goes well", async () => {
  const busy = { status: 503, headers: { "retry-after": "2" }, body: { detail: { code: "unavailable", message: "try again" } } };
  await using real = await proxy(() => "forward");
  let refusals = 0;
  await using front = await TestServer.start(async ({ url, headers }, response) => {
    if (refusals++ === 0) return response.writeHead(busy.status, busy.headers).end(JSON.stringify(busy.body));
    const answer = await fetch(real.url + url, { headers: { authorization: String(headers.authorization) } });
    return response.writeHead(answer.status).end(await answer.text());
  });
  const { funnel: client, pauses } = clientOf(front, { apiKey });
  assert.equal((await client.domains.show({ domain })).hostname, domain);
  assert.ok(pauses.length === 1 && pauses[0]! >= 2_000);
});

for (const fate of ["hang", "drop"] as const) {
  test(`work whose answer was lost (${fate}) is done once`, async () => {
    await using lossy = await proxy((index) => (index === 0 ? fate : "forward"));
    const { funnel: client } = clientOf(lossy, { apiKey, timeoutMs: 2_000 });
    const label = unique("once");
    const button = await client.buttons.create({ domain, tier, body: { label, url: "https://example.com/" } });
    assert.equal(button.label, label);
    const keys = lossy.got.map(({ headers }) => headers["idempotency-key"]);
    assert.equal(keys.length, 2);
    assert.ok(keys[0] !== undefined && keys[0] === keys[1]);
    assert.equal((await labels()).filter((found) => found === label).length, 1);
  });
}

test("a change that can't be repeated safely is not repeated after its answer was lost", async () => {
  await using lossy = await proxy(() => "drop");
  const { funnel: client } = clientOf(lossy, { apiKey });
  const [button] = (await funnel.buttons.list({ domain, tier })).items;
  const error = await failure(client.buttons.update({ domain, tier, button_id: button!.button_id, body: { hidden: true } }));
  assert.equal(error.kind, "unreachable");
  assert.equal(lossy.got.length, 1);
});

test("updateWith meets a change by somebody else, and loses neither", async () => {
  const added = unique("theirs");
  let reads = 0;
  await updateWith(
    () => funnel.buttons.list({ domain, tier }),
    async (current) => {
      if (reads++ === 0) await funnel.buttons.create({ domain, tier, body: { label: added, url: "https://example.com/" } });
      return { button_ids: current.items.map((button) => button.button_id).reverse() };
    },
    (body, options) => funnel.buttons.reorder({ domain, tier, body }, options),
  );
  assert.equal(reads, 2);
  assert.equal((await labels())[0], added);
});

test("pictures are downloaded, and uploaded again", async () => {
  const code = await funnel.qrCodes.create({ domain, body: { slug: "picture" } });
  const png = await funnel.qrCodes.pngDownload({ domain, id: code.id, size: 512 });
  assert.equal(png.type, "image/png");
  const header = new DataView(await png.arrayBuffer());
  assert.equal(header.getBigUint64(0), 0x89504e470d0a1a0an);
  assert.equal(header.getUint32(12), 0x49484452);
  assert.deepEqual([header.getUint32(16), header.getUint32(20)], [512, 512]);
  const svg = await (await funnel.qrCodes.svgDownload({ domain, id: code.id })).text();
  assert.match(svg, /<svg /);
  for (const file of [png, await png.arrayBuffer(), new Uint8Array(await png.arrayBuffer())]) {
    const banner = await funnel.banners.avatarUpload({ domain, body: file });
    assert.match(JSON.stringify(banner), /avatar/);
  }
});

test("a draft is previewed as a page, and published", async () => {
  const html = await funnel.drafts.preview({ domain, country: "DE", device: "mobile" });
  assert.match(html, /<html/i);
  const { etag } = await funnel.buttons.list({ domain, tier }).withResponse();
  await funnel.drafts.publish({ domain }, { ifMatch: etag });
  const versions = [];
  for await (const version of funnel.drafts.versionsListAll({ domain })) versions.push(version);
  assert.equal(versions.length, 1);
});
