// Removes what earlier builds wrote, so that no file of a renamed module gets into the package.
import { rmSync } from "node:fs";

for (const folder of ["dist", ".build"]) {
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true });
}
