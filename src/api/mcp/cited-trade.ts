/** Trades as returned by tools: each with its citation, and with the text of the filing separate from the service's own text. */
import { pluralize } from "../../domain/count-words.ts";
import type { Trade } from "../../domain/trade.ts";
import { buildHeadlineParts, lowercaseFirst } from "../../domain/trade-headline.ts";
import { type ApiContent, type Ask, fetchContent, type Query } from "./ask.ts";
import { quoteFilingText, sanitizeStrings } from "./filing-text.ts";

/** Place of a trade in the original. `page` is null for a web page of the Senate. */
interface Citation {
  readonly trade_id: string;
  readonly filing_id: string;
  readonly page: number | null;
  readonly line: number;
  readonly document_url: string;
  readonly evidence_url: string;
  readonly dataset_version: string;
}

/** The fields of a trade's detail (docs/api.md) that are used here. */
interface TradeDetail extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly filing: { readonly id: string; readonly document_url: string; readonly page: number | null };
  readonly evidence_url: string;
  readonly company: string;
  readonly transaction_type: Trade["transactionType"];
  readonly asset_type: string;
  readonly option: Trade["option"];
  readonly short_sale: boolean;
}

interface CitedTrade extends Readonly<Record<string, unknown>> {
  readonly id: string;
  /** Such as `Sale of put options on`; the company is in `filing_text`. */
  readonly action: string;
  readonly filing_text: Readonly<Record<string, unknown>>;
  readonly citation: Citation;
}

/** Fields that hold text written by a filer. */
const FILED_FIELDS = [
  "company",
  "headline",
  "comment",
  "amount_raw",
  "asset_name_raw",
  "asset_type_raw",
  "option",
  "asset_details",
  "account",
  "filing_status",
  "received",
] as const;

/** Fields of a trade in a list; `get_trade` returns the others. */
const LISTED_FIELDS = [
  "id",
  "politician",
  "politician_id",
  "chamber",
  "party",
  "ticker",
  "transaction_type",
  "asset_type",
  "amount_range",
  "transaction_date",
  "disclosure_date",
  "reporting_gap_days",
  "late",
  "days_late",
  "owner",
  "direction",
  "direction_not_judged",
  "confidence",
  "date_suspect",
  "possible_duplicate_of",
  "superseded_by",
] as const;

/** One trade with all its details. @throws {ToolError} */
export async function fetchWholeTrade(ask: Ask, id: string, query?: Query): Promise<CitedTrade> {
  const detail = await fetchContent<TradeDetail>(ask, `/trades/${encodeURIComponent(id)}`, query);
  const { filing, evidence_url, ...members } = detail.body;
  const ours = Object.entries(members).filter(([name]) => !(FILED_FIELDS as readonly string[]).includes(name));
  return { ...Object.fromEntries(ours), ...citeTrade(detail), filing_text: pickFiledFields(detail.body, FILED_FIELDS) };
}

/** The trades of a list, each with its citation. @throws {ToolError} */
export function fetchCitedTrades(
  ask: Ask,
  rows: readonly { readonly id: string }[],
  query?: Query,
): Promise<readonly CitedTrade[]> {
  return Promise.all(
    rows.map(async ({ id }) => {
      const detail = await fetchContent<TradeDetail>(ask, `/trades/${encodeURIComponent(id)}`, query);
      const members = LISTED_FIELDS.map((name) => [name, detail.body[name]] as const);
      return {
        ...Object.fromEntries(members),
        ...citeTrade(detail),
        filing_text: pickFiledFields(detail.body, ["company", "headline", "comment"]),
      };
    }),
  );
}

function citeTrade({ body, version }: ApiContent<TradeDetail>): Pick<CitedTrade, "id" | "action" | "citation"> {
  const { id, filing, evidence_url, company, option } = body;
  const { transaction_type: transactionType, asset_type: assetType, short_sale: shortSale } = body;
  return {
    id,
    action: buildHeadlineParts({ transactionType, assetType, option, shortSale, company }).action,
    citation: {
      trade_id: id,
      filing_id: filing.id,
      page: filing.page,
      // A trade's id ends with its line number (docs/contract.md).
      line: Number(id.slice(id.lastIndexOf("_") + 1)),
      document_url: filing.document_url,
      evidence_url,
      dataset_version: version,
    },
  };
}

function pickFiledFields(body: TradeDetail, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, sanitizeStrings(body[name])]));
}

/** A trade as a line of text with all that a citation needs. */
export function formatTradeLine(trade: CitedTrade): string {
  const { filing_text: text, citation } = trade;
  const { trade_id, filing_id, page, line, evidence_url } = citation;
  const getText = (name: string) => String(trade[name] ?? "");
  const security = [getText("ticker"), quoteFilingText(String(text["company"] ?? ""))].filter(Boolean).join(" ");
  const late = trade["late"] === true ? `, ${pluralize(Number(trade["days_late"]), "day")} late` : "";
  const comment = typeof text["comment"] === "string" ? `; comment ${quoteFilingText(text["comment"])}` : "";
  const place = [`filing ${filing_id}`, ...(page === null ? [] : [`page ${page}`]), `line ${line}`].join(", ");
  return (
    `- traded ${getText("transaction_date")}, disclosed ${getText("disclosure_date")}${late}: ${getText("politician")} (${getText("politician_id")}), ` +
    `${lowercaseFirst(trade.action)} ${security}, ${getText("amount_range")}${comment} [${trade_id}; ${place}; ${evidence_url}]`
  );
}
