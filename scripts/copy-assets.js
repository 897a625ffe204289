/** Copies files that are not compiled into the package: assets of the pages, and data that the text recognition was trained with. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url));
const training = ["copies.traineddata.gz", "known-names.txt.gz"].map((file) => `filings/imaging/text/${file}`);
for (const assets of ["web/assets", "api/documentation/assets", ...training]) {
  cpSync(path(`src/${assets}`), path(`dist/src/${assets}`), { recursive: true });
}
