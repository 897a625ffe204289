/**
 * What a member's reports supersede among each other (contract 7; docs/sources/amendments.md). The answer depends on the reports alone,
 * not on the order in which they came to be known.
 */
import { tradeId } from "../filing.ts";
import type { Trade } from "../trade.ts";
import { rowOf } from "./agreement.ts";
import { candidatesFor, pairAmended, pairDeleted } from "./amended-lines.ts";
import { type Amending, type AmendingLine, inOrderOfFiling, isEarlier, type Report } from "./report.ts";
import { findRestated, type Open, type Restated, restatement } from "./restated.ts";

/** An amendment that supersedes nothing for certain: what it may be about stays as it is, until a person decides. */
export interface UnsettledAmendment {
  /** The filing's id where the whole report amends, else the id of its line (`txn_h20024542_01`). */
  readonly id: string;
  readonly filingId: string;
  readonly kind: "report" | "amended" | "deleted";
  readonly reason:
    | Open["reason"]
    | "lines_in_review"
    | "partly_restated"
    | "none_fits"
    | "line_unreadable"
    | "decision_unknown";
  /** Ids of filings or trades that it may be about. */
  readonly candidates: readonly string[];
}

export interface Settlement {
  /** By trade: the id of the trade in its place, or of the filing that takes it back. */
  readonly supersededBy: ReadonlyMap<string, string>;
  readonly supersedes: ReadonlyMap<string, string>;
  /** Line ids of deleted rows that have taken back what they were about. */
  readonly deletionsDone: ReadonlySet<string>;
  readonly unsettled: readonly UnsettledAmendment[];
}

/** @param reports all of one member's. */
export function settleAmendments(reports: readonly Report[]): Settlement {
  const ordered = reports.toSorted(inOrderOfFiling);
  const settling = new Settling(ordered);
  for (const [at, report] of ordered.entries()) {
    const twin = ordered.slice(0, at).find((other) => isTwin(other, report));
    if (twin !== undefined) settling.takeTwin(twin, report);
    else if (report.amending) settling.take(report, report.amending);
  }
  return settling;
}

/** One document under two ids. */
function isTwin(one: Report, other: Report): boolean {
  return one.digest !== null && one.digest === other.digest && one.source === other.source;
}

class Settling implements Settlement {
  readonly supersededBy = new Map<string, string>();
  readonly supersedes = new Map<string, string>();
  readonly deletionsDone = new Set<string>();
  readonly unsettled: UnsettledAmendment[] = [];
  readonly #reports: readonly Report[];
  /** Reports that another restates or repeats. */
  readonly #taken = new Set<string>();
  /** By the House's id of a row, the line that bore it last; null where that line deleted it. */
  readonly #ofRow = new Map<string, Trade | null>();

  constructor(reports: readonly Report[]) {
    this.#reports = reports;
  }

  /** The later copy gives way line by line; nothing of it is new. */
  takeTwin(twin: Report, copy: Report): void {
    this.#taken.add(copy.id);
    const kept = new Map(twin.trades.map(({ line, id }) => [line, id]));
    for (const { id, line } of copy.trades) this.supersededBy.set(id, kept.get(line) ?? twin.id);
  }

  take(report: Report, amending: Amending): void {
    const decided = new Map(amending.decided.map(({ line, supersedes }) => [line, supersedes]));
    const whole = decided.get(null);
    if (whole !== undefined) this.#takeDecided(report, whole);
    else if (amending.report) this.#takeReport(report);
    decided.delete(null);
    this.#takeLines(report, amending.lines, decided as ReadonlyMap<number, string | null>);
  }

  #takeReport(report: Report): void {
    const found = findRestated(report, this.#untaken(report));
    if ("reason" in found) this.#leave(report.id, report.id, "report", found.reason, found.candidates);
    else this.#restate(report, found, !report.isPaper || found.pairs.length * 2 > found.report.trades.length);
  }

  #takeDecided(report: Report, supersedes: string | null): void {
    if (supersedes === null) return;
    const chosen = this.#untaken(report).find(({ id }) => id === supersedes);
    if (chosen === undefined) this.#leave(report.id, report.id, "report", "decision_unknown", [supersedes]);
    else this.#restate(report, restatement(chosen, report), true);
  }

  #untaken(report: Report): readonly Report[] {
    return this.#reports.filter(
      ({ id, source }) => id !== report.id && source === report.source && !this.#taken.has(id),
    );
  }

  /**
   * Every line of the former report goes. While lines of the new one wait to be read, one that is missing in it may be among those.
   * @param isWhole false: it may have only some of the lines.
   */
  #restate(report: Report, { report: former, pairs }: Restated, isWhole: boolean): void {
    this.#taken.add(former.id);
    for (const { former: replaced, latter } of pairs) {
      this.supersededBy.set(replaced.id, latter.id);
      this.supersedes.set(latter.id, replaced.id);
    }
    const dropped = former.trades.filter(({ id }) => !this.supersededBy.has(id));
    if (isWhole && report.linesOpen === 0) for (const { id } of dropped) this.supersededBy.set(id, report.id);
    else if (dropped.length > 0) {
      const ids = dropped.map(({ id }) => id);
      this.#leave(report.id, report.id, "report", isWhole ? "lines_in_review" : "partly_restated", ids);
    }
  }

  /** @param decided by line; a person may also decide of a line that says nothing of amending. */
  #takeLines(report: Report, lines: readonly AmendingLine[], decided: ReadonlyMap<number, string | null>): void {
    const trades = new Map(report.trades.map((trade) => [trade.line, trade]));
    const open: { readonly line: AmendingLine; readonly trade: Trade }[] = [];
    for (const [line, supersedes] of decided) {
      this.#takeDecidedLine(report, lines.find((one) => one.line === line) ?? amended(line), supersedes);
    }
    for (const line of lines.filter(({ line }) => !decided.has(line))) {
      const id = tradeId(report.id, line.line);
      const trade = line.status === "deleted" ? line.deleted : trades.get(line.line);
      if (trade == null) this.#leave(id, report.id, line.status, "line_unreadable", []);
      else if (!this.#isOfKnownRow(report, line, trade)) open.push({ line, trade });
    }
    const earlier = open.length === 0 ? [] : this.#servedBefore(report).map(rowOf);
    const about = new Map<Trade, Trade>();
    for (const [status, pair] of [
      ["deleted", pairDeleted],
      ["amended", pairAmended],
    ] as const) {
      const rows = open.filter(({ line }) => line.status === status).map(({ trade }) => rowOf(trade));
      const taken = new Set(about.values());
      const left = earlier.filter(({ trade }) => !taken.has(trade));
      for (const { former, latter } of pair(left, rows)) about.set(latter, former);
    }
    for (const { line, trade } of open) {
      const former = about.get(trade);
      if (former !== undefined) this.#apply(report, line, former);
      else this.#leaveLine(report, line, candidatesFor(rowOf(trade), earlier));
    }
    for (const { rowId, status, line } of lines) {
      if (rowId !== null) this.#ofRow.set(rowId, status === "deleted" ? null : (trades.get(line) ?? null));
    }
  }

  #takeDecidedLine(report: Report, line: AmendingLine, supersedes: string | null): void {
    const id = tradeId(report.id, line.line);
    if (supersedes === null) {
      if (line.status === "deleted") this.deletionsDone.add(id);
      return;
    }
    const former = this.#reports.flatMap(({ trades }) => trades).find((one) => one.id === supersedes && one.id !== id);
    const isPublished = line.status === "deleted" || report.trades.some((one) => one.id === id);
    if (former !== undefined && isPublished) this.#apply(report, line, former);
    else this.#leave(id, report.id, line.status, former ? "line_unreadable" : "decision_unknown", [supersedes]);
  }

  /** Two filings that amend one row name the same id. */
  #isOfKnownRow(report: Report, line: AmendingLine, trade: Trade): boolean {
    const former = line.rowId === null ? undefined : this.#ofRow.get(line.rowId);
    if (former === null && line.status === "deleted") this.deletionsDone.add(trade.id);
    if (former === null) return true;
    if (former === undefined || this.supersededBy.has(former.id)) return false;
    this.#apply(report, line, former);
    return true;
  }

  #servedBefore(report: Report): readonly Trade[] {
    return this.#reports
      .filter((other) => other.source === report.source && isEarlier(other, report))
      .flatMap(({ trades }) => trades.filter(({ id }) => !this.supersededBy.has(id)));
  }

  #apply(report: Report, line: AmendingLine, former: Trade): void {
    const id = tradeId(report.id, line.line);
    this.supersededBy.set(former.id, line.status === "deleted" ? report.id : id);
    if (line.status === "deleted") this.deletionsDone.add(id);
    else this.supersedes.set(id, former.id);
  }

  #leaveLine(report: Report, { line, status }: AmendingLine, candidates: readonly string[]): void {
    const reason = candidates.length > 1 ? "several_fit" : "none_fits";
    this.#leave(tradeId(report.id, line), report.id, status, reason, candidates);
  }

  #leave(
    id: string,
    filingId: string,
    kind: UnsettledAmendment["kind"],
    reason: UnsettledAmendment["reason"],
    candidates: readonly string[],
  ): void {
    this.unsettled.push({ id, filingId, kind, reason, candidates });
  }
}

function amended(line: number): AmendingLine {
  return { line, status: "amended", rowId: null, deleted: null };
}
