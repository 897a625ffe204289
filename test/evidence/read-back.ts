/**
 * Reads back the evidence of random trades (see `read-line.ts`): `node test/evidence/read-back.ts FOLDER [TRADES] [SEED]`.
 * Prints each row in which the asset or ticker, the date or the amount was not found, and at the end the number of rows in
 * which all were. `UPSTREAM_URL` must be that of the import, since images of paper reports are found by their addresses.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createFiledLineFinder } from "../../src/app/service/evidence-lines.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { Evidence } from "../../src/filings/evidence/evidence.ts";
import { openConfiguredStore } from "../../src/store/open.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { findOrMake } from "./find-or-make.ts";
import { findMissing, readLine } from "./read-line.ts";

const [folder, count = "500", seed = "1"] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node test/evidence/read-back.ts FOLDER [TRADES] [SEED]");
const config = readConfig({ ...process.env, DATA_DIR: folder });
const log = createLogger("silent");
const store = await openConfiguredStore(config, log);
const evidence = new Evidence({ lines: createFiledLineFinder(config, store), dataDir: folder, maxBytes: 0, log });
const trades = (await Array.fromAsync(store.publications.streamTrades())).flat();

const draw = createSeededRandom(Number(seed));
const picked = new Set<Trade>();
while (picked.size < Math.min(Number(count), trades.length)) {
  picked.add(trades[Math.floor(draw() * trades.length)] as Trade);
}

const methods = new Map<string, { all: number; right: number }>();
for (const trade of picked) {
  const made = await findOrMake(evidence, trade.id);
  const { originalSha256, words } = made.record;
  const original = await readFile(path.join(folder, "documents", originalSha256.slice(0, 2), originalSha256));
  const line = await readLine(made, original, trade.box !== null);
  const { method, text } = line;
  const missing = await findMissing(line, trade);
  const counted = methods.get(method) ?? { all: 0, right: 0 };
  methods.set(method, { all: counted.all + 1, right: counted.right + (missing.length === 0 ? 1 : 0) });
  if (missing.length === 0) continue;
  const wanted = words
    .filter(({ field }) => ["asset", "transaction_date", "amount"].includes(field))
    .map((each) => each.text);
  console.log(`${trade.id}: no ${missing.join(", ")} of ${wanted.join(" | ")} in: ${text.slice(0, 200)}`);
}
await evidence.close();
await store.close();
for (const [method, { all, right }] of methods)
  console.log(`${method}: ${right} of ${all} (${((100 * right) / all).toFixed(1)}%)`);
