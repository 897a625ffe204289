/** Fields that subscribers get in addition to those of the lists: headline, direction and whether it was late. */
import { type Direction, directionOf } from "./direction.ts";
import { isLate } from "./lateness.ts";
import { type PublicTrade, publicTrade } from "./public-trade.ts";
import type { Trade } from "./trade.ts";
import { headline } from "./trade-headline.ts";

export interface TradeSummary {
  readonly headline: string;
  readonly direction: Direction | null;
  readonly late: boolean | null;
}

export function summarize(trade: Trade): TradeSummary {
  return { headline: headline(trade), direction: directionOf(trade), late: isLate(trade) };
}

export type ToldTrade = PublicTrade & TradeSummary;

export function toldTrade(trade: Trade, politicianName: string): ToldTrade {
  return { ...publicTrade(trade, politicianName), ...summarize(trade) };
}
