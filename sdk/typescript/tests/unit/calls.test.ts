import { type Deprecation, FunnelClient, updateWith } from "@funnel/sdk";
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientOf, failure } from "../support/client.js";
import { TestServer } from "../support/server.js";

const place = { domain: "links.example.com", tier: "seg_1" };

test("an awaited call is the body, and withResponse shows its headers", async () => {
  const body = { items: [] };
  await using server = await TestServer.answering({ body, headers: { etag: '"7"', "x-request-id": "req_1" } });
  const { funnel } = clientOf(server);
  assert.deepEqual(await funnel.buttons.list(place), body);
  assert.deepEqual(await Promise.all([funnel.buttons.list(place)]), [body]);
  const { data, status, etag, requestId } = await funnel.buttons.list(place).withResponse();
  assert.deepEqual({ data, status, etag, requestId }, { data: body, status: 200, etag: '"7"', requestId: "req_1" });
});

test("parameters, bodies and headers are where the document has them", async () => {
  await using server = await TestServer.answering({});
  const { funnel } = clientOf(server);
  await funnel.qrCodes.list({ domain: "links.example.com", limit: 5, cursor: "a b&c" });
  await funnel.buttons.update({ ...place, button_id: "btn_1", body: { hidden: true } }, { ifMatch: '"7"' });
  await funnel.drafts.publish({ domain: "links.example.com" }, { ifMatch: '"8"' });
  await funnel.segments.delete({ domain: "links.example.com", segment_id: "seg_1", force: false });
  const [list, update, publish, remove] = server.got;
  assert.equal(list?.url, "/api/admin/qr/links.example.com?limit=5&cursor=a+b%26c");
  assert.equal(list?.headers["content-type"], undefined);
  assert.equal(list?.headers["idempotency-key"], undefined);
  assert.equal(`${update?.method} ${update?.url}`, "PATCH /api/admin/buttons/links.example.com/seg_1/btn_1");
  assert.equal(update?.headers["if-match"], '"7"');
  assert.equal(update?.headers["content-type"], "application/json");
  assert.equal(update?.body.toString(), '{"hidden":true}');
  assert.equal(publish?.headers["if-match"], '"8"');
  assert.equal(publish?.body.length, 0);
  assert.equal(remove?.url, "/api/admin/segments/links.example.com/seg_1?force=false");
});

test("what is deprecated is reported once for each operation", async () => {
  const headers = { deprecation: "@1800000000", sunset: "Tue, 07 Mar 2028 00:00:00 GMT" };
  await using server = await TestServer.answering({ headers }, { headers }, { headers }, {});
  const reported: Deprecation[] = [];
  const { funnel } = clientOf(server, { onDeprecation: (deprecation) => reported.push(deprecation) });
  await funnel.domains.show({ domain: "a.example" });
  await funnel.domains.show({ domain: "b.example" });
  await funnel.domains.list();
  await funnel.members.list();
  assert.deepEqual(reported.map(({ operation }) => operation), ["GET /api/admin/domains/{domain}", "GET /api/admin/domains"]);
  assert.deepEqual(reported[0], { operation: "GET /api/admin/domains/{domain}", since: 1_800_000_000, sunset: headers.sunset });
});

test("every method takes a request and options, whatever its operation takes", () => {
  const { funnel } = clientOf({ url: "http://127.0.0.1:1" });
  const nouns = Object.values(funnel).filter((noun) => noun !== null && typeof noun === "object");
  const methods = nouns.flatMap((noun) => Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(noun))));
  const others = methods.filter(([name]) => name !== "constructor").map(([name, { value }]) => [name, String(value).split(") {")[0]]);
  assert.ok(others.length > 90);
  assert.deepEqual(others.filter(([name, head]) => head !== `${name}(request, options`), []);
});

test("nothing, text and files are answered as what they are", async () => {
  await using server = await TestServer.answering(
    { status: 204, body: "" },
    { headers: { "content-type": "text/html" }, body: "<p>" },
    { headers: { "content-type": "image/png" }, body: Buffer.from([0x89, 0x50]) },
  );
  const { funnel } = clientOf(server);
  assert.equal(await funnel.domains.delete({ domain: "links.example.com" }), undefined);
  assert.equal(await funnel.drafts.preview({ domain: "links.example.com" }), "<p>");
  const png = await funnel.qrCodes.pngDownload({ domain: "links.example.com", id: 1 });
  assert.equal(png.type, "image/png");
  assert.deepEqual([...new Uint8Array(await png.arrayBuffer())], [0x89, 0x50]);
});

test("files of every kind are uploaded byte for byte, also by a repeat", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  await using server = await TestServer.answering({ status: 503, body: { detail: { code: "unavailable", message: "try again" } } }, {});
  const { funnel } = clientOf(server);
  for (const file of [bytes, bytes.buffer, new Blob([bytes], { type: "image/png" })]) {
    await funnel.banners.avatarUpload({ domain: "links.example.com", body: file });
  }
  assert.equal(server.got.length, 4);
  for (const { headers, body } of server.got) {
    assert.equal(headers["content-type"], "application/octet-stream");
    assert.deepEqual(body, Buffer.from(bytes));
  }
});

/** A list of 10,000 rows in pages of up to 1,000. */
function rows(): Promise<TestServer> {
  return TestServer.start(({ url }, response) => {
    const query = new URL(url, "http://local").searchParams;
    const limit = Number(query.get("limit") ?? 1_000);
    const first = Number(query.get("cursor") ?? 0);
    const items = Array.from({ length: limit }, (_, index) => ({ id: first + index }));
    const next = first + limit;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ items, next_cursor: next < 10_000 ? String(next) : null }));
  });
}

test("10,000 rows are one loop, each row once and in order", async () => {
  await using server = await rows();
  const { funnel } = clientOf(server);
  let next = 0;
  for await (const { id } of funnel.members.listAll()) assert.equal(id, next++);
  assert.equal(next, 10_000);
  assert.equal(server.got.length, 10);
});

test("pages can be had as pages, and a loop that ends early reads no further", async () => {
  await using server = await rows();
  const { funnel } = clientOf(server);
  const sizes = [];
  for await (const page of funnel.members.listAll({ limit: 400 }).pages) sizes.push(page.items.length);
  assert.deepEqual(sizes, Array(25).fill(400));
  for await (const { id } of funnel.members.listAll()) if (id === 1_500) break;
  assert.equal(server.got.length, 27);
});

test("lists below another name than items are paged too", async () => {
  await using server = await TestServer.answering(
    { body: { spenders: [{ fan_id: "1" }], next_cursor: "x" } },
    { body: { spenders: [{ fan_id: "2" }], next_cursor: null } },
  );
  const found = [];
  for await (const { fan_id } of clientOf(server).funnel.statistics.spendersListAll({ domain: "a.example", range: "7d" })) found.push(fan_id);
  assert.deepEqual(found, ["1", "2"]);
  assert.equal(server.got[1]?.url, "/api/admin/sources/a.example/spenders?range=7d&cursor=x");
});

const stale = { status: 412, body: { detail: { code: "precondition_failed", message: "changed meanwhile" } } };

function reorder(funnel: FunnelClient): Promise<unknown> {
  return updateWith(
    () => funnel.buttons.list(place),
    (current) => ({ button_ids: current.items.map((button) => button.button_id).reverse() }),
    (body, options) => funnel.buttons.reorder({ ...place, body }, options),
  );
}

test("updateWith reads again after 412 and makes the change anew", async () => {
  await using server = await TestServer.answering(
    { headers: { etag: '"1"' }, body: { items: [{ button_id: "a" }, { button_id: "b" }] } },
    stale,
    { headers: { etag: '"2"' }, body: { items: [{ button_id: "a" }, { button_id: "c" }] } },
    { body: { items: [] } },
  );
  await reorder(clientOf(server).funnel);
  const [, first, , second] = server.got;
  assert.equal(first?.headers["if-match"], '"1"');
  assert.equal(second?.headers["if-match"], '"2"');
  assert.equal(second?.body.toString(), '{"button_ids":["c","a"]}');
});

test("updateWith gives up at last, and at once where there is nothing to bind to", async () => {
  const read = { headers: { etag: '"1"' }, body: { items: [] } };
  await using contended = await TestServer.start((got, response) => {
    const { status = 200, headers, body } = got.method === "GET" ? { ...read, status: 200 } : { ...stale, headers: {} };
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  assert.equal((await failure(reorder(clientOf(contended).funnel))).code, "precondition_failed");
  assert.equal(contended.got.length, 16);
  await using untagged = await TestServer.answering({ body: { items: [] } });
  assert.equal((await failure(reorder(clientOf(untagged).funnel))).kind, "configuration");
  assert.equal(untagged.got.length, 1);
});
