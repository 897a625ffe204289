/** The two questions that Yahoo is asked, within one session. */
import { SourceError } from "../../errors.ts";
import { openSession } from "./session.ts";
import { field, type Transport } from "./transport.ts";

export interface Client {
  /** The `chart` answer, unchecked: daily bars from a day on. */
  chart(symbol: string, from: string, signal: AbortSignal): Promise<unknown>;
  /** The `quote` answers, unchecked; without those that Yahoo does not have. */
  quotes(symbols: readonly string[], signal: AbortSignal): Promise<unknown>;
}

const HOST = "https://query2.finance.yahoo.com";

export function openClient(transport: Transport, clock: () => Date): Client {
  const session = openSession(transport);

  async function json(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    const { text } = await session.ask(`${HOST}${path}?${new URLSearchParams(query).toString()}`, signal);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new SourceError("bad_answer", `Yahoo (${path}) sent something that is not its JSON.`, { cause: error });
    }
  }

  return {
    async chart(symbol, from, signal) {
      const answer = await json(
        `/v8/finance/chart/${encodeURIComponent(symbol)}`,
        {
          useYfid: "true",
          interval: "1d",
          includePrePost: "false",
          events: "div|split|earn",
          lang: "en-US",
          period1: String(Date.parse(from) / 1000),
          period2: String(Math.floor(clock().getTime() / 1000)),
        },
        signal,
      );
      return list(field(field(answer, "chart"), "result"))[0];
    },

    async quotes(symbols, signal) {
      const crumb = await session.crumb(signal);
      const answer = await json("/v7/finance/quote", { symbols: symbols.join(","), crumb }, signal);
      const quotes = field(field(answer, "quoteResponse"), "result");
      // A delisted security has a name here and no quote.
      return Array.isArray(quotes) ? quotes.filter((quote) => field(quote, "quoteType") !== "NONE") : quotes;
    },
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
