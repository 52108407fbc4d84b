import { verifyWebhook } from "@funnel/sdk";
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { failure } from "../support/client.js";
import { root } from "../support/examples.js";
import { funnel } from "../support/live.js";
import { TestServer } from "../support/server.js";

const example = (name: string): string => `${root}.build/examples/${name}.js`;

test("the examples run", () => {
  for (const [name, shown] of [["start", /^\S+ \/qr\/example-\w{8}\ndomain_not_found\n$/], ["paging", /^\d+ members\n$/]] as const) {
    assert.match(execFileSync(process.execPath, [example(name)], { encoding: "utf8" }), shown);
  }
});

/** A webhook that only its test sends to. */
async function created(port: number): Promise<{ id: string; secret: string }> {
  const { id, secret } = await funnel.webhooks.create({ body: { url: `http://127.0.0.1:${port}/hooks`, events: ["key.revoked"] } });
  return { id, secret: secret! };
}

async function freePort(): Promise<number> {
  await using server = await TestServer.start(() => undefined);
  return Number(new URL(server.url).port);
}

/** Whether something takes connections there. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.unref().once("close", () => socket.destroy());
  });
}

for (const [words, status] of [["what the service signs", 204], ["nothing that is signed otherwise", 400]] as const) {
  test(`the example of a receiver takes ${words}`, async () => {
    const port = await freePort();
    const { id, secret } = await created(port);
    const env = { ...process.env, WEBHOOK_SECRET: status === 204 ? secret : `whsec_${"A".repeat(32)}` };
    const receiver = spawn(process.execPath, [example("webhook-receiver"), String(port)], { env, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const deadline = Date.now() + 30_000;
      while (!(await listens(port))) assert.ok(Date.now() < deadline);
      const tested = await funnel.webhooks.test({ id });
      assert.deepEqual([tested.delivered, tested.status], [status === 204, status]);
      if (status === 204) assert.match(String((await once(receiver.stdout, "data"))[0]), /^\S+ webhook\.test\n$/);
    } finally {
      receiver.kill();
      await funnel.webhooks.delete({ id });
    }
  });
}

test("a delivery holds by the SDK and by the reference library", async () => {
  await using receiver = await TestServer.answering({ status: 204, body: "" });
  const { id, secret } = await created(Number(new URL(receiver.url).port));
  assert.equal((await funnel.webhooks.test({ id })).delivered, true);
  const rotated = (await funnel.webhooks.rotate({ id, body: { overlap_seconds: 3600 } })).secret!;
  assert.equal((await funnel.webhooks.test({ id })).delivered, true);
  await funnel.webhooks.delete({ id });
  const [before, during] = receiver.got;
  // During the overlap there is a signature with each of the two secrets.
  for (const [got, valid] of [[before!, [secret]], [during!, [secret, rotated]]] as const) {
    const [text, headers] = [got.body.toString(), got.headers as Record<string, string>];
    for (const one of [secret, rotated]) {
      const reference = new Webhook(one);
      if ((valid as readonly string[]).includes(one)) {
        const { payload } = await verifyWebhook(text, headers, one);
        assert.deepEqual(payload, reference.verify(text, headers));
        assert.equal((payload as { type: string }).type, "webhook.test");
      } else {
        assert.throws(() => reference.verify(text, headers));
        assert.equal((await failure(verifyWebhook(text, headers, one))).kind, "invalid_signature");
      }
      assert.throws(() => reference.verify(`${text} `, headers));
      assert.equal((await failure(verifyWebhook(`${text} `, headers, one))).kind, "invalid_signature");
    }
  }
});
