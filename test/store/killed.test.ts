import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";

const FILINGS = 400;

/**
 * Source of a process that publishes the same filings repeatedly, alternating between two lines and one, and prints before each
 * publication.
 */
function buildPublisherSource(dataDir: string): string {
  const quoteUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  return `
    const { openStore } = await import(${quoteUrl("../../src/store/open.ts")});
    const { createLogger } = await import(${quoteUrl("../../src/base/log.ts")});
    const { listing, outcome, politician, trade, NOON } = await import(${quoteUrl("./made.ts")});
    const { judgedBy } = await import(${quoteUrl("./judged-by.ts")});
    const { createAccountWithEndpoints } = await import(${quoteUrl("./premium-made.ts")});
    const store = await openStore({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
    const ids = Array.from({ length: ${FILINGS} }, (_, index) => String(index));
    await store.filings.recordListings(ids.map((id) => listing(id)), NOON);
    const account = (await store.accounts.findByName("own"))?.id ?? (await createAccountWithEndpoints(store, "own", 2, ["trade.created"])).account;
    const judge = judgedBy(async ({ added }, scope) => {
      for (const { id } of added) await scope.appendEvent(account, "trade.created", { trade: { id } });
    });
    for (let lines = 2; ; lines = 3 - lines) {
      const trades = (id) => Array.from({ length: lines }, (_, line) => trade(id, line + 1));
      const outcomes = ids.map((id) => outcome(id, trades(id)));
      process.stdout.write("publishing\\n");
      await store.publications.publish({ at: NOON, outcomes, politicians: [politician("E000001")] }, lines === 2 ? judge : undefined);
    }
  `;
}

test("a process killed while publishing leaves either the whole publication with its events or none of it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "killed-"));
  try {
    for (const afterMs of [3, 25, 60]) {
      const child = spawn(process.execPath, ["--input-type=module", "--eval", buildPublisherSource(dataDir)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      await sleep(afterMs);
      child.kill("SIGKILL");
      await once(child, "exit");
      const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
      const trades = await store.publications.countTrades();
      const [coverage] = await store.filings.computeCoverageRows();
      assert.ok([0, FILINGS, 2 * FILINGS].includes(trades), `${trades} trades of ${FILINGS} filings`);
      assert.deepEqual(
        [coverage?.filings, coverage?.state, coverage?.rowsRead],
        [FILINGS, trades === 0 ? "pending" : "parsed", trades],
      );
      assert.equal((await store.publications.readCurrent()) !== undefined, trades > 0);
      const account = (await store.accounts.findByName("own"))?.id ?? "";
      const events = await store.events.listAfter(account, 0, null, 100_000);
      assert.deepEqual(
        events.map(({ sequence }) => sequence),
        events.map((_, index) => index + 1),
      );
      assert.equal(events.length % FILINGS, 0, "no publication has only some of its events");
      assert.ok(events.length > 0 || trades === 0);
      assert.equal((await store.deliveries.countByStatus()).pending, 2 * events.length);
      await store.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
