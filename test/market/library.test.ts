/** Tests prices as a library, from a folder of files, without a network or a store. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { openPrices } from "../../src/app/library/prices.ts";

test("quotes and bars come from the configured providers, with the same field names as in the API", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "prices-"));
  try {
    const days = ["2026-11-18,10,11,9,10.5,1000", "2026-11-19,10.5,12,10,11.5,2000"];
    await writeFile(path.join(folder, "SMPL.csv"), `date,open,high,low,close,volume\n${days.join("\n")}\n`);
    const prices = openPrices({ MARKET_PROVIDERS: "file", MARKET_FILES: folder });
    const quote = await prices.quote("smpl");
    assert.deepEqual([quote.symbol, quote.price, quote.change], ["SMPL", 11.5, 1]);
    const history = await prices.history("SMPL", { from: "2026-11-19" });
    assert.deepEqual(history.data, [{ date: "2026-11-19", open: 10.5, high: 12, low: 10, close: 11.5, volume: 2000 }]);
    assert.deepEqual(history.sources, ["file"]);
    await assert.rejects(prices.quote("ZZZZ"), { code: "symbol_not_found" });
    await assert.rejects(prices.history("SMPL", { from: "yesterday" }), { code: "invalid_parameter" });
    assert.throws(() => openPrices({ MARKET_PROVIDERS: "tiingo" }), { code: "config" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
