import { verifyWebhook } from "@funnel/sdk";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { failure } from "../support/client.js";

// The vector of the specification of Standard Webhooks.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const SENT = 1614265330;
const NOW = new Date(SENT * 1000);

function headers(changes: Record<string, string | undefined> = {}): Record<string, string | undefined> {
  return { "webhook-id": ID, "webhook-timestamp": String(SENT), "webhook-signature": SIGNATURE, ...changes };
}

test("the vector of the specification holds, from text, bytes and every kind of headers", async () => {
  const wanted = { id: ID, timestamp: NOW, payload: { test: 2432232314 } };
  assert.deepEqual(await verifyWebhook(BODY, headers(), SECRET, { now: NOW }), wanted);
  assert.deepEqual(await verifyWebhook(new TextEncoder().encode(BODY), headers(), SECRET, { now: NOW }), wanted);
  assert.deepEqual(await verifyWebhook(BODY, new Headers(headers() as Record<string, string>), SECRET, { now: NOW }), wanted);
  assert.deepEqual(await verifyWebhook(BODY, headers(), SECRET.slice("whsec_".length), { now: NOW }), wanted);
});

test("one signature of several is enough", async () => {
  const several = `v1,AAAA v2,${SIGNATURE.slice(3)} v1,%% ${SIGNATURE}`;
  await verifyWebhook(BODY, headers({ "webhook-signature": several }), SECRET, { now: NOW });
});

test("what is not signed, or not now, is refused", async () => {
  const at = (seconds: number): { now: Date } => ({ now: new Date((SENT + seconds) * 1000) });
  const table: [string, ReturnType<typeof headers>, string, { now: Date }][] = [
    [`${BODY} `, headers(), SECRET, at(0)],
    [BODY, headers({ "webhook-id": `${ID}x` }), SECRET, at(0)],
    [BODY, headers({ "webhook-id": undefined }), SECRET, at(0)],
    [BODY, headers({ "webhook-timestamp": String(SENT + 1) }), SECRET, at(0)],
    [BODY, headers({ "webhook-timestamp": "now" }), SECRET, at(0)],
    [BODY, headers({ "webhook-timestamp": "" }), SECRET, at(0)],
    [BODY, headers({ "webhook-signature": undefined }), SECRET, at(0)],
    [BODY, headers({ "webhook-signature": SIGNATURE.slice(3) }), SECRET, at(0)],
    [BODY, headers({ "webhook-signature": `v1a${SIGNATURE.slice(2)}` }), SECRET, at(0)],
    [BODY, headers(), "whsec_AAAA", at(0)],
    [BODY, headers(), SECRET, at(301)],
    [BODY, headers(), SECRET, at(-301)],
  ];
  for (const [body, given, secret, options] of table) {
    assert.equal((await failure(verifyWebhook(body, given, secret, options))).kind, "invalid_signature");
  }
  await verifyWebhook(BODY, headers(), SECRET, at(300));
  await verifyWebhook(BODY, headers(), SECRET, at(-300));
});

test("a secret that can't be one is a fault of the configuration, and is not shown", async () => {
  for (const secret of ["", "whsec_", "whsec_%%%"]) {
    const error = await failure(verifyWebhook(BODY, headers(), secret, { now: NOW }));
    assert.equal(error.kind, "configuration");
    assert.ok(!error.message.includes("%"));
  }
});

test("what the reference implementation signs holds, and what it refuses is refused", async () => {
  for (const body of ["{}", '{"name":"Zoë 🎉"}', JSON.stringify({ long: "x".repeat(100_000) })]) {
    const reference = new Webhook(SECRET);
    const now = new Date();
    const given = headers({ "webhook-timestamp": String(Math.floor(now.getTime() / 1000)), "webhook-signature": reference.sign(ID, now, body) });
    const { payload } = await verifyWebhook(body, given, SECRET);
    assert.deepEqual(payload, reference.verify(body, given as Record<string, string>));
    assert.throws(() => reference.verify(`${body} `, given as Record<string, string>));
    assert.equal((await failure(verifyWebhook(`${body} `, given, SECRET))).kind, "invalid_signature");
  }
});
