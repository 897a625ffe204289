import { z } from "zod";
import { type ApiContent, fetchContent } from "../ask.ts";
import { quoteFilingText, sanitizeStrings } from "../filing-text.ts";
import { createTool } from "../tool.ts";
import { fetchLatestTrades } from "./search-trades.ts";
import { citedTrades } from "./shapes.ts";

interface Activity extends Readonly<Record<string, unknown>> {
  readonly ticker: string;
  readonly company: string;
  readonly trades: number;
  readonly buys: number;
  readonly sells: number;
  readonly buyers: number;
  readonly sellers: number;
}

export const getTickerActivity = createTool({
  name: "get_ticker_activity",
  description:
    "Totals of members' trades in one security (also under former symbols): buyers, sellers, options, volume range and latest trades. Use it to see how members traded a company.",
  input: { ticker: z.string().describe("AAPL") },
  output: { activity: z.object({ ticker: z.string(), trades: z.int() }), trades: citedTrades },
  async answer(ask, { ticker }) {
    const { body, version }: ApiContent<Activity> = await fetchContent(ask, `/tickers/${encodeURIComponent(ticker)}`);
    const latest = await fetchLatestTrades(ask, { ticker: body.ticker });
    const { company, ...activity } = body;
    const head =
      `${body.ticker} ${quoteFilingText(company)}: ${body.trades} trades; ${body.buys} purchases by ${body.buyers} members, ` +
      `${body.sells} sales by ${body.sellers}.`;
    return {
      data: { activity: { ...activity, filing_text: sanitizeStrings({ company }) }, ...latest.data },
      lines: [head, ...latest.lines],
      version,
      scope: {},
    };
  },
});
