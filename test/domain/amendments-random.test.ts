/** Whatever members file, and in whatever order it comes to be known: House text, paper and the Senate, copies, decisions, lines that wait. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AmendingLine, DecidedAmendment, Report, StatedAmendments } from "../../src/domain/amendments/report.ts";
import { settleAmendments } from "../../src/domain/amendments/settle.ts";
import type { Settlement } from "../../src/domain/amendments/settlement.ts";
import { buildTradeId } from "../../src/domain/filing.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { house, senate } from "./made-reports.ts";

const DAYS = ["2026-02-01", "2026-02-02", "2026-02-03"];
/** The same each time; `npm run test:soak` draws more, and others. */
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
  /** The line of the report before that it repeats, if any. */
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
  /** The report before that it restates, and whether it is the same document once more. */
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

function reportsOf(chamber: Chamber, all: readonly Filed[], withDecisions: boolean): readonly Report[] {
  const reports: Report[] = [];
  for (const [at, one] of all.entries()) {
    const before = reports[one.before % Math.max(reports.length, 1)];
    const report = madeReport(chamber, at, one, before);
    reports.push(one.isCopy && before !== undefined ? copyOf(before, report) : report);
  }
  if (!withDecisions) return reports;
  return reports.map((report, at) => ({ ...report, amending: withDecided(report, all[at]?.decided ?? [], reports) }));
}

function madeReport(chamber: Chamber, at: number, one: Filed, before: Report | undefined): Report {
  const isPaper = one.form === "paper";
  const lines = one.lines.map(({ line: own, repeats }) => {
    const former = repeats === null ? undefined : before?.trades[repeats];
    if (former === undefined) return own;
    const { assetNameRaw, transactionType, owner } = former;
    return { ...own, assetNameRaw, transactionType, owner };
  });
  if (chamber === "senate") {
    const amendment = !one.amends ? 0 : isPaper ? null : one.number;
    return senate(`0000000${at}`, one.day, amendment, lines, { isPaper, isRead: one.isRead });
  }
  const docId = `${isPaper ? "800000" : "2000000"}${at}`;
  if (isPaper || !one.amends) {
    const box: StatedAmendments = { report: { number: null }, lines: [], decided: [] };
    return house(docId, one.day, lines, { isPaper, isRead: one.isRead, amending: one.amends ? box : null });
  }
  const marked = lines.map((own, index) => {
    const { status = null, rowId = null } = one.lines[index] ?? {};
    return { ...own, ...(status !== null && { is: status }), ...(rowId !== null && { rowId }) };
  });
  return withUnread(house(docId, one.day, marked), one);
}

/** Lines that could not be read are no trades, and of a deleted row nothing is known. */
function withUnread(report: Report, { lines }: Filed): Report {
  const unread = new Set(lines.flatMap(({ isUnread }, at) => (isUnread ? [at + 1] : [])));
  const rejected = report.trades
    .filter((own) => unread.has(own.line))
    .map((own) => ({ line: own.line, rowId: rowIdOf(report, own.line), trade: own }));
  const amending = report.amending && {
    ...report.amending,
    rejected,
    lines: report.amending.lines.map((own) => (unread.has(own.line) ? { ...own, deleted: null } : own)),
  };
  return { ...report, amending, linesOpen: unread.size, trades: report.trades.filter((own) => !unread.has(own.line)) };
}

function rowIdOf({ amending }: Report, line: number): string | null {
  return amending?.lines.find((own) => own.line === line)?.rowId ?? null;
}

function copyOf(original: Report, { id, docId, filedDate }: Report): Report {
  const trades = original.trades.map((own) => ({ ...own, id: buildTradeId(id, own.line), filingId: id }));
  return { ...original, id, docId, filedDate, trades };
}

function withDecided(report: Report, decided: Filed["decided"], reports: readonly Report[]): StatedAmendments | null {
  if (decided.length === 0) return report.amending;
  const named = decided.map(({ line: own, report: at, of, isNone }): DecidedAmendment => {
    const other = reports[at]?.id ?? "h1";
    return { line: own, supersedes: isNone ? null : own === null ? other : buildTradeId(other, of) };
  });
  return { report: report.amending?.report ?? null, lines: report.amending?.lines ?? [], decided: named };
}

function asText({ supersededBy, supersedes, deletionsDone, corrected, unsettled }: Settlement): unknown {
  return [
    [...corrected].toSorted(),
    [...supersededBy].toSorted(),
    [...supersedes].toSorted(),
    [...deletionsDone].toSorted(),
    unsettled.map((each) => JSON.stringify(each)).toSorted(),
  ];
}

function check(reports: readonly Report[], other: readonly Report[]): void {
  const settlement = settleAmendments(reports);
  assert.deepEqual(asText(settleAmendments(other)), asText(settlement), "the order is of no account");
  const { supersededBy, supersedes, corrected, unsettled } = settlement;
  for (const line of corrected.keys()) assert.ok(!unsettled.some(({ id }) => id === line), `${line} waits no more`);
  const trades = new Map(reports.flatMap((report) => report.trades.map((own) => [own.id, report])));
  const amending = new Set(reports.filter((report) => report.amending !== null).map(({ id }) => id));
  for (const [id, by] of supersededBy) {
    const seen = new Set([id]);
    let end = by;
    for (let next = supersededBy.get(end); next !== undefined; next = supersededBy.get(end)) {
      assert.ok(!seen.has(end), `${id} comes round`);
      seen.add(end);
      end = next;
    }
    assert.ok(trades.has(end) || amending.has(end), `${id} ends in ${end}`);
    assert.equal(settlement.findChainEnd(id), end);
    const [former, latter] = [trades.get(id), trades.get(by)];
    if (latter === undefined) continue;
    const isCopy = former?.digest === latter.digest && supersedes.get(by) !== id;
    if (!isCopy) assert.equal(supersedes.get(by), id, "the one in its place names it");
    assert.ok(isCopy || (former?.filedDate ?? "") <= (latter.filedDate ?? ""), `${by} was filed before ${id}`);
  }
  for (const [latter, former] of supersedes) assert.equal(supersededBy.get(former), latter);
  assert.equal(new Set(supersedes.values()).size, supersedes.size, "one line has one in its place");
  assert.equal(new Set(unsettled.map(({ id }) => id)).size, unsettled.length, "each waits once");
}

for (const chamber of ["house", "senate"] as const) {
  for (const withDecisions of [false, true]) {
    test(`${chamber}${withDecisions ? ", with decisions" : ""}: chains end, and never form a circle`, () => {
      const reports = fc
        .array(filed, { minLength: 2, maxLength: MAX_REPORTS })
        .map((all) => reportsOf(chamber, all, withDecisions))
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })));
      fc.assert(
        fc.property(reports, ([all, other]) => check(all, other)),
        RUNS,
      );
    });
  }
}
