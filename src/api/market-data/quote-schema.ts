import { z } from "zod";
import { toWireQuote } from "../../domain/quote.ts";
import { createNonBlankTextSchema } from "../../http/request/parameter.ts";
import { QUOTES_AT_ONCE, type QuotesAnswer } from "../../prices/market.ts";

const createNullableNumberSchema = (meaning: string) => z.number().nullable().meta({ description: meaning });

const EXAMPLE = {
  symbol: "BRK.B",
  company_name: "Berkshire Hathaway Inc.",
  price: 500.25,
  change: 2.5,
  change_percent: 0.5,
  volume: 3200000,
  market_cap: 1080000000000,
  pe_ratio: 16.1,
  week_52_high: 530.1,
  week_52_low: 440.7,
  timestamp: "2026-02-20T21:00:00Z",
};

export const QuoteSchema = z
  .object({
    symbol: z.string().meta({ description: "In canonical form: upper case, with a dot before a share class." }),
    company_name: z.string().nullable(),
    price: z.number().meta({ description: "Latest price, in US dollars." }),
    change: createNullableNumberSchema("Price less the previous close."),
    change_percent: createNullableNumberSchema("3.38 means 3.38%."),
    volume: z.int().min(0).nullable(),
    market_cap: z.int().min(0).nullable(),
    pe_ratio: createNullableNumberSchema("Null where there is none, as for a fund."),
    week_52_high: createNullableNumberSchema("Highest price of 52 weeks."),
    week_52_low: createNullableNumberSchema("Lowest price of 52 weeks."),
    timestamp: z.iso.datetime().meta({ description: "UTC time of the price, not of the answer." }),
  })
  .meta({
    id: "Quote",
    description: "Latest price of a security. A number that the provider does not have is null, never 0.",
    examples: [EXAMPLE],
  });

export const QuotesQuery = z.object({
  symbols: z
    .array(createNonBlankTextSchema(300))
    .max(QUOTES_AT_ONCE)
    .meta({
      description: `Up to ${QUOTES_AT_ONCE} ticker symbols, upper or lower case.`,
      examples: [["AAPL", "BRK.B"]],
    }),
});

export const QuotesSchema = z
  .object({
    quotes: z.array(QuoteSchema).meta({ description: "In the order requested, each security once." }),
    not_found: z.array(z.string()).meta({ description: "Symbols that name no security." }),
    unavailable: z.array(z.string()).meta({
      description: "Symbols for which no price source responds right now and no price is stored.",
    }),
    stale: z.array(z.string()).meta({
      description:
        "Symbols whose quote above may be out of date: fetching failed, or the price is too old to be current.",
    }),
  })
  .meta({
    id: "QuoteList",
    description: "Several quotes; symbols without an answer are listed separately.",
    examples: [{ quotes: [EXAMPLE], not_found: ["ZZZZZ"], unavailable: [], stale: [] }],
  });

export function toWireQuotes({ quotes, notFound, unavailable }: QuotesAnswer): z.output<typeof QuotesSchema> {
  return {
    quotes: quotes.map(({ quote }) => toWireQuote(quote)),
    not_found: [...notFound],
    unavailable: [...unavailable],
    stale: quotes.flatMap(({ quote, stale }) => (stale ? [quote.symbol] : [])),
  };
}
