/** Converts trades to and from rows of the table `trades`. */
import type { IsoDate } from "../domain/dates.ts";
import type { Chamber, Party } from "../domain/politician.ts";
import type {
  AmendmentPending,
  AssetDetails,
  Confidence,
  FirstDisclosure,
  OptionTerms,
  Owner,
  PageBox,
  ReceivedAsset,
  Trade,
  TransactionType,
} from "../domain/trade.ts";
import type { TradeRecord } from "./schema.ts";
import { toDbText } from "./text.ts";

/** Columns that depend on the member's other filings. */
const AMENDMENT_COLUMNS = [
  "supersedes",
  "superseded_by",
  "disclosure_date",
  "first_disclosed_date",
  "first_disclosed_source",
  "amendment_pending",
  "possible_duplicate_of",
  "is_repeat",
] as const satisfies readonly (keyof TradeRecord)[];
type AmendmentColumn = (typeof AMENDMENT_COLUMNS)[number];
type AmendmentContent = Pick<TradeRecord, AmendmentColumn>;

/** Columns that come from the trade's own filing. */
export type TradeContent = Omit<TradeRecord, "first_seen_at" | "updated_at" | AmendmentColumn>;

/** Amendment columns of a trade that no other filing mentions. */
export function createEmptyAmendmentColumns({ filed_date }: Pick<TradeContent, "filed_date">): AmendmentContent {
  return {
    supersedes: null,
    superseded_by: null,
    disclosure_date: filed_date,
    first_disclosed_date: filed_date,
    first_disclosed_source: "filing",
    amendment_pending: null,
    possible_duplicate_of: null,
    is_repeat: 0,
  };
}

export function pickAmendmentColumns(row: AmendmentContent): AmendmentContent {
  return Object.fromEntries(AMENDMENT_COLUMNS.map((column) => [column, row[column]])) as unknown as AmendmentContent;
}

export function areAmendmentColumnsEqual(one: AmendmentContent, other: AmendmentContent): boolean {
  return AMENDMENT_COLUMNS.every((column) => one[column] === other[column]);
}

export function toDisclosureColumns(
  { date, source }: FirstDisclosure,
  filedDate: string,
): Pick<AmendmentContent, "disclosure_date" | "first_disclosed_date" | "first_disclosed_source"> {
  return { disclosure_date: date ?? filedDate, first_disclosed_date: date, first_disclosed_source: source };
}

export function serializePendingAmendment(pending: AmendmentPending | undefined): string | null {
  return pending === undefined ? null : JSON.stringify(pending, ["reason", "amends", "amendedBy"]);
}

const ASSET_DETAIL_KEYS: (keyof AssetDetails)[] = ["coupon", "maturity", "place", "description", "platform"];

/** Converts a trade. Nested values are written with a fixed key order, so that equal values give equal texts. */
export function toTradeContent(trade: Trade): TradeContent {
  return {
    id: trade.id,
    filing_id: trade.filingId,
    line: trade.line,
    politician_id: trade.politicianId,
    chamber: trade.chamber,
    party: trade.party,
    ticker: toDbText(trade.ticker),
    ticker_source: trade.tickerSource,
    current_ticker: toDbText(trade.currentTicker),
    no_current_ticker: trade.noCurrentTicker,
    ended_on: trade.endedOn,
    coin: toDbText(trade.coin),
    company: toDbText(trade.company),
    transaction_type: trade.transactionType,
    amount_low_cents: toCents(trade.amount.lowUsd),
    amount_high_cents: trade.amount.highUsd === null ? null : toCents(trade.amount.highUsd),
    amount_raw: toDbText(trade.amountRaw),
    filed_date: trade.filedDate,
    transaction_date: trade.transactionDate,
    notification_date: trade.notificationDate,
    notification_unread: toDbText(trade.notificationUnread),
    date_suspect: trade.dateSuspect,
    late_exemption: trade.lateExemption,
    asset_type: toDbText(trade.assetType),
    asset_type_raw: toDbText(trade.assetTypeRaw),
    asset_name_raw: toDbText(trade.assetNameRaw),
    asset_name_unsure: Number(trade.assetNameUnsure),
    comment: toDbText(trade.comment),
    owner: trade.owner,
    owner_unread: toDbText(trade.ownerUnread),
    cap_gains_over_200: trade.capGainsOver200 === null ? null : Number(trade.capGainsOver200),
    option_terms: trade.option && JSON.stringify(trade.option, ["type", "strike", "expiry"]),
    short_sale: Number(trade.shortSale),
    direction_doubt: trade.directionDoubt,
    asset_details: trade.assetDetails && JSON.stringify(trade.assetDetails, ASSET_DETAIL_KEYS),
    account: toDbText(trade.account),
    location: toDbText(trade.location),
    filing_status: toDbText(trade.filingStatus),
    received: trade.received && JSON.stringify(trade.received, ["ticker", "name"]),
    page: trade.page,
    box: trade.box && JSON.stringify(trade.box, ["left", "top", "width", "height"]),
    confidence: trade.confidence,
  };
}

export function toTrade(row: TradeRecord): Trade {
  return {
    id: row.id,
    filingId: row.filing_id,
    line: row.line,
    politicianId: row.politician_id,
    chamber: row.chamber as Chamber,
    party: row.party as Party,
    ticker: row.ticker,
    tickerSource: row.ticker_source as Trade["tickerSource"],
    currentTicker: row.current_ticker,
    // A row's former content may have been recorded before these columns existed.
    noCurrentTicker: (row.no_current_ticker ?? null) as Trade["noCurrentTicker"],
    endedOn: (row.ended_on ?? null) as IsoDate | null,
    coin: row.coin,
    company: row.company,
    transactionType: row.transaction_type as TransactionType,
    amount: {
      lowUsd: row.amount_low_cents / 100,
      highUsd: row.amount_high_cents === null ? null : row.amount_high_cents / 100,
    },
    amountRaw: row.amount_raw,
    filedDate: row.filed_date as IsoDate,
    disclosureDate: row.disclosure_date as IsoDate,
    firstDisclosed: {
      date: row.first_disclosed_date as IsoDate | null,
      source: row.first_disclosed_source as FirstDisclosure["source"],
    },
    amendmentPending: row.amendment_pending === null ? null : (JSON.parse(row.amendment_pending) as AmendmentPending),
    possibleDuplicateOf: row.possible_duplicate_of === null ? [] : (JSON.parse(row.possible_duplicate_of) as string[]),
    isRepeat: row.is_repeat === 1,
    transactionDate: row.transaction_date as IsoDate,
    notificationDate: row.notification_date as IsoDate | null,
    notificationUnread: row.notification_unread ?? null,
    dateSuspect: row.date_suspect as Trade["dateSuspect"],
    // A row's former content may have been recorded before this column existed.
    lateExemption: (row.late_exemption ?? null) as Trade["lateExemption"],
    assetType: row.asset_type,
    assetTypeRaw: row.asset_type_raw,
    assetNameRaw: row.asset_name_raw,
    assetNameUnsure: row.asset_name_unsure === 1,
    comment: row.comment,
    owner: row.owner as Owner | null,
    ownerUnread: row.owner_unread,
    capGainsOver200: row.cap_gains_over_200 === null ? null : row.cap_gains_over_200 === 1,
    option: row.option_terms === null ? null : (JSON.parse(row.option_terms) as OptionTerms),
    shortSale: row.short_sale === 1,
    directionDoubt: (row.direction_doubt ?? null) as Trade["directionDoubt"],
    assetDetails: row.asset_details === null ? null : (JSON.parse(row.asset_details) as AssetDetails),
    account: row.account,
    location: row.location,
    filingStatus: row.filing_status,
    received: row.received === null ? null : (JSON.parse(row.received) as ReceivedAsset),
    page: row.page,
    box: row.box === null ? null : (JSON.parse(row.box) as PageBox),
    confidence: row.confidence as Confidence,
  };
}

export function hasSameContent(stored: TradeRecord, content: TradeContent): boolean {
  return (Object.keys(content) as (keyof TradeContent)[]).every((column) => stored[column] === content[column]);
}

function toCents(usd: number): number {
  const cents = Math.round(usd * 100);
  if (!Number.isSafeInteger(cents) || cents < 0) {
    throw new RangeError(`an amount must be a number of dollars from 0 to 90 trillion, not ${usd}`);
  }
  return cents;
}
