import { FunnelClient } from "@funnel/sdk";
import { after } from "node:test";
import { TestServer } from "./server.js";

/** Where the real program is: these tests make no sense without it. */
export const baseUrl = required("FUNNEL_API_URL");
export const apiKey = required("FUNNEL_API_KEY");
export const funnel = new FunnelClient();

/** A variable of the environment, without which these tests make no sense. */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    throw new Error(`${name} is not set: the live tests need a running service and a key of an owner that is there for tests`);
  }
  return value;
}

/** A name that no other run has. */
export function unique(prefix: string): string {
  return `${prefix}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
}

/** A domain for one file of tests, which is deleted after them. */
export async function testDomain(): Promise<string> {
  const domain = `${unique("sdk")}.example.com`;
  await funnel.domains.create({ body: { hostname: domain, display_name: "SDK" } });
  after(() => funnel.domains.delete({ domain }));
  return domain;
}

/** What happens to an answer of the real program on its way back. */
export type Fate = "forward" | "hang" | "drop";

/** A proxy before the real program. `fate` is asked for each request, by its number from 0, when the program has answered. */
export function proxy(fate: (index: number) => Fate): Promise<TestServer> {
  let next = 0;
  return TestServer.start(async ({ method, url, headers, body }, response) => {
    const index = next++;
    const sent = new Headers();
    for (const name of ["authorization", "content-type", "idempotency-key", "if-match"]) {
      if (headers[name] !== undefined) sent.set(name, String(headers[name]));
    }
    const answer = await fetch(baseUrl + url, { method, headers: sent, ...(body.length > 0 ? { body: new Uint8Array(body) } : {}) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const chosen = fate(index);
    if (chosen === "drop") response.destroy();
    // `fetch` has unpacked the body, so its length and encoding are others now.
    const kept = [...answer.headers].filter(([name]) => !["content-encoding", "content-length", "transfer-encoding"].includes(name));
    if (chosen === "forward") response.writeHead(answer.status, Object.fromEntries(kept)).end(bytes);
  });
}
