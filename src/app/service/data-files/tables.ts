/** The tables of the data files: their columns, and their rows from the store. */
import { z } from "zod";
import { filingFacts } from "../../../api/disclosures/filing-schema.ts";
import { TradeRecordSchema } from "../../../api/disclosures/trade-detail-schema.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { Industry } from "../../../domain/industry.ts";
import { daysLate, isLate, lateNotJudged, reportingGapDays } from "../../../domain/lateness.ts";
import { seatOf } from "../../../domain/party.ts";
import type { Politician } from "../../../domain/politician.ts";
import { publicTrade } from "../../../domain/public-trade.ts";
import { isInOffice, tenureOn } from "../../../domain/tenure.ts";
import type { Trade } from "../../../domain/trade.ts";
import { type Cells, type ColumnShape, EXPORT_SHAPES } from "../../../publication/export/columns.ts";
import type { FilingRow } from "../../../store/filing-rows.ts";

export interface TableColumn extends ColumnShape {
  readonly about: string;
}

const DETAILS = z.toJSONSchema(z.object(TradeRecordSchema.shape)).properties ?? {};

function detailed(shape: ColumnShape, about?: string): TableColumn {
  const schema = DETAILS[shape.name];
  return { ...shape, about: about ?? (typeof schema === "object" ? (schema.description ?? "") : "") };
}

export function column(name: string, kind: ColumnShape["kind"], nullable: boolean, about?: string): TableColumn {
  return detailed({ name, kind, nullable }, about);
}

/** The public fields in order, then the other fields that studies need most. */
export const TRADE_TABLE: readonly TableColumn[] = [
  ...EXPORT_SHAPES.map((shape) => detailed(shape)),
  column("amount_min", "number", false),
  column("amount_max", "number", true),
  column("owner", "text", true),
  column("state", "text", false, "State of the politician's seat on the transaction date."),
  column("district", "integer", true, "District of that seat, 0 for at-large seats; null of senators."),
  column("filing_id", "text", false, "The filing that it stands in: a row of `filings.parquet`."),
  column("page", "integer", true, "Page of the document; null for a web page."),
  column("line", "integer", false, "Line of the filing, from 1."),
  column("confidence", "text", false),
  column("late", "boolean", true),
  column("late_not_judged", "text", true),
  column("days_late", "integer", true),
  column("reporting_gap_days", "integer", true),
  column("first_seen_at", "instant", false),
  column("current_ticker", "text", true),
  column(
    "sic",
    "text",
    true,
    "SIC code of the issuer's industry by the SEC's submissions, four digits; null of funds, bonds and coins, and where it is not known.",
  ),
  column("industry", "text", true, "The SEC's words for that code."),
  column("no_current_ticker", "text", true),
  column("ended_on", "day", true),
];

interface BesideTrade {
  readonly firstSeenAt: Date;
  /** The issuer's industry; null if unknown. */
  readonly industry: Industry | null;
}

export function tradeRow(trade: Trade, member: Politician, { firstSeenAt, industry }: BesideTrade): Cells {
  const { state, district } = tenureOn(member.terms, trade.transactionDate);
  const { lowUsd, highUsd } = trade.amount;
  return {
    ...publicTrade(trade, member.name),
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
    late_not_judged: lateNotJudged(trade),
    days_late: daysLate(trade),
    reporting_gap_days: reportingGapDays(trade),
    first_seen_at: `${firstSeenAt.toISOString().slice(0, 19)}Z`,
    current_ticker: trade.currentTicker,
    sic: industry?.sic ?? null,
    industry: industry?.description ?? null,
    no_current_ticker: trade.noCurrentTicker,
    ended_on: trade.endedOn,
  };
}

export const FILING_TABLE: readonly TableColumn[] = [
  column("id", "text", false, "`h` or `s`, and the document's id."),
  column("source", "text", false, "The public body that published it."),
  column("kind", "text", false, "`ptr`, `paper`, or `other` for one that is not a periodic transaction report."),
  column("year", "integer", false, "Year under which the source files it."),
  column("title", "text", false, "Title of the Senate's list, or the House's filing type."),
  column("filed_date", "day", true, "Day on which it was filed."),
  column("filer", "text", false, "Name of the filer as the list prints it."),
  column("state_district", "text", true, "`CA11`; null of the Senate."),
  column("politician_id", "text", true, "The politician found for the filer; null where none was."),
  column("state", "text", false, "What became of it, as in `/coverage`."),
  column("reason", "text", true, "Why it is in that state, where that needs saying."),
  column("document_url", "text", false, "The document at the official site."),
  column("rows_read", "integer", false, "Lines that were read."),
];

export function filingRow(filing: FilingRow): Cells {
  const { filer, ...facts } = filingFacts(filing);
  const name = [filer.prefix, filer.first, filer.last, filer.suffix].filter(Boolean).join(" ");
  return { ...facts, filer: name, rows_read: filing.rowsRead };
}

export const POLITICIAN_TABLE: readonly TableColumn[] = [
  column("id", "text", false, "Bioguide id."),
  column("name", "text", false, "Full name."),
  column("chamber", "text", false, "Chamber of the current or last seat."),
  column("party", "text", false, "Party at the end of that term."),
  column("state", "text", false, "State of that seat."),
  column("district", "integer", true, "District of that seat, 0 for at-large seats; null of senators."),
  column("current", "boolean", false, "Whether the members' record lists the politician as sitting."),
  column("trades", "integer", false, "Trades in `trades.parquet`."),
  column(
    "in_office",
    "boolean",
    false,
    "Whether the politician sits on the day of the dataset version: as in `GET /politicians/{id}`.",
  ),
  column("unread_reports", "integer", false, "Reports that are not read, so that `trades` does not count theirs."),
];

interface PoliticianCounts {
  readonly trades: number;
  readonly unreadReports: number;
}

/** @param day date of the dataset version. */
export function politicianRow(member: Politician, counts: PoliticianCounts, day: IsoDate): Cells {
  const { id, name, current } = member;
  const { trades, unreadReports } = counts;
  const in_office = isInOffice(member, day);
  return { id, name, ...seatOf(member), current, trades, in_office, unread_reports: unreadReports };
}
