import { z } from "zod";
import { INTERVALS, PERIODS } from "../../../domain/bar.ts";
import { pluralize } from "../../../domain/count-words.ts";
import { fetchContent } from "../ask.ts";
import { createTool } from "../tool.ts";
import { createLimitSchema, day } from "./shapes.ts";

interface History {
  readonly symbol: string;
  readonly interval: string;
  readonly period: string;
  readonly data: readonly { readonly date: string; readonly close: number }[];
  readonly total_points: number;
}

export const getPriceHistory = createTool({
  name: "get_price_history",
  description:
    "Prices of one security, newest bar first, adjusted for splits, not dividends. Use it for prices around a trade. Filings give only ranges of amounts: do not compute a member's return.",
  input: {
    symbol: z.string().describe("AAPL"),
    period: z.enum(PERIODS).optional(),
    from: day.describe("YYYY-MM-DD, in place of period").optional(),
    to: day.optional(),
    interval: z.enum(INTERVALS).default("1d"),
    limit: createLimitSchema(30, 260),
  },
  output: {
    symbol: z.string(),
    total_points: z.int(),
    bars: z.array(z.object({ date: z.string(), close: z.number() })),
    source: z.string().nullable(),
  },
  async answer(ask, { symbol, limit: most, ...span }) {
    const path = `/market-data/public/historical/${encodeURIComponent(symbol)}`;
    const { body, header } = await fetchContent<History>(ask, path, span);
    const { version } = await fetchContent(ask, "/trades", { limit: 1 });
    const bars = body.data.slice(0, most);
    const source = header("x-price-source") ?? null;
    const isStale = header("x-data-stale") === "true";
    const rangeNote = bars.length < body.total_points ? `, the newest ${bars.length} listed here` : "";
    return {
      data: {
        symbol: body.symbol,
        interval: body.interval,
        period: body.period,
        total_points: body.total_points,
        bars,
        source,
        first_day_known: header("x-price-first-day") ?? null,
        is_stale: isStale,
      },
      lines: [
        `${body.symbol}, ${body.period}: ${pluralize(body.total_points, "bar")} (${body.interval})${rangeNote}. Price source: ${source ?? "not named"}.`,
        ...(isStale ? ["No price source responds right now: these are the last known prices."] : []),
        ...bars.map(({ date, close }) => `- ${date}: ${close}`),
      ],
      version,
      scope: {},
    };
  },
});
