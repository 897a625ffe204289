import { z } from "zod";
import { DIRECTION_NOT_JUDGED, explainNoDirection, findDirection } from "../../domain/direction.ts";
import { buildEvidenceUrl } from "../../domain/evidence-url.ts";
import type { FilingListing } from "../../domain/filing.ts";
import { addDivision, type Industry } from "../../domain/industry.ts";
import {
  computeReportingGapDays,
  countDaysLate,
  explainUnjudgedLateness,
  isLate,
  LATE_NOT_JUDGED,
} from "../../domain/lateness.ts";
import { createExampleTrade, toPublicTrade } from "../../domain/public-trade.ts";
import { CONFIDENCES, DATE_SUSPECTS, NO_CURRENT_TICKER, OWNERS } from "../../domain/trade.ts";
import { formatHeadline } from "../../domain/trade-headline.ts";
import { SOURCE_IDS, toOfficialUrl } from "../../filings/sources/all.ts";
import { formatUtcSecond } from "../../http/utc-timestamp.ts";
import type { PublishedTrade } from "../../store/publications.ts";
import { AmendmentFields, toWireAmendment } from "./amendment-schema.ts";
import { IndustrySchema } from "./industry-schema.ts";
import { EXAMPLE_PRICES, PricesSchema } from "./trade-prices-schema.ts";
import { TradeSchema } from "./trade-schema.ts";

const createNullableTextSchema = (description: string) => z.string().nullable().meta({ description });

/** The stored part of a trade, without prices. */
export const TradeRecordSchema = z.object({
  ...TradeSchema.shape,
  owner: z.enum(OWNERS).nullable().meta({ description: "Whose asset it is; null where the filing does not say." }),
  owner_unread: createNullableTextSchema(
    "Why `owner` is null although the filing may state it: the image could not be read with certainty.",
  ),
  amount_min: z.number().meta({ description: "Lower bound of the range, in US dollars." }),
  amount_max: z.number().nullable().meta({ description: "Upper bound; null where the range has none." }),
  amount_exact: z.boolean().meta({ description: "Whether the filing states an exact sum, not a range." }),
  amount_raw: z.string().meta({ description: "The amount as printed." }),
  asset_name_raw: z.string().meta({ description: "The asset as printed." }),
  asset_name_unsure: z.boolean().meta({
    description:
      "Whether letters of `asset_name_raw` may be wrong: it was read from an image, and the print is unclear.",
  }),
  asset_type_raw: createNullableTextSchema("The House's code or the Senate's words; null if the form has none."),
  ticker_source: z.enum(["filed", "resolved", "none"]).meta({
    description:
      "`filed`: the filing prints the symbol; `resolved`: found from the asset's name, which only one issuer has.",
  }),
  current_ticker: createNullableTextSchema(
    "The security's symbol today. Null if the trade has no ticker, or if `no_current_ticker` gives a reason.",
  ),
  no_current_ticker: z.enum(NO_CURRENT_TICKER).nullable().meta({
    description:
      "Why a trade with a ticker has no `current_ticker`: another security has the symbol today, the security no longer exists, or no list used here has the symbol.",
  }),
  ended_on: z.iso.date().nullable().meta({ description: "Day on which the security ceased to exist, if known." }),
  coin: createNullableTextSchema(
    "Symbol of a cryptocurrency, which has no ticker; null for other assets, or if unknown.",
  ),
  notification_date: z.iso.date().nullable().meta({ description: "Day on which the filer was notified of the trade." }),
  notification_unread: createNullableTextSchema(
    "Why `notification_date` is null although the filing may state it: the image could not be read with certainty.",
  ),
  date_suspect: z.enum(DATE_SUSPECTS).nullable().meta({
    description:
      "Why a date, served as printed, is more likely a typo than correct. If set, `reporting_gap_days` and `late` are null.",
  }),
  ...AmendmentFields,
  reporting_gap_days: z.int().nullable().meta({
    description: "Days from the transaction to its first disclosure; null if unknown or if a date is suspect.",
  }),
  late: z.boolean().nullable().meta({
    description:
      "First disclosed more than 30 days after the notification or 45 after the transaction, whichever is sooner; null if not judged.",
  }),
  late_not_judged: z.enum(LATE_NOT_JUDGED).nullable().meta({
    description:
      "Why `late` is null: the trade needs no periodic report (docs/methodology.md), a date is suspect, the first disclosure is not known, or the notification could not be read.",
  }),
  days_late: z.int().nullable().meta({
    description:
      "Days from the deadline to the first disclosure of a late trade; null for all others. No fee is due up to 30 (5 U.S.C. 13106(d)).",
  }),
  cap_gains_over_200: z.boolean().nullable().meta({ description: "The House form's box for gains over $200." }),
  option: z
    .object({ type: z.string().nullable(), strike: z.string().nullable(), expiry: z.string().nullable() })
    .nullable()
    .meta({ description: "Terms of an option, where stated." }),
  headline: z.string().meta({
    description: "The trade in words, with its instrument: `Sale of put options on Example Corp.`",
  }),
  short_sale: z.boolean().meta({ description: "Whether it opens or closes a short position." }),
  direction: z.enum(["bullish", "bearish"]).nullable().meta({
    description:
      "`bullish`: purchases, calls bought, puts sold and shorts covered, which gain if the price rises or close a position that gained when it fell. `bearish`: the opposite. Null if `direction_not_judged` gives a reason.",
  }),
  direction_not_judged: z.enum(DIRECTION_NOT_JUDGED).nullable().meta({
    description:
      "Why `direction` is null: an exchange; an inverse fund, which gains when something falls; the filer's words say the opposite of the printed type; an option of unknown kind.",
  }),
  asset_details: z
    .object({
      coupon: z.string().nullable(),
      maturity: z.string().nullable(),
      place: z.string().nullable(),
      description: z.string().nullable(),
      platform: z.string().nullable(),
    })
    .nullable()
    .meta({
      description:
        "What a Senate page says about the asset in separate fields: a bond's coupon and maturity, a private company's location and business, where a cryptocurrency is held.",
    }),
  account: createNullableTextSchema("Account or trust that holds the asset."),
  filing_status: createNullableTextSchema("As printed: `New`, `Amended`."),
  supersedes: createNullableTextSchema("Id of the trade that this one replaces."),
  superseded_by: createNullableTextSchema(
    "Id of the trade that replaces this one, or of the filing that withdraws it.",
  ),
  confidence: z.enum(CONFIDENCES).meta({ description: "How the filing was read." }),
  received: z
    .object({ ticker: z.string(), name: z.string() })
    .nullable()
    .meta({ description: "The asset received in an exchange." }),
  filing: z
    .object({
      id: z.string().meta({ description: "`h` (House) or `s` (Senate), then the document's id." }),
      source: z.enum(SOURCE_IDS),
      document_url: z.url().meta({ description: "URL of the document on the official site." }),
      page: z.int().min(1).nullable().meta({ description: "Page of the document; null for a web page." }),
    })
    .meta({ description: "The filing that contains the trade." }),
  evidence_url: z.url().meta({
    description:
      "URL of a picture of the line in the original; with `.json` instead of `.png`, of the line's words and position.",
  }),
  first_seen_at: z.iso.datetime().meta({ description: "When it was first published here." }),
  updated_at: z.iso.datetime().meta({ description: "When it last changed." }),
  industry: IndustrySchema.nullable().meta({
    description:
      "The issuer's current industry in the SEC's submissions; null for funds, bonds and cryptocurrencies, and if the SEC gives none or has not been asked yet.",
  }),
});

export const TradeDetailSchema = z.object({ ...TradeRecordSchema.shape, prices: PricesSchema }).meta({
  id: "TradeDetail",
  description: "One transaction with everything its filing says about it.",
  examples: [
    {
      ...createExampleTrade({
        ticker: "FB",
        company: "Meta Platforms, Inc.",
        disclosure_date: "2021-02-20",
        transaction_date: "2021-02-03",
      }),
      owner: "spouse",
      owner_unread: null,
      amount_min: 1001,
      amount_max: 15000,
      amount_exact: false,
      amount_raw: "$1,001 - $15,000",
      asset_name_raw: "Facebook, Inc. - Class A (FB) [ST]",
      asset_name_unsure: false,
      asset_type_raw: "ST",
      ticker_source: "filed",
      current_ticker: "META",
      no_current_ticker: null,
      ended_on: null,
      coin: null,
      notification_date: "2021-02-04",
      notification_unread: null,
      date_suspect: null,
      filed_date: "2021-02-20",
      first_disclosed_date: "2021-02-20",
      first_disclosed_source: "filing",
      amendment_pending: null,
      possible_duplicate_of: [],
      reporting_gap_days: 17,
      late: false,
      late_not_judged: null,
      days_late: null,
      cap_gains_over_200: false,
      option: null,
      headline: "Purchase of Meta Platforms, Inc.",
      short_sale: false,
      direction: "bullish",
      direction_not_judged: null,
      asset_details: null,
      account: null,
      filing_status: "New",
      supersedes: null,
      superseded_by: null,
      confidence: "printed",
      received: null,
      filing: {
        id: "h20990001",
        source: "house-clerk",
        document_url: "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2021/20990001.pdf",
        page: 1,
      },
      evidence_url: "https://api.example/evidence/txn_h20990001_01.png",
      first_seen_at: "2021-02-20T07:00:00Z",
      updated_at: "2021-02-20T07:00:00Z",
      industry: { sic: "7370", description: "Services-Computer Programming, Data Processing, Etc.", division: "I" },
      prices: EXAMPLE_PRICES,
    },
  ],
});

interface BesideTrade {
  readonly listing: Pick<FilingListing, "source" | "url">;
  readonly industry: Industry | null;
  readonly baseUrl: string;
}

/** The trade as returned by the API, its fields in the order of the API schema. */
export function toWireTradeDetail(
  { trade, supersedes, supersededBy, firstSeenAt, updatedAt }: PublishedTrade,
  politicianName: string,
  { listing, industry, baseUrl }: BesideTrade,
): object {
  return {
    ...toPublicTrade(trade, politicianName),
    owner: trade.owner,
    owner_unread: trade.ownerUnread,
    amount_min: trade.amount.lowUsd,
    amount_max: trade.amount.highUsd,
    amount_exact: trade.amount.lowUsd === trade.amount.highUsd,
    amount_raw: trade.amountRaw,
    asset_name_raw: trade.assetNameRaw,
    asset_name_unsure: trade.assetNameUnsure,
    asset_type_raw: trade.assetTypeRaw,
    ticker_source: trade.tickerSource,
    current_ticker: trade.currentTicker,
    no_current_ticker: trade.noCurrentTicker,
    ended_on: trade.endedOn,
    coin: trade.coin,
    notification_date: trade.notificationDate,
    notification_unread: trade.notificationUnread,
    date_suspect: trade.dateSuspect,
    ...toWireAmendment(trade),
    reporting_gap_days: computeReportingGapDays(trade),
    late: isLate(trade),
    late_not_judged: explainUnjudgedLateness(trade),
    days_late: countDaysLate(trade),
    cap_gains_over_200: trade.capGainsOver200,
    option: trade.option && { type: trade.option.type, strike: trade.option.strike, expiry: trade.option.expiry },
    headline: formatHeadline(trade),
    short_sale: trade.shortSale,
    direction: findDirection(trade),
    direction_not_judged: explainNoDirection(trade),
    asset_details: trade.assetDetails,
    account: trade.account,
    filing_status: trade.filingStatus,
    supersedes,
    superseded_by: supersededBy,
    confidence: trade.confidence,
    received: trade.received && { ticker: trade.received.ticker, name: trade.received.name },
    filing: { id: trade.filingId, source: listing.source, document_url: toOfficialUrl(listing), page: trade.page },
    evidence_url: buildEvidenceUrl(baseUrl, trade.id),
    first_seen_at: formatUtcSecond(firstSeenAt),
    updated_at: formatUtcSecond(updatedAt),
    industry: industry && addDivision(industry),
  };
}
