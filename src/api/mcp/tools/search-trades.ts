import { z } from "zod";
import { counted } from "../../../domain/counted.ts";
import { CHAMBERS, PARTIES } from "../../../domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES } from "../../../domain/trade.ts";
import { TRADE_SORTS } from "../../../domain/trade-filter.ts";
import { type Ask, contentOf, type Query } from "../ask.ts";
import { citeTrades, tradeLine } from "../cited-trade.ts";
import { tool } from "../tool.ts";
import { asOf, citedTrades, day, limit, skip } from "./shapes.ts";

interface TradeList {
  readonly trades: readonly { readonly id: string }[];
  readonly total: number;
  readonly limit: number;
  readonly skip: number;
}

const ORDERS = TRADE_SORTS.flatMap((by) => [`-${by}`, by]);

export const searchTrades = tool({
  name: "search_trades",
  description:
    "Find disclosed stock trades of members of Congress. All filters apply together; ids, tickers, parties, types and industries may be lists with commas. Use it for who traded what and when, and to count (`total` is exact).",
  input: {
    q: z.string().describe("Words of politician, company, ticker or comment").optional(),
    politician_id: z.string().describe("Bioguide ids, from get_politician").optional(),
    ticker: z.string().optional(),
    coin: z.string().describe("BTC").optional(),
    chamber: z.enum(CHAMBERS).optional(),
    party: z
      .string()
      .describe(`Of ${PARTIES.join(", ")}`)
      .optional(),
    state: z.string().describe("CA").optional(),
    transaction_type: z
      .string()
      .describe(`Of ${TRANSACTION_TYPES.join(", ")}`)
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
    limit: limit(10, 25),
    skip,
    as_of: asOf,
  },
  output: { total: z.int(), limit: z.int(), skip: z.int(), trades: citedTrades },
  async answer(ask, given) {
    const list = await contentOf<TradeList>(ask, "/trades", given);
    const { total, limit: applied, skip: skipped } = list.body;
    const trades = await citeTrades(ask, list.body.trades, { as_of: given.as_of });
    const shown = trades.length === total ? "all" : `${trades.length}, from number ${skipped + 1}`;
    const head = total === 0 ? "No trades match." : `${counted(total, "trade")} found; here ${shown}:`;
    return {
      data: { total, limit: applied, skip: skipped, trades },
      lines: [head, ...trades.map(tradeLine)],
      version: list.version,
      scope: {
        politicianId: onlyOne(given.politician_id),
        chamber: given.chamber,
        from: given.disclosed_from ?? given.traded_from,
        to: given.disclosed_to,
        asOf: given.as_of,
      },
    };
  },
});

function onlyOne(ids: string | undefined): string | undefined {
  return ids === undefined || ids.includes(",") ? undefined : ids;
}

/** Maximum number of trades shown in an answer about one politician or security. */
const SHOWN = 10;

/** The most recently disclosed trades, as citations for totals, and how to get the others. */
export async function latestTrades(ask: Ask, filter: Query) {
  const list = await contentOf<TradeList>(ask, "/trades", { ...filter, limit: SHOWN });
  const trades = await citeTrades(ask, list.body.trades, { as_of: filter["as_of"] });
  const { total } = list.body;
  const shown = trades.length === total ? "all" : `the last ${trades.length} of ${total}, the others by search_trades`;
  return {
    data: { trades, all_trades: { tool: "search_trades", arguments: filter, total } },
    lines: total === 0 ? ["No trade is known."] : [`The trades, ${shown}:`, ...trades.map(tradeLine)],
  };
}
