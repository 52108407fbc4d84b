import { build } from "esbuild";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { root } from "../support/examples.js";

test("a page that uses five calls is at most 15 KB, gzipped, and runs without Node.js", async () => {
  const contents = `
    import { FunnelClient, updateWith, verifyWebhook } from "@funnel/sdk";
    const funnel = new FunnelClient({ baseUrl: location.origin, apiKey: prompt() });
    const domain = "links.example.com";
    for (const { hostname } of (await funnel.domains.list()).items) console.log(hostname);
    for await (const code of funnel.qrCodes.listAll({ domain })) console.log(code);
    console.log(await funnel.qrCodes.pngDownload({ domain, id: "1" }), await funnel.statistics.show({ domain }));
    await funnel.drafts.publish({ domain });
    console.log(updateWith, verifyWebhook);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root }, bundle: true, minify: true, format: "esm", platform: "browser", write: false, logLevel: "silent",
  });
  const size = gzipSync(outputFiles[0]!.contents).length;
  assert.ok(size <= 15_000, `${size} bytes`);
});

test("the package holds the built library, its types, README and licences, and nothing else", () => {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const paths: string[] = JSON.parse(output)[0].files.map(({ path }: { path: string }) => path);
  const others = paths.filter((path) => !/^dist\/[a-z/]+\.(js|d\.ts)$/.test(path));
  assert.deepEqual(others.sort(), ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"]);
  for (const path of ["dist/index.js", "dist/index.d.ts", "dist/generated/resources.js", "dist/generated/schema.d.ts"]) {
    assert.ok(paths.includes(path), path);
  }
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    assert.equal(readFileSync(`${root}${licence}`, "utf8"), readFileSync(`${root}../../${licence}`, "utf8"), licence);
  }
});

test("every operation of the document is a method with a comment, under the name that its id says", () => {
  const [schema, resources] = ["schema", "resources"].map((name) => readFileSync(`${root}src/generated/${name}.ts`, "utf8")) as [string, string];
  const operations = schema.slice(schema.indexOf("export interface operations {"));
  const wanted = [...operations.matchAll(/^ {4}(\w+): \{$/gm)].map(([, id]) => id!.split("_").map(pascal).join(""));
  const found = new Set<string>();
  let noun = "";
  for (const [, type, long, short] of resources.matchAll(/^export class (\w+) extends Noun|^ {3}\*\/\n {2}(\w+)\(|^ {2}\/\*\* .* \*\/\n {2}(\w+)\(/gm)) {
    if (type === undefined) found.add(`${noun}${pascal((long ?? short)!)}`);
    else noun = type;
  }
  assert.ok(wanted.length > 90);
  assert.deepEqual(wanted.filter((name) => !found.has(name)), []);
});

function pascal(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
