import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the package: the compiled tests are three folders deep. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The TypeScript examples of a page. */
export function examples(page: string): string[] {
  const text = readFileSync(new URL(page, `file://${root}`), "utf8");
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
}
