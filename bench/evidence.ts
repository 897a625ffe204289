/**
 * Measures the evidence pictures for the trades of a data folder: `node bench/evidence.ts FOLDER [TRADES]`. Draws the pictures of
 * all trades, or of TRADES trades evenly spaced by id, in a random order in which trades of the same document rarely follow each
 * other. Prints how many trades have no evidence and why, the time of the first picture and of a cached one, and their size. It
 * writes to `FOLDER/evidence`.
 */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createFiledLineFinder } from "../src/app/service/evidence-lines.ts";
import { readConfig } from "../src/base/config.ts";
import { createLogger } from "../src/base/log.ts";
import { Evidence } from "../src/filings/evidence/evidence.ts";
import { openConfiguredStore } from "../src/store/open.ts";
import { findOrMake } from "../test/evidence/find-or-make.ts";

const [folder, count] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node bench/evidence.ts FOLDER [TRADES]");
const config = readConfig({ ...process.env, DATA_DIR: folder });
const log = createLogger("error");
const store = await openConfiguredStore(config, log);
await rm(path.join(folder, "evidence"), { recursive: true, force: true });
const openEvidence = () =>
  new Evidence({
    lines: createFiledLineFinder(config, store),
    dataDir: folder,
    maxBytes: 4_000_000_000,
    log: createLogger("silent"),
  });
let evidence = openEvidence();

const all: { readonly id: string; readonly kind: string }[] = [];
for await (const trades of store.publications.streamTrades()) {
  for (const { id, chamber, box, page } of trades) {
    all.push({ id, kind: box !== null ? `${chamber} scan` : page === null ? `${chamber} page` : `${chamber} text` });
  }
}
all.sort((one, other) => (one.id < other.id ? -1 : 1));
const step = Math.max(1, all.length / Number(count ?? all.length));
const computeDigest = (id: string) => createHash("sha256").update(id).digest("hex");
const chosen = Array.from({ length: Math.floor(all.length / step) }, (_, at) => all[Math.floor(at * step)])
  .filter((each) => each !== undefined)
  .map((each) => ({ ...each, place: computeDigest(each.id) }))
  .sort((one, other) => (one.place < other.place ? -1 : 1));

const first = new Map<string, number[]>();
const failures = new Map<string, string[]>();
const kept = { memory: [] as number[], disk: [] as number[] };
let bytes = 0;
await measureMs(() => findOrMake(evidence, chosen[0]?.id ?? "").catch(() => {}));
for (const { id, kind } of chosen) {
  try {
    const ms = await measureMs(async () => {
      bytes += (await findOrMake(evidence, id)).png.length;
    });
    first.set(kind, [...(first.get(kind) ?? []), ms]);
    kept.memory.push(await measureMs(() => findOrMake(evidence, id)));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/'[^']*'/g, "…") : String(error);
    failures.set(reason, [...(failures.get(reason) ?? []), id]);
  }
}
await evidence.close();
evidence = openEvidence();
const drawn = chosen.filter(({ id }) => ![...failures.values()].flat().includes(id)).slice(0, 500);
for (const { id } of drawn) kept.disk.push(await measureMs(() => findOrMake(evidence, id)));
await evidence.close();
await store.close();

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function formatLine(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const formatQuantile = (share: number) =>
    (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2).padStart(9);
  return `${name.padEnd(20)}${String(times.length).padStart(7)} p50${formatQuantile(0.5)} p95${formatQuantile(0.95)} max${formatQuantile(1)} ms`;
}

const missing = [...failures.values()].flat().length;
console.log(`${chosen.length} of ${all.length} trades; ${chosen.length - missing} have evidence, ${missing} have none`);
for (const [reason, ids] of failures) console.log(`  ${ids.length}: ${reason} (${ids.slice(0, 3).join(", ")})`);
for (const [kind, times] of first) console.log(formatLine(`first, ${kind}`, times));
console.log(formatLine("first, all", [...first.values()].flat()));
console.log(formatLine("cached, memory", kept.memory));
console.log(formatLine("cached, disk", kept.disk));
console.log(`${Math.round(bytes / Math.max(1, chosen.length - missing))} bytes per picture`);
