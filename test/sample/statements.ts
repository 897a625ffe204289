/** Divides the published data about a trade into statements that a person can compare with its line of the document. */
import type { TradeRecordSchema } from "../../src/api/disclosures/trade-detail-schema.ts";
import { classifyInstrument, explainNoDirection, findDirection } from "../../src/domain/direction.ts";
import { countDaysLate, explainUnjudgedLateness } from "../../src/domain/lateness.ts";
import { GRACE_DAYS } from "../../src/domain/reporting-deadline.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { buildHeadlineParts } from "../../src/domain/trade-headline.ts";
import type { FilingTrade } from "../../src/store/filings.ts";
import { listComparedFields } from "../../src/web/pages/trade/compared-fields.ts";

type RecordField = keyof typeof TradeRecordSchema.shape;

/** A published trade, superseded or not. */
export interface SampledTrade extends FilingTrade {
  /** Whether the dataset lists the member as in office; null if it has no member with this id. */
  readonly inOffice: boolean | null;
}

interface Statement {
  readonly title: string;
  /** Fields of `GET /trades/{id}` that make up the statement, and fields that the statement is derived from. */
  readonly fields: readonly RecordField[];
  /** Returns the kind of statement, which is the stratum of the sample; null if the trade has no such statement. */
  readonly getKind: (line: SampledTrade) => string | null;
  /** Returns the trade page's sentence on the statement. */
  readonly getSentence?: (line: SampledTrade) => string | null;
}

const ALL = {
  headline: {
    title: "Headline",
    fields: ["headline", "company", "transaction_type", "option", "short_sale"],
    getKind: ({ trade }) => buildHeadlineParts(trade).action,
  },
  direction: {
    title: "Direction",
    fields: ["direction", "direction_not_judged", "transaction_type", "option", "short_sale", "comment"],
    getKind: ({ trade }) => classifyDirection(trade),
  },
  lateness: {
    title: "Lateness",
    fields: [
      "late",
      "notification_unread",
      "late_not_judged",
      "days_late",
      "transaction_date",
      "notification_date",
      "first_disclosed_date",
      "first_disclosed_source",
      "filed_date",
      "reporting_gap_days",
      "date_suspect",
    ],
    getKind: ({ trade }) => classifyLateness(trade),
  },
  ticker: {
    title: "Ticker",
    fields: [
      "ticker",
      "ticker_source",
      "current_ticker",
      "no_current_ticker",
      "ended_on",
      "coin",
      "company",
      "asset_name_raw",
    ],
    getKind: ({ trade }) => classifyTicker(trade),
    getSentence: ({ trade }) => listComparedFields(trade, null).find(({ name }) => name === "Ticker")?.note ?? null,
  },
  amount: {
    title: "Amount",
    fields: ["amount_range", "amount_raw", "amount_min", "amount_max", "amount_exact"],
    getKind: ({ trade: { amount } }) => {
      if (amount.highUsd === null) return "no upper bound";
      return amount.lowUsd === amount.highUsd ? "a sum" : "a range";
    },
  },
  owner: {
    title: "Owner",
    fields: ["owner", "owner_unread", "account"],
    getKind: ({ trade }) => trade.owner ?? (trade.ownerUnread === null ? "not said" : "not read"),
  },
  transaction: {
    title: "Transaction type",
    fields: ["transaction_type", "filing_status", "received", "cap_gains_over_200"],
    getKind: ({ trade }) => trade.transactionType,
  },
  assetType: {
    title: "Asset type",
    fields: ["asset_type", "asset_type_raw", "asset_details", "asset_name_raw", "asset_name_unsure"],
    getKind: ({ trade }) => trade.assetType,
  },
  option: {
    title: "Option",
    fields: ["option", "short_sale", "asset_type", "asset_name_raw", "comment"],
    getKind: ({ trade }) => classifyOption(trade),
  },
  amendment: {
    title: "Amendment",
    fields: [
      "supersedes",
      "superseded_by",
      "amendment_pending",
      "possible_duplicate_of",
      "filing_status",
      "first_disclosed_date",
      "first_disclosed_source",
    ],
    getKind: classifyAmendment,
  },
  filer: {
    title: "Filer",
    fields: ["politician", "politician_id", "chamber", "party", "transaction_date"],
    getKind: ({ trade, inOffice }) => `${trade.chamber}, ${inOffice === true ? "in office" : "not in office"}`,
    getSentence: ({ inOffice }) => (inOffice === true ? "In office." : "Not in office."),
  },
} satisfies Readonly<Record<string, Statement>>;

export type StatementName = keyof typeof ALL;

export const STATEMENTS: Readonly<Record<StatementName, Statement>> = ALL;

/**
 * Lists the kinds of all statements about a trade: only the amendment kind if superseded. Lines read from images have their own
 * kinds.
 */
export function listKinds(line: SampledTrade): readonly (readonly [StatementName, string])[] {
  const names = line.supersededBy === null ? (Object.keys(STATEMENTS) as StatementName[]) : (["amendment"] as const);
  const suffix = line.trade.confidence === "printed" ? "" : ", from an image";
  return names.flatMap((name) => {
    const kind = STATEMENTS[name].getKind(line);
    return kind === null ? [] : [[name, kind + suffix] as const];
  });
}

function classifyDirection(trade: Trade): string {
  const reason = explainNoDirection(trade);
  if (reason !== null) return `none: ${reason}`;
  const instrument = classifyInstrument(trade);
  return `${findDirection(trade)}${instrument === "security" ? "" : `, ${instrument}`}`;
}

function classifyLateness(trade: Trade): string {
  const reason = explainUnjudgedLateness(trade);
  if (reason !== null) return `not judged: ${reason}`;
  const days = countDaysLate(trade);
  if (days === null) return "in time";
  return days <= GRACE_DAYS ? "late, within the grace period" : "late";
}

function classifyTicker({ ticker, tickerSource, currentTicker, noCurrentTicker, coin, assetType }: Trade): string {
  if (coin !== null) return "coin";
  if (ticker === "") return assetType === "Stock" ? "none, a stock" : "none, no stock";
  if (currentTicker === null) return `${tickerSource}, ${noCurrentTicker ?? "none today"}`;
  return `${tickerSource}, ${currentTicker === ticker ? "the same today" : "another today"}`;
}

/** Words that can reveal an option that was not recognized. Most lines with such a word are not about an option. */
const OPTION_WORDS = /\b(?:calls?|puts?|options?|warrants?|rights?|strike|contracts?|exercised?|assigned|short)\b/i;

function classifyOption(trade: Trade): string | null {
  const { option, assetType, assetNameRaw, comment } = trade;
  if (option !== null) {
    const isWhole = option.type !== null && option.strike !== null && option.expiry !== null;
    return `${classifyInstrument(trade)}, ${isWhole ? "all terms" : "some terms"}`;
  }
  if (trade.shortSale) return "short sale";
  if (assetType === "Stock Option") return "no terms";
  return OPTION_WORDS.test(`${assetNameRaw} ${comment ?? ""}`) ? "none, but a word of options" : null;
}

function classifyAmendment({ trade, supersedes, supersededBy }: SampledTrade): string {
  if (supersededBy !== null) return supersededBy.startsWith("txn_") ? "replaced" : "taken back";
  if (supersedes !== null) return "replaces another";
  if (trade.amendmentPending !== null) return `not certain: ${trade.amendmentPending.reason}`;
  return trade.possibleDuplicateOf.length > 0 ? "possible duplicate" : "none";
}
