/** Loads a member's stored reports for the rules on amendments. */
import type { Kysely } from "kysely";
import { isPaperDocId, type Report, type StatedAmendments } from "../domain/amendments/report.ts";
import type { IsoDate } from "../domain/dates.ts";
import { type FilingState, SETTLED_REASONS, UNREAD_STATES } from "../domain/filing.ts";
import type { Schema, TradeRecord } from "./schema.ts";
import { toTrade } from "./trade-rows.ts";

const UNREAD: readonly string[] = UNREAD_STATES;
const IN_REVIEW: string = "needs_review" satisfies FilingState;

interface Loaded {
  readonly reports: readonly Report[];
  /** Trades by filing, in line order. */
  readonly rows: ReadonlyMap<string, readonly TradeRecord[]>;
}

export async function loadReports(database: Kysely<Schema>, politicianId: string): Promise<Loaded> {
  const filings = await database
    .selectFrom("filings as f")
    .leftJoin("amending_filings as a", "a.filing_id", "f.id")
    .leftJoin(
      (sub) =>
        sub
          .selectFrom("rejected_lines")
          .select(["filing_id", (eb) => eb.fn.countAll<number>().as("lines")])
          .where("reason", "not in", SETTLED_REASONS)
          .groupBy("filing_id")
          .as("r"),
      (join) => join.onRef("r.filing_id", "=", "f.id"),
    )
    .select([
      "f.id",
      "f.source",
      "f.doc_id",
      "f.kind",
      "f.title",
      "f.filed_date",
      "f.document_sha256",
      "f.state",
      "f.read_state",
      "f.reason_code",
      "a.amending",
      "r.lines",
    ])
    .where("f.politician_id", "=", politicianId)
    .where("f.kind", "!=", "other")
    .execute();
  const trades = await database
    .selectFrom("trades")
    .selectAll()
    .where("politician_id", "=", politicianId)
    .orderBy("filing_id")
    .orderBy("line")
    .execute();
  const rows = Map.groupBy(trades, (trade) => trade.filing_id);
  const reports = filings.map((filing): Report => {
    const state = filing.read_state ?? filing.state;
    const isPaper = filing.kind === "paper" || isPaperDocId(filing.doc_id);
    return {
      id: filing.id,
      source: filing.source,
      docId: filing.doc_id,
      title: filing.title,
      filedDate: filing.filed_date as IsoDate | null,
      // A paper report's viewer page contains no trades: reports with equally many pages may have identical viewer pages.
      digest: filing.kind === "paper" ? null : filing.document_sha256,
      isRead: !UNREAD.includes(state),
      // At least 1 if the report itself needs review: rows of a scan's unread page may be missing even from the rejected lines.
      linesOpen: Math.max(Number(filing.lines ?? 0), Number(state === IN_REVIEW && filing.reason_code !== null)),
      amending: filing.amending === null ? null : (JSON.parse(filing.amending) as StatedAmendments),
      isPaper,
      trades: (rows.get(filing.id) ?? []).map(toTrade),
    };
  });
  return { reports, rows };
}
