/**
 * Tests decisions on scanned pages that the reader did not understand: rows typed in, no transactions, complete as read, or
 * missed rows added. Ids stay the same, and all decisions are replayed.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { createScannedPtr } from "../../src/app/demo/fictional/scan.ts";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { ConfigError } from "../../src/base/errors.ts";
import type { EnteredRow } from "../../src/domain/decision.ts";
import { formatReason } from "../../src/domain/reason.ts";
import type { ScannedPage, ScannedRow } from "../../src/domain/scanned-page.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { readScans } from "../../src/filings/ingest/read-scans.ts";
import { reparse } from "../../src/filings/ingest/reparse.ts";
import { acceptLine, correctLine, rejectLine, setTicker } from "../../src/filings/review/line-decisions.ts";
import { acceptPageAsSeen, addMissedRows, replaceRows } from "../../src/filings/review/page-decisions.ts";
import { buildReviewSheet } from "../../src/filings/review/review-sheet.ts";
import type { SignedReview } from "../../src/filings/review/signed-review.ts";
import { buildFilingId } from "../../src/filings/sources/all.ts";
import { SCAN_READER } from "../../src/filings/sources/scans/assemble.ts";
import type { CoverageRow } from "../../src/store/coverage.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { listPendingItems, openSignedReview, REASON } from "./reviewing.ts";
import { allTrades, openWorkplace, sum, type Workplace } from "./workplace.ts";

const fictional = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const scan =
  fictional.truth.find(({ source, kind, memberId }) => source === "house-clerk" && kind === "scan" && memberId) ??
  assert.fail("no member filed a scan");
const FILING = buildFilingId(scan.source, scan.docId);
const others = new Set(fictional.truth.filter(({ kind }) => kind === "scan").map(({ docId }) => docId));
others.delete(scan.docId);
/** House reports with a single scan, of five pages: its rejected lines are a small part of all, so no publication is held. */
const material: Material = {
  ...fictional,
  house: {
    readIndex: async (year) =>
      (await fictional.house.readIndex(year))?.filter(({ docId }) => !others.has(docId)) ?? null,
    readDocument: async (folder, year, docId) =>
      docId === scan.docId ? createScannedPtr(5) : fictional.house.readDocument(folder, year, docId),
  },
  senate: { ...fictional.senate, listRows: async () => [] },
};
const { signal } = new AbortController();

/** A row with certain readings, `top` pixels down its page. */
function createRow(asset: string, top: number): ScannedRow {
  const box = { left: 100, top, width: 1500, height: 60 };
  const field = (reading: string | null) => ({ reading, confidence: 0.9, sure: true, box });
  return {
    box,
    handwritten: false,
    fields: {
      owner: field("SP"),
      asset: field(asset),
      transactionType: field("P"),
      transactionDate: field("01/08/2014"),
      notificationDate: field(null),
      amount: field("$1,001 - $15,000"),
    },
  };
}

function createPage(kind: ScannedPage["kind"], ...rows: readonly ScannedRow[]): ScannedPage {
  const skew = { level: 0, upright: 0, fan: 0 };
  return { kind, form: "house", turnDegrees: 0, skew, width: 1700, height: 2200, amendment: false, rows };
}

const PAGES = [
  createPage("transactions", createRow("Sample Alpha", 300), createRow("Sample Beta", 400)),
  createPage("unknown", createRow("Sample Gamma", 300)),
  createPage("unknown"),
  createPage("transactions", createRow("Sample Epsilon", 300)),
  createPage("unknown", createRow("Sample Zeta", 300)),
];

let upstream: Upstream;
let place: Workplace;

before(async () => {
  upstream = await startUpstream({ material, port: 0 });
  place = await openWorkplace(upstream.url, { OCR: "true" });
  await readAll(place);
});

after(async () => {
  await place?.close();
  await upstream?.stop();
});

/** Imports everything and stores `pages` as the readings of the scan; null stands for a page that cannot be drawn. */
async function readAll(workplace: Workplace, pages: readonly (ScannedPage | null)[] = PAGES): Promise<void> {
  await workplace.run();
  await storePages(workplace, pages);
  await readScans(workplace.ingest, signal);
}

async function storePages({ store }: Workplace, pages: readonly (ScannedPage | null)[]): Promise<void> {
  const { documentSha256 } = (await store.filings.get(FILING)) ?? assert.fail();
  for (const [at, one] of pages.entries()) {
    const reading = {
      page: at + 1,
      reader: SCAN_READER,
      json: JSON.stringify(one === null ? { failure: "pdf_damaged: It is." } : { seen: one }),
    };
    await store.pageReadings.save(documentSha256 ?? assert.fail(), reading);
  }
}

async function decide<T>(settle: (review: SignedReview) => Promise<T>, workplace: Workplace = place): Promise<T> {
  return settle(await openSignedReview(workplace));
}

async function assertRefused(expected: RegExp, settle: (review: SignedReview) => Promise<unknown>): Promise<void> {
  const file = path.join(place.dataDir, "decisions.ndjson");
  const before = await readFile(file, "utf8").catch(() => "");
  await assert.rejects(decide(settle), (error) => error instanceof ConfigError && expected.test(error.message));
  assert.equal(await readFile(file, "utf8").catch(() => ""), before, "no decision is stored");
}

const createEnteredRow = (asset: string, changes: EnteredRow = {}): EnteredRow => ({
  owner: "JT",
  asset,
  transactionType: "S (partial)",
  transactionDate: "01/09/2014",
  notificationDate: "01/12/2014",
  amount: "$15,001 - $50,000",
  ...changes,
});
const buildPageId = (number: number) => `${FILING}/p${number}`;

async function listTrades({ store }: Workplace): Promise<readonly Trade[]> {
  return (await allTrades(store)).filter(({ filingId: of }) => of === FILING);
}

/** Number, page, confidence and asset of each of the filing's published trades. */
async function listServed(): Promise<readonly string[]> {
  return (await listTrades(place))
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, page: on, confidence, assetNameRaw }) => `${line} p${on} ${confidence} ${assetNameRaw}`);
}

async function listPendingIds(): Promise<readonly string[]> {
  return (await listPendingItems(place, FILING)).map(({ id }) => id);
}

/** Returns state and reason, after checking that all rows read are accounted for, in this filing and in all. */
async function readState(workplace = place): Promise<readonly unknown[]> {
  const { store } = workplace;
  const filing = (await store.filings.get(FILING)) ?? assert.fail();
  const [trades, rejected] = [await store.filings.listTrades(FILING), await store.filings.listRejectedLines(FILING)];
  assert.equal(filing.rowsRead, trades.length + rejected.length);
  const counted = await store.filings.computeCoverageRows();
  const sumOutcomes = ({ trades, superseded, rejected }: CoverageRow) => trades + superseded + rejected;
  assert.equal(
    sum(counted, ({ rowsRead }) => rowsRead),
    sum(counted, sumOutcomes),
  );
  return [filing.state, filing.reason && formatReason(filing.reason)];
}

let first: readonly Trade[];

test("lists the pages that the reader did not understand, and shows the rows found on a page", async () => {
  first = await listTrades(place);
  assert.deepEqual(await listServed(), ["1 p1 ocr Sample Alpha", "2 p1 ocr Sample Beta"]);
  assert.deepEqual(await listPendingIds(), [`${FILING}/p2`, `${FILING}/p3`, `${FILING}/p5`]);
  const shown = await buildReviewSheet(place.config, place.store, buildPageId(2));
  assert.deepEqual([shown.page?.kind, shown.page?.rowsMayBeReplaced], ["unknown", true]);
  assert.deepEqual(
    shown.page?.rows.map(({ id, fields }) => [id, fields.owner, fields.asset]),
    [[`txn_${FILING}_03`, "SP", "Sample Gamma"]],
  );
  assert.equal((await buildReviewSheet(place.config, place.store, buildPageId(1))).page?.rowsMayBeReplaced, false);
});

test("refuses each impossible decision with a reason, and stores no decision", async () => {
  const replaced =
    (number: number, ...rows: readonly EnteredRow[]) =>
    (review: SignedReview) =>
      replaceRows(review, buildPageId(number), rows);
  const wrong = createEnteredRow("Sample", { owner: "Spouse", amount: "$5 - $7" });
  await assertRefused(
    /Row 2: owner must be SP, JT, DC or nothing, not "Spouse"/,
    replaced(2, createEnteredRow("Sample"), wrong),
  );
  await assertRefused(
    /Row 2: amount must be one of the form's amount ranges, /,
    replaced(2, createEnteredRow("Sample"), wrong),
  );
  const late = createEnteredRow("Sample Late", { transactionDate: "01/01/2031" });
  await assertRefused(/"Sample Late" would be rejected, transaction_after_filing/, replaced(2, late));
  await assertRefused(/No row was typed in/, replaced(2));
  await assertRefused(/has 5 pages, none of them with the number 6/, replaced(6, createEnteredRow("Sample")));
  await assertRefused(/is published under its number, which is permanent/, replaced(1, createEnteredRow("Sample")));
  await assertRefused(/is published under its number, which is permanent/, (review) =>
    replaceRows(review, buildPageId(1), null),
  );
  const missed = (review: SignedReview) => addMissedRows(review, buildPageId(2), [createEnteredRow("Sample")]);
  await assertRefused(/Page 2 of .* still waits: decide on .*\/p2 first/, missed);
  await assertRefused(/is not waiting/, (review) => acceptPageAsSeen(review, buildPageId(1)));
});

test("publishes rows typed in by a person up to the next pending page, and leaves earlier trades unchanged", async () => {
  const begun =
    (await buildReviewSheet(place.config, place.store, buildPageId(2))).page?.rows.map(({ fields }) => fields) ?? [];
  await decide((review) =>
    replaceRows(review, buildPageId(2), [...begun, createEnteredRow("Sample Delta (SMPL) [ST]")]),
  );
  assert.deepEqual((await listServed()).slice(2), ["3 p2 reviewed Sample Gamma", "4 p2 reviewed Sample Delta"]);
  const trades = await listTrades(place);
  assert.deepEqual(
    trades.filter(({ line }) => line < 3),
    first,
  );
  const delta = trades.find(({ line }) => line === 4);
  assert.deepEqual(
    [
      delta?.id,
      delta?.owner,
      delta?.transactionType,
      delta?.transactionDate,
      delta?.notificationDate,
      delta?.amountRaw,
    ],
    [`txn_${FILING}_04`, "joint", "sale_partial", "2014-01-09", "2014-01-12", "$15,001 - $50,000"],
  );
  assert.deepEqual([delta?.ticker, delta?.assetType, delta?.box], ["SMPL", "Stock", null]);
  assert.deepEqual(await listPendingIds(), [`${FILING}/p3`, `${FILING}/p5`]);
  assert.equal((await readState())[0], "needs_review");
});

test("once the last pages are decided as empty or complete, nothing is pending and the filing lists the decisions", async () => {
  await decide((review) => replaceRows(review, buildPageId(3), null));
  await decide((review) => acceptPageAsSeen(review, buildPageId(5)));
  assert.deepEqual((await listServed()).slice(4), ["5 p4 ocr Sample Epsilon", "6 p5 ocr Sample Zeta"]);
  assert.deepEqual(await listPendingIds(), []);
  assert.deepEqual(await readState(), [
    "ocr",
    "reviewed_pages: By a person: page 2 was typed in, page 3 has no transaction, page 5 is complete exactly as it was read.",
  ]);
});

test("a missed row gets the next free number, and typed rows can be corrected and rejected like other rows", async () => {
  const missed = (review: SignedReview) => addMissedRows(review, buildPageId(1), [createEnteredRow("Sample Eta")]);
  await decide(missed);
  assert.equal((await listServed()).at(-1), "7 p1 reviewed Sample Eta");
  await assertRefused(/These rows of .*p1 were already added by A\. Editor/, missed);
  await decide((review) => correctLine(review, `txn_${FILING}_07`, { amount: "$50,001 - $100,000" }));
  await decide((review) => rejectLine(review, `txn_${FILING}_03`));
  await decide((review) => setTicker(review, `txn_${FILING}_05`, "SMPL"));
  await decide((review) => acceptLine(review, `txn_${FILING}_04`));
  assert.deepEqual((await listServed()).slice(2), [
    "4 p2 reviewed Sample Delta",
    "5 p4 ocr Sample Epsilon",
    "6 p5 ocr Sample Zeta",
    "7 p1 reviewed Sample Eta",
  ]);
  const trades = await listTrades(place);
  assert.equal(trades.find(({ line }) => line === 7)?.amountRaw, "$50,001 - $100,000");
  assert.equal(trades.find(({ line }) => line === 5)?.ticker, "SMPL");
  assert.equal((await readState())[0], "ocr");
  const listDecisions = async (id: string) => {
    const { decided } = await buildReviewSheet(place.config, place.store, id);
    return decided.map(({ subject, author, reason }) => [subject, author, reason]);
  };
  assert.deepEqual(await listDecisions(`txn_${FILING}_03`), [["line", "A. Editor", REASON]]);
  assert.deepEqual(await listDecisions(buildPageId(1)), [["missed", "A. Editor", REASON]]);
});

test("decisions give the same trades after rereading the originals, and in a new data folder with the same documents", async () => {
  const differences: unknown[] = [];
  const onDifference = (difference: unknown) => differences.push(difference);
  await reparse(place.ingest, signal, { publish: true, scans: false, onDifference });
  assert.deepEqual(differences, []);
  const DECISIONS = path.join(place.dataDir, "decisions.ndjson");
  const fresh = await openWorkplace(upstream.url, { OCR: "true", DECISIONS });
  try {
    await readAll(fresh);
    assert.deepEqual(await allTrades(fresh.store), await allTrades(place.store));
    assert.deepEqual(await readState(fresh), await readState());
  } finally {
    await fresh.close();
  }
});

test("a new reading never changes a typed page, but makes an accepted page pending if the rows differ", async () => {
  const [one = assert.fail(), , three = assert.fail(), four = assert.fail(), five = assert.fail()] = PAGES;
  const other = createPage(
    "transactions",
    createRow("Sample Theta", 200),
    createRow("Sample Gamma", 300),
    createRow("Sample Iota", 400),
  );
  await storePages(place, [one, other, three, four, five]);
  const before = await listTrades(place);
  await reparse(place.ingest, signal, { publish: true, scans: false });
  assert.deepEqual(await listTrades(place), before);
  await storePages(place, [
    one,
    other,
    three,
    four,
    createPage("unknown", createRow("Sample Zeta", 300), createRow("Sample Kappa", 400)),
  ]);
  await reparse(place.ingest, signal, { publish: true, scans: false });
  assert.deepEqual(await listPendingIds(), [`${FILING}/p5`]);
  assert.deepEqual(
    await listTrades(place),
    before.filter(({ line }) => line !== 6),
  );
  await readState();
});

test("pages that cannot be rendered are pending, and a person can type in the rows of such a page", async () => {
  const drawn = await openWorkplace(upstream.url, { OCR: "true" });
  try {
    await readAll(drawn, [null, null, null, null, null]);
    assert.deepEqual(await readState(drawn), ["unreadable", "pdf_damaged: Page 1: It is."]);
    const damaged = (await listPendingItems(drawn, FILING)).filter(({ reason }) => reason === "pdf_damaged");
    assert.deepEqual(
      damaged.map(({ id }) => id),
      [1, 2, 3, 4, 5].map(buildPageId),
    );
    await decide(
      (review) =>
        replaceRows(review, buildPageId(1), [createEnteredRow("Sample Alpha"), createEnteredRow("Sample Beta")]),
      drawn,
    );
    assert.deepEqual(await readState(drawn), ["needs_review", "pdf_damaged: Page 2: It is."]);
    assert.deepEqual(
      (await listTrades(drawn)).map(({ line, confidence }) => [line, confidence]),
      [
        [2, "reviewed"],
        [1, "reviewed"],
      ],
    );
  } finally {
    await drawn.close();
  }
});

test("a row published without its owner is pending review, and keeps its id after a decision", async () => {
  const other = await openWorkplace(upstream.url, { OCR: "true" });
  try {
    const whole = createRow("Sample Alpha", 300);
    const owner = { ...whole.fields.owner, reading: "oF", sure: false };
    const ownerless = { ...whole, fields: { ...whole.fields, owner } };
    const rest = Array.from({ length: 4 }, () => createPage("blank"));
    await readAll(other, [createPage("transactions", ownerless, createRow("Sample Beta", 400)), ...rest]);
    const listLines = async () =>
      (await listTrades(other))
        .toSorted((one, next) => one.line - next.line)
        .map(({ line, owner: whose, ownerUnread, confidence }) => [line, whose, ownerUnread !== null, confidence]);
    assert.deepEqual(await listLines(), [
      [1, null, true, "ocr"],
      [2, "spouse", false, "ocr"],
    ]);
    assert.deepEqual(await readState(other), [
      "needs_review",
      "owner_unread: 1 of 2 rows are published without their owner, which could not be read.",
    ]);
    const [item, ...more] = await listPendingItems(other, FILING);
    assert.deepEqual([item?.kind, item?.reason, more], ["line", "owner_unread", []]);
    const line = item?.id ?? assert.fail();
    await assert.rejects(
      decide((review) => acceptLine(review, line), other),
      /owner was read as "oF"|owner must be SP/,
    );
    await decide((review) => correctLine(review, line, { owner: "SP" }), other);
    assert.deepEqual(await listLines(), [
      [1, "spouse", false, "reviewed"],
      [2, "spouse", false, "ocr"],
    ]);
    assert.deepEqual(await readState(other), ["ocr", null]);
  } finally {
    await other.close();
  }
});
