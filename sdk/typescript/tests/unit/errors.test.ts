import { FunnelClient, FunnelError, type FunnelClientOptions } from "@funnel/sdk";
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { clientOf, failure, KEY } from "../support/client.js";
import { TestServer } from "../support/server.js";

const shapes = [
  {
    name: "a coded error",
    status: 404,
    body: { detail: { code: "domain_not_found", message: "there is no such domain" } },
    code: "domain_not_found",
    message: "there is no such domain (domain_not_found, 404)",
  },
  {
    name: "a sentence",
    status: 401,
    body: { detail: "Not authenticated" },
    message: "Not authenticated: is the API key missing, unknown, expired or revoked? (401)",
  },
  { name: "a failure of the service", status: 500, body: { detail: "Internal Server Error", request_id: "req_body" }, message: "Internal Server Error (500)" },
  {
    name: "a list of faults",
    status: 422,
    body: { detail: [{ loc: ["body", "variants", 0, "label"], msg: "is too long", type: "too_long" }] },
    message: "the request has faults: body.variants.0.label: is too long (422)",
    faults: [{ path: "body.variants.0.label", message: "is too long", kind: "too_long" }],
  },
  { name: "the page of a proxy", status: 507, body: "<html>", message: "the answer has none of the error bodies of the API (507)" },
  { name: "another JSON", status: 400, body: { detail: [{ loc: 1 }] }, message: "the answer has none of the error bodies of the API (400)" },
  { name: "JSON that is no object", status: 400, body: null, message: "the answer has none of the error bodies of the API (400)" },
];

for (const { name, status, body, code, message, faults } of shapes) {
  test(`an error of one class is made of ${name}`, async () => {
    await using server = await TestServer.answering({ status, body, headers: { "x-request-id": "req_header" } });
    const error = await failure(clientOf(server).funnel.domains.list());
    assert.equal(error.kind, "refused");
    assert.equal(error.code, code);
    assert.equal(error.message, message);
    assert.equal(error.status, status);
    assert.equal(error.requestId, "req_header");
    assert.deepEqual(error.faults, faults ?? []);
  });
}

test("the id of the request is taken from the body if a proxy dropped the header", async () => {
  await using server = await TestServer.answering({ status: 500, body: { detail: "Internal Server Error", request_id: "req_body" } });
  assert.equal((await failure(clientOf(server).funnel.domains.list())).requestId, "req_body");
});

test("a success that is no JSON is unreadable", async () => {
  await using server = await TestServer.answering({ body: "<html>" });
  assert.equal((await failure(clientOf(server).funnel.domains.list())).kind, "unreadable");
});

test("a service that is not there is unreachable", async () => {
  const server = await TestServer.answering({});
  const { url } = server;
  await server[Symbol.asyncDispose]();
  const error = await failure(clientOf({ url }, { maxRetries: 0 }).funnel.domains.list());
  assert.equal(error.kind, "unreachable");
  assert.match(error.message, /check the address/);
  assert.equal(error.status, undefined);
});

test("a redirect is not followed with the key", async () => {
  await using other = await TestServer.answering({});
  await using server = await TestServer.answering({ status: 307, headers: { location: other.url } });
  assert.equal((await failure(clientOf(server, { maxRetries: 0 }).funnel.domains.list())).kind, "unreachable");
  assert.equal(other.got.length, 0);
});

test("arguments that would leave the path are refused", async () => {
  await using server = await TestServer.answering({});
  const { funnel } = clientOf(server);
  for (const domain of ["", ".", ".."]) {
    assert.equal((await failure(funnel.domains.show({ domain }))).kind, "configuration");
  }
  assert.equal((await failure(funnel.domains.show({} as { domain: string }))).kind, "configuration");
  await funnel.domains.show({ domain: "a/b?c#d{id}$&" });
  assert.deepEqual(server.got.map(({ url }) => url), ["/api/admin/domains/a%2Fb%3Fc%23d%7Bid%7D%24%26"]);
});

// Whoever runs the live tests has set them.
delete process.env["FUNNEL_API_URL"];
delete process.env["FUNNEL_API_KEY"];

test("a client without a usable address or key is refused", () => {
  const wrong: FunnelClientOptions[] = [
    { apiKey: KEY },
    { baseUrl: "api.example.com", apiKey: KEY },
    { baseUrl: "https://name:word@api.example.com", apiKey: KEY },
    { baseUrl: "https://api.example.com" },
    { baseUrl: "https://api.example.com", apiKey: `${KEY}\n` },
  ];
  for (const options of wrong) {
    assert.throws(() => new FunnelClient(options), (error) => error instanceof FunnelError && error.kind === "configuration" && !inspect(error).includes(KEY));
  }
});

test("address and key come from the environment", async () => {
  await using server = await TestServer.answering({ body: { items: [] } });
  process.env["FUNNEL_API_URL"] = `${server.url}/`;
  process.env["FUNNEL_API_KEY"] = KEY;
  try {
    assert.deepEqual(await new FunnelClient().domains.list(), { items: [] });
  } finally {
    delete process.env["FUNNEL_API_URL"];
    delete process.env["FUNNEL_API_KEY"];
  }
  assert.equal(server.got[0]?.headers.authorization, `Bearer ${KEY}`);
  assert.equal(server.got[0]?.url, "/api/admin/domains");
});

test("the key is in nothing that is printed", async () => {
  await using server = await TestServer.answering({ status: 401, body: { detail: "Not authenticated" } });
  const { funnel } = clientOf(server);
  const call = funnel.domains.list();
  const error = await failure(call);
  for (const value of [funnel, funnel.domains, call, error, error.cause]) {
    const options = { depth: 10, showHidden: true };
    assert.ok(!`${inspect(value, options)}${JSON.stringify(value)}${String(value)}`.includes(KEY));
  }
});
