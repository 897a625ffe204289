import { z } from "zod";
import { INTERVALS, PERIODS } from "../../domain/bar.ts";

export const HistoricalQuery = z.object({
  period: z.enum(PERIODS).optional().meta({
    description: "Calendar months or years back from the latest trading day, unless `from` or `to` is given.",
    default: "3mo",
  }),
  from: z.iso.date().optional().meta({
    description:
      "First day of the range, instead of `period`. Days since 2012 are fetched if a provider has them. Default: the first known day.",
  }),
  to: z.iso.date().optional().meta({
    description: "Last day of the range, instead of `period`. Default: the last known day.",
  }),
  interval: z.enum(INTERVALS).default("1d").meta({ description: "Length of one bar." }),
});

const EXAMPLE = { date: "2026-02-20", open: 183.1, high: 185.4, low: 182.6, close: 184.9, volume: 51200300 };

const PriceBarSchema = z
  .object({
    date: z.iso.date().meta({ description: "The day; for a week its Monday, for a month its first day." }),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number(),
    volume: z.int().min(0),
  })
  .meta({
    id: "PriceBar",
    description: "One period of trading, adjusted for splits and not for dividends.",
    examples: [EXAMPLE],
  });

export const HistorySchema = z
  .object({
    symbol: z.string(),
    interval: z.enum(INTERVALS).meta({ description: "As used." }),
    period: z
      .union([z.enum(PERIODS), z.string().regex(/^\d{4}-\d{2}-\d{2}\/\d{4}-\d{2}-\d{2}$/)])
      .meta({ description: "The applied period; for `from` and `to`, both days, separated by a slash." }),
    data: z.array(PriceBarSchema).meta({ description: "Newest first." }),
    total_points: z.int().min(0).meta({ description: "Number of bars in `data`." }),
  })
  .meta({
    id: "History",
    description: "Prices of a period.",
    examples: [{ symbol: "AAPL", interval: "1d", period: "3mo", data: [EXAMPLE], total_points: 1 }],
  });
