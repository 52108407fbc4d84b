import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";
import { examples, root } from "../support/examples.js";

/** What an example that imports nothing of the package takes as given. */
const GIVEN = `import { FunnelClient, FunnelError, updateWith, verifyWebhook } from "@funnel/sdk";
declare const funnel: FunnelClient, domain: string, tier: string, button_id: string;
export { FunnelError, updateWith, verifyWebhook };
`;

test("every example of the documentation fits the types", () => {
  const pages = ["README.md", "../../README.md", "../../docs/api.md"].filter((page) => existsSync(`${root}${page}`));
  const folder = `${root}.build/examples`;
  mkdirSync(folder, { recursive: true });
  const files = pages.flatMap(examples).map((code, index) => {
    const file = `${folder}/${index}.ts`;
    writeFileSync(file, code.includes('from "@funnel/sdk"') ? code : GIVEN + code);
    return file;
  });
  assert.ok(files.length >= 7);
  const { options } = ts.convertCompilerOptionsFromJson({
    target: "ES2022", module: "NodeNext", lib: ["ES2022", "DOM", "DOM.Iterable"], types: ["node"], strict: true, noEmit: true, skipLibCheck: true,
  }, root);
  const program = ts.createProgram(files, options);
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  assert.deepEqual(faults, []);
});
