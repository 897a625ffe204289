/** Stored prices of a trade's security on the days relevant to the trade. */
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { tradingDayFrom } from "../../domain/exchange-calendar.ts";
import type { Trade } from "../../domain/trade.ts";
import type { Market, StoredCloses } from "../../prices/market.ts";
import { pricedSymbol, reportedTradeOf } from "../../prices/returns/decision.ts";
import { type TradePrices, tradePrices } from "../../prices/returns/trade-prices.ts";

export interface PricedTrade {
  readonly prices: TradePrices;
  /** Closes of the trade's security; null if none are stored. */
  readonly closes: StoredCloses | null;
}

/** Stored prices of a market; never triggers a fetch from a provider. */
export type StoredMarket = Pick<Market, "closes" | "isListed">;

export async function pricesOf(trade: Trade, market: StoredMarket): Promise<PricedTrade> {
  const symbol = pricedSymbol(trade, market.isListed);
  const closes = symbol === null ? null : await market.closes(symbol);
  const sessions = { from: tradingDayFrom, after: (day: IsoDate) => tradingDayFrom(addDays(day, 1)) };
  return { prices: tradePrices(reportedTradeOf(trade, symbol), closes, sessions), closes };
}
