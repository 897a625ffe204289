/** Defines the columns of the tables in the data files, and builds their rows. */
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
  readonly description: string;
}

const API_FIELDS = z.toJSONSchema(z.object(TradeRecordSchema.shape)).properties ?? {};

function addDescription(shape: ColumnShape, description?: string): TableColumn {
  const schema = API_FIELDS[shape.name];
  return { ...shape, description: description ?? (typeof schema === "object" ? (schema.description ?? "") : "") };
}

/** A `?` after the kind allows null. Without a description, the column uses that of the API field with the same name. */
type ColumnDefinition = readonly [kind: ColumnShape["kind"] | `${ColumnShape["kind"]}?`, description?: string];

export function createColumns(columns: Readonly<Record<string, ColumnDefinition>>): readonly TableColumn[] {
  return Object.entries(columns).map(([name, [kind, description]]) =>
    addDescription(
      { name, kind: kind.replace("?", "") as ColumnShape["kind"], nullable: kind.endsWith("?") },
      description,
    ),
  );
}

/** The public fields of a trade, then more fields for research. */
export const TRADE_COLUMNS: readonly TableColumn[] = [
  ...EXPORT_SHAPES.map((shape) => addDescription(shape)),
  ...createColumns({
    amount_min: ["number"],
    amount_max: ["number?"],
    owner: ["text?"],
    state: ["text", "State of the seat on the transaction date, or in the nearest term if no term covers that date."],
    district: ["integer?", "District of that seat, 0 for at-large seats; null for senators."],
    filing_id: ["text", "Id of the filing that contains the trade; see `filings.parquet`."],
    page: ["integer?", "Page of the document on which the trade appears; null if the document is a web page."],
    line: ["integer", "Line number in the filing, starting at 1."],
    confidence: ["text"],
    late: ["boolean?"],
    late_not_judged: ["text?"],
    days_late: ["integer?"],
    reporting_gap_days: ["integer?"],
    first_seen_at: ["instant"],
    current_ticker: ["text?"],
    sic: [
      "text?",
      "Four-digit SIC code of the issuer's industry, from the SEC's `submissions` data; null if unknown, and for funds, bonds and cryptocurrencies.",
    ],
    industry: ["text?", "The SEC's name for that SIC code."],
    no_current_ticker: ["text?"],
    ended_on: ["day?"],
  }),
];

interface TradeContext {
  readonly firstSeenAt: Date;
  /** The issuer's industry; null if unknown. */
  readonly industry: Industry | null;
}

export function buildTradeRow(trade: Trade, member: Politician, { firstSeenAt, industry }: TradeContext): Cells {
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

export const FILING_COLUMNS = createColumns({
  id: ["text", "`h` for House or `s` for Senate, followed by the document id, such as `h20024542`."],
  source: ["text", "Site that published the filing: `house-clerk` or `senate-efd`."],
  kind: ["text", "`ptr` (transaction report), `paper` (Senate report on paper) or `other` (another kind of filing)."],
  year: ["integer", "Year under which the source lists the filing."],
  title: ["text", "Title of a Senate filing, or filing-type code of a House filing, from the source's list."],
  filed_date: ["day?", "Filing date from the source's list; null if missing or impossible."],
  filer: ["text", "Name of the filer as printed in the source's list."],
  state_district: [
    "text?",
    "State and district in the House's list, such as `CA11`; null for a Senate filing, or if the list has none.",
  ],
  politician_id: ["text?", "Id of the politician matched to the filer; null if none, or before the filing is read."],
  state: ["text", "Status of the filing, as in `GET /coverage`; not a U.S. state."],
  reason: ["text?", "Reason for the status; null if there is none."],
  document_url: ["text", "URL of the document on the official site."],
  rows_read: ["integer", "Number of lines found in the document: trades and rejected lines."],
});

export function buildFilingRow(filing: FilingRow): Cells {
  const { filer, ...facts } = toFilingFacts(filing);
  const name = [filer.prefix, filer.first, filer.last, filer.suffix].filter(Boolean).join(" ");
  return { ...facts, filer: name, rows_read: filing.rowsRead };
}

export const POLITICIAN_COLUMNS = createColumns({
  id: ["text", "Bioguide id."],
  name: ["text", "Full name."],
  chamber: ["text", "Chamber of the current or last seat."],
  party: ["text", "Party in the current or last term; if it changed during that term, the latest one."],
  state: ["text", "State of the current or last seat."],
  district: ["integer?", "District of the current or last seat, 0 for at-large seats; null for senators."],
  current: [
    "boolean",
    "Whether the stored list of members, which may be older than this file, shows the politician as in office. `in_office` says whether the politician was in office on the day of the dataset version.",
  ],
  trades: ["integer", "Number of the politician's trades in `trades.parquet`."],
  in_office: [
    "boolean",
    "Whether the politician is in office on the day of the dataset version, as in `GET /politicians/{id}`.",
  ],
  unread_reports: [
    "integer",
    "Number of the politician's reports that have not been read. The trades in those reports are neither in `trades.parquet` nor in the count `trades`.",
  ],
});

export function buildPoliticianRow(
  member: Politician,
  { trades, unreadReports }: { readonly trades: number; readonly unreadReports: number },
  versionDay: IsoDate,
): Cells {
  const { id, name, current } = member;
  const in_office = isInOffice(member, versionDay);
  return { id, name, ...findSeat(member), current, trades, in_office, unread_reports: unreadReports };
}
