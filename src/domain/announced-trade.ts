/** Fields that subscribers get in addition to the public fields: headline, direction and lateness. */
import { type Direction, findDirection } from "./direction.ts";
import { isLate } from "./lateness.ts";
import { type PublicTrade, toPublicTrade } from "./public-trade.ts";
import type { Trade } from "./trade.ts";
import { formatHeadline } from "./trade-headline.ts";

export interface TradeSummary {
  readonly headline: string;
  readonly direction: Direction | null;
  readonly late: boolean | null;
}

export function summarize(trade: Trade): TradeSummary {
  return { headline: formatHeadline(trade), direction: findDirection(trade), late: isLate(trade) };
}

export type AnnouncedTrade = PublicTrade & TradeSummary;

export function toAnnouncedTrade(trade: Trade, politicianName: string): AnnouncedTrade {
  return { ...toPublicTrade(trade, politicianName), ...summarize(trade) };
}
