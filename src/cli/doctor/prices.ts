/** The providers of prices, asked for one symbol by one request each. */
import { existsSync } from "node:fs";
import type { Config } from "../../config.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { ConfigError, SourceError } from "../../errors.ts";
import { createLogger } from "../../log.ts";
import type { ProviderId } from "../../market/market.ts";
import { createProviders } from "../../market/providers/all.ts";
import { systemFetch } from "../../market/providers/request.ts";
import type { Fetch } from "../../outbound/fetch.ts";
import { adviceOn, failureText } from "../../sources/site-check.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, fault } = findingsOf("outside");
/** A share that every provider knows; one that does not has answered too. */
const ASKED_FOR = canonicalSymbol("AAPL");
const PATIENCE_MS = 20_000;

export async function priceFindings(config: Config): Promise<Finding[]> {
  const found = await Promise.all(config.MARKET_PROVIDERS.map((id) => providerFinding(config, id)));
  const anyAnswers = found.some(({ state }) => state === "ok");
  // Prices are served if another provider answers.
  return found.map((each) => (each.state === "warning" && !anyAnswers ? { ...each, state: "fault" } : each));
}

async function providerFinding(config: Config, id: ProviderId): Promise<Finding> {
  const name = `prices-${id}`;
  const asked = onlyOnce();
  try {
    const [provider] = createProviders({ ...config, MARKET_PROVIDERS: [id] }, createLogger("silent"), {
      fetch: asked.fetch,
    });
    if (id === "file") return folderFinding(name, config.MARKET_FILES ?? "");
    const ask = provider?.dailyBars ?? provider?.quote;
    if (ASKED_FOR !== null) await ask?.(ASKED_FOR, AbortSignal.timeout(PATIENCE_MS));
    return ok(name, "It answers.");
  } catch (error) {
    if (error instanceof ConfigError) return fault(name, error.message, "Set it, or take it out of MARKET_PROVIDERS.");
    // It took the first answer, and wanted to know more.
    if (asked.wasAskedAgain()) return ok(name, "It answers.");
    return warning(name, failureText(error), adviceOn(error));
  }
}

function folderFinding(name: string, folder: string): Finding {
  if (existsSync(folder)) return ok(name, `"${folder}" is there.`);
  return fault(name, `"${folder}" is not there.`, "Set MARKET_FILES to the folder of the CSV files.");
}

/** Lets one request pass. */
function onlyOnce(): { readonly fetch: Fetch; wasAskedAgain(): boolean } {
  const through = systemFetch();
  let requests = 0;
  return {
    async fetch(url, init) {
      requests += 1;
      if (requests > 1) throw new SourceError("busy", "One request is enough.");
      return through(url, init);
    },
    wasAskedAgain: () => requests > 1,
  };
}
