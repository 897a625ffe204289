/** Tests the first disclosure of restated trades, pending amendments, and decisions by the House's row numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "../../src/domain/amendments/report.ts";
import type { Settlement } from "../../src/domain/amendments/settlement.ts";
import { day } from "../store/made.ts";
import { listLinks, listOpen, makeHouse, makeSenate, settle } from "./made-reports.ts";

const APPLE = {};
const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft Corporation - Common Stock" };
const NVDA = { ticker: "NVDA", assetNameRaw: "NVIDIA Corporation" };
const WIDE = { amount: { lowUsd: 15_001, highUsd: 50_000 } };

/** Returns the first disclosure of each line of a report: `2026-02-09 original`. */
function listFirstDisclosures(settlement: Settlement, report: Report): readonly string[] {
  return report.trades.map((trade) => {
    const { date, source } = settlement.getFirstDisclosure(trade);
    return `${date} ${source}`;
  });
}

test("a restated trade was first disclosed when the first report in the chain of amendments was filed", () => {
  const reports = [
    makeSenate("1", "2026-02-09", 0, [APPLE, MSFT]),
    makeSenate("2", "2026-06-01", 1, [APPLE, { ...MSFT, ...WIDE }]),
    makeSenate("3", "2026-08-01", 2, [{ ...APPLE, owner: "spouse" }, { ...MSFT, ...WIDE }, NVDA]),
  ] as const;
  const settlement = settle(...reports);
  assert.deepEqual(listFirstDisclosures(settlement, reports[0]), ["2026-02-09 filing", "2026-02-09 filing"]);
  assert.deepEqual(listFirstDisclosures(settlement, reports[2]), [
    "2026-02-09 original",
    "2026-02-09 original",
    "2026-08-01 filing",
  ]);
});

test("if a Senate amendment's original is missing, earlier trades were first disclosed on the date in the title", () => {
  const amendment = makeSenate("2", "2026-06-01", 1, [
    APPLE,
    { ...MSFT, transactionDate: day("2026-02-10") },
    { ...NVDA, transactionDate: day("2026-02-09") },
  ]);
  const settlement = settle(amendment);
  assert.deepEqual(listFirstDisclosures(settlement, amendment), [
    "2026-02-09 title",
    "null unknown",
    "2026-02-09 title",
  ]);
});

test("uses the date in the title even if the amendment was filed on the same day", () => {
  const sameDay = makeSenate("2", "2026-02-09", 1, [APPLE]);
  assert.deepEqual(listFirstDisclosures(settle(sameDay), sameDay), ["2026-02-09 title"]);
});

test("if a person decides that a Senate amendment restates nothing, its filing date is the first disclosure", () => {
  const makeAmendment = (line: number | null) => {
    const report = makeSenate("2", "2026-06-01", 1, [APPLE, MSFT]);
    return { ...report, amending: { report: { number: 1 }, lines: [], decided: [{ line, supersedes: null }] } };
  };
  const [whole, second] = [makeAmendment(null), makeAmendment(2)];
  assert.deepEqual(listFirstDisclosures(settle(whole), whole), ["2026-06-01 filing", "2026-06-01 filing"]);
  assert.deepEqual(
    listFirstDisclosures(settle(second), second),
    ["2026-02-09 title", "2026-06-01 filing"],
    "one line alone",
  );
});

test("a title without a date, or with a date after the amendment's filing, gives no first disclosure", () => {
  for (const title of [
    "Periodic Transaction Report (Amendment)",
    "Periodic Transaction Report for 07/01/2026 (Amendment 1)",
  ]) {
    const amendment = makeSenate("2", "2026-06-01", 1, [APPLE], { title });
    assert.deepEqual(listFirstDisclosures(settle(amendment), amendment), ["null unknown"]);
  }
});

test("if an amendment adds a line and drops another, the first disclosure of the added line is unknown", () => {
  const [original, amendment] = [
    makeSenate("1", "2026-02-09", 0, [APPLE, MSFT, { ...MSFT, ...WIDE }]),
    makeSenate("2", "2026-06-01", 1, [APPLE, MSFT, NVDA]),
  ];
  assert.deepEqual(listFirstDisclosures(settle(original, amendment), amendment), [
    "2026-02-09 original",
    "2026-02-09 original",
    "null unknown",
  ]);
});

test("an amended House row has the original's disclosure date or none, unless a person decides it amends nothing", () => {
  const original = makeHouse("20000001", "2026-02-01", [APPLE]);
  const amended = makeHouse("20000002", "2026-05-01", [
    { ...APPLE, owner: "spouse", is: "amended" },
    { ...MSFT, is: "amended" },
    NVDA,
  ]);
  assert.deepEqual(listFirstDisclosures(settle(original, amended), amended), [
    "2026-02-01 original",
    "null unknown",
    "2026-05-01 filing",
  ]);
  const amending = amended.amending && { ...amended.amending, decided: [{ line: 2, supersedes: null }] };
  const decided = { ...amended, amending };
  assert.deepEqual(listFirstDisclosures(settle(original, decided), decided)[1], "2026-05-01 filing");
});

test("a pending amendment is shown on its own trade and on every trade that it may amend", () => {
  const originals = makeHouse("20000001", "2026-02-01", [
    { ...APPLE, owner: "spouse" },
    { ...APPLE, owner: "joint" },
  ]);
  const amended = makeHouse("20000002", "2026-05-01", [{ ...APPLE, is: "amended" }, MSFT]);
  const { pending } = settle(originals, amended);
  const [one, two] = originals.trades.map(({ id }) => id) as [string, string];
  assert.deepEqual(
    [...pending].toSorted(),
    [
      [one, { reason: "several_fit", amends: [], amendedBy: ["txn_h20000002_01"] }],
      [two, { reason: "several_fit", amends: [], amendedBy: ["txn_h20000002_01"] }],
      ["txn_h20000002_01", { reason: "several_fit", amends: [one, two], amendedBy: [] }],
    ].toSorted(),
  );
});

test("a Senate amendment is pending if its original is not found, and so are the lines of a possible original", () => {
  const lone = makeSenate("2", "2026-06-01", 1, [APPLE]);
  assert.deepEqual(
    [...settle(lone).pending],
    [["txn_s2_01", { reason: "original_not_found", amends: [], amendedBy: [] }]],
  );
  const other = makeSenate("1", "2026-02-09", 0, [
    { ...NVDA, ...WIDE, transactionDate: day("2026-01-02"), owner: "joint" },
  ]);
  const { pending } = settle(other, lone);
  assert.deepEqual(pending.get("txn_s2_01"), { reason: "content_differs", amends: ["s1"], amendedBy: [] });
  assert.deepEqual(pending.get("txn_s1_01"), { reason: "content_differs", amends: [], amendedBy: ["s2"] });
});

test("an amended row supersedes the only similar line from the time shown by the row id, even if date and amount differ", () => {
  const row = { ...APPLE, is: "amended", rowId: "2000153000", transactionDate: day("2026-01-02") } as const;
  const old = makeHouse("20000001", "2025-03-01", [{ ...WIDE, transactionDate: day("2025-02-20") }]);
  const meant = makeHouse("20000002", "2026-01-15", [{ ...WIDE, transactionDate: day("2025-12-20") }]);
  const amended = makeHouse("20000003", "2026-05-01", [row]);
  const settlement = settle(old, meant, amended);
  assert.deepEqual(listLinks(settlement), ["h20000002_01 -> h20000003_01"]);
  assert.deepEqual(listFirstDisclosures(settlement, amended), ["2026-01-15 original"]);
});

test("a row id identifies no original if its time has two similar lines, none, or an unread report", () => {
  const row = { ...APPLE, is: "amended", rowId: "2000153000", transactionDate: day("2026-01-02") } as const;
  const line = { ...WIDE, transactionDate: day("2025-12-20") };
  const amended = makeHouse("20000009", "2026-05-01", [row]);
  const two = makeHouse("20000002", "2026-01-15", [line, { ...line, transactionDate: day("2025-12-22") }]);
  const old = makeHouse("20000001", "2025-03-01", [{ ...APPLE, transactionDate: day("2026-01-02") }]);
  const unread = makeHouse("20000003", "2026-01-20", [], { isRead: false });
  assert.deepEqual(listOpen(settle(two, amended)), [
    "txn_h20000009_01 amended several_fit txn_h20000002_01 txn_h20000002_02",
  ]);
  assert.deepEqual(
    listOpen(settle(old, amended)),
    ["txn_h20000009_01 amended none_fits"],
    "the same, but of another time",
  );
  const meant = makeHouse("20000002", "2026-01-15", [line]);
  assert.deepEqual(listLinks(settle(meant, unread, amended)), []);
});

test("an amendment that changes only dates supersedes the report's lines in print order", () => {
  const makeLine = (text: string) => ({ ...APPLE, transactionDate: day(text) });
  const original = makeSenate("1", "2026-02-09", 0, [
    makeLine("2026-01-05"),
    makeLine("2026-01-06"),
    makeLine("2026-01-07"),
    MSFT,
  ]);
  const amendment = makeSenate("2", "2026-06-01", 1, [
    makeLine("2026-01-04"),
    makeLine("2026-01-05"),
    makeLine("2026-01-06"),
    MSFT,
  ]);
  assert.deepEqual(listLinks(settle(original, amendment)), [
    "s1_01 -> s2_01",
    "s1_02 -> s2_02",
    "s1_03 -> s2_03",
    "s1_04 -> s2_04",
  ]);
});

test("equally matching lines are paired in print order only if the amendment has the same number of such lines", () => {
  const makeLine = (text: string) => ({ ...APPLE, transactionDate: day(text) });
  const original = makeSenate("1", "2026-02-09", 0, [makeLine("2026-01-05"), makeLine("2026-01-06"), MSFT]);
  const amendment = makeSenate("2", "2026-06-01", 1, [makeLine("2026-01-12"), makeLine("2026-01-13"), MSFT, NVDA]);
  const settlement = settle(original, amendment);
  assert.deepEqual(listLinks(settlement), ["s1_01 -> s2_01", "s1_02 -> s2_02", "s1_03 -> s2_03"]);
  assert.deepEqual(listFirstDisclosures(settlement, amendment)[3], "2026-06-01 filing");
  const fewer = makeSenate("3", "2026-06-01", 1, [makeLine("2026-01-12"), MSFT]);
  assert.deepEqual(listLinks(settle(original, fewer)), ["s1_01 -> s3", "s1_02 -> s3", "s1_03 -> s3_02"]);
});

test("an amendment restates the only report with the same title date, even if names, owners and amounts differ", () => {
  const original = makeSenate("1", "2026-02-09", 0, [
    { ticker: "", assetNameRaw: "Sample Bitcoin Trust", owner: "self" },
    { ticker: "", assetNameRaw: "Example Select", owner: "self" },
  ]);
  const lines = [
    { ticker: "", assetNameRaw: "SBTC - Sample Bitcoin Trust", owner: "joint", ...WIDE },
    { ticker: "", assetNameRaw: "EXS - Example Select", owner: "joint", ...WIDE },
  ] as const;
  const amendment = makeSenate("2", "2026-06-01", 1, lines);
  assert.deepEqual(listLinks(settle(original, amendment)), ["s1_01 -> s2_01", "s1_02 -> s2_02"]);
  const second = makeSenate("3", "2026-02-09", 0, [
    { ticker: "", assetNameRaw: "Sample Bitcoin Trust", owner: "self" },
  ]);
  const settlement = settle(original, second, amendment);
  assert.deepEqual(listLinks(settlement), [], "with two candidates it is not certain");
  assert.deepEqual(listOpen(settlement), ["s2 report content_differs s1 s3"]);
});

test("an amendment restates a report filed within seven days of the title date if each line differs in one field", () => {
  const original = makeSenate("1", "2026-02-10", 0, [APPLE, MSFT], {
    title: "Periodic Transaction Report for 02/10/2026",
  });
  const amendment = makeSenate("2", "2026-06-01", 1, [
    { ...APPLE, owner: "joint" },
    { ...MSFT, owner: "joint" },
  ]);
  assert.deepEqual(listLinks(settle(original, amendment)), ["s1_01 -> s2_01", "s1_02 -> s2_02"]);
  const settleFiled = (on: string, titled: string) =>
    listLinks(
      settle({ ...original, filedDate: day(on), title: `Periodic Transaction Report for ${titled}` }, amendment),
    );
  assert.equal(settleFiled("2026-02-02", "02/02/2026").length, 2, "seven days");
  assert.deepEqual(settleFiled("2026-02-01", "02/01/2026"), [], "eight days");
});
