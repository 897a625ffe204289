/** Price writes do not block the event loop: with SQLite, they run in a separate thread. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "../../src/base/log.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { day, NOON } from "./made.ts";

const SYMBOL = "SMPL" as CanonicalSymbol;
const BARS = {
  bars: [{ date: day("2026-11-20"), open: 10, high: 11, low: 9, close: 10, volume: 100 }],
  refreshedAt: NOON,
  companyName: null,
  origin: { providers: ["yahoo"], adjustment: "splits" } as const,
  dividends: null,
};

async function runInFolder(work: (open: () => Promise<Store>, file: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "congress-trades-"));
  const options = { dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") };
  try {
    await work(() => openStore(options), join(dataDir, "congress-trades.sqlite"));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

test("while another connection writes, price writes wait without blocking the event loop", () =>
  runInFolder(async (open, file) => {
    const store = await open();
    await store.market.writeBars(SYMBOL, BARS);
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    let isWritten = false;
    const writing = store.market.writeBars(SYMBOL, { ...BARS, companyName: "Sample Widgets" }).then(() => {
      isWritten = true;
    });
    for (let turn = 0; turn < 5; turn += 1) await sleep(10);
    assert.equal(isWritten, false);
    other.exec("commit");
    other.close();
    await writing;
    assert.equal((await store.market.readBars(SYMBOL))?.companyName, "Sample Widgets");
    await store.close();
  }));

test("a write that is in progress when the store closes is completed", () =>
  runInFolder(async (open) => {
    const store = await open();
    const writing = store.market.writeBars(SYMBOL, BARS);
    const recording = store.priceInventory.recordPriceRequest("SMPL", { from: null, at: NOON });
    await Promise.all([writing, recording]);
    await store.close();
    const again = await open();
    assert.deepEqual(await again.market.readBars(SYMBOL), BARS);
    assert.deepEqual((await again.priceInventory.readSpans()).get("SMPL")?.requested, { from: null, at: NOON });
    await again.close();
  }));

test("a failed write loses nothing, and the next one succeeds", () =>
  runInFolder(async (open) => {
    const store = await open();
    await store.market.writeBars(SYMBOL, BARS);
    const broken = { ...BARS, refreshedAt: new Date(Number.NaN) };
    await assert.rejects(store.market.writeBars(SYMBOL, broken));
    assert.deepEqual(await store.market.readBars(SYMBOL), BARS);
    await store.market.writeBars(SYMBOL, { ...BARS, companyName: "Sample Widgets" });
    assert.equal((await store.market.readBars(SYMBOL))?.companyName, "Sample Widgets");
    await store.close();
  }));
