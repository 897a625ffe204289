/** Files of the pages that are not compiled are packed as they are. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url));
for (const assets of ["web/assets", "api/documentation/assets"]) {
  cpSync(path(`src/${assets}`), path(`dist/src/${assets}`), { recursive: true });
}
