/** The tools in the order in which they are listed. */
import type { Tool } from "../tool.ts";
import { explainMethod } from "./explain-method.ts";
import { getCoverage } from "./get-coverage.ts";
import { getFiling } from "./get-filing.ts";
import { getPerformance } from "./get-performance.ts";
import { getPolitician } from "./get-politician.ts";
import { getPriceHistory } from "./get-price-history.ts";
import { getTickerActivity } from "./get-ticker-activity.ts";
import { getTrade } from "./get-trade.ts";
import { searchTrades } from "./search-trades.ts";

export const TOOLS: readonly Tool[] = [
  searchTrades,
  getTrade,
  getPolitician,
  getTickerActivity,
  getFiling,
  getCoverage,
  getPriceHistory,
  getPerformance,
  explainMethod,
];
