/** Tests amendments of amendments, as they are served and announced. */
import assert from "node:assert/strict";
import type { AmendingLine, StatedAmendments } from "../../src/domain/amendments/report.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { FilingOutcome, PublicationChange } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { judgedBy } from "./judged-by.ts";
import { all, day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

const ROW = "2000000001";

function row(status: AmendingLine["status"], deleted: Trade | null = null): StatedAmendments {
  return { report: null, lines: [{ line: 1, status, rowId: ROW, deleted }], decided: [] };
}

const BOX: StatedAmendments = { report: { number: null }, lines: [], decided: [] };

async function list(store: Store, filings: Readonly<Record<string, string>>): Promise<void> {
  const listings = Object.entries(filings).map(([docId, filed]) => listing(docId, { filedDate: day(filed) }));
  await store.filings.recordListings(listings, NOON);
}

/** @returns what the publication changed; undefined when nothing. */
async function publish(store: Store, ...outcomes: FilingOutcome[]): Promise<PublicationChange | undefined> {
  const seen: PublicationChange[] = [];
  await store.publications.publish(
    { at: later(200), politicians: [politician("E000001")], outcomes },
    judgedBy(async (change) => {
      seen.push(change);
    }),
  );
  return seen[0];
}

async function ids(store: Store): Promise<readonly string[]> {
  return (await all(store.publications.streamTrades())).flatMap((page) => page.map(({ id }) => id)).toSorted();
}

async function waiting(store: Store): Promise<readonly string[]> {
  return (await store.amendments.listUnsettled()).map(({ id, reason }) => `${id} ${reason}`);
}

const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft" };
const FILINGS = { "20030001": "2026-02-01", "20030002": "2026-02-10", "20030003": "2026-02-20" };
const ORIGINAL = outcome("20030001", [trade("20030001", 1)]);
const UNREAD = outcome("20030002", [], {
  state: "needs_review",
  rejected: [{ line: 1, reason: "transaction_after_filing", text: "as printed" }],
  amending: row("amended"),
});

testWithStore("an unread row does not hide a later amendment of it", async (store) => {
  await list(store, FILINGS);
  const again = trade("20030003", 1, { transactionType: "sale_full" });
  const last = outcome("20030003", [again], { amending: row("amended") });
  for (const each of [ORIGINAL, UNREAD, last]) await publish(store, each);
  assert.deepEqual(await ids(store), ["txn_h20030003_01"]);
  assert.deepEqual(await waiting(store), ["txn_h20030002_01 line_unreadable"]);
});

testWithStore("an unread row does not hide a later deletion of it", async (store) => {
  await list(store, FILINGS);
  const deleting = outcome("20030003", [], {
    state: "needs_review",
    rejected: [{ line: 1, reason: "deleted", text: "as printed" }],
    amending: row("deleted", trade("20030003", 1)),
  });
  for (const each of [ORIGINAL, UNREAD, deleting]) await publish(store, each);
  assert.deepEqual(await ids(store), []);
  assert.equal((await store.publications.findTrade("txn_h20030001_01"))?.supersededBy, "h20030003");
  assert.equal((await store.filings.get("h20030003"))?.state, "parsed");
});

testWithStore(
  "of one document under two ids, serves the line that a person settled while the other's waits",
  async (store) => {
    await list(store, { "9110001": "2026-02-01", "9110002": "2026-02-02" });
    for (const id of ["h9110001", "h9110002"]) await store.filings.setDocument(id, "ab".repeat(32));
    const rejected = [{ line: 1, reason: "uncertain", text: "as read" }] as const;
    await publish(
      store,
      outcome("9110001", [], {
        state: "needs_review",
        reason: { code: "uncertain_rows", detail: "1 of 1." },
        rejected,
      }),
    );
    await publish(store, outcome("9110002", [trade("9110002", 1, { confidence: "reviewed" })], { state: "ocr" }));
    assert.deepEqual(await ids(store), ["txn_h9110002_01"]);
    assert.equal((await store.filings.get("h9110002"))?.state, "ocr");
    await publish(store, outcome("9110001", [trade("9110001", 1, { confidence: "reviewed" })], { state: "ocr" }));
    assert.deepEqual(await ids(store), ["txn_h9110001_01"]);
    assert.equal((await store.filings.get("h9110002"))?.state, "superseded");
  },
);

testWithStore("paper that restates an amended report counts each transaction once", async (store) => {
  await list(store, { ...FILINGS, "9110001": "2026-02-28" });
  const two = outcome("20030001", [trade("20030001", 1), trade("20030001", 2, MSFT)]);
  const amended = trade("20030002", 1, { transactionType: "sale_full" });
  const paper = outcome("9110001", [trade("9110001", 1), trade("9110001", 2, MSFT)], { state: "ocr", amending: BOX });
  const change = await publish(store, two, outcome("20030002", [amended], { amending: row("amended") }), paper);
  assert.deepEqual(await ids(store), ["txn_h9110001_01", "txn_h9110001_02"]);
  assert.deepEqual(await waiting(store), []);
  assert.deepEqual(change?.removed, []);
});

testWithStore("rows of an unread page may be the ones an amendment seems to drop", async (store) => {
  await list(store, { "9110001": "2026-02-01", "9110002": "2026-02-02" });
  const lines = (docId: string) => [
    trade(docId, 1),
    trade(docId, 2, MSFT),
    trade(docId, 3, { ticker: "", assetNameRaw: "Bond" }),
  ];
  await publish(store, outcome("9110001", lines("9110001"), { state: "ocr" }));
  const restating = {
    amending: BOX,
    state: "needs_review",
    reason: { code: "unknown_page", detail: "Page 2 is of no known kind." },
  } as const;
  await publish(store, outcome("9110002", lines("9110002").slice(0, 2), restating));
  assert.deepEqual(await ids(store), ["txn_h9110001_03", "txn_h9110002_01", "txn_h9110002_02"]);
  assert.deepEqual(await waiting(store), ["h9110002 lines_in_review"]);
  await publish(store, outcome("9110002", lines("9110002").slice(0, 2), { amending: BOX, state: "ocr" }));
  assert.deepEqual(await ids(store), ["txn_h9110002_01", "txn_h9110002_02"]);
});

testWithStore("a trade's replacement is always the served one, not a line between the two", async (store) => {
  await list(store, FILINGS);
  await publish(store, ORIGINAL);
  const [first, last] = [
    trade("20030002", 1, { transactionType: "sale_full" }),
    trade("20030003", 1, { transactionType: "sale_full", owner: "spouse" }),
  ];
  const change = await publish(
    store,
    outcome("20030002", [first], { amending: row("amended") }),
    outcome("20030003", [last], { amending: row("amended") }),
  );
  const served: Trade = { ...last, firstDisclosed: { date: last.filedDate, source: "original" } };
  assert.deepEqual(change?.added, [served]);
  const told = { previous: trade("20030001", 1), by: "txn_h20030003_01", byFiling: "h20030003", replacement: served };
  assert.deepEqual(change?.superseded, [told]);
  const former = await store.publications.findTrade("txn_h20030001_01");
  assert.equal(former?.supersededBy, "txn_h20030002_01", "by id the line itself is named that is in its place");
});
