/**
 * Settles which of a member's reports supersede which (docs/sources/amendments.md). The answer depends on the reports alone, not on the
 * order in which they became known.
 */
import { isoDate } from "../dates.ts";
import { tradeId } from "../filing.ts";
import type { Trade } from "../trade.ts";
import { type Row, rowOf } from "./agreement.ts";
import { candidatesFor, type Periods, pairAmended, pairByNumber } from "./amended-lines.ts";
import { FirstDisclosures } from "./first-disclosed.ts";
import { Links } from "./links.ts";
import { pendingTrades } from "./pending.ts";
import {
  type Amending,
  type AmendingLine,
  dayOf,
  inOrderOfFiling,
  isEarlier,
  isOfLaterDay,
  type Report,
} from "./report.ts";
import { type Former, findRestated, type Restated, restatement } from "./restated.ts";
import { filedWithin, isWithin, type Period } from "./row-ids.ts";
import type { RefusedDecision, Settlement, UnsettledAmendment } from "./settlement.ts";

/** @param reports all of one member's. */
export function settleAmendments(reports: readonly Report[]): Settlement {
  const ordered = reports.toSorted(inOrderOfFiling);
  const settling = new Settling(ordered);
  const copies = new Set<Report>();
  for (const [at, report] of ordered.entries()) {
    const twin = ordered.slice(0, at).find((other) => isTwin(other, report));
    if (twin === undefined) continue;
    copies.add(report);
    settling.takeCopy(twin, report);
  }
  for (const report of ordered) {
    if (report.amending && !copies.has(report)) settling.take(report, report.amending);
  }
  return settling.settlement();
}

/** One document under two ids; of one that has not been read nothing is known to stand for the other's. */
function isTwin(one: Report, other: Report): boolean {
  return one.isRead && one.digest !== null && one.digest === other.digest && one.source === other.source;
}

/** A row that amends or deletes, and the trade that it says. */
interface OpenLine {
  readonly line: AmendingLine;
  readonly trade: Trade;
}

/** Decisions of persons on a filing's lines. */
type DecidedLines = ReadonlyMap<number, string | null>;

class Settling {
  readonly #links: Links;
  readonly #deletionsDone = new Set<string>();
  readonly #unsettled = new Map<string, UnsettledAmendment>();
  readonly #reports: readonly Report[];
  readonly #byId: ReadonlyMap<string, Report>;
  /** Reports that another restates or repeats, with the other. */
  readonly #taken = new Map<string, string>();
  /** Maps the House's id of a row to the last readable line with it; null where the row was deleted. */
  readonly #ofRow = new Map<string, Trade | null>();

  /** Lines of restating reports with what they were paired with, and whether such a report drops lines: what FirstDisclosures asks. */
  readonly #restates = new Map<string, Trade>();
  readonly #dropsLines = new Map<string, boolean>();

  constructor(reports: readonly Report[]) {
    this.#reports = reports;
    this.#byId = new Map(reports.map((report) => [report.id, report]));
    this.#links = new Links(reports.flatMap(({ trades }) => trades));
  }

  settlement(): Settlement {
    const { supersedes } = this.#links;
    const unsettled = [...this.#unsettled.values()];
    const first = new FirstDisclosures(this.#reports, {
      supersedes,
      restates: this.#restates,
      dropsLines: this.#dropsLines,
    });
    return {
      supersededBy: this.#links.supersededBy,
      supersedes,
      deletionsDone: this.#deletionsDone,
      unsettled,
      pending: pendingTrades(this.#reports, supersedes, unsettled),
      firstDisclosureOf: (trade) => first.of(trade),
      endOf: (id) => this.#links.endOf(id),
    };
  }

  /** The later copy gives way line by line; a line that waits to be read in the one and was settled in the other stays. */
  takeCopy(twin: Report, copy: Report): void {
    this.#taken.set(copy.id, twin.id);
    const kept = new Map(twin.trades.map((trade) => [trade.line, trade]));
    for (const trade of copy.trades) {
      const same = kept.get(trade.line);
      if (same !== undefined) this.#links.giveWay(trade, same);
    }
    for (const { line, supersedes } of copy.amending?.decided ?? []) {
      const id = line === null ? copy.id : tradeId(copy.id, line);
      if (supersedes !== null)
        this.#leave(id, copy.id, line === null ? "report" : "amended", "decision_taken", [twin.id]);
    }
  }

  take(report: Report, { report: restates, lines, decided }: Amending): void {
    const ofLines = new Map<number, string | null>();
    for (const { line, supersedes } of decided) if (line !== null) ofLines.set(line, supersedes);
    for (const [line, supersedes] of ofLines) {
      this.#takeDecidedLine(report, lines.find((one) => one.line === line) ?? amended(line), supersedes);
    }
    const whole = decided.find(({ line }) => line === null);
    if (whole !== undefined) this.#takeDecided(report, whole.supersedes, ofLines);
    else if (restates !== null) this.#takeReport(report, ofLines);
    this.#takeLines(report, withOwnIds(lines), ofLines);
  }

  #takeReport(report: Report, decided: DecidedLines): void {
    const formers = this.#reports
      .filter(({ id, source }) => id !== report.id && source === report.source)
      .filter(({ id }) => !this.#taken.has(id) && !this.#isTakenBy(report.id, id))
      .map((former) => this.#asItStands(former, report));
    const found = findRestated(report, formers);
    if ("reason" in found) this.#leave(report.id, report.id, "report", found.reason, found.candidates);
    else this.#restate(report, found, !report.isPaper || found.pairs.length * 2 > found.report.trades.length, decided);
  }

  #takeDecided(report: Report, supersedes: string | null, decided: DecidedLines): void {
    if (supersedes === null) return;
    const refuse = (reason: RefusedDecision, id: string) => this.#leave(report.id, report.id, "report", reason, [id]);
    const chosen = this.#byId.get(supersedes);
    const by = this.#taken.get(supersedes);
    if (chosen === undefined || chosen === report || chosen.source !== report.source) {
      refuse("decision_unknown", supersedes);
    } else if (isOfLaterDay(chosen, report)) refuse("decision_not_earlier", supersedes);
    else if (this.#isTakenBy(report.id, supersedes)) refuse("decision_circular", supersedes);
    else if (by !== undefined) refuse("decision_taken", by);
    else this.#restate(report, restatement(this.#asItStands(chosen, report), report), true, decided);
  }

  #isTakenBy(id: string, other: string): boolean {
    for (let by = this.#taken.get(id); by !== undefined; by = this.#taken.get(by)) if (by === other) return true;
    return false;
  }

  /** @param before what was not certainly filed before it does not count. */
  #asItStands(report: Report, before: Report): Former {
    const current = report.trades.flatMap((trade) => {
      const standing = this.#links.standing(trade);
      if (standing === null) return [];
      const of = this.#byId.get(standing.filingId);
      return of === report || (of !== undefined && isEarlier(of, before)) ? [standing] : [];
    });
    return { report, current };
  }

  /**
   * Every line of the former report goes, as it stands. While lines of the new one wait to be read, one that is missing in it may be among those.
   * @param isWhole false: it may have only some of the lines.
   */
  #restate(
    report: Report,
    { report: former, current, pairs }: Restated,
    isWhole: boolean,
    decided: DecidedLines,
  ): void {
    this.#taken.set(former.id, report.id);
    const open = new Set<Trade>();
    for (const { former: printed, latter } of pairs) {
      const standing = this.#links.standing(printed);
      if (decided.has(latter.line) || standing?.filingId === report.id) continue;
      this.#restates.set(latter.id, printed);
      if (standing === null) this.#leave(latter.id, report.id, "restated", "deleted_before", [printed.id]);
      else if (!current.includes(standing) || !this.#links.replace(standing, latter)) {
        open.add(standing);
        this.#leave(latter.id, report.id, "restated", "several_fit", [standing.id]);
      }
    }
    const dropped = current.filter((trade) => !this.#links.supersededBy.has(trade.id) && !open.has(trade));
    this.#dropsLines.set(report.id, dropped.length > 0);
    if (isWhole && report.linesOpen === 0) for (const trade of dropped) this.#links.takeBack(trade, report.id);
    else if (dropped.length > 0) {
      const ids = dropped.map(({ id }) => id);
      this.#leave(report.id, report.id, "report", isWhole ? "lines_in_review" : "partly_restated", ids);
    }
  }

  /** @param decided by line: those are settled. */
  #takeLines(report: Report, lines: readonly AmendingLine[], decided: DecidedLines): void {
    const trades = new Map(report.trades.map((trade) => [trade.line, trade]));
    const open: OpenLine[] = [];
    for (const line of lines.filter(({ line }) => !decided.has(line))) {
      const trade = line.status === "deleted" ? line.deleted : trades.get(line.line);
      if (trade == null) this.#leaveLine(report, line, "line_unreadable", []);
      else if (!this.#takeKnownRow(report, line)) open.push({ line, trade });
    }
    const earlier = open.length === 0 ? [] : this.#servedBefore(report).map(rowOf);
    const periods = periodsOf(report, open);
    const about = this.#formersOf(report, open, earlier, periods);
    for (const { line, trade } of open) {
      const former = about.get(trade);
      if (former !== undefined && this.#apply(report, line, former)) continue;
      const candidates = candidatesFor(rowOf(trade), earlier, periods);
      this.#leaveLine(report, line, candidates.length > 1 ? "several_fit" : "none_fits", candidates);
    }
    for (const { rowId, status, line } of lines) {
      if (rowId === null) continue;
      const trade = trades.get(line);
      // A row that could not be read, or took nothing back, tells nothing: what bore its id before still does.
      if (status === "amended" && trade !== undefined) this.#ofRow.set(rowId, trade);
      else if (this.#deletionsDone.has(tradeId(report.id, line))) this.#ofRow.set(rowId, null);
    }
  }

  /** Maps the report's rows to the earlier lines that they are about: deleted rows first, then amended ones, then those that only their number leads to a line. */
  #formersOf(
    report: Report,
    open: readonly OpenLine[],
    earlier: readonly Row[],
    periods: Periods,
  ): ReadonlyMap<Trade, Trade> {
    const about = new Map<Trade, Trade>();
    const left = () => {
      const taken = new Set(about.values());
      return earlier.filter(({ trade }) => !taken.has(trade));
    };
    const rows = (status: AmendingLine["status"]) =>
      open.filter(({ line, trade }) => line.status === status && !about.has(trade)).map(({ trade }) => rowOf(trade));
    for (const status of ["deleted", "amended"] as const) {
      for (const { former, latter } of pairAmended(status, left(), rows(status), periods)) about.set(latter, former);
    }
    const isKnown = (period: Period) => this.#isAllRead(report, period);
    for (const { former, latter } of pairByNumber(left(), rows("amended"), periods, isKnown)) about.set(latter, former);
    return about;
  }

  #isAllRead(report: Report, period: Period): boolean {
    return this.#reports
      .filter((other) => other.source === report.source && isEarlier(other, report) && isWithin(period, dayOf(other)))
      .every(({ isRead, linesOpen }) => isRead && linesOpen === 0);
  }

  #takeDecidedLine(report: Report, line: AmendingLine, supersedes: string | null): void {
    const id = tradeId(report.id, line.line);
    const isDeleted = line.status === "deleted";
    if (supersedes === null) {
      if (isDeleted) this.#deletionsDone.add(id);
      return;
    }
    const former = this.#links.trade(supersedes);
    const of = former && this.#byId.get(former.filingId);
    if (former === undefined || of === undefined || of === report) {
      this.#leaveLine(report, line, "decision_unknown", [supersedes]);
      return;
    }
    const standing = this.#links.standing(former);
    if (!isDeleted && this.#links.trade(id) === undefined)
      this.#leaveLine(report, line, "line_unreadable", [supersedes]);
    else if (isOfLaterDay(of, report)) this.#leaveLine(report, line, "decision_not_earlier", [supersedes]);
    else if (isDeleted && standing === null) this.#deletionsDone.add(id);
    else if (standing !== null && standing.id === this.#links.endOf(id)) {
      this.#leaveLine(report, line, "decision_circular", [supersedes]);
    } else if (standing === null || standing.filingId === report.id || !this.#apply(report, line, standing)) {
      this.#leaveLine(report, line, "decision_taken", [this.#links.endOf(supersedes)]);
    }
  }

  /** Two filings that amend one row name the same id. @returns false where the id is not known. */
  #takeKnownRow(report: Report, line: AmendingLine): boolean {
    const known = line.rowId === null ? undefined : this.#ofRow.get(line.rowId);
    if (known === undefined) return false;
    const standing = known && this.#links.standing(known);
    if (standing !== null) {
      const isApplied = standing.filingId !== report.id && this.#apply(report, line, standing);
      if (!isApplied) this.#leaveLine(report, line, "several_fit", [standing.id]);
    } else if (line.status === "deleted") this.#deletionsDone.add(tradeId(report.id, line.line));
    else this.#leaveLine(report, line, "deleted_before", known === null ? [] : [known.id]);
    return true;
  }

  #servedBefore(report: Report): readonly Trade[] {
    return this.#reports
      .filter((other) => other.source === report.source && isEarlier(other, report))
      .flatMap(({ trades }) => trades.filter(({ id }) => !this.#links.supersededBy.has(id)));
  }

  /** @returns false, and does nothing, where they cannot be linked. */
  #apply(report: Report, { line, status }: AmendingLine, former: Trade): boolean {
    const id = tradeId(report.id, line);
    const own = this.#links.trade(id);
    if (status === "amended") return own !== undefined && this.#links.replace(former, own);
    if (!this.#links.takeBack(former, report.id)) return false;
    this.#deletionsDone.add(id);
    return true;
  }

  #leaveLine(
    report: Report,
    { line, status }: AmendingLine,
    reason: UnsettledAmendment["reason"],
    candidates: readonly string[],
  ): void {
    this.#leave(tradeId(report.id, line), report.id, status, reason, candidates);
  }

  /** One thing waits once, for the first reason. */
  #leave(
    id: string,
    filingId: string,
    kind: UnsettledAmendment["kind"],
    reason: UnsettledAmendment["reason"],
    candidates: readonly string[],
  ): void {
    if (!this.#unsettled.has(id)) this.#unsettled.set(id, { id, filingId, kind, reason, candidates });
  }
}

function periodsOf(report: Report, open: readonly OpenLine[]): Periods {
  const filed = isoDate(dayOf(report));
  const periods = new Map<Trade, Period>();
  for (const { line, trade } of open) {
    const period = filedWithin(line.rowId, filed);
    if (period !== null) periods.set(trade, period);
  }
  return periods;
}

function amended(line: number): AmendingLine {
  return { line, status: "amended", rowId: null, deleted: null };
}

/** An id that two rows of one report bear names neither. */
function withOwnIds(lines: readonly AmendingLine[]): readonly AmendingLine[] {
  return lines.map((line) => {
    const isShared = lines.some((other) => other !== line && other.rowId === line.rowId);
    return isShared ? { ...line, rowId: null } : line;
  });
}
