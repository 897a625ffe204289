/** Mean change of a security since the disclosures of some trades in it, minus the change of the benchmark. */
import type { IsoDate } from "../../domain/dates.ts";
import { BENCHMARK } from "../../domain/symbol.ts";
import { DecisionWriter, type ReportedTrade, UNPRICED_KINDS } from "./decision.ts";
import type { PriceSeries } from "./price-series.ts";
import { computeChangeSince, findCloseOn, getLastPrice, type MissingPrice, type PriceChange } from "./trade-prices.ts";

export interface MeanSince {
  /** Mean of the security's change minus the benchmark's, as a fraction: 0.1 is ten percentage points. */
  readonly mean: number;
  /** Number of decisions that the mean is computed from, and number of all decisions. */
  readonly priced: number;
  readonly decisions: number;
  /** Day of the security's last stored close. */
  readonly to: IsoDate;
}

/** The mean, or why no decision can be compared with the benchmark. The reason is that of the decision disclosed first. */
export type SinceDisclosure = MeanSince | MissingPrice | "no_benchmark";

export interface SinceParts {
  /** Reads stored closes, without querying a provider. */
  readonly readCloses: (symbol: string) => Promise<(PriceSeries & { readonly finalDay: IsoDate }) | null>;
  readonly findSessionAfter: (day: IsoDate) => IsoDate;
  readonly pause: () => Promise<void>;
}

/**
 * For each decision, measures the change of the security and of the benchmark since the disclosure, without dividends. Both
 * changes start at the close of the first session after the disclosure. Both end on the day of the security's last stored close.
 * @param trades of one security and direction. A decision reported in several trades is counted once, from its first disclosure.
 */
export async function computeMeanReturnSince(
  trades: Iterable<ReportedTrade>,
  { readCloses, findSessionAfter, pause }: SinceParts,
): Promise<SinceDisclosure> {
  const writer = new DecisionWriter();
  for (const trade of trades) {
    writer.add(trade);
    await pause();
  }
  const { decisions, unpriced } = writer.toDecisions();
  const benchmark = await readCloses(BENCHMARK);
  const changes: PriceChange[] = [];
  let [missing, missingSince] = [UNPRICED_KINDS.find((kind) => unpriced[kind] > 0) as SinceDisclosure, ""];
  let [series, seriesSymbol] = [null as Awaited<ReturnType<SinceParts["readCloses"]>>, ""];
  for (const { symbol, disclosureDate } of decisions) {
    if (symbol !== seriesSymbol) [series, seriesSymbol] = [await readCloses(symbol), symbol];
    const change = findChangeSince(series, findSessionAfter(disclosureDate), benchmark);
    await pause();
    if (typeof change !== "string" && change.benchmark !== null) changes.push(change);
    else if (missingSince === "" || disclosureDate < missingSince) {
      [missing, missingSince] = [typeof change === "string" ? change : "no_benchmark", disclosureDate];
    }
  }
  const [first] = changes;
  if (first === undefined) return missing;
  const sum = changes.reduce((before, each) => before + each.security - (each.benchmark as number), 0);
  return { mean: sum / changes.length, priced: changes.length, decisions: decisions.length, to: first.to };
}

function findChangeSince(
  series: (PriceSeries & { readonly finalDay: IsoDate }) | null,
  session: IsoDate,
  benchmark: PriceSeries | null,
): PriceChange | MissingPrice {
  if (series === null || series.days.length === 0) return "no_bars";
  return computeChangeSince(findCloseOn(series, session), getLastPrice(series), benchmark);
}
