/** Tests the events that accounts get for an amendment, and the alerts that it fires. */
import assert from "node:assert/strict";
import type { StatedAmendments } from "../../src/domain/amendments/report.ts";
import type { Alert } from "../../src/domain/premium.ts";
import type { FilingOutcome } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { judging } from "../store/judged-by.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { alertDraft, later } from "../store/premium-made.ts";
import { testWithStore } from "../store/with-store.ts";

const members = ["E000001", "E000002"].map((id) => politician(id));
const RESTATES: StatedAmendments = { report: { number: null }, lines: [], decided: [] };
const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft", company: "Microsoft" };
const BOND = { ticker: "", assetNameRaw: "A bond", company: "A bond" };

/** Publishes and announces the trades of a report of 9 February, and lists a report of 20 February. */
async function publishFirstReport(store: Store, alerts: readonly Partial<Alert>[] = []) {
  const judge = judging(store.sources, { reason: "amended" });
  const publish = (published: FilingOutcome) =>
    store.publications.publish({ at: later(100), politicians: members, outcomes: [published] }, judge);
  await store.filings.recordListings([listing("1")], NOON);
  await store.sources.recordListingCompleted("house-clerk", later(1));
  await store.filings.recordListings([listing("2"), listing("3", { filedDate: day("2026-02-20") })], later(60));
  const { id: account } = await store.accounts.create("reader", "premium", NOON);
  for (const alert of alerts) await store.alerts.create(account, alertDraft(alert), later(50));
  await publish(outcome("2", [trade("2", 1), trade("2", 2, MSFT), trade("2", 3, BOND)]));
  const known = (await store.events.listAfter(account, 0, null, 1000)).length;
  return {
    publish,
    /** Returns the events after those of the first report. */
    listEvents: async () =>
      (await store.events.listAfter(account, 0, null, 1000))
        .slice(known)
        .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> }),
    countMatches: async () =>
      (await store.alerts.list(account, null, { limit: 9, skip: 0 })).rows.map((a) => a.matchCount),
  };
}

/**
 * Replaces the three lines by three others: one unchanged, one with another amount and a new one. It drops one of the former
 * lines.
 */
const AMENDMENT = outcome(
  "3",
  [
    trade("3", 1, { disclosureDate: day("2026-02-20") }),
    trade("3", 2, { ...MSFT, amount: { lowUsd: 50_001, highUsd: 100_000 } }),
    trade("3", 3, { ticker: "NVDA", assetNameRaw: "Nvidia", transactionDate: day("2026-02-01"), owner: "joint" }),
  ],
  { amending: { ...RESTATES, decided: [{ line: null, supersedes: "h2" }] } },
);

testWithStore(
  "announces a replaced line as updated with both ids, a new line as created, and all former lines as removed",
  async (store) => {
    const { publish, listEvents } = await publishFirstReport(store);
    await publish(AMENDMENT);
    const all = await listEvents();
    const selectData = (type: string) => all.filter((event) => event.type === type).map((event) => event.data);
    assert.deepEqual(
      all.map(({ type }) => type),
      [
        "trade.created",
        ...["trade.updated", "trade.updated"],
        ...["trade.removed", "trade.removed", "trade.removed"],
        "dataset.published",
      ],
    );
    assert.deepEqual(
      selectData("trade.created").map(({ trade: told }) => (told as { id: string }).id),
      ["txn_h3_03"],
    );
    assert.deepEqual(
      selectData("trade.updated").map(({ trade: told, previous, reason }) => [
        (told as { id: string }).id,
        previous,
        reason,
      ]),
      [
        ["txn_h3_01", { id: "txn_h2_01" }, "amended"],
        ["txn_h3_02", { id: "txn_h2_02", amount_range: "$1,001 - $15,000" }, "amended"],
      ],
    );
    assert.deepEqual(selectData("trade.removed"), [
      ...[1, 2].map((line) => ({
        trade_id: `txn_h2_0${line}`,
        politician_id: "E000001",
        reason: "superseded",
        superseded_by: `txn_h3_0${line}`,
      })),
      { trade_id: "txn_h2_03", politician_id: "E000001", reason: "superseded", superseded_by: "h3" },
    ]);
    const [{ trades_added, trades_updated, trades_removed } = {}] = selectData("dataset.published");
    assert.deepEqual([trades_added, trades_updated, trades_removed], [3, 0, 3]);
  },
);

testWithStore(
  "an alert does not fire again for known trades, but fires for trades that match only after the amendment",
  async (store) => {
    const { publish, listEvents, countMatches } = await publishFirstReport(store, [
      { name: "all", filter: { minAmountUsd: 1 } },
      { name: "large", filter: { minAmountUsd: 50_000 } },
      { name: "quiet 10", alertType: "politician_activity", filter: { minAmountUsd: 1 }, days: 10 },
      { name: "quiet 20", alertType: "politician_activity", filter: { minAmountUsd: 1 }, days: 20 },
    ]);
    const before = await countMatches();
    assert.deepEqual(before.toSorted(), [0, 1, 1, 3]);
    await publish(AMENDMENT);
    const fired = (await listEvents())
      .filter(({ type }) => type === "alert.triggered")
      .map(({ data }) => [
        (data["alert"] as { name: string }).name,
        (data["trades"] as { id: string }[]).map(({ id }) => id),
      ]);
    assert.deepEqual(fired.toSorted(), [
      ["all", ["txn_h3_03"]],
      ["large", ["txn_h3_02"]],
      ["quiet 10", ["txn_h3_03"]],
    ]);
  },
);
