/** Tests how amendments of amendments are served and announced. */
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

function createRowAmendment(status: AmendingLine["status"], deleted: Trade | null = null): StatedAmendments {
  return { report: null, lines: [{ line: 1, status, rowId: ROW, deleted }], decided: [] };
}

const BOX: StatedAmendments = { report: { number: null }, lines: [], decided: [] };

async function recordListings(store: Store, filings: Readonly<Record<string, string>>): Promise<void> {
  const listings = Object.entries(filings).map(([docId, filed]) => listing(docId, { filedDate: day(filed) }));
  await store.filings.recordListings(listings, NOON);
}

/** @returns the changes of the publication; undefined if there are none. */
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

async function listTradeIds(store: Store): Promise<readonly string[]> {
  return (await all(store.publications.streamTrades())).flatMap((page) => page.map(({ id }) => id)).toSorted();
}

async function listUnsettled(store: Store): Promise<readonly string[]> {
  return (await store.amendments.listUnsettled()).map(({ id, reason }) => `${id} ${reason}`);
}

const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft" };
const FILINGS = { "20030001": "2026-02-01", "20030002": "2026-02-10", "20030003": "2026-02-20" };
const ORIGINAL = outcome("20030001", [trade("20030001", 1)]);
const UNREAD = outcome("20030002", [], {
  state: "needs_review",
  rejected: [{ line: 1, reason: "transaction_after_filing", text: "as printed" }],
  amending: createRowAmendment("amended"),
});

testWithStore("an unread row does not hide a later amendment of it", async (store) => {
  await recordListings(store, FILINGS);
  const again = trade("20030003", 1, { transactionType: "sale_full" });
  const last = outcome("20030003", [again], { amending: createRowAmendment("amended") });
  for (const each of [ORIGINAL, UNREAD, last]) await publish(store, each);
  assert.deepEqual(await listTradeIds(store), ["txn_h20030003_01"]);
  assert.deepEqual(await listUnsettled(store), ["txn_h20030002_01 line_unreadable"]);
});

testWithStore("an unread row does not hide a later deletion of it", async (store) => {
  await recordListings(store, FILINGS);
  const deleting = outcome("20030003", [], {
    state: "needs_review",
    rejected: [{ line: 1, reason: "deleted", text: "as printed" }],
    amending: createRowAmendment("deleted", trade("20030003", 1)),
  });
  for (const each of [ORIGINAL, UNREAD, deleting]) await publish(store, each);
  assert.deepEqual(await listTradeIds(store), []);
  assert.equal((await store.publications.findTrade("txn_h20030001_01"))?.supersededBy, "h20030003");
  assert.equal((await store.filings.get("h20030003"))?.state, "parsed");
});

testWithStore(
  "if two filings have the same document, serves the line that a reviewer settled while the other filing's line waits",
  async (store) => {
    await recordListings(store, { "9110001": "2026-02-01", "9110002": "2026-02-02" });
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
    assert.deepEqual(await listTradeIds(store), ["txn_h9110002_01"]);
    assert.equal((await store.filings.get("h9110002"))?.state, "ocr");
    await publish(store, outcome("9110001", [trade("9110001", 1, { confidence: "reviewed" })], { state: "ocr" }));
    assert.deepEqual(await listTradeIds(store), ["txn_h9110001_01"]);
    assert.equal((await store.filings.get("h9110002"))?.state, "superseded");
  },
);

testWithStore("paper that restates an amended report counts each transaction once", async (store) => {
  await recordListings(store, { ...FILINGS, "9110001": "2026-02-28" });
  const two = outcome("20030001", [trade("20030001", 1), trade("20030001", 2, MSFT)]);
  const amended = trade("20030002", 1, { transactionType: "sale_full" });
  const paper = outcome("9110001", [trade("9110001", 1), trade("9110001", 2, MSFT)], { state: "ocr", amending: BOX });
  const change = await publish(
    store,
    two,
    outcome("20030002", [amended], { amending: createRowAmendment("amended") }),
    paper,
  );
  assert.deepEqual(await listTradeIds(store), ["txn_h9110001_01", "txn_h9110001_02"]);
  assert.deepEqual(await listUnsettled(store), []);
  assert.deepEqual(change?.removed, []);
});

testWithStore(
  "keeps a trade that an amendment seems to drop while a page of the amendment is unread",
  async (store) => {
    await recordListings(store, { "9110001": "2026-02-01", "9110002": "2026-02-02" });
    const createLines = (docId: string) => [
      trade(docId, 1),
      trade(docId, 2, MSFT),
      trade(docId, 3, { ticker: "", assetNameRaw: "Bond" }),
    ];
    await publish(store, outcome("9110001", createLines("9110001"), { state: "ocr" }));
    const restating = {
      amending: BOX,
      state: "needs_review",
      reason: { code: "unknown_page", detail: "Page 2 is of no known kind." },
    } as const;
    await publish(store, outcome("9110002", createLines("9110002").slice(0, 2), restating));
    assert.deepEqual(await listTradeIds(store), ["txn_h9110001_03", "txn_h9110002_01", "txn_h9110002_02"]);
    assert.deepEqual(await listUnsettled(store), ["h9110002 lines_in_review"]);
    await publish(store, outcome("9110002", createLines("9110002").slice(0, 2), { amending: BOX, state: "ocr" }));
    assert.deepEqual(await listTradeIds(store), ["txn_h9110002_01", "txn_h9110002_02"]);
  },
);

testWithStore("a trade's replacement is always the served trade, not an intermediate line", async (store) => {
  await recordListings(store, FILINGS);
  await publish(store, ORIGINAL);
  const [first, last] = [
    trade("20030002", 1, { transactionType: "sale_full" }),
    trade("20030003", 1, { transactionType: "sale_full", owner: "spouse" }),
  ];
  const change = await publish(
    store,
    outcome("20030002", [first], { amending: createRowAmendment("amended") }),
    outcome("20030003", [last], { amending: createRowAmendment("amended") }),
  );
  const served: Trade = { ...last, firstDisclosed: { date: last.filedDate, source: "original" } };
  assert.deepEqual(change?.added, [served]);
  const replaced = {
    previous: trade("20030001", 1),
    by: "txn_h20030003_01",
    byFiling: "h20030003",
    replacement: served,
  };
  assert.deepEqual(change?.superseded, [replaced]);
  const former = await store.publications.findTrade("txn_h20030001_01");
  assert.equal(
    former?.supersededBy,
    "txn_h20030002_01",
    "a lookup by id names the line that directly replaced the trade",
  );
});
