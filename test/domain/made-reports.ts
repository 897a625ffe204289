/** Made-up reports as the amendment rules see them, line by line, and settlements in a form that is easy to compare. */
import assert from "node:assert/strict";
import type { AmendingLine, Report } from "../../src/domain/amendments/report.ts";
import { settleAmendments } from "../../src/domain/amendments/settle.ts";
import type { Settlement } from "../../src/domain/amendments/settlement.ts";
import { buildTradeId } from "../../src/domain/filing.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { buildFilingId } from "../../src/filings/sources/all.ts";
import { day, trade } from "../store/made.ts";

export type Line = Partial<Trade> & { readonly is?: "amended" | "deleted"; readonly rowId?: string };

/** Makes a House report. Each line gives its differences from the trade in `made.ts`. */
export function makeHouse(docId: string, filed: string, lines: readonly Line[], changes: Partial<Report> = {}): Report {
  const rows = lines.map(({ is, rowId, ...fields }, at) => ({
    is,
    rowId,
    trade: trade(docId, at + 1, { filedDate: day(filed), ...fields }),
  }));
  const amending = rows.flatMap(({ is, rowId = null, trade: own }): AmendingLine[] =>
    is === undefined ? [] : [{ line: own.line, status: is, rowId, deleted: is === "deleted" ? own : null }],
  );
  return {
    id: buildFilingId("house-clerk", docId),
    source: "house-clerk",
    docId,
    title: "P",
    filedDate: day(filed),
    digest: `digest of ${docId}`,
    isRead: true,
    linesOpen: 0,
    amending: amending.length === 0 ? null : { report: null, lines: amending, decided: [] },
    isPaper: false,
    trades: rows.filter(({ is }) => is !== "deleted").map((row) => row.trade),
    ...changes,
  };
}

const TITLE = "Periodic Transaction Report for 02/09/2026";

/** Makes a Senate report. `amendment` 0 is an original, and null an amendment without a number. */
export function makeSenate(
  docId: string,
  filed: string,
  amendment: number | null,
  lines: readonly Line[],
  changes: Partial<Report> = {},
): Report {
  const report = makeHouse(docId, filed, lines);
  const toSenateTrade = (each: Trade): Trade => ({
    ...each,
    id: buildTradeId(`s${docId}`, each.line),
    filingId: `s${docId}`,
    chamber: "senate",
    notificationDate: null,
  });
  return {
    ...report,
    id: `s${docId}`,
    source: "senate-efd",
    title: amendment === 0 ? TITLE : `${TITLE} (Amendment${amendment === null ? "" : ` ${amendment}`})`,
    amending: amendment === 0 ? null : { report: { number: amendment }, lines: [], decided: [] },
    trades: report.trades.map(toSenateTrade),
    ...changes,
  };
}

/** Lists the superseded lines as `former -> superseding`, by id without the common prefix. */
export function listLinks({ supersededBy }: Settlement): string[] {
  return [...supersededBy].map(([id, by]) => `${id.replace("txn_", "")} -> ${by.replace("txn_", "")}`).toSorted();
}

/** Makes a report whose rows are rejected for their dates. @param rows with the printed date of each. */
export function makeRejected(docId: string, filed: string, rows: readonly Line[], of: Partial<Report> = {}): Report {
  const report = makeHouse(docId, filed, rows, of);
  const rowIds = rows.map(({ rowId = null }) => rowId);
  const rejected = report.trades.map((own, at) => ({ line: own.line, rowId: rowIds[at] ?? null, trade: own }));
  const { lines = [] } = report.amending ?? {};
  return { ...report, amending: { report: null, lines, decided: [], rejected }, trades: [], linesOpen: rows.length };
}

export function listOpen({ unsettled }: Settlement): string[] {
  return unsettled.map(({ id, kind, reason, candidates }) => `${id} ${kind} ${reason} ${candidates.join(" ")}`.trim());
}

/** Settles the reports, and checks that the result is the same in other orders. */
export function settle(...reports: readonly Report[]): Settlement {
  const settlement = settleAmendments(reports);
  for (let turn = 1; turn < reports.length; turn += 1) {
    const other = settleAmendments([...reports.slice(turn), ...reports.slice(0, turn)].toReversed());
    assert.deepEqual(listLinks(other), listLinks(settlement));
    assert.deepEqual(listOpen(other), listOpen(settlement));
  }
  for (const [latter, former] of settlement.supersedes) assert.equal(settlement.supersededBy.get(former), latter);
  return settlement;
}
