/** The tools in listing order. */
import { awaitNextTurn } from "../../../base/next-turn.ts";
import type { Tool } from "../tool.ts";

/** Loads each tool in its own turn of the event loop: loading all tools in one turn takes longer than a turn may take. */
const LOADED: readonly (() => Promise<Tool>)[] = [
  async () => (await import("./search-trades.ts")).searchTrades,
  async () => (await import("./get-trade.ts")).getTrade,
  async () => (await import("./get-politician.ts")).getPolitician,
  async () => (await import("./get-ticker-activity.ts")).getTickerActivity,
  async () => (await import("./get-filing.ts")).getFiling,
  async () => (await import("./get-coverage.ts")).getCoverage,
  async () => (await import("./get-price-history.ts")).getPriceHistory,
  async () => (await import("./get-performance.ts")).getPerformance,
  async () => (await import("./explain-method.ts")).explainMethod,
];

const tools: Tool[] = [];
for (const load of LOADED) {
  tools.push(await load());
  await awaitNextTurn();
}

export const TOOLS: readonly Tool[] = tools;
