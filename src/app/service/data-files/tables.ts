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

/** Kind of a column, with `?` if it may be null, and its description; if that is omitted, the API's description of the field is used. */
type Column = readonly [kind: ColumnShape["kind"] | `${ColumnShape["kind"]}?`, about?: string];

export function createTable(columns: Readonly<Record<string, Column>>): readonly TableColumn[] {
  return Object.entries(columns).map(([name, [kind, about]]) =>
    createDetailedColumn(
      { name, kind: kind.replace("?", "") as ColumnShape["kind"], nullable: kind.endsWith("?") },
      about,
    ),
  );
}

/** The public fields in order, then the other fields that studies need most. */
export const TRADE_TABLE: readonly TableColumn[] = [
  ...EXPORT_SHAPES.map((shape) => createDetailedColumn(shape)),
  ...createTable({
    amount_min: ["number"],
    amount_max: ["number?"],
    owner: ["text?"],
    state: ["text", "State of the politician's seat on the transaction date."],
    district: ["integer?", "District of that seat, 0 for at-large seats; null for senators."],
    filing_id: ["text", "Id of the filing that contains the trade, a row of `filings.parquet`."],
    page: ["integer?", "Page of the document; null for a web page."],
    line: ["integer", "Line of the filing, from 1."],
    confidence: ["text"],
    late: ["boolean?"],
    late_not_judged: ["text?"],
    days_late: ["integer?"],
    reporting_gap_days: ["integer?"],
    first_seen_at: ["instant"],
    current_ticker: ["text?"],
    sic: [
      "text?",
      "SIC code of the issuer's industry, four digits, from the SEC's `submissions` data; null for funds, bonds and coins, and if unknown.",
    ],
    industry: ["text?", "The SEC's name for that code."],
    no_current_ticker: ["text?"],
    ended_on: ["day?"],
  }),
];

interface TradeContext {
  readonly firstSeenAt: Date;
  /** The issuer's industry; null if unknown. */
  readonly industry: Industry | null;
}

export function toTradeCells(trade: Trade, member: Politician, { firstSeenAt, industry }: TradeContext): Cells {
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

export const FILING_TABLE = createTable({
  id: ["text", "`h` (House) or `s` (Senate), directly followed by the document's id."],
  source: ["text", "The office that published it."],
  kind: ["text", "`ptr`, `paper`, or `other` for one that is not a periodic transaction report."],
  year: ["integer", "Year under which the source lists the filing."],
  title: ["text", "The filing's title in the Senate's list, or its filing type in the House's."],
  filed_date: ["day?", "Filing date."],
  filer: ["text", "Name of the filer as the list prints it."],
  state_district: ["text?", "State and district, such as `CA11`; null for the Senate."],
  politician_id: ["text?", "The politician matched to the filer; null if none was."],
  state: ["text", "The filing's status, as in `/coverage`; not a U.S. state."],
  reason: ["text?", "The reason for that status, if it needs one."],
  document_url: ["text", "Address of the document at the official site."],
  rows_read: ["integer", "Lines that were read."],
});

export function toFilingCells(filing: FilingRow): Cells {
  const { filer, ...facts } = toFilingFacts(filing);
  const name = [filer.prefix, filer.first, filer.last, filer.suffix].filter(Boolean).join(" ");
  return { ...facts, filer: name, rows_read: filing.rowsRead };
}

export const POLITICIAN_TABLE = createTable({
  id: ["text", "Bioguide id."],
  name: ["text", "Full name."],
  chamber: ["text", "Chamber of the current or last seat."],
  party: ["text", "Party in the current or last term; if it changed during that term, the latest one."],
  state: ["text", "State of that seat."],
  district: ["integer?", "District of that seat, 0 for at-large seats; null for senators."],
  current: [
    "boolean",
    "Whether the record of members lists the politician as in office, regardless of the day of the dataset version (see `in_office`).",
  ],
  trades: ["integer", "Trades in `trades.parquet`."],
  in_office: [
    "boolean",
    "Whether the politician is in office on the day of the dataset version, as in `GET /politicians/{id}`.",
  ],
  unread_reports: [
    "integer",
    "Reports that have not been read; their trades are neither in `trades.parquet` nor counted in `trades`.",
  ],
});

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
