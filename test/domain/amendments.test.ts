/** Tests which lines an amendment supersedes, over made reports (docs/sources/amendments.md). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report, StatedAmendments } from "../../src/domain/amendments/report.ts";
import { day } from "../store/made.ts";
import { type Line, listLinks, listOpen, makeHouse, makeRejected, makeSenate, settle } from "./made-reports.ts";

const APPLE = {};
const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft Corporation - Common Stock" };
const BOND = { ticker: "", assetNameRaw: "U.S. Treasury Bond", assetType: "Government Security" };
const TEN_THOUSANDS = { amount: { lowUsd: 15_001, highUsd: 50_000 } };

test("an amended row supersedes an earlier line that agrees in all five identifying fields", () => {
  const settlement = settle(
    makeHouse("20000001", "2026-02-09", [APPLE, MSFT]),
    makeHouse("20000002", "2026-02-09", [{ ...APPLE, is: "amended", comment: "Sold at a loss." }]),
  );
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000002_01"]);
  assert.deepEqual(listOpen(settlement), []);
});

const ONE_FIELD: Readonly<Record<string, readonly [before: Line, after: Line]>> = {
  "the type": [{ transactionType: "sale_full" }, { transactionType: "sale_partial" }],
  "the amount": [APPLE, TEN_THOUSANDS],
  "the owner": [{ owner: "self" }, { owner: "spouse" }],
  "the day, by a few days": [{ transactionDate: day("2026-01-20") }, { transactionDate: day("2026-01-24") }],
  "the year": [{ transactionDate: day("2025-01-20"), notificationDate: day("2026-01-21") }, APPLE],
  "the asset's name, completed": [
    { ticker: "", assetNameRaw: "Sample Street Select" },
    { ticker: "", assetNameRaw: "Sample Street Select, LP" },
  ],
  "the name of one ticker": [{ assetNameRaw: "Apple" }, { assetNameRaw: "Apple Inc. - Common Stock" }],
};

for (const [field, [before, after]] of Object.entries(ONE_FIELD)) {
  test(`an amended row may differ from the original in one field: ${field}`, () => {
    const settlement = settle(
      makeHouse("20000001", "2026-02-01", [MSFT, before]),
      makeHouse("20000002", "2026-02-09", [{ ...after, is: "amended" }]),
    );
    assert.deepEqual(listLinks(settlement), ["h20000001_02 -> h20000002_01"]);
  });
}

const NOT_THE_SAME: Readonly<Record<string, readonly [before: Line, after: Line]>> = {
  "two fields": [{ owner: "spouse", transactionType: "sale_full" }, APPLE],
  "a purchase of the week before": [{ transactionDate: day("2026-01-13") }, APPLE],
  "another asset of that day": [MSFT, APPLE],
  "a similarly named asset of that day": [{ ticker: "APLE", assetNameRaw: "Apple Hospitality" }, APPLE],
  "an option on the share": [{ assetType: "Stock Option" }, APPLE],
  "another option": [
    { assetType: "Stock Option", option: { type: "Put", strike: "$50", expiry: null } },
    { assetType: "Stock Option", option: { type: "Put", strike: "$60", expiry: null } },
  ],
};

for (const [what, [before, after]] of Object.entries(NOT_THE_SAME)) {
  test(`an amended row supersedes nothing and goes to review if no line certainly matches: ${what}`, () => {
    const settlement = settle(
      makeHouse("20000001", "2026-02-01", [before]),
      makeHouse("20000002", "2026-02-09", [{ ...after, is: "amended" }]),
    );
    assert.deepEqual(listLinks(settlement), []);
    assert.match(listOpen(settlement).join(), /^txn_h20000002_01 amended none_fits/);
  });
}

const PUTS: Line = { comment: "Sold 20 puts.", option: { type: "Put", strike: "$1,700", expiry: day("2026-01-17") } };
const OPTION: Line = { assetType: "Stock Option", assetTypeRaw: "OP" };

test("an amended row that corrects only an option's asset class is matched by the option's terms", () => {
  const further = { ...PUTS, option: { type: "Put", strike: "$1,600", expiry: day("2026-01-17") } };
  const original = makeHouse("20000001", "2026-02-01", [APPLE, PUTS, further]);
  const settleAmended = (...lines: readonly Line[]) =>
    settle(
      original,
      makeHouse(
        "20000002",
        "2026-02-09",
        lines.map((line) => ({ ...line, ...OPTION, is: "amended" }) as const),
      ),
    );
  assert.deepEqual(listLinks(settleAmended(PUTS, further)), [
    "h20000001_02 -> h20000002_01",
    "h20000001_03 -> h20000002_02",
  ]);
  const otherwise = {
    assetNameRaw: "Apple Inc.",
    option: { type: "PUT", strike: "$1700.00", expiry: day("2026-01-17") },
  };
  assert.deepEqual(listLinks(settleAmended({ ...PUTS, ...otherwise })), ["h20000001_02 -> h20000002_01"]);
});

test("an amended row may add option terms; a new asset class goes to review unless the comment is unchanged", () => {
  const settleAmended = (before: Line, after: Line) =>
    settle(
      makeHouse("20000001", "2026-02-01", [before]),
      makeHouse("20000002", "2026-02-09", [{ ...after, is: "amended" }]),
    );
  const link = ["h20000001_01 -> h20000002_01"];
  assert.deepEqual(listLinks(settleAmended(OPTION, { ...PUTS, ...OPTION })), link, "terms added");
  assert.deepEqual(listLinks(settleAmended(APPLE, PUTS)), link, "words added under one class");
  const words = { comment: "Sold 20 contracts" };
  assert.deepEqual(listLinks(settleAmended(words, { ...words, ...OPTION })), link, "the same words");
  for (const after of [OPTION, { ...PUTS, ...OPTION }]) {
    const waiting = settleAmended(APPLE, after);
    assert.deepEqual(listLinks(waiting), []);
    assert.deepEqual(listOpen(waiting), ["txn_h20000002_01 amended none_fits txn_h20000001_01"], "offered");
  }
});

test("an amended row may turn a share into an option if the row id leaves no other line", () => {
  const amended = makeHouse("20000002", "2026-03-09", [{ ...PUTS, ...OPTION, is: "amended", rowId: "2000153000" }]);
  const original = makeHouse("20000001", "2026-02-01", [APPLE, MSFT]);
  assert.deepEqual(listLinks(settle(original, amended)), ["h20000001_01 -> h20000002_01"]);
  const twice = makeHouse("20000001", "2026-02-01", [APPLE, APPLE]);
  assert.deepEqual(listLinks(settle(twice, amended)), []);
});

const WRITTEN_OUT: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "a CUSIP": ["912797PD3", "U.S. Treasury Bond"],
  "a CUSIP after words": ["Treasury 912797PD3", "U.S. Government Bond 2026"],
  abbreviations: ["U.S. Treas Bd", "U.S. Treasury Bd of 2026"],
  "a part of the name": ["Sample Street", "Notes of Sample Street LLC"],
};

for (const [what, [before, after]] of Object.entries(WRITTEN_OUT)) {
  test(`suggests to the reviewer only the line whose asset name the amended row spells out: ${what}`, () => {
    const others = [{ ...BOND, assetNameRaw: "Example County School District" }, MSFT];
    const settlement = settle(
      makeHouse("20000001", "2026-02-01", [...others, { ...BOND, assetNameRaw: before }]),
      makeHouse("20000002", "2026-02-09", [{ ...BOND, assetNameRaw: after, is: "amended" }]),
    );
    assert.deepEqual(listLinks(settlement), []);
    assert.deepEqual(listOpen(settlement), ["txn_h20000002_01 amended none_fits txn_h20000001_03"]);
  });
}

test("an amended row may correct a row rejected for its date, and takes over that row's first disclosure date", () => {
  const next = { ...APPLE, transactionDate: day("2027-01-20") };
  const original = makeRejected("20000001", "2026-02-01", [next, MSFT]);
  const makeAmendment = (...lines: readonly Line[]) => makeHouse("20000003", "2026-03-09", lines);
  const row = { ...APPLE, is: "amended", rowId: "2000153000" } as const;
  const settlement = settle(original, makeAmendment(row));
  assert.deepEqual([...settlement.corrected], [["txn_h20000001_01", "txn_h20000003_01"]]);
  assert.deepEqual(listOpen(settlement), []);
  assert.deepEqual([listLinks(settlement), settlement.pending.size], [[], 0]);
  const first = settlement.getFirstDisclosure(makeAmendment(row).trades[0] ?? assert.fail());
  assert.deepEqual(first, { date: "2026-02-01", source: "original" });

  const near = makeHouse("20000002", "2026-02-02", [{ ...APPLE, transactionDate: day("2026-01-18") }]);
  assert.deepEqual(listLinks(settle(original, near, makeAmendment(row))), [], "another line of about that day stays");
  const exact = makeHouse("20000002", "2026-02-02", [APPLE]);
  assert.deepEqual(listLinks(settle(original, exact, makeAmendment(row))), ["h20000002_01 -> h20000003_01"]);
  const assertNone = (...reports: readonly Report[]) => assert.deepEqual([...settle(...reports).corrected], []);
  assertNone(original, makeAmendment({ ...APPLE, is: "amended" }));
  assertNone(original, makeAmendment({ ...row, rowId: "2000159900" }));
  assertNone(original, makeAmendment({ ...row, owner: "spouse" }));
  assertNone(makeRejected("20000001", "2026-02-01", [next, next]), makeAmendment(row));
  assertNone(original, makeAmendment(row, { ...row, rowId: "2000153001" }));
});

test("a rejected amended row is corrected by the next row with the same id, and no longer waits for review", () => {
  const original = makeHouse("20000001", "2026-02-01", [APPLE]);
  const slip = { ...TEN_THOUSANDS, transactionDate: day("2027-01-20"), is: "amended", rowId: "2000153000" } as const;
  const first = makeRejected("20000002", "2026-02-09", [slip]);
  assert.deepEqual(listOpen(settle(original, first)), ["txn_h20000002_01 amended line_unreadable"]);
  const again = makeHouse("20000003", "2026-03-09", [{ ...slip, transactionDate: day("2026-01-20") }]);
  const settlement = settle(original, first, again);
  assert.deepEqual(listOpen(settlement), []);
  assert.deepEqual([...settlement.corrected], [["txn_h20000002_01", "txn_h20000003_01"]]);
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000003_01"]);
});

test("ignores a row id whose estimated filing date is before the trade", () => {
  const original = makeHouse("20000001", "2026-02-01", [APPLE]);
  const makeAmendment = (rowId: string) => makeHouse("20000002", "2026-02-09", [{ ...APPLE, is: "amended", rowId }]);
  assert.deepEqual(listLinks(settle(original, makeAmendment("2000060675"))), ["h20000001_01 -> h20000002_01"]);
});

test("a row id below all known ids shows only the latest possible filing date of the original", () => {
  const bought = { ...APPLE, transactionDate: day("2020-01-20") };
  const amended = makeHouse("20000003", "2026-02-09", [{ ...bought, is: "amended", rowId: "2000060675" }]);
  const early = makeHouse("20000001", "2020-02-01", [bought]);
  const late = makeHouse("20000002", "2026-02-01", [bought]);
  assert.deepEqual(listLinks(settle(early, late, amended)), ["h20000001_01 -> h20000003_01"]);
});

test("an amended row supersedes the line that matches best; if two match equally well, a person decides", () => {
  const amended = makeHouse("20000003", "2026-02-09", [{ ...APPLE, ...TEN_THOUSANDS, is: "amended" }]);
  const exact = makeHouse("20000001", "2026-02-01", [TEN_THOUSANDS, APPLE]);
  assert.deepEqual(listLinks(settle(exact, amended)), ["h20000001_01 -> h20000003_01"]);
  const two = [makeHouse("20000001", "2026-02-01", [APPLE]), makeHouse("20000002", "2026-02-02", [APPLE])];
  const settlement = settle(...two, amended);
  assert.deepEqual(listLinks(settlement), []);
  assert.deepEqual(listOpen(settlement), ["txn_h20000003_01 amended several_fit txn_h20000001_01 txn_h20000002_01"]);
});

test("matches the rows of an amendment jointly, so that each row finds its own original", () => {
  const makePurchase = (date: string, notified: string) => ({
    ...BOND,
    transactionDate: day(date),
    notificationDate: day(notified),
  });
  const settlement = settle(
    makeHouse("20000001", "2026-03-27", [
      makePurchase("2025-11-16", "2025-11-25"),
      makePurchase("2026-02-16", "2026-02-24"),
    ]),
    makeHouse("20000002", "2026-04-25", [
      { ...makePurchase("2025-11-17", "2025-11-25"), is: "amended" },
      { ...makePurchase("2026-02-20", "2026-03-02"), is: "amended" },
    ]),
  );
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000002_01", "h20000001_02 -> h20000002_02"]);
});

test("identical printed lots are matched in print order", () => {
  const lots = makeHouse("20000001", "2026-02-01", [APPLE, APPLE, APPLE]);
  const two = makeHouse("20000002", "2026-02-09", [
    { ...APPLE, is: "amended" },
    { ...APPLE, is: "amended" },
  ]);
  assert.deepEqual(listLinks(settle(lots, two)), ["h20000001_01 -> h20000002_01", "h20000001_02 -> h20000002_02"]);
});

test("an amended row supersedes neither a line of its own report nor a line of a later report", () => {
  const amended = makeHouse("20000002", "2026-02-09", [APPLE, { ...APPLE, is: "amended" }]);
  const later = makeHouse("20000003", "2026-02-10", [APPLE]);
  assert.deepEqual(listLinks(settle(amended, later)), []);
});

test("if an amended row is amended again, the last version stands, whether matched by row id or by content", () => {
  const original = makeHouse("20000001", "2026-02-01", [APPLE]);
  const chain = ["h20000001_01 -> h20000002_01", "h20000002_01 -> h20000003_01"];
  const first = makeHouse("20000002", "2026-02-09", [{ ...TEN_THOUSANDS, is: "amended", rowId: "2000000001" }]);
  const again = makeHouse("20000003", "2026-02-19", [{ ...TEN_THOUSANDS, owner: "spouse", is: "amended" }]);
  assert.deepEqual(listLinks(settle(original, first, again)), chain);
  const another = makeHouse("20000003", "2026-02-19", [{ ...MSFT, is: "amended", rowId: "2000000001" }]);
  assert.deepEqual(listLinks(settle(original, first, another)), chain);
});

test("a deleted row removes the line that it repeats exactly, and no other line", () => {
  const original = makeHouse("20000001", "2026-02-01", [APPLE, MSFT]);
  const deleting = makeHouse("20000002", "2026-02-09", [
    { ...MSFT, is: "deleted" },
    { ...APPLE, ...TEN_THOUSANDS, is: "deleted" },
  ]);
  const settlement = settle(original, deleting);
  assert.deepEqual(listLinks(settlement), ["h20000001_02 -> h20000002"]);
  assert.deepEqual([...settlement.deletionsDone], ["txn_h20000002_01"]);
  assert.deepEqual(listOpen(settlement), ["txn_h20000002_02 deleted none_fits txn_h20000001_01"]);
});

test("a deleted row removes an amended row with the same row id, and goes to review if unreadable", () => {
  const original = makeHouse("20000001", "2026-02-01", [APPLE]);
  const amended = makeHouse("20000002", "2026-02-09", [{ ...TEN_THOUSANDS, is: "amended", rowId: "2000000001" }]);
  const deleted = makeHouse("20000003", "2026-02-19", [{ ...MSFT, is: "deleted", rowId: "2000000001" }]);
  const settlement = settle(original, amended, deleted);
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000002_01", "h20000002_01 -> h20000003"]);
  const unreadable: StatedAmendments = {
    report: null,
    lines: [{ line: 1, status: "deleted", rowId: null, deleted: null }],
    decided: [],
  };
  const blank = makeHouse("20000004", "2026-02-19", [], { amending: unreadable });
  assert.deepEqual(listOpen(settle(original, blank)), ["txn_h20000004_01 deleted line_unreadable"]);
});

test("a Senate amendment supersedes every line of the report, including the lines that the amendment drops", () => {
  const original = makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT, BOND, BOND]);
  const amendment = makeSenate("bb", "2026-02-20", 1, [{ ...APPLE, ...TEN_THOUSANDS }, BOND, BOND]);
  const settlement = settle(original, amendment);
  assert.deepEqual(listLinks(settlement), [
    "saa_01 -> sbb_01",
    "saa_02 -> sbb",
    "saa_03 -> sbb_02",
    "saa_04 -> sbb_03",
  ]);
  assert.deepEqual(listOpen(settlement), []);
});

test("amendment 2 supersedes amendment 1, or the original if amendment 1 is unknown", () => {
  const original = makeSenate("aa", "2026-02-09", 0, [APPLE]);
  const first = makeSenate("bb", "2026-02-20", 1, [TEN_THOUSANDS]);
  const second = makeSenate("cc", "2026-02-20", 2, [{ ...TEN_THOUSANDS, owner: "joint" }]);
  assert.deepEqual(listLinks(settle(original, first, second)), ["saa_01 -> sbb_01", "sbb_01 -> scc_01"]);
  assert.deepEqual(listLinks(settle(original, second)), ["saa_01 -> scc_01"]);
});

test("of two originals filed on one day, the one with matching content is restated; if both match, both stay", () => {
  const own = makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT]);
  const spouses = makeSenate("ab", "2026-02-09", 0, [
    { ...APPLE, owner: "spouse" },
    { ...MSFT, owner: "spouse" },
  ]);
  const amendment = makeSenate("bb", "2026-02-20", 1, [APPLE, { ...MSFT, ...TEN_THOUSANDS }]);
  assert.deepEqual(listLinks(settle(own, spouses, amendment)), ["saa_01 -> sbb_01", "saa_02 -> sbb_02"]);
  const twice = makeSenate("ab", "2026-02-09", 0, [APPLE, MSFT]);
  const settlement = settle(own, twice, amendment);
  assert.deepEqual(listLinks(settlement), []);
  assert.deepEqual(listOpen(settlement), ["sbb report several_fit saa sab"]);
});

test("a report is not amended before it is filed", () => {
  const settlement = settle(
    makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT]),
    makeSenate("bb", "2026-02-20", 1, [APPLE]),
    makeSenate("cc", "2026-02-21", 0, [APPLE]),
  );
  assert.deepEqual(listLinks(settlement), ["saa_01 -> sbb_01", "saa_02 -> sbb"]);
});

test("links each amendment of two originals filed on one day to the right original", () => {
  const settlement = settle(
    makeSenate("aa", "2026-02-09", 0, [APPLE]),
    makeSenate("ab", "2026-02-09", 0, [MSFT]),
    makeSenate("ba", "2026-02-20", 1, [{ ...MSFT, ...TEN_THOUSANDS }]),
    makeSenate("bb", "2026-02-21", 1, [{ ...APPLE, ...TEN_THOUSANDS }]),
  );
  assert.deepEqual(listLinks(settlement), ["saa_01 -> sbb_01", "sab_01 -> sba_01"]);
});

test("a title alone does not decide which report is amended", () => {
  const another = makeSenate("aa", "2026-02-09", 0, [MSFT, BOND]);
  const amendment = makeSenate("bb", "2026-02-20", 1, [APPLE]);
  assert.deepEqual(listOpen(settle(another, amendment)), ["sbb report content_differs saa"]);
  const unread = { ...makeSenate("aa", "2026-02-09", 0, []), isRead: false };
  assert.deepEqual(listOpen(settle(unread, amendment)), ["sbb report original_not_read saa"]);
  assert.deepEqual(listOpen(settle(amendment)), ["sbb report original_not_found"]);
  assert.deepEqual(listOpen(settle(another, makeSenate("cc", "2026-02-20", 1, []))), ["scc report nothing_restated"]);
});

test("an amendment without a title date restates the only report of which it repeats most lines", () => {
  const box = { report: { number: null }, lines: [], decided: [] };
  const original = makeHouse("8000001", "2026-02-01", [APPLE, MSFT, BOND]);
  const restated = [APPLE, MSFT, { ...BOND, ...TEN_THOUSANDS }];
  const amendment = makeHouse("8000003", "2026-02-09", restated, { amending: box });
  assert.deepEqual(listLinks(settle(original, amendment)), [
    "h8000001_01 -> h8000003_01",
    "h8000001_02 -> h8000003_02",
    "h8000001_03 -> h8000003_03",
  ]);
  const partly = makeHouse("8000003", "2026-02-09", [APPLE], { amending: box });
  assert.deepEqual(listOpen(settle(original, partly)), ["h8000003 report original_not_found"], "one line of three");
  const two = makeHouse("8000001", "2026-02-01", [APPLE, MSFT]);
  assert.deepEqual(
    listOpen(settle(two, partly)),
    ["h8000003 report original_not_found"],
    "half of the lines are not most",
  );
  const twice = makeHouse("8000002", "2026-02-02", [APPLE, MSFT, BOND]);
  assert.deepEqual(listOpen(settle(original, twice, amendment)), ["h8000003 report several_fit h8000001 h8000002"]);
});

test("a line that an amendment seems to drop stays while the amendment has unread lines", () => {
  const original = makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT]);
  const amendment = { ...makeSenate("bb", "2026-02-20", 1, [APPLE]), linesOpen: 1 };
  const settlement = settle(original, amendment);
  assert.deepEqual(listLinks(settlement), ["saa_01 -> sbb_01"]);
  assert.deepEqual(listOpen(settlement), ["sbb report lines_in_review txn_saa_02"]);
});

test("if a paper amendment restates at most half of a report's lines, the other lines stay", () => {
  const original = makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT, BOND]);
  const makePaperReport = (lines: readonly Line[]) => ({
    ...makeSenate("bb", "2026-02-20", null, lines),
    isPaper: true,
  });
  const changed = settle(original, makePaperReport([TEN_THOUSANDS]));
  assert.deepEqual(listLinks(changed), ["saa_01 -> sbb_01"]);
  assert.deepEqual(listOpen(changed), ["sbb report partly_restated txn_saa_02 txn_saa_03"]);
  const half = settle(makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT]), makePaperReport([TEN_THOUSANDS]));
  assert.deepEqual(listLinks(half), ["saa_01 -> sbb_01"], "one of two");
  const whole = settle(original, makePaperReport([TEN_THOUSANDS, MSFT]));
  assert.deepEqual(listLinks(whole), ["saa_01 -> sbb_01", "saa_02 -> sbb_02", "saa_03 -> sbb"]);
});

test("a document filed under two ids counts once: the later filing is superseded", () => {
  const digest = "the same bytes";
  const settlement = settle(
    makeHouse("8000001", "2026-02-01", [APPLE, MSFT], { digest }),
    makeHouse("8000002", "2026-02-03", [APPLE, MSFT], { digest }),
    makeHouse("8000003", "2026-02-03", [APPLE, MSFT], { digest: null }),
  );
  assert.deepEqual(listLinks(settlement), ["h8000002_01 -> h8000001_01", "h8000002_02 -> h8000001_02"]);
});

test("a person's decision takes precedence over the matching rules", () => {
  const original = makeHouse("20000001", "2026-02-01", [APPLE, MSFT]);
  const settleDecided = (
    line: number | null,
    supersedes: string | null,
    lines: readonly Line[],
    docId = "20000002",
  ) => {
    const report = makeHouse(docId, "2026-02-09", lines);
    const { report: whole = null, lines: own = [] } = report.amending ?? {};
    return settle(original, { ...report, amending: { report: whole, lines: own, decided: [{ line, supersedes }] } });
  };
  const amended = [{ ...APPLE, is: "amended" as const }];
  assert.deepEqual(listLinks(settleDecided(1, "txn_h20000001_02", amended)), ["h20000001_02 -> h20000002_01"]);
  assert.deepEqual(listLinks(settleDecided(1, null, amended)), []);
  assert.deepEqual(listOpen(settleDecided(1, null, amended)), []);
  assert.deepEqual(
    listLinks(settleDecided(1, "txn_h20000001_02", [APPLE])),
    ["h20000001_02 -> h20000002_01"],
    "a new line",
  );
  assert.deepEqual(listOpen(settleDecided(1, "txn_h9_01", amended)), [
    "txn_h20000002_01 amended decision_unknown txn_h9_01",
  ]);
  const taken = settleDecided(1, "txn_h20000001_02", [{ ...APPLE, is: "deleted" }]);
  assert.deepEqual(listLinks(taken), ["h20000001_02 -> h20000002"]);
  const nothing = settleDecided(1, null, [{ ...APPLE, is: "deleted" }]);
  assert.deepEqual([...nothing.deletionsDone], ["txn_h20000002_01"]);
  assert.deepEqual(listLinks(settleDecided(null, "h20000001", [APPLE])), [
    "h20000001_01 -> h20000002_01",
    "h20000001_02 -> h20000002",
  ]);
  assert.deepEqual(listOpen(settleDecided(null, "h9", [APPLE])), ["h20000002 report decision_unknown h9"]);
});
