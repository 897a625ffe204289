/** How many trades have stored prices, and why the others have none. */
import { z } from "zod";
import { BENCHMARK } from "../../domain/symbol.ts";
import { createJsonAnswerWithDigest } from "../../http/response/json-answer.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import { UNPRICED_KINDS } from "../../prices/returns/decision.ts";
import { type PriceCoverage, UNSTORED_REASONS, type UnstoredReason } from "../../prices/returns/price-coverage.ts";
import type { Returns } from "../../prices/returns/returns.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";

const count = z.int().min(0);

const MEANINGS: Readonly<Record<UnstoredReason, string>> = {
  not_asked: "Not requested yet. Prices are requested within the sources' limits, most recently traded first.",
  failed: "The sources refused or did not answer the last request; it will be retried.",
  no_source: "No source has a price for it.",
  no_earlier_days: "The sources' prices start later.",
  no_later_days:
    "The stored prices end before the trade. Later ones are not available yet, or the security stopped trading.",
};
const reasons = Object.fromEntries(
  UNSTORED_REASONS.map((reason) => [reason, count.meta({ description: MEANINGS[reason] })]),
) as Record<UnstoredReason, typeof count>;
const kinds = Object.fromEntries(UNPRICED_KINDS.map((kind) => [kind, count]));

export const PriceCoverageSchema = z
  .object({
    dataset_version: z.string(),
    securities: z.object({ n: count, n_priced: count, n_with_dividends: count, n_unpriced: z.object(reasons) }).meta({
      description:
        "Traded shares and listed funds. One is priced if the closes for its earliest and latest trades are stored, and has dividends if these are also known since the earliest trade. The unpriced are counted by the earliest trade's reason, or by the latest's if only that has no price.",
    }),
    trades: z.object({ n: count, n_priced: count, n_unpriced: z.object({ ...kinds, ...reasons }) }).meta({
      description:
        "All trades. One is priced if the close on its transaction date, or on the next session, is stored. The others are counted by the kind of asset or transaction that is never priced, or by reason.",
    }),
    benchmark: z.object({ ticker: z.string(), missing_sessions: z.array(z.iso.date()) }).meta({
      description:
        "Trading days between its first and last price for which no price is stored. No return begins or ends there (`no_benchmark`), and the sources are asked for them again.",
    }),
    last_failure: z
      .object({ ticker: z.string(), at: z.iso.datetime(), reason: z.string() })
      .nullable()
      .meta({ description: "The latest failed request for daily prices; null if none is waiting to be retried." }),
  })
  .meta({
    id: "PriceCoverage",
    description:
      "How many of the traded securities and of their trades have stored prices, and why the others have none.",
    examples: [
      {
        dataset_version: "2026-11-20.1",
        securities: {
          n: 2410,
          n_priced: 2105,
          n_with_dividends: 2051,
          n_unpriced: { not_asked: 120, failed: 3, no_source: 160, no_earlier_days: 18, no_later_days: 4 },
        },
        trades: {
          n: 61_240,
          n_priced: 47_012,
          n_unpriced: {
            ...Object.fromEntries(UNPRICED_KINDS.map((kind) => [kind, 0])),
            option: 6102,
            bond: 5210,
            no_ticker: 610,
            ...{ not_asked: 1410, failed: 18, no_source: 790, no_earlier_days: 74, no_later_days: 14 },
          },
        },
        benchmark: { ticker: "SPY", missing_sessions: [] },
        last_failure: {
          ticker: "ZZZ",
          at: "2026-11-20T06:41:40.020Z",
          reason: "yahoo answered 429.",
        },
      },
    ],
  });

function toWirePriceCoverage({
  version,
  securities,
  withDividends,
  trades,
  missingSessions,
  lastFailure,
}: PriceCoverage) {
  return {
    dataset_version: version,
    securities: {
      n: securities.all,
      n_priced: securities.priced,
      n_with_dividends: withDividends,
      n_unpriced: securities.unpriced,
    },
    trades: { n: trades.all, n_priced: trades.priced, n_unpriced: trades.unpriced },
    benchmark: { ticker: BENCHMARK, missing_sessions: missingSessions },
    last_failure: lastFailure && {
      ticker: lastFailure.symbol,
      at: lastFailure.at.toISOString(),
      reason: lastFailure.reason,
    },
  };
}

/** `GET /coverage/prices`. */
export function createPriceCoverageRoute(datasets: Datasets, returns: Pick<Returns, "computePriceCoverage">): Route {
  return createPublicRoute({
    name: "price_coverage",
    path: "/coverage/prices",
    query: z.object({}),
    description: {
      summary: "Which prices are stored, and which are missing",
      description:
        "Prices are fetched back to the first trade of each security, slowly and within the limits of their sources. Counted again after a minute, or sooner if prices are added.",
      response: PriceCoverageSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "service_unavailable"],
    },
    answer: async () => {
      const counts = await awaitRead(returns.computePriceCoverage(datasets.getCurrent()));
      return createJsonAnswerWithDigest(toWirePriceCoverage(counts), ["X-Dataset-Version", counts.version]);
    },
  });
}
