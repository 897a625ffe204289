/** Amendments in the store: which trades are served, kept, announced and held, in any order of publication. */
import assert from "node:assert/strict";
import type { AmendingLine, StatedAmendments } from "../../src/domain/amendments/report.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { findDifference } from "../../src/filings/ingest/difference.ts";
import type { FilingOutcome, Judgement, PublicationChange } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { judgedBy } from "./judged-by.ts";
import { all, day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

const members = [politician("E000001"), politician("E000002")];

const amendLines = (...lines: readonly number[]): StatedAmendments => ({
  report: null,
  lines: lines.map((line): AmendingLine => ({ line, status: "amended", rowId: null, deleted: null })),
  decided: [],
});

const deleteTrades = (...trades: readonly Trade[]): StatedAmendments => ({
  report: null,
  lines: trades.map((deleted): AmendingLine => ({ line: deleted.line, status: "deleted", rowId: null, deleted })),
  decided: [],
});

const RESTATES: StatedAmendments = { report: { number: null }, lines: [], decided: [] };

/** Lists report 1, filed on February 9, report 2, filed on February 20, and `docIds`, also filed on February 20. */
async function recordListings(store: Store, ...docIds: readonly string[]): Promise<void> {
  const later20 = { filedDate: day("2026-02-20") };
  await store.filings.recordListings(
    [listing("1"), listing("2", later20), ...docIds.map((id) => listing(id, later20))],
    NOON,
  );
}

function createRecordingJudge(): { readonly seen: PublicationChange[]; readonly judge: Judgement } {
  const seen: PublicationChange[] = [];
  return { seen, judge: judgedBy(async (change) => void seen.push(change)) };
}

async function listTradeIds(store: Store): Promise<readonly string[]> {
  const trades = (await all(store.publications.streamTrades())).flat();
  assert.equal(await store.publications.countTrades(), trades.length);
  return trades.map(({ id }) => id).toSorted();
}

const publish = (store: Store, outcomes: readonly FilingOutcome[], judge?: Judgement) =>
  store.publications.publish({ at: later(200), politicians: members, outcomes }, judge);

const ORIGINAL = outcome("1", [trade("1", 1), trade("1", 2, { ticker: "MSFT", assetNameRaw: "Microsoft" })]);
const AMENDED = trade("2", 1, { transactionType: "sale_full" });
/** The amended trade as it is served: with the first disclosure of the trade that it replaces. */
const RESTATED: Trade = { ...AMENDED, firstDisclosed: { date: AMENDED.filedDate, source: "original" } };
const AMENDMENT = outcome("2", [AMENDED], { amending: amendLines(1) });

testWithStore(
  "once a later report corrects a rejected row, the row stops waiting and its report counts as read",
  async (store) => {
    await recordListings(store);
    const slip = { ...trade("1", 1), transactionDate: day("2027-01-20") };
    const stated: StatedAmendments = {
      report: null,
      lines: [],
      decided: [],
      rejected: [{ line: 1, rowId: null, trade: slip }],
    };
    const original = outcome("1", [], {
      state: "needs_review",
      reason: { code: "no_usable_row", detail: "None of its 1 rows could be used." },
      rejected: [{ line: 1, reason: "transaction_after_filing", text: "AAPL" }],
      amending: stated,
    });
    await publish(store, [original]);
    assert.equal((await store.filings.listInReview()).length, 1);
    const [line] = amendLines(1).lines;
    const amending = { ...amendLines(1), lines: [{ ...(line ?? assert.fail()), rowId: "2000153000" }] };
    await publish(store, [outcome("2", [trade("2", 1, { filedDate: day("2026-02-20") })], { amending })]);
    assert.equal((await store.filings.listRejectedLines("h1"))[0]?.correctedBy, "txn_h2_01");
    assert.deepEqual(await store.filings.listInReview(), []);
    assert.equal((await store.filings.get("h1"))?.state, "parsed");
    assert.equal((await store.publications.findTrade("txn_h2_01"))?.trade.disclosureDate, "2026-02-09");
    const stored = (await store.filings.get("h1")) ?? assert.fail();
    const published = { trades: [], rejected: await store.filings.listRejectedLines("h1") };
    assert.equal(findDifference(stored, published, original), null, "reading the report again gives the same outcome");
    await publish(store, [outcome("2", [], { state: "no_trades" })]);
    assert.equal((await store.filings.listRejectedLines("h1"))[0]?.correctedBy, undefined);
    assert.equal((await store.filings.get("h1"))?.state, "needs_review");
  },
);

testWithStore("an amended trade leaves the lists, keeps its id, and names its replacement", async (store) => {
  await recordListings(store);
  await publish(store, [ORIGINAL]);
  const { seen, judge } = createRecordingJudge();
  const result = await publish(store, [AMENDMENT], judge);
  assert.deepEqual([result.tradesAdded, result.tradesChanged, result.tradesRemoved, result.held], [1, 0, 1, null]);
  assert.deepEqual(await listTradeIds(store), ["txn_h1_02", "txn_h2_01"]);
  const { added, changed, removed, superseded } = seen[0] as PublicationChange;
  assert.deepEqual([added, changed, removed], [[RESTATED], [], [trade("1", 1)]]);
  assert.deepEqual(superseded, [{ previous: trade("1", 1), by: "txn_h2_01", byFiling: "h2", replacement: RESTATED }]);
  const former = await store.publications.findTrade("txn_h1_01");
  assert.deepEqual(former?.trade, trade("1", 1));
  assert.deepEqual([former?.supersedes, former?.supersededBy], [null, "txn_h2_01"]);
  assert.deepEqual(former?.updatedAt, later(200));
  const latter = await store.publications.findTrade("txn_h2_01");
  assert.deepEqual([latter?.supersedes, latter?.supersededBy], ["txn_h1_01", null]);
  assert.equal(
    (await publish(store, [AMENDMENT, ORIGINAL])).changed,
    false,
    "publishing the same again changes nothing",
  );
  assert.deepEqual(await store.amendments.listUnsettled(), []);
});

testWithStore(
  "an amendment published before its original waits for it, and the original's trade is then never listed",
  async (store) => {
    await recordListings(store);
    await publish(store, [AMENDMENT]);
    const [waiting] = await store.amendments.listUnsettled();
    assert.deepEqual(waiting, {
      id: "txn_h2_01",
      filingId: "h2",
      politicianId: "E000001",
      kind: "amended",
      reason: "none_fits",
      candidates: [],
    });
    const { seen, judge } = createRecordingJudge();
    await publish(store, [ORIGINAL], judge);
    assert.deepEqual(
      seen[0]?.added.map(({ id }) => id),
      ["txn_h1_02"],
    );
    assert.deepEqual([seen[0]?.removed, seen[0]?.superseded], [[], []]);
    assert.deepEqual(await listTradeIds(store), ["txn_h1_02", "txn_h2_01"]);
    assert.deepEqual(await store.amendments.listUnsettled(), []);
  },
);

testWithStore(
  "a trade is served again once nothing amends it, and no report amends another member's report",
  async (store) => {
    await recordListings(store);
    await publish(store, [ORIGINAL, AMENDMENT]);
    const { seen, judge } = createRecordingJudge();
    await publish(store, [outcome("2", [AMENDED])], judge);
    assert.deepEqual(seen[0]?.added, [trade("1", 1)]);
    assert.deepEqual(await listTradeIds(store), ["txn_h1_01", "txn_h1_02", "txn_h2_01"]);
    await publish(store, [AMENDMENT]);
    const another = trade("2", 1, { transactionType: "sale_full", politicianId: "E000002" });
    await publish(store, [outcome("2", [another], { amending: amendLines(1), politicianId: "E000002" })]);
    assert.deepEqual(
      await listTradeIds(store),
      ["txn_h1_01", "txn_h1_02", "txn_h2_01"],
      "another member's report amends nothing",
    );
    assert.equal((await store.amendments.listUnsettled())[0]?.politicianId, "E000002");
  },
);

testWithStore("a report is superseded only once all of its trades are superseded", async (store) => {
  await recordListings(store, "3");
  const getState = async (id: string) => (await store.filings.get(id))?.state;
  await publish(store, [ORIGINAL, AMENDMENT]);
  assert.deepEqual([await getState("h1"), await getState("h2")], ["parsed", "parsed"]);
  const restated = ORIGINAL.trades.map((each) => ({ ...each, id: `txn_h3_0${each.line}`, filingId: "h3" }));
  const whole = outcome("3", restated, { amending: RESTATES, state: "ocr" });
  await publish(store, [outcome("2", []), whole]);
  assert.deepEqual([await getState("h1"), await getState("h3")], ["superseded", "ocr"]);
  assert.equal(
    (await publish(store, [ORIGINAL, whole])).changed,
    false,
    "the stored state differs from the outcome's state, which is not a change",
  );
  const states = (await store.filings.computeCoverageRows()).map((row) => [row.state, row.filings]);
  assert.deepEqual(states, [
    ["ocr", 1],
    ["parsed", 1],
    ["superseded", 1],
  ]);
  await publish(store, [outcome("3", restated)]);
  assert.deepEqual([await getState("h1"), (await listTradeIds(store)).length], ["parsed", 4]);
});

testWithStore(
  "deleted rows withdraw trades; their report stays in review until each deleted row has found its trade",
  async (store) => {
    await recordListings(store);
    const [first, second] = ORIGINAL.trades as [Trade, Trade];
    const deleted = [first, { ...second, owner: "spouse" as const }].map((each) => ({
      ...each,
      id: `txn_h2_0${each.line}`,
      filingId: "h2",
    }));
    const rejected = deleted.map(({ line }) => ({ line, reason: "deleted", text: "as printed" }) as const);
    const createDeletion = (...trades: readonly Trade[]) =>
      outcome("2", [], {
        rejected: rejected.slice(0, trades.length),
        amending: deleteTrades(...trades),
        state: "needs_review",
      });
    const { seen, judge } = createRecordingJudge();
    await publish(store, [ORIGINAL]);
    await publish(store, [createDeletion(...deleted)], judge);
    assert.deepEqual(seen[0]?.superseded, [{ previous: first, by: "h2", byFiling: "h2", replacement: null }]);
    assert.deepEqual(await listTradeIds(store), ["txn_h1_02"]);
    assert.equal((await store.publications.findTrade("txn_h1_01"))?.supersededBy, "h2");
    assert.equal((await store.filings.get("h2"))?.state, "needs_review");
    assert.deepEqual(
      (await store.amendments.listUnsettled()).map(({ id, reason, candidates }) => [id, reason, candidates]),
      [["txn_h2_02", "none_fits", ["txn_h1_02"]]],
    );
    await publish(store, [createDeletion(...deleted.slice(0, 1))]);
    assert.equal((await store.filings.get("h2"))?.state, "parsed");
    assert.equal((await store.filings.listRejectedLines("h2"))[0]?.reason, "deleted", "the row itself stays unchanged");
  },
);

testWithStore(
  "an amendment creates events for superseded trades, even for backfilled ones; the first import creates none",
  async (store) => {
    await recordListings(store, "4");
    await publish(store, [ORIGINAL]);
    await store.sources.recordListingCompleted("house-clerk", later(1));
    const { seen, judge } = createRecordingJudge();
    await publish(
      store,
      [outcome("4", [{ ...AMENDED, id: "txn_h4_01", filingId: "h4" }], { amending: amendLines(1) })],
      judge,
    );
    const backfilled = seen.pop();
    assert.deepEqual(backfilled?.announced, new Set(), "both reports were listed before the first complete listing");
    assert.deepEqual(backfilled?.corrected, new Set(), "the first import is silent");
    await publish(store, [outcome("4", [])]);
    await store.filings.recordListings([listing("3", { filedDate: day("2026-02-21") })], later(60));
    await publish(
      store,
      [outcome("3", [{ ...AMENDED, id: "txn_h3_01", filingId: "h3" }], { amending: amendLines(1) })],
      judge,
    );
    assert.deepEqual(seen.pop()?.announced, new Set(["txn_h3_01", "txn_h1_01"]));

    await publish(store, [outcome("3", [])]);
    await store.sources.recordSuccess("house-clerk", later(120));
    await store.sources.recordFirstRunEnd(later(121));
    await publish(
      store,
      [outcome("4", [{ ...AMENDED, id: "txn_h4_01", filingId: "h4" }], { amending: amendLines(1) })],
      judge,
    );
    const readLater = seen.pop();
    assert.deepEqual(readLater?.announced, new Set(), "old filings trigger no alert");
    assert.deepEqual(readLater?.corrected, new Set(["txn_h4_01", "txn_h1_01"]), "but the correction is announced");
  },
);

/**
 * Publishes an original with `rows` lines and another report with `others` lines; then a later report restates the first `kept`
 * lines.
 */
async function restate(store: Store, rows: number, kept: number, others: number, supersedes: string | null = "h1") {
  await recordListings(store, "3");
  const createLines = (docId: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      trade(docId, at + 1, { ticker: "", assetNameRaw: `Asset ${docId} ${at}` }),
    );
  const original = createLines("1", rows);
  const restated = original
    .slice(0, kept)
    .map((each) => ({ ...each, id: each.id.replace("h1", "h2"), filingId: "h2" }));
  await publish(store, [outcome("1", original), outcome("3", createLines("3", others))]);
  const amending = { ...RESTATES, decided: [{ line: null, supersedes }] };
  return publish(
    store,
    [outcome("2", restated, { amending })],
    judgedBy(async () => {}),
  );
}

testWithStore("does not hold a report that restates another one and drops lines", async (store) => {
  const { held, tradesRemoved } = await restate(store, 120, 20, 0);
  assert.deepEqual([held, tradesRemoved], [null, 120]);
});

testWithStore("replaces trades that were listed twice instead of withdrawing them", async (store) => {
  await restate(store, 150, 150, 0, null);
  assert.equal((await listTradeIds(store)).length, 300);
  const { held, tradesRemoved } = await restate(store, 150, 150, 0);
  assert.deepEqual([held, tradesRemoved], [null, 150]);
  assert.equal((await listTradeIds(store)).length, 150);
});

testWithStore("holds an amendment that withdraws too many lines at once", async (store) => {
  const { held, changed } = await restate(store, 121, 20, 60);
  assert.match(held?.reason ?? "", /withdraw 101 of 181/);
  assert.equal(changed, false);
  assert.equal((await listTradeIds(store)).length, 181);
});

testWithStore("holds an amendment that replaces too many lines at once", async (store) => {
  const { held } = await restate(store, 501, 501, 0);
  assert.match(held?.reason ?? "", /replace 501 of 501/);
});
