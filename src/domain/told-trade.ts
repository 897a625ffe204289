/** A trade as subscribers are told of it: the fields of the lists, what it is called, what it gains from, and whether it came late. */
import { type Direction, directionOf } from "./direction.ts";
import { isLate } from "./lateness.ts";
import { type PublicTrade, publicTrade } from "./public-trade.ts";
import type { Trade } from "./trade.ts";
import { headline } from "./trade-headline.ts";

export interface ToldTrade extends PublicTrade {
  readonly headline: string;
  readonly direction: Direction | null;
  readonly late: boolean | null;
}

export function toldTrade(trade: Trade, politicianName: string): ToldTrade {
  return {
    ...publicTrade(trade, politicianName),
    headline: headline(trade),
    direction: directionOf(trade),
    late: isLate(trade),
  };
}
