import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folders whose code decides what a dataset holds, beside this one's parent. */
const FOLDERS = ["dataset", "domain", "store"];

let known: string | undefined;

/**
 * A digest of the code that makes a dataset, and of the release of Node that runs it. What was kept by other code is not what this code
 * would serve: a field may have come, or a sum may be made otherwise.
 */
export function programDigest(): string {
  known ??= digestOf(path.join(import.meta.dirname, "..", ".."));
  return known;
}

function digestOf(root: string): string {
  const hash = createHash("sha256").update(process.version);
  for (const folder of FOLDERS) {
    const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /(?<!\.test)\.[jt]s$/.test(name)).sort()) {
      const bytes = readFileSync(path.join(root, folder, file));
      hash.update(`${folder}/${file} ${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest("hex");
}
