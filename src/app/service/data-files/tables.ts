/** The tables of the data files: their columns, and their rows from the store. */
import { z } from "zod";
import { toFilingFacts } from "../../../api/disclosures/filing-schema.ts";
import { TradeRecordSchema } from "../../../api/disclosures/trade-detail-schema.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { Industry } from "../../../domain/industry.ts";
import { computeReportingGapDays, countDaysLate, explainUnjudgedLateness, isLate } from "../../../domain/lateness.ts";
import { findSeat } from "../../../domain/party.ts";
import type { Politician } from "../../../domain/politician.ts";
import { toPublicTrade } from "../../../domain/public-trade.ts";
import { findTenure, isInOffice } from "../../../domain/tenure.ts";
import type { Trade } from "../../../domain/trade.ts";
import { type Cells, type ColumnShape, EXPORT_SHAPES } from "../../../publication/export/columns.ts";
import type { FilingRow } from "../../../store/filing-rows.ts";

export interface TableColumn extends ColumnShape {
  readonly about: string;
}

const DETAILS = z.toJSONSchema(z.object(TradeRecordSchema.shape)).properties ?? {};

function createDetailedColumn(shape: ColumnShape, about?: string): TableColumn {
  const schema = DETAILS[shape.name];
  return { ...shape, about: about ?? (typeof schema === "object" ? (schema.description ?? "") : "") };
}

export function createTableColumn(
  name: string,
  kind: ColumnShape["kind"],
  nullable: boolean,
  about?: string,
): TableColumn {
  return createDetailedColumn({ name, kind, nullable }, about);
}

/** The public fields in order, then the other fields that studies need most. */
export const TRADE_TABLE: readonly TableColumn[] = [
  ...EXPORT_SHAPES.map((shape) => createDetailedColumn(shape)),
  createTableColumn("amount_min", "number", false),
  createTableColumn("amount_max", "number", true),
  createTableColumn("owner", "text", true),
  createTableColumn("state", "text", false, "State of the politician's seat on the transaction date."),
  createTableColumn("district", "integer", true, "District of that seat, 0 for at-large seats; null for senators."),
  createTableColumn("filing_id", "text", false, "The filing that contains it: a row of `filings.parquet`."),
  createTableColumn("page", "integer", true, "Page of the document; null for a web page."),
  createTableColumn("line", "integer", false, "Line of the filing, from 1."),
  createTableColumn("confidence", "text", false),
  createTableColumn("late", "boolean", true),
  createTableColumn("late_not_judged", "text", true),
  createTableColumn("days_late", "integer", true),
  createTableColumn("reporting_gap_days", "integer", true),
  createTableColumn("first_seen_at", "instant", false),
  createTableColumn("current_ticker", "text", true),
  createTableColumn(
    "sic",
    "text",
    true,
    "SIC code of the issuer's industry from the SEC's submissions, four digits; null for funds, bonds and coins, and if unknown.",
  ),
  createTableColumn("industry", "text", true, "The SEC's name for that code."),
  createTableColumn("no_current_ticker", "text", true),
  createTableColumn("ended_on", "day", true),
];

interface BesideTrade {
  readonly firstSeenAt: Date;
  /** The issuer's industry; null if unknown. */
  readonly industry: Industry | null;
}

export function toTradeCells(trade: Trade, member: Politician, { firstSeenAt, industry }: BesideTrade): Cells {
  const { state, district } = findTenure(member.terms, trade.transactionDate);
  const { lowUsd, highUsd } = trade.amount;
  return {
    ...toPublicTrade(trade, member.name),
    amount_min: lowUsd,
    amount_max: highUsd,
    owner: trade.owner,
    state,
    district,
    filing_id: trade.filingId,
    page: trade.page,
    line: trade.line,
    confidence: trade.confidence,
    late: isLate(trade),
    late_not_judged: explainUnjudgedLateness(trade),
    days_late: countDaysLate(trade),
    reporting_gap_days: computeReportingGapDays(trade),
    first_seen_at: `${firstSeenAt.toISOString().slice(0, 19)}Z`,
    current_ticker: trade.currentTicker,
    sic: industry?.sic ?? null,
    industry: industry?.description ?? null,
    no_current_ticker: trade.noCurrentTicker,
    ended_on: trade.endedOn,
  };
}

export const FILING_TABLE: readonly TableColumn[] = [
  createTableColumn("id", "text", false, "`h` or `s`, and the document's id."),
  createTableColumn("source", "text", false, "The office that published it."),
  createTableColumn(
    "kind",
    "text",
    false,
    "`ptr`, `paper`, or `other` for one that is not a periodic transaction report.",
  ),
  createTableColumn("year", "integer", false, "Year under which the source files it."),
  createTableColumn("title", "text", false, "Title of the Senate's list, or the House's filing type."),
  createTableColumn("filed_date", "day", true, "Filing date."),
  createTableColumn("filer", "text", false, "Name of the filer as the list prints it."),
  createTableColumn("state_district", "text", true, "`CA11`; null for the Senate."),
  createTableColumn("politician_id", "text", true, "The politician matched to the filer; null if none was."),
  createTableColumn("state", "text", false, "Its status, as in `/coverage`."),
  createTableColumn("reason", "text", true, "The reason for that status, if it needs one."),
  createTableColumn("document_url", "text", false, "Address of the document at the official site."),
  createTableColumn("rows_read", "integer", false, "Lines that were read."),
];

export function toFilingCells(filing: FilingRow): Cells {
  const { filer, ...facts } = toFilingFacts(filing);
  const name = [filer.prefix, filer.first, filer.last, filer.suffix].filter(Boolean).join(" ");
  return { ...facts, filer: name, rows_read: filing.rowsRead };
}

export const POLITICIAN_TABLE: readonly TableColumn[] = [
  createTableColumn("id", "text", false, "Bioguide id."),
  createTableColumn("name", "text", false, "Full name."),
  createTableColumn("chamber", "text", false, "Chamber of the current or last seat."),
  createTableColumn("party", "text", false, "Party at the end of that term."),
  createTableColumn("state", "text", false, "State of that seat."),
  createTableColumn("district", "integer", true, "District of that seat, 0 for at-large seats; null for senators."),
  createTableColumn("current", "boolean", false, "Whether the record of members lists the politician as in office."),
  createTableColumn("trades", "integer", false, "Trades in `trades.parquet`."),
  createTableColumn(
    "in_office",
    "boolean",
    false,
    "Whether the politician is in office on the day of the dataset version, as in `GET /politicians/{id}`.",
  ),
  createTableColumn("unread_reports", "integer", false, "Reports not read, whose trades are not in `trades`."),
];

interface PoliticianCounts {
  readonly trades: number;
  readonly unreadReports: number;
}

/** @param day date of the dataset version. */
export function toPoliticianRow(member: Politician, counts: PoliticianCounts, day: IsoDate): Cells {
  const { id, name, current } = member;
  const { trades, unreadReports } = counts;
  const in_office = isInOffice(member, day);
  return { id, name, ...findSeat(member), current, trades, in_office, unread_reports: unreadReports };
}
