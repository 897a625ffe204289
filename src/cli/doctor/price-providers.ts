/** The providers of prices, asked for one symbol by one request each, and the prices that the service has stored. */
import { existsSync } from "node:fs";
import { z } from "zod";
import { PriceCoverageSchema } from "../../api/performance/price-coverage.ts";
import type { Config } from "../../config.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { ConfigError, SourceError } from "../../errors.ts";
import { createLogger } from "../../log.ts";
import type { ProviderId } from "../../market/market.ts";
import { createProviders } from "../../market/providers/all.ts";
import { systemFetch } from "../../market/providers/request.ts";
import type { Fetch } from "../../outbound/fetch.ts";
import type { UnstoredReason } from "../../performance/price-coverage.ts";
import { adviceOn, failureText } from "../../sources/site-check.ts";
import { serviceOf } from "../../store/data-lock.ts";
import { counted } from "../counted.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, fault } = findingsOf("outside");
/** A share that every provider knows; one that does not has answered too. */
const ASKED_FOR = canonicalSymbol("AAPL");
const PATIENCE_MS = 20_000;

export async function priceFindings(config: Config): Promise<Finding[]> {
  const found = await Promise.all(config.MARKET_PROVIDERS.map((id) => providerFinding(config, id)));
  const anyAnswers = found.some(({ state }) => state === "ok");
  // Prices are served if another provider answers.
  const judged = found.map((each) =>
    each.state === "warning" && !anyAnswers ? { ...each, state: "fault" as const } : each,
  );
  return [...judged, await storedFinding(config)];
}

const STORED = "prices-stored";
const WHY: Readonly<Record<UnstoredReason, string>> = {
  not_asked: "whose turn has not come",
  failed: "for which the sources refused or did not answer",
  no_source: "that no source has",
  no_earlier_days: "whose prices begin later",
  no_later_days: "whose prices end earlier",
};
const Failure = z.object({ code: z.string() });

/** The counts of `GET /coverage/prices` of a running service; without one nothing is counted, since the store is not opened here. */
async function storedFinding({ DATA_DIR }: Config): Promise<Finding> {
  const service = serviceOf(DATA_DIR);
  if (service === null) return ok(STORED, "The service counts them while it runs.");
  try {
    const answer = await fetch(`${service.url}/coverage/prices`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body: unknown = await answer.json();
    if (!answer.ok) return warning(STORED, `The service answers ${Failure.parse(body).code}.`, "Run `doctor` again.");
    const { securities, last_failure: failure } = PriceCoverageSchema.parse(body);
    const { n, n_priced: priced, n_unpriced: unpriced } = securities;
    const missing = Object.entries(WHY).flatMap(([reason, words]) =>
      unpriced[reason as UnstoredReason] > 0 ? `${unpriced[reason as UnstoredReason]} ${words}` : [],
    );
    const others = missing.length === 0 ? "" : `, ${counted(n - priced, "other")} not: ${missing.join(", ")}`;
    const says = `Of ${counted(n, "traded security", "traded securities")} ${priced} have stored prices of all their trades${others}.`;
    if (failure === null) return ok(STORED, says);
    const failed = `The latest question that failed was for ${failure.ticker} at ${failure.at.slice(0, 16)}Z: ${failure.reason}`;
    return warning(STORED, `${says} ${failed}`, "It is asked again.");
  } catch (error) {
    return warning(
      STORED,
      `The service at ${service.url} does not answer: ${(error as Error).message}`,
      "See its log.",
    );
  }
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
