import { z } from "zod";
import { pluralize } from "../../../domain/count-words.ts";
import { CHAMBERS, PARTIES } from "../../../domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES } from "../../../domain/trade.ts";
import { TRADE_SORTS } from "../../../domain/trade-filter.ts";
import { type Ask, fetchContent, type Query } from "../ask.ts";
import { fetchCitedTrades, formatTradeLine } from "../cited-trade.ts";
import { createTool } from "../tool.ts";
import { asOf, citedTrades, createLimitSchema, day, skip } from "./shapes.ts";

interface TradeList {
  readonly trades: readonly { readonly id: string }[];
  readonly total: number;
  readonly limit: number;
  readonly skip: number;
}

const ORDERS = TRADE_SORTS.flatMap((by) => [`-${by}`, by]);

export const searchTrades = createTool({
  name: "search_trades",
  description:
    "Find disclosed stock trades of members of Congress. All filters apply together; ids, tickers, parties, types and industries may be lists with commas. Use it for who traded what and when, and to count (`total` is exact).",
  input: {
    q: z.string().describe("Words in the politician's name, company, ticker or comment").optional(),
    politician_id: z.string().describe("Bioguide ids, from get_politician").optional(),
    ticker: z.string().optional(),
    coin: z.string().describe("BTC").optional(),
    chamber: z.enum(CHAMBERS).optional(),
    party: z
      .string()
      .describe(`Any of ${PARTIES.join(", ")}`)
      .optional(),
    state: z.string().describe("CA").optional(),
    transaction_type: z
      .string()
      .describe(`Any of ${TRANSACTION_TYPES.join(", ")}`)
      .optional(),
    asset_type: z.string().describe("Stock, ETF, Stock Option, ...").optional(),
    industry: z.string().describe("SIC digits (3571, 35) or a division's letter (D)").optional(),
    owner: z.enum(OWNERS).optional(),
    min_amount: z.int().describe("USD").optional(),
    max_amount: z.int().optional(),
    disclosed_from: day.optional(),
    disclosed_to: day.optional(),
    traded_from: day.optional(),
    traded_to: day.optional(),
    late: z.boolean().optional(),
    late_not_judged: z.boolean().optional(),
    amendment_pending: z.boolean().optional(),
    possible_duplicate: z.boolean().optional(),
    sort: z.enum(ORDERS).default("-disclosure_date"),
    limit: createLimitSchema(10, 25),
    skip,
    as_of: asOf,
  },
  output: { total: z.int(), limit: z.int(), skip: z.int(), trades: citedTrades },
  async answer(ask, input) {
    const list = await fetchContent<TradeList>(ask, "/trades", input);
    const { total, limit: applied, skip: skipped } = list.body;
    const trades = await fetchCitedTrades(ask, list.body.trades, { as_of: input.as_of });
    const range = trades.length === total ? "" : ` Listed here: ${trades.length}, starting with number ${skipped + 1}.`;
    const head = total === 0 ? "No known trade matches." : `${pluralize(total, "trade")} found.${range}`;
    return {
      data: { total, limit: applied, skip: skipped, trades },
      lines: [head, ...trades.map(formatTradeLine)],
      version: list.version,
      scope: {
        politicianId: getSingleId(input.politician_id),
        chamber: input.chamber,
        from: input.disclosed_from ?? input.traded_from,
        to: input.disclosed_to,
        asOf: input.as_of,
      },
    };
  },
});

function getSingleId(ids: string | undefined): string | undefined {
  return ids === undefined || ids.includes(",") ? undefined : ids;
}

/** Maximum number of trades shown in an answer about one politician or security. */
const MAX_SHOWN = 10;

/** Fetches the most recently disclosed trades, with citations, to show beside totals. The result says how to get all trades. */
export async function fetchLatestTrades(ask: Ask, filter: Query) {
  const list = await fetchContent<TradeList>(ask, "/trades", { ...filter, limit: MAX_SHOWN });
  const trades = await fetchCitedTrades(ask, list.body.trades, { as_of: filter["as_of"] });
  const { total } = list.body;
  const isAll = trades.length === total;
  const head = isAll ? "All trades:" : `The latest ${trades.length} of ${total} trades (search_trades finds all):`;
  return {
    data: { trades, all_trades: { tool: "search_trades", arguments: filter, total } },
    lines: total === 0 ? ["No trade is known."] : [head, ...trades.map(formatTradeLine)],
  };
}
