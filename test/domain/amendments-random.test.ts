/** Tests random reports in random order: House text and paper, the Senate, copies, decisions, and lines that wait. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AmendingLine, DecidedAmendment, Report, StatedAmendments } from "../../src/domain/amendments/report.ts";
import { settleAmendments } from "../../src/domain/amendments/settle.ts";
import type { Settlement } from "../../src/domain/amendments/settlement.ts";
import { buildTradeId } from "../../src/domain/filing.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { makeHouse, makeSenate } from "./made-reports.ts";

const DAYS = ["2026-02-01", "2026-02-02", "2026-02-03"];
/** The same reports each time; `npm run test:soak` draws more, and different ones. */
const RUNS = process.env["SOAK"] === "1" ? { numRuns: 5000 } : { seed: 1 };
const MAX_REPORTS = 5;
const MAX_LINES = 3;

/** Few values, so that lines of two reports often agree. */
const line = fc.record({
  assetNameRaw: fc.constantFrom("Apple Inc.", "Microsoft"),
  transactionType: fc.constantFrom<Trade["transactionType"]>("purchase", "sale_full"),
  owner: fc.constantFrom<Trade["owner"]>("self", "spouse"),
  ticker: fc.constant(""),
});

const printedLine = fc.record({
  line,
  /** Index of the line of the earlier report that this line repeats; null if it repeats none. */
  repeats: fc.option(fc.nat(MAX_LINES - 1)),
  status: fc.constantFrom<AmendingLine["status"] | null>("amended", "deleted", null),
  rowId: fc.constantFrom("2000000001", "2000153000", null),
  isUnread: fc.nat(5).map((chance) => chance === 0),
});

const filed = fc.record({
  day: fc.constantFrom(...DAYS),
  form: fc.constantFrom("text", "text", "paper"),
  amends: fc.boolean(),
  number: fc.constantFrom(1, 2),
  lines: fc.array(printedLine, { minLength: 1, maxLength: MAX_LINES }),
  /** The earlier report that this one restates, and whether this one is the same document again. */
  before: fc.nat(MAX_REPORTS - 1),
  isCopy: fc.nat(11).map((chance) => chance === 0),
  isRead: fc.nat(11).map((chance) => chance > 0),
  decided: fc.array(
    fc.record({
      line: fc.option(fc.integer({ min: 1, max: MAX_LINES })),
      report: fc.nat(MAX_REPORTS),
      of: fc.integer({ min: 1, max: MAX_LINES }),
      isNone: fc.boolean(),
    }),
    { maxLength: 1 },
  ),
});

type Filed = typeof filed extends fc.Arbitrary<infer T> ? T : never;
type Chamber = "house" | "senate";

function makeReports(chamber: Chamber, all: readonly Filed[], withDecisions: boolean): readonly Report[] {
  const reports: Report[] = [];
  for (const [at, one] of all.entries()) {
    const before = reports[one.before % Math.max(reports.length, 1)];
    const report = makeReport(chamber, at, one, before);
    reports.push(one.isCopy && before !== undefined ? makeCopy(before, report) : report);
  }
  if (!withDecisions) return reports;
  return reports.map((report, at) => ({ ...report, amending: addDecisions(report, all[at]?.decided ?? [], reports) }));
}

function makeReport(chamber: Chamber, at: number, one: Filed, before: Report | undefined): Report {
  const isPaper = one.form === "paper";
  const lines = one.lines.map(({ line: own, repeats }) => {
    const former = repeats === null ? undefined : before?.trades[repeats];
    if (former === undefined) return own;
    const { assetNameRaw, transactionType, owner } = former;
    return { ...own, assetNameRaw, transactionType, owner };
  });
  if (chamber === "senate") {
    const amendment = !one.amends ? 0 : isPaper ? null : one.number;
    return makeSenate(`0000000${at}`, one.day, amendment, lines, { isPaper, isRead: one.isRead });
  }
  const docId = `${isPaper ? "800000" : "2000000"}${at}`;
  if (isPaper || !one.amends) {
    const box: StatedAmendments = { report: { number: null }, lines: [], decided: [] };
    return makeHouse(docId, one.day, lines, { isPaper, isRead: one.isRead, amending: one.amends ? box : null });
  }
  const marked = lines.map((own, index) => {
    const { status = null, rowId = null } = one.lines[index] ?? {};
    return { ...own, ...(status !== null && { is: status }), ...(rowId !== null && { rowId }) };
  });
  return removeUnread(makeHouse(docId, one.day, marked), one);
}

/** Removes unread lines from the trades, and forgets what unread deleted rows say. */
function removeUnread(report: Report, { lines }: Filed): Report {
  const unread = new Set(lines.flatMap(({ isUnread }, at) => (isUnread ? [at + 1] : [])));
  const rejected = report.trades
    .filter((own) => unread.has(own.line))
    .map((own) => ({ line: own.line, rowId: findRowId(report, own.line), trade: own }));
  const amending = report.amending && {
    ...report.amending,
    rejected,
    lines: report.amending.lines.map((own) => (unread.has(own.line) ? { ...own, deleted: null } : own)),
  };
  return { ...report, amending, linesOpen: unread.size, trades: report.trades.filter((own) => !unread.has(own.line)) };
}

function findRowId({ amending }: Report, line: number): string | null {
  return amending?.lines.find((own) => own.line === line)?.rowId ?? null;
}

function makeCopy(original: Report, { id, docId, filedDate }: Report): Report {
  const trades = original.trades.map((own) => ({ ...own, id: buildTradeId(id, own.line), filingId: id }));
  return { ...original, id, docId, filedDate, trades };
}

function addDecisions(report: Report, decided: Filed["decided"], reports: readonly Report[]): StatedAmendments | null {
  if (decided.length === 0) return report.amending;
  const named = decided.map(({ line: own, report: at, of, isNone }): DecidedAmendment => {
    const other = reports[at]?.id ?? "h1";
    return { line: own, supersedes: isNone ? null : own === null ? other : buildTradeId(other, of) };
  });
  return { report: report.amending?.report ?? null, lines: report.amending?.lines ?? [], decided: named };
}

function formatSettlement({ supersededBy, supersedes, deletionsDone, corrected, unsettled }: Settlement): unknown {
  return [
    [...corrected].toSorted(),
    [...supersededBy].toSorted(),
    [...supersedes].toSorted(),
    [...deletionsDone].toSorted(),
    unsettled.map((each) => JSON.stringify(each)).toSorted(),
  ];
}

function checkSettlement(reports: readonly Report[], other: readonly Report[]): void {
  const settlement = settleAmendments(reports);
  assert.deepEqual(
    formatSettlement(settleAmendments(other)),
    formatSettlement(settlement),
    "the order does not matter",
  );
  const { supersededBy, supersedes, corrected, unsettled } = settlement;
  for (const line of corrected.keys()) assert.ok(!unsettled.some(({ id }) => id === line), `${line} no longer waits`);
  const trades = new Map(reports.flatMap((report) => report.trades.map((own) => [own.id, report])));
  const amending = new Set(reports.filter((report) => report.amending !== null).map(({ id }) => id));
  for (const [id, by] of supersededBy) {
    const seen = new Set([id]);
    let end = by;
    for (let next = supersededBy.get(end); next !== undefined; next = supersededBy.get(end)) {
      assert.ok(!seen.has(end), `${id} is in a cycle`);
      seen.add(end);
      end = next;
    }
    assert.ok(trades.has(end) || amending.has(end), `${id} ends in ${end}`);
    assert.equal(settlement.findChainEnd(id), end);
    const [former, latter] = [trades.get(id), trades.get(by)];
    if (latter === undefined) continue;
    const isCopy = former?.digest === latter.digest && supersedes.get(by) !== id;
    if (!isCopy) assert.equal(supersedes.get(by), id, "the line that replaces it names it");
    assert.ok(isCopy || (former?.filedDate ?? "") <= (latter.filedDate ?? ""), `${by} was filed before ${id}`);
  }
  for (const [latter, former] of supersedes) assert.equal(supersededBy.get(former), latter);
  assert.equal(new Set(supersedes.values()).size, supersedes.size, "one line is replaced by one line");
  assert.equal(new Set(unsettled.map(({ id }) => id)).size, unsettled.length, "each waits once");
}

for (const chamber of ["house", "senate"] as const) {
  for (const withDecisions of [false, true]) {
    test(`${chamber}${withDecisions ? ", with decisions" : ""}: chains end, and never form a cycle`, () => {
      const reports = fc
        .array(filed, { minLength: 2, maxLength: MAX_REPORTS })
        .map((all) => makeReports(chamber, all, withDecisions))
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })));
      fc.assert(
        fc.property(reports, ([all, other]) => checkSettlement(all, other)),
        RUNS,
      );
    });
  }
}
