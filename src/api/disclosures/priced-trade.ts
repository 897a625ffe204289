/** Stored prices of a trade's security on the days relevant to the trade. */
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { findTradingDayFrom } from "../../domain/exchange-calendar.ts";
import type { Trade } from "../../domain/trade.ts";
import type { Market, StoredCloses } from "../../prices/market.ts";
import { getPricedSymbol, toReportedTrade } from "../../prices/returns/decision.ts";
import { findTradePrices, type TradePrices } from "../../prices/returns/trade-prices.ts";
import { toReturnTrade } from "../../publication/dataset/decided-trade.ts";

export interface PricedTrade {
  readonly prices: TradePrices;
  /** Closes of the trade's security; null if none are stored. */
  readonly closes: StoredCloses | null;
}

/** Stored prices of a market; never triggers a fetch from a provider. */
export type StoredMarket = Pick<Market, "readCloses" | "isListed">;

export async function readTradePrices(trade: Trade, market: StoredMarket): Promise<PricedTrade> {
  const symbol = getPricedSymbol(trade, market.isListed);
  const closes = symbol === null ? null : await market.readCloses(symbol);
  const sessions = {
    findSessionFrom: findTradingDayFrom,
    findSessionAfter: (day: IsoDate) => findTradingDayFrom(addDays(day, 1)),
  };
  return { prices: findTradePrices(toReportedTrade(toReturnTrade(trade), symbol), closes, sessions), closes };
}
