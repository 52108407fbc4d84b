import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { examples, root } from "../support/examples.js";
import { funnel, testDomain } from "../support/live.js";

test("the first example of the README runs, and is ten lines", async () => {
  const [start] = examples("README.md");
  assert.ok(start!.trimEnd().split("\n").length <= 10);
  const domain = await testDomain();
  await funnel.qrCodes.create({ domain, body: { slug: "flyer" } });
  const file = `${root}.build/start.mjs`;
  writeFileSync(file, start!);
  const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
  assert.match(printed, new RegExp(`^${domain} \\w+\n  /qr/flyer: 0 scans$`, "m"));
});

test("the example of the README of the workspace runs", async () => {
  const [start] = examples("../../README.md");
  const domain = await testDomain();
  const file = `${root}.build/overview.mjs`;
  writeFileSync(file, start!);
  assert.match(execFileSync(process.execPath, [file], { encoding: "utf8" }), new RegExp(`^${domain}$`, "m"));
});
