/** One session of the yahoo-finance2 library: cookies, token and the two questions that are asked. */
import { userAgent } from "../request.ts";

export interface Client {
  /** The `chart` answer, unchecked: daily bars from a day on. */
  chart(symbol: string, from: string, signal: AbortSignal): Promise<unknown>;
  /** The `quote` answers, unchecked; without those that Yahoo does not have. */
  quotes(symbols: readonly string[], signal: AbortSignal): Promise<unknown>;
}

/** The library is loaded on first use: it costs memory that a server without prices need not spend. */
export async function openClient(transport: typeof fetch, contact: string | null): Promise<Client> {
  const [{ default: createYahooFinance }, { default: chart }, { default: quote }, { ExtendedCookieJar }] =
    await Promise.all([
      import("yahoo-finance2/createYahooFinance"),
      import("yahoo-finance2/modules/chart"),
      import("yahoo-finance2/modules/quote"),
      import("yahoo-finance2/lib/cookieJar"),
    ]);
  const YahooFinance = createYahooFinance({ modules: { chart, quote } });
  const quiet = () => undefined;
  const library = new YahooFinance({
    fetch: transport,
    fetchOptions: { headers: { "User-Agent": userAgent(contact) } },
    // The library's own jar is shared by all of its instances, and a worn token would live on in it.
    cookieJar: new ExtendedCookieJar(),
    // It would otherwise ask the package registry whether it is outdated, and print whole answers.
    versionCheck: false,
    validation: { logErrors: false, logOptionsErrors: false },
    suppressNotices: ["yahooSurvey"],
    logger: { info: quiet, warn: quiet, error: quiet, debug: quiet, dir: quiet },
  });
  return {
    chart: (symbol, from, signal) =>
      library.chart(
        symbol,
        { period1: from, interval: "1d", includePrePost: false, return: "object" },
        { validateResult: false, fetchOptions: { signal } },
      ),
    quotes: (symbols, signal) => library.quote([...symbols], {}, { validateResult: false, fetchOptions: { signal } }),
  };
}
