/** Returns by the stored prices of a market. */
import type { Market } from "../market/market.ts";
import { Reckoner } from "../performance/reckoner.ts";
import { Returns } from "../performance/returns.ts";
import { createPause } from "../store/pause.ts";

export function openReturns(market: Pick<Market, "closes" | "isListed">): Returns {
  return new Returns(new Reckoner({ series: market.closes }, createPause), market.isListed);
}
