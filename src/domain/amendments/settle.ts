/** Decides which of a member's reports supersede which, whatever order they were read in (docs/sources/amendments.md). */
import { parseIsoDate } from "../dates.ts";
import { buildTradeId } from "../filing.ts";
import type { Trade } from "../trade.ts";
import { type Row, toRow } from "./agreement.ts";
import { listCandidateIds, type Periods, pairByFilingPeriod, pairWithEarlierRows } from "./amended-lines.ts";
import { checkLineDecision, checkReportDecision } from "./cases.ts";
import { CorrectedRows, isYearTypo } from "./corrected.ts";
import { FirstDisclosures } from "./first-disclosed.ts";
import { Links } from "./links.ts";
import { findPendingTrades } from "./pending.ts";
import {
  type AmendingLine,
  compareFilingOrder,
  getReportDay,
  isEarlier,
  type Report,
  type StatedAmendments,
} from "./report.ts";
import { findRestatement, type PreviousReport, pairBestVersion, type Restatement } from "./restated.ts";
import { estimateFilingDates, isWithin, type Period } from "./row-ids.ts";
import { scoreRepetition } from "./scores.ts";
import type { Settlement, UnsettledAmendment } from "./settlement.ts";

/** @param reports all reports of one member. */
export function settleAmendments(reports: readonly Report[]): Settlement {
  const ordered = reports.toSorted(compareFilingOrder);
  const settling = new SettlementBuilder(ordered);
  const copies = new Set<Report>();
  for (const [at, report] of ordered.entries()) {
    const twin = ordered.slice(0, at).find((other) => isSameDocument(other, report));
    if (twin === undefined) continue;
    copies.add(report);
    settling.supersedeCopy(twin, report);
  }
  for (const report of ordered) {
    if (report.amending && !copies.has(report)) settling.applyAmendments(report, report.amending);
  }
  return settling.buildSettlement();
}

/** True if two reports have the same document. A document that has not been read is never treated as a copy. */
function isSameDocument(one: Report, other: Report): boolean {
  return one.isRead && one.digest !== null && one.digest === other.digest && one.source === other.source;
}

interface OpenLine {
  readonly line: AmendingLine;
  readonly trade: Trade;
}

/** Key: number of a line that a person decided on. Value: id of the trade that the line supersedes; null if there is none. */
type DecidedLines = ReadonlyMap<number, string | null>;

class SettlementBuilder {
  readonly #links: Links;
  readonly #deletionsDone = new Set<string>();
  readonly #unsettled = new Map<string, UnsettledAmendment>();
  readonly #reports: readonly Report[];
  readonly #byId: ReadonlyMap<string, Report>;
  /** Maps a report's id to the id of the report that restates or repeats it. */
  readonly #restatedBy = new Map<string, string>();
  /** Maps the House's id of a row to the last readable line with that id; to null if the row was deleted. */
  readonly #lastLineByRowId = new Map<string, Trade | null>();

  /** The `restates` and `dropsLines` that FirstDisclosures needs. */
  readonly #restates = new Map<string, Trade>();
  readonly #dropsLines = new Map<string, boolean>();
  readonly #corrected: CorrectedRows;

  constructor(reports: readonly Report[]) {
    this.#reports = reports;
    this.#corrected = new CorrectedRows(reports, (line) => this.#unsettled.delete(line));
    this.#byId = new Map(reports.map((report) => [report.id, report]));
    this.#links = new Links(reports.flatMap(({ trades }) => trades));
  }

  buildSettlement(): Settlement {
    const { supersedes } = this.#links;
    const unsettled = [...this.#unsettled.values()];
    const first = new FirstDisclosures(this.#reports, {
      supersedes,
      restates: this.#restates,
      dropsLines: this.#dropsLines,
      rejectedDates: this.#corrected.filedDates,
    });
    return {
      supersededBy: this.#links.supersededBy,
      supersedes,
      deletionsDone: this.#deletionsDone,
      corrected: this.#corrected.corrections,
      unsettled,
      pending: findPendingTrades(this.#reports, supersedes, unsettled),
      getFirstDisclosure: (trade) => first.find(trade),
      findChainEnd: (id) => this.#links.findChainEnd(id),
    };
  }

  /** Marks a line of the copy as superseded once `twin` has published the same line. Until then, the line remains current. */
  supersedeCopy(twin: Report, copy: Report): void {
    this.#restatedBy.set(copy.id, twin.id);
    const original = new Map(twin.trades.map((trade) => [trade.line, trade]));
    for (const trade of copy.trades) {
      const same = original.get(trade.line);
      if (same !== undefined) this.#links.linkToOriginal(trade, same);
    }
    for (const { line, supersedes } of copy.amending?.decided ?? []) {
      const id = line === null ? copy.id : buildTradeId(copy.id, line);
      if (supersedes !== null)
        this.#addUnsettled(id, copy.id, line === null ? "report" : "amended", "decision_taken", [twin.id]);
    }
  }

  applyAmendments(report: Report, { report: restates, lines, decided }: StatedAmendments): void {
    const ofLines = new Map<number, string | null>();
    for (const { line, supersedes } of decided) if (line !== null) ofLines.set(line, supersedes);
    for (const [line, supersedes] of ofLines) {
      const amended = { line, status: "amended", rowId: null, deleted: null } as const;
      this.#applyLineDecision(report, lines.find((one) => one.line === line) ?? amended, supersedes);
    }
    const whole = decided.find(({ line }) => line === null);
    if (whole !== undefined) this.#applyReportDecision(report, whole.supersedes, ofLines);
    else if (restates !== null) this.#matchRestatedReport(report, ofLines);
    this.#matchAmendingLines(report, clearSharedRowIds(lines), ofLines);
  }

  #matchRestatedReport(report: Report, decided: DecidedLines): void {
    const previousReports = this.#reports
      .filter(({ id, source }) => id !== report.id && source === report.source)
      .filter(({ id }) => !this.#restatedBy.has(id) && !this.#isRestatedBy(report.id, id))
      .map((previous) => this.#buildPreviousReport(previous, report));
    const found = findRestatement(report, previousReports);
    if ("reason" in found) this.#addUnsettledReport(report, found.reason, found.candidates);
    else this.#restate(report, found, !report.isPaper || found.pairs.length * 2 > found.report.trades.length, decided);
  }

  #applyReportDecision(report: Report, supersedes: string | null, decided: DecidedLines): void {
    if (supersedes === null) return;
    const named = this.#byId.get(supersedes);
    const restatedBy = this.#restatedBy.get(supersedes);
    const isRestatedByNamed = this.#isRestatedBy(report.id, supersedes);
    const result = checkReportDecision({
      report,
      named,
      isRestatedByNamed,
      isNamedRestated: restatedBy !== undefined,
    });
    if (result === "restate" && named !== undefined) {
      this.#restate(report, pairBestVersion(this.#buildPreviousReport(named, report), report), true, decided);
    } else if (result !== "restate") {
      this.#addUnsettledReport(report, result, [result === "decision_taken" ? (restatedBy ?? supersedes) : supersedes]);
    }
  }

  #isRestatedBy(id: string, other: string): boolean {
    for (let by = this.#restatedBy.get(id); by !== undefined; by = this.#restatedBy.get(by))
      if (by === other) return true;
    return false;
  }

  // Lists the current versions of a report's lines. Includes a version from another report only if that report was certainly
  // filed before the report `before`.
  #buildPreviousReport(report: Report, before: Report): PreviousReport {
    const current = report.trades.flatMap((trade) => {
      const served = this.#links.findCurrentTrade(trade);
      if (served === null) return [];
      const from = this.#byId.get(served.filingId);
      return from === report || (from !== undefined && isEarlier(from, before)) ? [served] : [];
    });
    return { report, current };
  }

  /**
   * Supersedes the current lines of the previous report. Retracts lines that the new report drops, unless lines of the new report
   * wait for review: a waiting line may restate a dropped one. @param isWhole false if the report may contain only some lines.
   */
  #restate(
    report: Report,
    { report: previous, current, pairs }: Restatement,
    isWhole: boolean,
    decided: DecidedLines,
  ): void {
    this.#restatedBy.set(previous.id, report.id);
    const open = new Set<Trade>();
    for (const { previous: printed, latter } of pairs) {
      const served = this.#links.findCurrentTrade(printed);
      if (decided.has(latter.line) || served?.filingId === report.id) continue;
      this.#restates.set(latter.id, printed);
      if (served === null) this.#addUnsettled(latter.id, report.id, "restated", "deleted_before", [printed.id]);
      else if (!current.includes(served) || !this.#links.linkToReplacement(served, latter)) {
        open.add(served);
        this.#addUnsettled(latter.id, report.id, "restated", "several_fit", [served.id]);
      }
    }
    const dropped = current.filter((trade) => !this.#links.supersededBy.has(trade.id) && !open.has(trade));
    this.#dropsLines.set(report.id, dropped.length > 0);
    if (isWhole && report.linesOpen === 0) for (const trade of dropped) this.#links.linkToDeletion(trade, report.id);
    else if (dropped.length > 0) {
      const ids = dropped.map(({ id }) => id);
      this.#addUnsettledReport(report, isWhole ? "lines_in_review" : "partly_restated", ids);
    }
  }

  #matchAmendingLines(report: Report, lines: readonly AmendingLine[], decided: DecidedLines): void {
    const trades = new Map(report.trades.map((trade) => [trade.line, trade]));
    const open: OpenLine[] = [];
    for (const line of lines.filter(({ line }) => !decided.has(line))) {
      const trade = line.status === "deleted" ? line.deleted : trades.get(line.line);
      if (trade == null) this.#addUnsettledLine(report, line, "line_unreadable", []);
      else if (!this.#matchByRowId(report, line)) open.push({ line, trade });
    }
    const earlier = open.length === 0 ? [] : this.#listEarlierCurrentTrades(report).map(toRow);
    const periods = findFilingPeriods(report, open);
    const typos = this.#corrected.pairAmendedRows(
      report,
      listAmendedRows(listDifferingLines(open, earlier)),
      periods,
      isYearTypo,
    );
    const remaining = open.filter(({ trade }) => !typos.has(trade));
    const predecessors = this.#findPredecessors(report, remaining, earlier, periods);
    const unmatched = remaining.filter(({ trade }) => !predecessors.has(trade));
    const corrected = this.#corrected.pairAmendedRows(report, listAmendedRows(unmatched), periods);
    for (const { line, trade } of remaining) {
      if (corrected.has(trade)) continue;
      const previous = predecessors.get(trade);
      if (previous !== undefined && this.#supersedeOrDelete(report, line, previous)) continue;
      const candidates = listCandidateIds(toRow(trade), earlier, periods);
      this.#addUnsettledLine(report, line, candidates.length > 1 ? "several_fit" : "none_fits", candidates);
    }
    for (const { rowId, status, line } of lines) {
      if (rowId === null) continue;
      const trade = trades.get(line);
      if (status === "amended" && trade !== undefined) this.#corrected.recordCorrectionsByRowId(report, rowId, trade);
      // An unreadable row, or a deletion that was not carried out, has no effect: its id still belongs to the earlier line.
      if (status === "amended" && trade !== undefined) this.#lastLineByRowId.set(rowId, trade);
      else if (this.#deletionsDone.has(buildTradeId(report.id, line))) this.#lastLineByRowId.set(rowId, null);
    }
  }

  // Maps rows to the lines that they delete or amend. Deletions are matched first, by content. Then amendments are matched by
  // content. The remaining amendments are matched by the filing period that the row id shows.
  #findPredecessors(
    report: Report,
    open: readonly OpenLine[],
    earlier: readonly Row[],
    periods: Periods,
  ): ReadonlyMap<Trade, Trade> {
    const predecessors = new Map<Trade, Trade>();
    const listUnused = () => {
      const used = new Set(predecessors.values());
      return earlier.filter(({ trade }) => !used.has(trade));
    };
    const listOpenRows = (status: AmendingLine["status"]) =>
      open
        .filter(({ line, trade }) => line.status === status && !predecessors.has(trade))
        .map(({ trade }) => toRow(trade));
    for (const status of ["deleted", "amended"] as const) {
      for (const { previous, latter } of pairWithEarlierRows(status, listUnused(), listOpenRows(status), periods))
        predecessors.set(latter, previous);
    }
    const isPeriodRead = (period: Period) => this.#areEarlierReportsRead(report, period);
    for (const { previous, latter } of pairByFilingPeriod(listUnused(), listOpenRows("amended"), periods, isPeriodRead))
      predecessors.set(latter, previous);
    return predecessors;
  }

  #areEarlierReportsRead(report: Report, period: Period): boolean {
    return this.#reports
      .filter(
        (other) => other.source === report.source && isEarlier(other, report) && isWithin(period, getReportDay(other)),
      )
      .every(({ isRead, linesOpen }) => isRead && linesOpen === 0);
  }

  #applyLineDecision(report: Report, line: AmendingLine, supersedes: string | null): void {
    const id = buildTradeId(report.id, line.line);
    const isDeletion = line.status === "deleted";
    if (supersedes === null) {
      if (isDeletion) this.#deletionsDone.add(id);
      return;
    }
    const previous = this.#links.getTrade(supersedes);
    const served = previous === undefined ? null : this.#links.findCurrentTrade(previous);
    const result = checkLineDecision({
      report,
      isDeletion,
      isPublished: this.#links.getTrade(id) !== undefined,
      namedReport: previous && this.#byId.get(previous.filingId),
      served,
      endOfLine: this.#links.findChainEnd(id),
    });
    if (result === "already_taken_back") this.#deletionsDone.add(id);
    else if (result === "supersede" && served !== null && this.#supersedeOrDelete(report, line, served)) return;
    else {
      const refusal = result === "supersede" ? "decision_taken" : result;
      const named = refusal === "decision_taken" ? this.#links.findChainEnd(supersedes) : supersedes;
      this.#addUnsettledLine(report, line, refusal, [named]);
    }
  }

  /** Matches a line by its row id, which all amendments of a row share. @returns false if the id is unknown. */
  #matchByRowId(report: Report, line: AmendingLine): boolean {
    const known = line.rowId === null ? undefined : this.#lastLineByRowId.get(line.rowId);
    if (known === undefined) return false;
    const served = known && this.#links.findCurrentTrade(known);
    if (served !== null) {
      const isSettled = served.filingId !== report.id && this.#supersedeOrDelete(report, line, served);
      if (!isSettled) this.#addUnsettledLine(report, line, "several_fit", [served.id]);
    } else if (line.status === "deleted") this.#deletionsDone.add(buildTradeId(report.id, line.line));
    else this.#addUnsettledLine(report, line, "deleted_before", known === null ? [] : [known.id]);
    return true;
  }

  #listEarlierCurrentTrades(report: Report): readonly Trade[] {
    return this.#reports
      .filter((other) => other.source === report.source && isEarlier(other, report))
      .flatMap(({ trades }) => trades.filter(({ id }) => !this.#links.supersededBy.has(id)));
  }

  /** @returns false, without changes, if the two lines cannot be linked. */
  #supersedeOrDelete(report: Report, { line, status }: AmendingLine, previous: Trade): boolean {
    const id = buildTradeId(report.id, line);
    const own = this.#links.getTrade(id);
    if (status === "amended") return own !== undefined && this.#links.linkToReplacement(previous, own);
    if (!this.#links.linkToDeletion(previous, report.id)) return false;
    this.#deletionsDone.add(id);
    return true;
  }

  #addUnsettledReport(report: Report, reason: UnsettledAmendment["reason"], candidates: readonly string[]): void {
    this.#addUnsettled(report.id, report.id, "report", reason, candidates);
  }

  #addUnsettledLine(
    report: Report,
    { line, status }: AmendingLine,
    reason: UnsettledAmendment["reason"],
    candidates: readonly string[],
  ): void {
    this.#addUnsettled(buildTradeId(report.id, line), report.id, status, reason, candidates);
  }

  /** Adds an unsettled amendment, unless one is already recorded under its id. */
  #addUnsettled(
    id: string,
    filingId: string,
    kind: UnsettledAmendment["kind"],
    reason: UnsettledAmendment["reason"],
    candidates: readonly string[],
  ): void {
    if (!this.#unsettled.has(id)) this.#unsettled.set(id, { id, filingId, kind, reason, candidates });
  }
}

function listAmendedRows(lines: readonly OpenLine[]): readonly Row[] {
  return lines.filter(({ line }) => line.status === "amended").map(({ trade }) => toRow(trade));
}

/** Returns the lines that differ from every earlier line in at least one of the five fields. */
function listDifferingLines(open: readonly OpenLine[], earlier: readonly Row[]): readonly OpenLine[] {
  return open.filter(({ trade }) => !earlier.some((previous) => scoreRepetition(previous, toRow(trade)) > 0));
}

function findFilingPeriods(report: Report, open: readonly OpenLine[]): Periods {
  const filed = parseIsoDate(getReportDay(report));
  const periods = new Map<Trade, Period>();
  for (const { line, trade } of open) {
    const period = estimateFilingDates(line.rowId, filed);
    // A trade made after the period cannot have been reported in it: the row id contradicts the date and is ignored.
    if (period !== null && trade.transactionDate <= period.to) periods.set(trade, period);
  }
  return periods;
}

/** Sets a row id to null if two lines of one report share it. */
function clearSharedRowIds(lines: readonly AmendingLine[]): readonly AmendingLine[] {
  return lines.map((line) => {
    const isShared = lines.some((other) => other !== line && other.rowId === line.rowId);
    return isShared ? { ...line, rowId: null } : line;
  });
}
