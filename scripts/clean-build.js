/** Removes the files of an earlier build, which must not be packed. Runs before the package is built. */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

rmSync(fileURLToPath(new URL("../dist", import.meta.url)), { recursive: true, force: true });
