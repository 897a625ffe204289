/** Files that are not compiled are packed as they are: those of the pages, and what the text engine was taught. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url));
const taught = ["copies.traineddata.gz", "known-names.txt.gz"].map((file) => `filings/imaging/text/${file}`);
for (const assets of ["web/assets", "api/documentation/assets", ...taught]) {
  cpSync(path(`src/${assets}`), path(`dist/src/${assets}`), { recursive: true });
}
