import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import type { MarketProvider, ProviderId } from "../market.ts";
import { createFileProvider } from "./file.ts";
import { createFinnhubProvider } from "./finnhub.ts";
import { createNasdaqProvider } from "./nasdaq/nasdaq.ts";
import type { ProviderOptions } from "./request.ts";
import { createTiingoProvider } from "./tiingo.ts";
import { createYahooProvider } from "./yahoo/yahoo.ts";

/** Creates providers in `MARKET_PROVIDERS` order. @throws {ConfigError} naming every provider whose key or folder is not set. */
export function createProviders(
  config: Config,
  log: Logger,
  more: Pick<ProviderOptions, "fetch"> = {},
): readonly MarketProvider[] {
  const missing: string[] = [];
  const common = { contact: config.CONTACT, log, ...more };
  const getRequired = (provider: ProviderId, name: "TIINGO_API_KEY" | "FINNHUB_API_KEY" | "MARKET_FILES"): string => {
    if (config[name] === null) missing.push(`MARKET_PROVIDERS names ${provider}, which needs ${name}.`);
    return config[name] ?? "";
  };
  const make: Readonly<Record<ProviderId, () => MarketProvider>> = {
    yahoo: () => createYahooProvider({ ...common, baseUrl: config.YAHOO_URL }),
    nasdaq: () => createNasdaqProvider({ ...common, baseUrl: config.NASDAQ_URL }),
    tiingo: () =>
      createTiingoProvider({ ...common, baseUrl: config.TIINGO_URL, apiKey: getRequired("tiingo", "TIINGO_API_KEY") }),
    finnhub: () =>
      createFinnhubProvider({
        ...common,
        baseUrl: config.FINNHUB_URL,
        apiKey: getRequired("finnhub", "FINNHUB_API_KEY"),
      }),
    file: () => createFileProvider({ folder: getRequired("file", "MARKET_FILES") }),
  };
  const providers = config.MARKET_PROVIDERS.map((id) => make[id]());
  if (missing.length > 0) throw new ConfigError(missing.join("\n"));
  return providers;
}
