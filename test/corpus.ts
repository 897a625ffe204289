import { existsSync } from "node:fs";
import { resolve } from "node:path";

const folder = resolve(import.meta.dirname, "..", process.env["CORPUS_DIR"] ?? "../shared/corpus");

/** The folder of recorded official documents and prices, which is not part of the project; null if it does not exist. */
export const corpusDir: string | null = existsSync(folder) ? folder : null;

/** The `skip` of `test(name, { skip }, ...)`: false, or the reason why the test does not run. */
export const skipWithoutCorpus: string | false = corpusDir === null ? `no corpus at ${folder} (set CORPUS_DIR)` : false;
