/** Tests that the generated store has the requested size and contents. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";
import { dropDatabase, ensureDatabase } from "../database.ts";
import { temporaryFolder } from "../e2e/workplace.ts";
import { fillLargeStore } from "../large/large-store.ts";

test("a large store has the requested trades and versions, with amendments, pending scans, events and prices", async (t) => {
  const dataDir = await temporaryFolder();
  const store = await openStore({
    dataDir,
    databaseUrl: ensureDatabase(dataDir),
    dataNotice: null,
    log: createLogger("silent"),
  });
  t.after(async () => {
    await store.close();
    dropDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  const made = await fillLargeStore(store, { trades: 6000, versions: 30 });
  assert.equal(made.versions.length, 30);
  assert.equal((await store.publications.readCurrent())?.version, made.versions.at(-1));
  const trades = await store.publications.countTrades();
  assert.ok(trades >= 6000 && trades < 6020, `${trades} trades`);
  const states = new Map<string, number>();
  for (const { state, filings } of await store.filings.computeCoverageRows()) {
    states.set(state, (states.get(state) ?? 0) + filings);
  }
  assert.deepEqual([states.get("needs_ocr"), states.get("superseded")], [600, 1]);
  assert.equal((await store.filings.get(made.longestFiling))?.rowsRead, 1000);
  const { newest } = (await store.events.readSequenceRange(made.account)) ?? { newest: 0 };
  assert.ok(newest >= 10 * 20, `${newest} events`);
  assert.ok((await store.priceInventory.readRefreshTimes()).size >= 60);
});
