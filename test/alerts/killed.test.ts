/** Tests a process that ends in the middle of a publication, after it appended events and fired alerts. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { StoreOptions } from "../../src/store/open.ts";
import { judging } from "../store/judged-by.ts";
import { listing, NOON } from "../store/made.ts";
import { alertDraft, confirmAddress, later } from "../store/premium-made.ts";
import { testWithStore } from "../store/with-store.ts";
import { PUBLICATION } from "./publication.ts";

const script = fileURLToPath(new URL("publishing-process.ts", import.meta.url));

/** Starts a publishing process, and ends it with `signal` once its judge is done and while its transaction is still open. */
async function endInsidePublication({ dataDir, databaseUrl }: StoreOptions, signal: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, [script, JSON.stringify({ dataDir, databaseUrl })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes("judged")) break;
  }
  assert.match(said, /judged/);
  child.kill(signal);
  await ended;
}

testWithStore(
  "a publication killed halfway leaves nothing, and the next one announces everything once",
  async (store, { options }) => {
    await store.sources.recordListingCompleted("house-clerk", NOON);
    await store.filings.recordListings([listing("2")], later(60));
    const account = await store.accounts.create("reader", "premium", NOON);
    const alert = await store.alerts.create(account.id, alertDraft({ notificationEmail: "ann@example.org" }), NOON);
    await confirmAddress(store, account.id, "ann@example.org");
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      await endInsidePublication(options, signal);
      assert.equal(await store.publications.countTrades(), 0);
      assert.equal(await store.publications.readCurrent(), undefined);
      assert.equal(await store.events.readSequenceRange(account.id), null);
      assert.deepEqual(await store.emails.claimDue(10, later(1000)), []);
      assert.equal((await store.alerts.get(account.id, alert.id))?.matchCount, 0);
    }
    const judge = judging(store.sources, { emails: true });
    assert.equal((await store.publications.publish(PUBLICATION, judge)).tradesAdded, 2);
    const events = await store.events.listAfter(account.id, 0, null, 10);
    assert.deepEqual(
      events.map(({ sequence, type }) => [sequence, type]),
      [
        [1, "trade.created"],
        [2, "trade.created"],
        [3, "alert.triggered"],
        [4, "dataset.published"],
      ],
    );
    assert.equal((await store.emails.claimDue(10, later(1000))).length, 1);
  },
);
