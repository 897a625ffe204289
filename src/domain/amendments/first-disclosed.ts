/** Finds when each trade was first disclosed. An amendment restates trades that were disclosed earlier. */
import type { IsoDate } from "../dates.ts";
import type { FirstDisclosure, Trade } from "../trade.ts";
import { parseTitleDay, type Report } from "./report.ts";

interface AmendmentLinks {
  readonly supersedes: ReadonlyMap<string, string>;
  /** Maps the id of a restating line to the earlier line that it restates. A third line may have replaced the earlier line. */
  readonly restates: ReadonlyMap<string, Trade>;
  /** Maps a restating report's id to true if the report drops lines; its new lines may then be corrections of dropped lines. */
  readonly dropsLines: ReadonlyMap<string, boolean>;
  /** Maps a line's id to the filing date of the earlier report whose rejected row the line corrects. */
  readonly rejectedDates: ReadonlyMap<string, IsoDate>;
}

const UNKNOWN: FirstDisclosure = { date: null, source: "unknown" };

export class FirstDisclosures {
  readonly #settled: AmendmentLinks;
  readonly #trades: ReadonlyMap<string, Trade>;
  readonly #reports: ReadonlyMap<string, Report>;

  constructor(reports: readonly Report[], settled: AmendmentLinks) {
    this.#settled = settled;
    this.#reports = new Map(reports.map((report) => [report.id, report]));
    this.#trades = new Map(reports.flatMap(({ trades }) => trades.map((trade) => [trade.id, trade])));
  }

  /** Follows the chain of superseded trades back to the report that first named the trade. */
  find(trade: Trade): FirstDisclosure {
    let first = trade;
    for (const seen = new Set([trade.id]); ; seen.add(first.id)) {
      const predecessor = this.#findPredecessor(first);
      if (predecessor === undefined || seen.has(predecessor.id)) break;
      first = predecessor;
    }
    const found = this.#determineOwnDisclosure(first);
    return first !== trade && found.source === "filing" ? { ...found, source: "original" } : found;
  }

  #findPredecessor({ id }: Trade): Trade | undefined {
    return this.#trades.get(this.#settled.supersedes.get(id) ?? "") ?? this.#settled.restates.get(id);
  }

  /** Determines the disclosure of a line that supersedes no other line. */
  #determineOwnDisclosure(trade: Trade): FirstDisclosure {
    const rejectedOn = this.#settled.rejectedDates.get(trade.id);
    if (rejectedOn !== undefined) return { date: rejectedOn, source: "original" };
    const report = this.#reports.get(trade.filingId);
    const ownFiling: FirstDisclosure = { date: trade.filedDate, source: "filing" };
    const amending = report?.amending ?? null;
    if (report === undefined || amending === null) return ownFiling;
    const decided = amending.decided.find(({ line }) => line === trade.line);
    if (decided !== undefined) return decided.supersedes === null ? ownFiling : UNKNOWN;
    if (amending.lines.some(({ line, status }) => line === trade.line && status === "amended")) return UNKNOWN;
    if (amending.report === null || amending.decided.some((each) => each.line === null && each.supersedes === null)) {
      return ownFiling;
    }
    const drops = this.#settled.dropsLines.get(report.id);
    if (drops === undefined) return findDisclosureDateInTitle(report, trade);
    return drops ? UNKNOWN : ownFiling;
  }
}

// Uses the original's date, which the amendment's title repeats. The disclosure is unknown if the title has no date, or if the
// date is after the amendment's filing or before the trade.
function findDisclosureDateInTitle(report: Report, { filedDate, transactionDate }: Trade): FirstDisclosure {
  const day = parseTitleDay(report);
  return day === null || day > filedDate || transactionDate > day ? UNKNOWN : { date: day, source: "title" };
}
