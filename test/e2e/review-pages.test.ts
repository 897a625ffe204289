/** Pages of a scan that their reader did not understand, settled by a person: rows typed in, none, whole as read, missed; ids stay, and all of it is replayed. */

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { scannedPtr } from "../../src/demo/fictional/scan.ts";
import type { Material } from "../../src/demo/sites/material.ts";
import { startUpstream, type Upstream } from "../../src/demo/sites/server.ts";
import { reasonText } from "../../src/domain/reason.ts";
import type { ReviewItem } from "../../src/domain/review.ts";
import type { ScannedPage, ScannedRow } from "../../src/domain/scanned-page.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { readScans } from "../../src/ingest/read-scans.ts";
import { reparse } from "../../src/ingest/reparse.ts";
import { filingId } from "../../src/sources/all.ts";
import { SCAN_READER } from "../../src/sources/scans/assemble.ts";
import type { CoverageRow } from "../../src/store/coverage.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { review } from "./review-cli.ts";
import { allTrades, openWorkplace, sum, type Workplace } from "./workplace.ts";

const fictional = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const scan =
  fictional.truth.find(({ source, kind, memberId }) => source === "house-clerk" && kind === "scan" && memberId) ??
  assert.fail("no member filed a scan");
const FILING = filingId(scan.source, scan.docId);
const others = new Set(fictional.truth.filter(({ kind }) => kind === "scan").map(({ docId }) => docId));
others.delete(scan.docId);
/** The House's, with one scan alone, which has five pages: what is rejected of it is a small part of all, and is not held. */
const material: Material = {
  ...fictional,
  house: {
    index: async (year) => (await fictional.house.index(year))?.filter(({ docId }) => !others.has(docId)) ?? null,
    document: async (folder, year, docId) =>
      docId === scan.docId ? scannedPtr(5) : fictional.house.document(folder, year, docId),
  },
  senate: { ...fictional.senate, rows: async () => [] },
};
const { signal } = new AbortController();

/** A row that was read for sure, this far down its page. */
function seen(asset: string, top: number): ScannedRow {
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

function page(kind: ScannedPage["kind"], ...rows: readonly ScannedRow[]): ScannedPage {
  const skew = { level: 0, upright: 0, fan: 0 };
  return { kind, form: "house", turnDegrees: 0, skew, width: 1700, height: 2200, amendment: false, rows };
}

const PAGES = [
  page("transactions", seen("Sample Alpha", 300), seen("Sample Beta", 400)),
  page("unknown", seen("Sample Gamma", 300)),
  page("unknown"),
  page("transactions", seen("Sample Epsilon", 300)),
  page("unknown", seen("Sample Zeta", 300)),
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

/** Fetches all and takes these pages for what stands on the scan's; null for one that cannot be drawn. */
async function readAll(workplace: Workplace, pages: readonly (ScannedPage | null)[] = PAGES): Promise<void> {
  await workplace.run();
  await keepPages(workplace, pages);
  await readScans(workplace.ingest, signal);
}

async function keepPages({ store }: Workplace, pages: readonly (ScannedPage | null)[]): Promise<void> {
  const { documentSha256 } = (await store.filings.get(FILING)) ?? assert.fail();
  for (const [at, one] of pages.entries()) {
    const reading = {
      page: at + 1,
      reader: SCAN_READER,
      json: JSON.stringify(one === null ? { failure: "pdf_damaged: It is." } : { seen: one }),
    };
    await store.pageReadings.keep(documentSha256 ?? assert.fail(), reading);
  }
}

const cli = (...args: readonly string[]) => review(upstream.url, place.dataDir, args);
const WHY = "The page says so.";

async function done(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await cli(...args, "--reason", WHY);
  assert.deepEqual([code, err], [0, ""], args.join(" "));
  return out;
}

async function refused(expected: RegExp, ...args: readonly string[]): Promise<void> {
  const file = path.join(place.dataDir, "decisions.ndjson");
  const before = await readFile(file, "utf8").catch(() => "");
  const { code, err } = await cli(...args, "--reason", "r");
  assert.equal(code, 1, args.join(" "));
  assert.match(err, expected);
  assert.equal(await readFile(file, "utf8").catch(() => ""), before, "nothing is decided");
}

const row = (asset: string, changes: object = {}) => ({
  owner: "JT",
  asset,
  transaction_type: "S (partial)",
  transaction_date: "01/09/2014",
  notification_date: "01/12/2014",
  amount: "$15,001 - $50,000",
  ...changes,
});

async function fileOf(name: string, ...rows: readonly object[]): Promise<string> {
  const file = path.join(place.dataDir, name);
  await writeFile(file, rows.map((each) => `${JSON.stringify(each)}\n`).join(""));
  return file;
}

async function tradesOf({ store }: Workplace): Promise<readonly Trade[]> {
  return (await allTrades(store)).filter(({ filingId: of }) => of === FILING);
}

/** Number, page, confidence and asset of each trade that is served. */
async function served(): Promise<readonly string[]> {
  return (await tradesOf(place))
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, page: on, confidence, assetNameRaw }) => `${line} p${on} ${confidence} ${assetNameRaw}`);
}

async function waiting(): Promise<readonly string[]> {
  const { out } = await cli("list", "--json", "--filing", FILING);
  return (JSON.parse(out) as readonly ReviewItem[]).map(({ id }) => id);
}

/** State and reason; and whether what was read of it is what became of it. */
async function stateOf(workplace = place): Promise<readonly unknown[]> {
  const { store } = workplace;
  const filing = (await store.filings.get(FILING)) ?? assert.fail();
  const [trades, rejected] = [await store.filings.trades(FILING), await store.filings.rejectedLines(FILING)];
  assert.equal(filing.rowsRead, trades.length + rejected.length);
  const counted = await store.filings.coverage();
  const become = ({ trades, superseded, rejected }: CoverageRow) => trades + superseded + rejected;
  assert.equal(
    sum(counted, ({ rowsRead }) => rowsRead),
    sum(counted, become),
  );
  return [filing.state, filing.reason && reasonText(filing.reason)];
}

let first: readonly Trade[];

test("pages that were not understood are listed and shown with what can be done", async () => {
  first = await tradesOf(place);
  assert.deepEqual(await served(), ["1 p1 ocr Sample Alpha", "2 p1 ocr Sample Beta"]);
  assert.deepEqual(await waiting(), [`${FILING}/p2`, `${FILING}/p3`, `${FILING}/p5`]);
  assert.match((await cli("list")).out, /^A page: review page ID .*, --rows FILE .*, --empty /m);
  const { out } = await cli("show", `${FILING}/p2`);
  assert.match(out, /^page +2: unknown, 1 rows$/m);
  assert.match(out, new RegExp(`^  txn_${FILING}_03  SP \\| Sample Gamma \\| - \\| P \\| 01/08/2014`, "m"));
  assert.match(out, new RegExp(`^can be +review page ${FILING}/p2 `, "m"));
  assert.match((await cli("show", `${FILING}/p1`)).out, /--missed FILE/);
});

test("what cannot be is refused by name, and nothing is decided", async () => {
  const page2 = ["page", `${FILING}/p2`] as const;
  const good = await fileOf("good.ndjson", row("Sample"));
  const bad = await fileOf(
    "bad.ndjson",
    row("Sample"),
    row("Sample", { owner: "Spouse", amount: "$5 - $7" }),
    row("Sample", { colour: "red" }),
  );
  await refused(/Line 2 of .*bad\.ndjson: owner must be SP, JT, DC or nothing, not "Spouse"/, ...page2, "--rows", bad);
  await refused(/Line 2 of .*: amount must be a bracket .*\n.*Line 3 of .*"colour"/, ...page2, "--rows", bad);
  const late = await fileOf("late.ndjson", row("Sample Late", { transaction_date: "01/01/2031" }));
  await refused(/"Sample Late" would be rejected, transaction_after_filing/, ...page2, "--rows", late);
  await refused(/one can be given, not several/, ...page2, "--rows", good, "--empty");
  await refused(/has 5 pages, none of them with the number 6/, "page", `${FILING}/p6`, "--rows", good);
  await refused(/is published under its number, which is permanent/, "page", `${FILING}/p1`, "--rows", good);
  await refused(/is published under its number, which is permanent/, "page", `${FILING}/p1`, "--empty");
  await refused(/Page 2 of .* waits: `review page .*\/p2` comes first/, ...page2, "--missed", good);
  await refused(/does not wait/, "page", `${FILING}/p1`);
});

test("rows are typed in: published as reviewed up to the next page that waits, the ids before them as they were", async () => {
  const file = path.join(place.dataDir, "rows.ndjson");
  await cli("show", `${FILING}/p2`, "--rows", file);
  const [begun = ""] = (await readFile(file, "utf8")).trimEnd().split("\n");
  assert.equal((JSON.parse(begun) as Record<string, string>)["asset"], "Sample Gamma");
  await writeFile(file, `${begun}\n${JSON.stringify(row("Sample Delta (SMPL) [ST]"))}\n`);
  await done("page", `${FILING}/p2`, "--rows", file);
  assert.deepEqual((await served()).slice(2), ["3 p2 reviewed Sample Gamma", "4 p2 reviewed Sample Delta"]);
  const trades = await tradesOf(place);
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
  assert.deepEqual(await waiting(), [`${FILING}/p3`, `${FILING}/p5`]);
  assert.equal((await stateOf())[0], "needs_review");
});

test("a page has no transaction, another is whole as it was read: nothing waits any more, and the filing says why", async () => {
  await done("page", `${FILING}/p3`, "--empty");
  await done("page", `${FILING}/p5`);
  assert.deepEqual((await served()).slice(4), ["5 p4 ocr Sample Epsilon", "6 p5 ocr Sample Zeta"]);
  assert.deepEqual(await waiting(), []);
  assert.deepEqual(await stateOf(), [
    "ocr",
    "reviewed_pages: By a person: page 2 was typed in, page 3 has no transaction, page 5 is whole as it was read.",
  ]);
});

test("a row that was missed among published ones gets the next number; typed rows are corrected and rejected like others", async () => {
  const missed = await fileOf("missed.ndjson", row("Sample Eta"));
  await done("page", `${FILING}/p1`, "--missed", missed);
  assert.equal((await served()).at(-1), "7 p1 reviewed Sample Eta");
  await refused(/These rows of .*p1 were already added by A\. Editor/, "page", `${FILING}/p1`, "--missed", missed);
  await done("correct", `txn_${FILING}_07`, "--set", "amount=$50,001 - $100,000");
  await done("reject", `txn_${FILING}_03`);
  await done("ticker", `txn_${FILING}_05`, "SMPL");
  await done("accept", `txn_${FILING}_04`);
  assert.deepEqual((await served()).slice(2), [
    "4 p2 reviewed Sample Delta",
    "5 p4 ocr Sample Epsilon",
    "6 p5 ocr Sample Zeta",
    "7 p1 reviewed Sample Eta",
  ]);
  const trades = await tradesOf(place);
  assert.equal(trades.find(({ line }) => line === 7)?.amountRaw, "$50,001 - $100,000");
  assert.equal(trades.find(({ line }) => line === 5)?.ticker, "SMPL");
  assert.equal((await stateOf())[0], "ocr");
  assert.match((await cli("show", `txn_${FILING}_03`)).out, /^decided +line, /m);
  assert.match((await cli("show", `${FILING}/p1`)).out, /^decided +missed, .* by A\. Editor: The page says so\.$/m);
});

test("all of it is the same after the originals are read again, and in a new folder that fetches the same bytes", async () => {
  const differences: unknown[] = [];
  const onDifference = (difference: unknown) => differences.push(difference);
  await reparse(place.ingest, signal, { publish: true, scans: false, onDifference });
  assert.deepEqual(differences, []);
  const DECISIONS = path.join(place.dataDir, "decisions.ndjson");
  const fresh = await openWorkplace(upstream.url, { OCR: "true", DECISIONS });
  try {
    await readAll(fresh);
    assert.deepEqual(await allTrades(fresh.store), await allTrades(place.store));
    assert.deepEqual(await stateOf(fresh), await stateOf());
  } finally {
    await fresh.close();
  }
});

test("what a person typed in stands whatever a later reader sees; a page found whole waits again when it sees other rows", async () => {
  const [one = assert.fail(), , three = assert.fail(), four = assert.fail(), five = assert.fail()] = PAGES;
  const other = page("transactions", seen("Sample Theta", 200), seen("Sample Gamma", 300), seen("Sample Iota", 400));
  await keepPages(place, [one, other, three, four, five]);
  const before = await tradesOf(place);
  await reparse(place.ingest, signal, { publish: true, scans: false });
  assert.deepEqual(await tradesOf(place), before);
  await keepPages(place, [
    one,
    other,
    three,
    four,
    page("unknown", seen("Sample Zeta", 300), seen("Sample Kappa", 400)),
  ]);
  await reparse(place.ingest, signal, { publish: true, scans: false });
  assert.deepEqual(await waiting(), [`${FILING}/p5`]);
  assert.deepEqual(
    await tradesOf(place),
    before.filter(({ line }) => line !== 6),
  );
  await stateOf();
});

test("of a scan that cannot be drawn its pages wait too, and who has seen them elsewhere says what they hold", async () => {
  const drawn = await openWorkplace(upstream.url, { OCR: "true" });
  try {
    await readAll(drawn, [null, null, null, null, null]);
    assert.deepEqual(await stateOf(drawn), ["unreadable", "pdf_damaged: Page 1: It is."]);
    const { out } = await review(upstream.url, drawn.dataDir, ["list", "--filing", FILING]);
    assert.equal(out.match(new RegExp(`^${FILING}/p[1-5] .* pdf_damaged `, "gm"))?.length, 5);
    const rows = await fileOf("first.ndjson", row("Sample Alpha"), row("Sample Beta"));
    const said = ["page", `${FILING}/p1`, "--rows", rows, "--reason", WHY];
    const { code } = await review(upstream.url, drawn.dataDir, said);
    assert.equal(code, 0);
    assert.deepEqual(await stateOf(drawn), ["needs_review", "pdf_damaged: Page 2: It is."]);
    assert.deepEqual(
      (await tradesOf(drawn)).map(({ line, confidence }) => [line, confidence]),
      [
        [2, "reviewed"],
        [1, "reviewed"],
      ],
    );
  } finally {
    await drawn.close();
  }
});

test("a row that is published without its owner waits for who can tell, and keeps its id when somebody has", async () => {
  const other = await openWorkplace(upstream.url, { OCR: "true" });
  const at = (...args: readonly string[]) => review(upstream.url, other.dataDir, args);
  try {
    const whole = seen("Sample Alpha", 300);
    const owner = { ...whole.fields.owner, reading: "oF", sure: false };
    const ownerless = { ...whole, fields: { ...whole.fields, owner } };
    const rest = Array.from({ length: 4 }, () => page("blank"));
    await readAll(other, [page("transactions", ownerless, seen("Sample Beta", 400)), ...rest]);
    const told = async () =>
      (await tradesOf(other))
        .toSorted((one, next) => one.line - next.line)
        .map(({ line, owner: whose, ownerUnread, confidence }) => [line, whose, ownerUnread !== null, confidence]);
    assert.deepEqual(await told(), [
      [1, null, true, "ocr"],
      [2, "spouse", false, "ocr"],
    ]);
    assert.deepEqual(await stateOf(other), [
      "needs_review",
      "owner_unread: 1 of 2 rows are published without their owner, which could not be read.",
    ]);
    const [item, ...more] = JSON.parse((await at("list", "--json", "--filing", FILING)).out) as readonly ReviewItem[];
    assert.deepEqual([item?.kind, item?.reason, more], ["line", "owner_unread", []]);
    const line = item?.id ?? assert.fail();
    assert.equal((await at("accept", line, "--reason", WHY)).code, 1, "what was read is no owner");
    assert.equal((await at("correct", line, "--set", "owner=SP", "--reason", WHY)).code, 0);
    assert.deepEqual(await told(), [
      [1, "spouse", false, "reviewed"],
      [2, "spouse", false, "ocr"],
    ]);
    assert.deepEqual(await stateOf(other), ["ocr", null]);
  } finally {
    await other.close();
  }
});
