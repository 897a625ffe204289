/**
 * What a member's reports supersede among each other (contract 7; docs/sources/amendments.md). The answer depends on the reports alone,
 * not on the order in which they came to be known.
 */
import { tradeId } from "../filing.ts";
import type { Trade } from "../trade.ts";
import { candidatesFor, pairAmended, pairDeleted } from "./amended-lines.ts";
import { type AmendingLine, inOrderOfFiling, isEarlier, type Report } from "./report.ts";
import { findRestated, type Open, type Restated, restatement } from "./restated.ts";

/** An amendment that supersedes nothing for certain: what it may be about stays as it is, until a person decides. */
export interface UnsettledAmendment {
  /** The filing's id where the whole report amends, else the id of its line (`txn_h20024542_01`). */
  readonly id: string;
  readonly filingId: string;
  readonly kind: "report" | "amended" | "deleted";
  readonly reason: Open["reason"] | "lines_in_review" | "none_fits" | "line_unreadable" | "decision_unknown";
  /** Ids of filings or trades that it may be about. */
  readonly candidates: readonly string[];
}

/** What a person decided of an amendment, by its id: what it supersedes (the id of a filing or a trade), or `none`. */
export type AmendmentDecisions = ReadonlyMap<string, string>;
export const SUPERSEDES_NOTHING = "none";

export interface Settlement {
  /** By trade: the id of the trade in its place, or of the filing that takes it back. */
  readonly supersededBy: ReadonlyMap<string, string>;
  readonly supersedes: ReadonlyMap<string, string>;
  /** Line ids of deleted rows that have taken back what they were about. */
  readonly deletionsDone: ReadonlySet<string>;
  readonly unsettled: readonly UnsettledAmendment[];
}

/** @param reports all of one member's. */
export function settleAmendments(reports: readonly Report[], decisions: AmendmentDecisions): Settlement {
  const ordered = reports.toSorted(inOrderOfFiling);
  const settling = new Settling(ordered, decisions);
  for (const [at, report] of ordered.entries()) {
    const twin = ordered.slice(0, at).find((other) => isTwin(other, report));
    if (twin !== undefined) settling.takeTwin(twin, report);
    else if (report.amending?.report) settling.takeReport(report);
    else if (report.amending) settling.takeLines(report, report.amending.lines);
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
  readonly #decisions: AmendmentDecisions;
  /** Reports that another restates or repeats. */
  readonly #taken = new Set<string>();
  /** By the House's id of a row, the line that bore it last; null where that line deleted it. */
  readonly #ofRow = new Map<string, Trade | null>();

  constructor(reports: readonly Report[], decisions: AmendmentDecisions) {
    this.#reports = reports;
    this.#decisions = decisions;
  }

  /** The later copy gives way line by line; nothing of it is new. */
  takeTwin(twin: Report, copy: Report): void {
    this.#taken.add(copy.id);
    const kept = new Map(twin.trades.map(({ line, id }) => [line, id]));
    for (const { id, line } of copy.trades) this.supersededBy.set(id, kept.get(line) ?? twin.id);
  }

  takeReport(report: Report): void {
    const earlier = this.#reports.filter(
      (other) => other.id !== report.id && other.source === report.source && !this.#taken.has(other.id),
    );
    const decided = this.#decisions.get(report.id);
    if (decided === SUPERSEDES_NOTHING) return;
    if (decided !== undefined) {
      const chosen = earlier.find(({ id }) => id === decided);
      if (chosen === undefined) this.#leave(report.id, report.id, "report", "decision_unknown", [decided]);
      else this.#restate(report, restatement(chosen, report));
      return;
    }
    const found = findRestated(report, earlier);
    if ("reason" in found) this.#leave(report.id, report.id, "report", found.reason, found.candidates);
    else this.#restate(report, found);
  }

  /** Every line of the former report goes. While lines of the new one wait to be read, one that is missing in it may be among those. */
  #restate(report: Report, { report: former, pairs }: Restated): void {
    this.#taken.add(former.id);
    for (const pair of pairs) this.#replace(pair.former, pair.latter);
    const dropped = former.trades.filter(({ id }) => !this.supersededBy.has(id));
    if (report.linesOpen === 0) for (const { id } of dropped) this.supersededBy.set(id, report.id);
    else if (dropped.length > 0) {
      const ids = dropped.map(({ id }) => id);
      this.#leave(report.id, report.id, "report", "lines_in_review", ids);
    }
  }

  takeLines(report: Report, lines: readonly AmendingLine[]): void {
    const trades = new Map(report.trades.map((trade) => [trade.line, trade]));
    const open: { readonly line: AmendingLine; readonly trade: Trade }[] = [];
    for (const line of lines) {
      const trade = line.status === "deleted" ? line.deleted : trades.get(line.line);
      const id = tradeId(report.id, line.line);
      if (trade == null) this.#leave(id, report.id, line.status, "line_unreadable", []);
      else if (!this.#isDecided(report, line, trade) && !this.#isOfKnownRow(report, line, trade)) {
        open.push({ line, trade });
      }
    }
    const earlier = this.#servedBefore(report);
    const about = new Map<Trade, Trade>();
    for (const status of ["deleted", "amended"] as const) {
      const rows = open.filter(({ line }) => line.status === status).map(({ trade }) => trade);
      const left = earlier.filter((trade) => ![...about.values()].includes(trade));
      const pairs = status === "deleted" ? pairDeleted(left, rows) : pairAmended(left, rows);
      for (const { former, latter } of pairs) about.set(latter, former);
    }
    for (const { line, trade } of open) {
      const former = about.get(trade);
      if (former !== undefined) this.#apply(report, line, trade, former);
      else this.#leaveLine(report, line, candidatesFor(trade, earlier));
    }
    for (const { rowId, status, line } of lines) {
      if (rowId !== null) this.#ofRow.set(rowId, status === "deleted" ? null : (trades.get(line) ?? null));
    }
  }

  #isDecided(report: Report, line: AmendingLine, trade: Trade): boolean {
    const decided = this.#decisions.get(trade.id);
    if (decided === undefined) return false;
    if (decided === SUPERSEDES_NOTHING) {
      if (line.status === "deleted") this.deletionsDone.add(trade.id);
      return true;
    }
    const former = this.#reports.flatMap(({ trades }) => trades).find(({ id }) => id === decided && id !== trade.id);
    if (former === undefined) this.#leave(trade.id, report.id, line.status, "decision_unknown", [decided]);
    else this.#apply(report, line, trade, former);
    return true;
  }

  /** Two filings that amend one row name the same id. */
  #isOfKnownRow(report: Report, line: AmendingLine, trade: Trade): boolean {
    const former = line.rowId === null ? undefined : this.#ofRow.get(line.rowId);
    if (former === undefined) return false;
    if (former === null || this.supersededBy.has(former.id)) {
      if (line.status === "deleted") this.deletionsDone.add(trade.id);
      return former === null;
    }
    this.#apply(report, line, trade, former);
    return true;
  }

  #servedBefore(report: Report): readonly Trade[] {
    return this.#reports
      .filter((other) => other.source === report.source && isEarlier(other, report))
      .flatMap(({ trades }) => trades.filter(({ id }) => !this.supersededBy.has(id)));
  }

  #apply(report: Report, line: AmendingLine, trade: Trade, former: Trade): void {
    if (line.status === "amended") {
      this.#replace(former, trade);
      return;
    }
    this.supersededBy.set(former.id, report.id);
    this.deletionsDone.add(trade.id);
  }

  #replace(former: Trade, latter: Trade): void {
    this.supersededBy.set(former.id, latter.id);
    this.supersedes.set(latter.id, former.id);
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
