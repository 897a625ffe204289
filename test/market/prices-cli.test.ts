/** Tests `prices fill|refresh|import|forget` in processes that use the stand-ins. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createLogger } from "../../src/base/log.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { ensureDatabase } from "../database.ts";
import { SHELL } from "../e2e/workplace.ts";
import { listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";

const MAIN = fileURLToPath(new URL("../../src/app/cli/main.ts", import.meta.url));
const material = fictionalMaterial({ today: new Date() });
const upstream = await startUpstream({ material, port: 0 });
const dataDir = await mkdtemp(join(tmpdir(), "congress-trades-"));
after(async () => {
  await upstream.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function runPrices(
  ...args: string[]
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const DATABASE_URL = ensureDatabase(dataDir) ?? "";
  const env = { ...SHELL, DATA_DIR: dataDir, DATABASE_URL, UPSTREAM_URL: upstream.url };
  const child = spawn(process.execPath, [MAIN, "prices", ...args], { env });
  const output = { out: "", err: "" };
  for (const [name, stream] of [
    ["out", child.stdout],
    ["err", child.stderr],
  ] as const) {
    stream.on("data", (bytes: Buffer) => {
      output[name] += bytes.toString();
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...output })));
}

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const log = createLogger("silent");
  const store = await openStore({ dataDir, databaseUrl: ensureDatabase(dataDir), dataNotice: null, log });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const readStoredBars = (symbol: string) => withStore(({ market }) => market.readBars(symbol as CanonicalSymbol));

test("before the first publication there is nothing to fetch", async () => {
  const { code, out } = await runPrices("fill");
  assert.deepEqual([code, upstream.listRequests().length], [0, 0]);
  assert.match(out, /No published trade has a symbol yet/);
});

test("fill fetches the traded symbols once, and reports what it did", async () => {
  await withStore(async ({ filings, publications }) => {
    await filings.recordListings([listing("20030001")], NOON);
    const trades = [trade("20030001", 1, { ticker: "ZZWID" }), trade("20030001", 2, { ticker: "ZZNONE" })];
    await publications.publish({
      at: NOON,
      politicians: [politician("E000001")],
      outcomes: [outcome("20030001", trades)],
    });
  });
  const first = await runPrices("fill");
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /2 symbols .* 2 of them needed an update: 1 fetched, 1 unknown, 0 failed/);
  const security = await material.prices.findSecurity("ZZWID");
  assert.equal((await readStoredBars("ZZWID"))?.bars.length, security?.prices.length);
  upstream.clearLog();
  assert.match((await runPrices("fill")).out, /0 of them needed an update/);
  assert.match((await runPrices("refresh")).out, /1 of them needed an update|0 of them needed an update/);
  assert.ok(upstream.listRequests().every(({ path }) => !path.includes("ZZNONE")));
});

test("import adds files to the stored prices, names rejected files, and exits with 1 if a file is rejected", async () => {
  const folder = await mkdtemp(join(dataDir, "csv-"));
  const createLines = (closes: readonly number[]) =>
    closes.map(
      (close, n) => `2014-03-${["03", "04", "05", "06", "07", "10"][n]},${close},${close},${close},${close},1000`,
    );
  const header = "Date,Open,High,Low,Close,Volume";
  await writeFile(join(folder, "GONE.csv"), [header, ...createLines([10, 11, 12])].join("\n"));
  await writeFile(join(folder, "BRK-B.csv"), [header, ...createLines([100, 101, 20, 21, 22])].join("\n"));
  await writeFile(join(folder, "BAD.csv"), ["Date,Close", "2014-03-03,1"].join("\n"));
  await writeFile(join(folder, "notes.txt"), "nothing");
  const { code, out, err } = await runPrices("import", folder);
  assert.equal(code, 1);
  assert.match(out, /GONE: 3 days read, 3 added\n/);
  assert.match(out, /BRK\.B: 5 days read, 5 added\n/, "a jump that no split explains is accepted as a price");
  assert.match(out, /2 of 3 files imported/);
  assert.match(err, /BAD\.csv: no column open, high, low/);
  assert.deepEqual(
    (await readStoredBars("GONE"))?.bars.map(({ close }) => close),
    [12, 11, 10],
  );
  assert.match((await runPrices("import", join(folder, "GONE.csv"))).out, /GONE: 3 days read, nothing to add\n/);
  await writeFile(join(folder, "GONE.csv"), [header, ...createLines([10, 11.5, 12])].join("\n"));
  const other = await runPrices("import", join(folder, "GONE.csv"));
  assert.equal(other.code, 1);
  assert.match(other.err, /^GONE\.csv: .* of 2014-03-04 is 11\.5, but 11 is stored,/);
  await writeFile(join(folder, "BRK-B.csv"), [header, ...createLines([20, 20.2, 4, 4.2, 4.4, 4.6])].join("\n"));
  const halved = await runPrices("import", join(folder, "BRK-B.csv"));
  assert.match(halved.err, /BRK\.B cannot be joined to the stored ones: .* no split before 2014-03-10 is reported/);
  const adjusted = await runPrices("import", join(folder, "BRK-B.csv"), "--split-adjusted");
  assert.match(adjusted.out, /BRK\.B: 6 days read, 1 added\n1 of 1 files imported/);
  assert.equal((await runPrices("import", join(folder, "none.csv"))).code, 1);
});

test("forget deletes a symbol's stored prices, so that they are fetched again", async () => {
  const folder = await mkdtemp(join(dataDir, "csv-"));
  await writeFile(join(folder, "LOST.csv"), "Date,Open,High,Low,Close\n2014-03-03,1,1,1,1");
  await runPrices("import", folder);
  assert.equal((await readStoredBars("LOST"))?.bars.length, 1);
  assert.deepEqual(await runPrices("forget", "lost", "BRK-B", "NONE"), {
    code: 0,
    out: "LOST: forgotten\nBRK.B: forgotten\nNONE: nothing stored\n",
    err: "",
  });
  assert.equal(await readStoredBars("LOST"), undefined);
  const refused = await runPrices("forget", "!!!");
  assert.deepEqual([refused.code, refused.out, refused.err], [2, "", '"!!!" is not a symbol.\n']);
});

test("import --skip-bad-rows leaves out bad rows, and reports each bad row's fault and their number", async () => {
  const folder = await mkdtemp(join(tmpdir(), "congress-trades-bars-"));
  const days = ["05", "06", "09", "10", "11"].map((day) => `2026-02-${day},10,12,9,11,70`);
  const file = join(folder, "ZZSKP.csv");
  await writeFile(file, ["Date,Open,High,Low,Close,Volume", ...days, "2026-02-12,10,12,9,1.1.1,70"].join("\n"));
  const refused = await runPrices("import", file);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /ZZSKP.csv, line 7: its close "1.1.1" is not a price: a plain number of dollars/);
  assert.equal(await readStoredBars("ZZSKP"), undefined);
  const taken = await runPrices("import", file, "--skip-bad-rows");
  assert.match(taken.err, /ZZSKP.csv, line 7: its close "1.1.1" is not a price.* Left out\./);
  assert.match(taken.out, /ZZSKP: 5 days read, 5 added, 1 bad row left out\n/);
  assert.equal((await readStoredBars("ZZSKP"))?.bars.length, 5);
  await rm(folder, { recursive: true, force: true });
});
