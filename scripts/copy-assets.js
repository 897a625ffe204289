/** Files of the pages that are not compiled are packed as they are. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (folder) => fileURLToPath(new URL(`../${folder}/web/assets`, import.meta.url));
cpSync(path("src"), path("dist/src"), { recursive: true });
