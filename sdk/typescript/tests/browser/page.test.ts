import { build } from "esbuild";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { root } from "../support/examples.js";
import { apiKey, baseUrl, funnel, required, testDomain, unique } from "../support/live.js";
import { TestServer } from "../support/server.js";

/** The one origin that the service lets in: `FUNNEL_DASHBOARD_ORIGIN` of the service. */
const origin = required("FUNNEL_TEST_ORIGIN");
const domain = await testDomain();
const { segment_id: tier } = await funnel.segments.create({ domain, body: { name: "Everyone", is_default: true } });

/** Five calls of a page, what their answers and headers say, and an error. */
const PAGE = `
  import { FunnelClient } from "@funnel/sdk";
  const { baseUrl, apiKey, domain, tier, slug } = JSON.parse(document.querySelector("#given").textContent);
  const report = (found) => fetch("/found", { method: "POST", body: JSON.stringify(found) });
  try {
    const funnel = new FunnelClient({ baseUrl, apiKey, maxRetries: 0 });
    const domains = (await funnel.domains.list()).items.map(({ hostname }) => hostname);
    const { id } = await funnel.qrCodes.create({ domain, body: { slug } }, { idempotencyKey: slug });
    const slugs = [];
    for await (const code of funnel.qrCodes.listAll({ domain, limit: 1 })) slugs.push(code.slug);
    const picture = await createImageBitmap(await funnel.qrCodes.pngDownload({ domain, id, size: 256 }));
    const { etag, requestId, headers } = await funnel.buttons.list({ domain, tier }).withResponse();
    const error = await funnel.domains.show({ domain: "nobody.example.com" }).catch((error) => error);
    await report({ domains, slugs, width: picture.width, etag, requestId, limit: headers.get("ratelimit-policy"), code: error.code });
  } catch (error) {
    await report({ kind: error.kind, message: String(error) });
  }`;

/** Serves a page that calls the API, shows it in Chromium, and returns what it found. */
async function shown(port: number, slug: string): Promise<{ url: string; found: Record<string, unknown>; size: number }> {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: root }, bundle: true, minify: true, format: "esm", platform: "browser", write: false, logLevel: "silent",
  });
  const script = outputFiles[0]!.contents;
  const given = JSON.stringify({ baseUrl, apiKey, domain, tier, slug });
  const page = `<!doctype html><script type="application/json" id="given">${given}</script><script type="module" src="/page.js"></script>`;
  const { promise: found, resolve } = settled<Record<string, unknown>>();
  await using server = await TestServer.start(({ url, body }, response) => {
    if (url === "/found") resolve(JSON.parse(body.toString()));
    const [type, content] = url === "/page.js" ? ["text/javascript", Buffer.from(script)] : ["text/html", page];
    response.writeHead(200, { "content-type": type }).end(content);
  }, port);
  // Below the folder that each build empties: processes of Chromium write to it even after the first of them has ended.
  const profile = mkdtempSync(join(root, ".build", "chromium-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", `--user-data-dir=${profile}`];
  const chromium = spawn("chromium", [...flags, server.url], { stdio: "ignore" });
  const deadline = setTimeout(() => resolve({ message: "Chromium did not report within a minute" }), 60_000);
  try {
    return { url: server.url, found: await found, size: gzipSync(script).length };
  } finally {
    clearTimeout(deadline);
    const { promise: ended, resolve: end } = settled<void>();
    chromium.once("exit", () => end());
    chromium.kill();
    await ended;
  }
}

function settled<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

test("a page of the origin that the service lets in calls the API, and reads the headers that mean something", async () => {
  const slug = unique("browser");
  const { url, found, size } = await shown(Number(new URL(origin).port), slug);
  assert.equal(url, origin);
  const { domains, slugs, width, etag, requestId, code, message } = found;
  assert.equal(message, undefined);
  assert.ok((domains as string[]).includes(domain));
  assert.deepEqual([slugs, width, code], [[slug], 256, "domain_not_found"]);
  assert.match(String(etag), /^"\d+"$/);
  assert.match(String(requestId), /^req_/);
  assert.ok(size <= 15_000, `${size} bytes`);
});

test("a page of another origin gets nothing", async () => {
  const slug = unique("stranger");
  const { found } = await shown(0, slug);
  assert.equal(found["kind"], "unreachable", JSON.stringify(found));
});
