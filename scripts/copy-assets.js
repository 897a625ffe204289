/** Files that are not compiled are packed as they are: those of the pages, and what the text engine was taught. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url));
for (const assets of ["web/assets", "api/documentation/assets", "filings/imaging/text/copies.traineddata.gz"]) {
  cpSync(path(`src/${assets}`), path(`dist/src/${assets}`), { recursive: true });
}
