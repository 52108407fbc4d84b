import assert from "node:assert/strict";
import { test } from "node:test";
import { FunnelError, retryAfter } from "../../src/error.js";
import { pauseBeforeRetry } from "../../src/retry.js";
import { clientOf, failure } from "../support/client.js";
import { TestServer } from "../support/server.js";

const unavailable = { status: 503, headers: { "retry-after": "2" }, body: { detail: { code: "unavailable", message: "try again" } } };
const limited = { status: 429, headers: { "retry-after": "1" }, body: { detail: { code: "rate_limited", message: "too many" } } };
const refused = { status: 502, body: { detail: { code: "engine_error", message: "the engine failed" } } };
const conflict = { status: 409, body: { detail: { code: "idempotency_conflict", message: "still running" } } };
const button = { label: "New", url: "https://example.com/" };
const place = { domain: "links.example.com", tier: "seg_1" };

test("which failures are repeated, and when", () => {
  const refusal = (status: number, retryAfterMs?: number, code?: string): FunnelError => new FunnelError("refused", "", { status, code, retryAfterMs });
  const timeout = new FunnelError("timeout", "");
  const unreachable = new FunnelError("unreachable", "");
  // error, tries, repeatable, pause (with a random number of one half)
  const table: [FunnelError, number, boolean, number | undefined][] = [
    [refusal(429), 1, false, 250],
    [refusal(429), 2, false, 500],
    [refusal(429), 20, false, 4_000],
    [refusal(429, 7_000), 1, false, 7_250],
    [refusal(429, 61_000), 1, true, undefined],
    [refusal(503, 2_000), 3, true, 2_250],
    [refusal(503, 2_000), 3, false, undefined],
    [refusal(502), 1, true, 250],
    [refusal(502), 1, false, undefined],
    [refusal(504), 1, true, 250],
    [timeout, 1, true, 250],
    [timeout, 1, false, undefined],
    [unreachable, 1, true, 250],
    [unreachable, 1, false, undefined],
    [refusal(409, undefined, "idempotency_conflict"), 1, true, undefined],
    [refusal(409, undefined, "idempotency_conflict"), 2, true, 500],
    [refusal(409, undefined, "domain_taken"), 2, true, undefined],
    [refusal(404), 1, true, undefined],
    [refusal(412), 1, true, undefined],
    [refusal(500), 1, true, undefined],
    [new FunnelError("unreadable", "", { status: 200 }), 1, true, undefined],
  ];
  for (const [error, tries, repeatable, pause] of table) {
    assert.equal(pauseBeforeRetry(error, tries, repeatable, () => 0.5), pause, `${error.kind} ${error.status}, ${tries} tries`);
  }
});

test("Retry-After is seconds or a date", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const table: [string | null, number | undefined][] = [
    [null, undefined],
    ["2", 2_000],
    ["Thu, 01 Jan 2026 00:00:05 GMT", 5_000],
    ["Wed, 31 Dec 2025 23:59:59 GMT", 0],
    ["soon", undefined],
  ];
  for (const [header, wanted] of table) {
    assert.equal(retryAfter(header, now), wanted);
  }
});

test("503 and 429 are waited out for as long as the service asks", async () => {
  await using server = await TestServer.answering(unavailable, limited, { body: { items: [] } });
  const { funnel, pauses } = clientOf(server);
  assert.deepEqual(await funnel.domains.list(), { items: [] });
  assert.equal(pauses.length, 2);
  assert.ok(pauses[0]! >= 2_000 && pauses[0]! < 2_500);
  assert.ok(pauses[1]! >= 1_000 && pauses[1]! < 1_500);
});

test("repeats are bounded, and the last failure is reported", async () => {
  await using server = await TestServer.answering(unavailable);
  assert.equal((await failure(clientOf(server).funnel.domains.list())).code, "unavailable");
  assert.equal(server.got.length, 4);
  assert.equal((await failure(clientOf(server, { maxRetries: 0 }).funnel.domains.list())).code, "unavailable");
  assert.equal(server.got.length, 5);
});

test("all tries of a call carry one idempotency key, and each call another", async () => {
  await using server = await TestServer.answering(refused, conflict, { status: 201, body: {} });
  const { funnel } = clientOf(server);
  await funnel.buttons.create({ ...place, body: button });
  await funnel.buttons.create({ ...place, body: button });
  await funnel.buttons.create({ ...place, body: button }, { idempotencyKey: "mine" });
  const keys = server.got.map(({ headers }) => headers["idempotency-key"]);
  assert.equal(keys.length, 5);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.deepEqual(keys.slice(1, 3), [keys[0], keys[0]]);
  assert.notEqual(keys[3], keys[0]);
  assert.equal(keys[4], "mine");
  assert.equal(new Set(server.got.map(({ body }) => body.toString())).size, 1);
});

test("no answer in time is a timeout, repeated only where a second run does no harm", async () => {
  await using server = await TestServer.start(() => undefined);
  const { funnel, pauses } = clientOf(server, { timeoutMs: 20, maxRetries: 1 });
  const path = { ...place, button_id: "btn_1" };
  assert.equal((await failure(funnel.domains.list())).kind, "timeout");
  assert.equal((await failure(funnel.buttons.create({ ...place, body: button }))).kind, "timeout");
  assert.equal(pauses.length, 2);
  assert.equal((await failure(funnel.buttons.update({ ...path, body: { hidden: true } }))).kind, "timeout");
  assert.equal((await failure(funnel.smartLinks.simulate({ id: 1 }))).kind, "timeout");
  assert.equal((await failure(funnel.buttons.reorder({ ...place, body: { button_ids: [] } }, { ifMatch: '"1"' }))).kind, "timeout");
  assert.equal(pauses.length, 2);
  assert.equal(server.got.length, 7);
});

test("a body that stops in its middle is a timeout too", async () => {
  await using server = await TestServer.start((_, response) => response.writeHead(200, { "content-length": "100" }).write("{"));
  assert.equal((await failure(clientOf(server, { timeoutMs: 20, maxRetries: 0 }).funnel.domains.list())).kind, "timeout");
});

test("a caller's signal ends the call and its repeats with its own reason", async () => {
  const controller = new AbortController();
  const reason = new Error("the page was left");
  await using server = await TestServer.start(() => controller.abort(reason));
  const { funnel, pauses } = clientOf(server);
  await assert.rejects(funnel.domains.list({}, { signal: controller.signal }), reason);
  await assert.rejects(funnel.domains.list({}, { signal: controller.signal }), reason);
  assert.equal(server.got.length, 1);
  assert.equal(pauses.length, 0);
});

test("a pause between two tries ends with the caller's signal", async () => {
  const controller = new AbortController();
  await using server = await TestServer.answering({ ...unavailable, headers: { "retry-after": "50" } });
  const { funnel } = clientOf(server, { wait: undefined! });
  const call = funnel.domains.list({}, { signal: controller.signal });
  const rejected = assert.rejects(call, { name: "AbortError" });
  while (server.got.length === 0) await new Promise(setImmediate);
  controller.abort();
  await rejected;
});
