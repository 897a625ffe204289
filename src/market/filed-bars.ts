/** Bars that somebody has on file, joined to those that are kept. */
import type { Bar } from "../domain/bar.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { MarketTable } from "../store/store.ts";
import type { MarketProvider } from "./market.ts";
import type { SeriesKeeper } from "./series.ts";
import { endOf, latestSettledDay } from "./session.ts";
import { successorIfFormer } from "./symbol-succession.ts";

/** Number of new bars, and of bars of days that are not over. */
export interface Added {
  readonly added: number;
  readonly running: number;
}

interface Keeping {
  readonly series: SeriesKeeper;
  readonly store: MarketTable;
  readonly clock: () => Date;
}

/**
 * @param given newest first; a day that is not over yet is not taken.
 * @throws {SourceError} `conflict` when they cannot be one series with the kept ones, `bad_answer` when they are another security's.
 */
export async function addFiledBars(
  { series, store, clock }: Keeping,
  symbol: CanonicalSymbol,
  given: readonly Bar[],
  splitPolicy: MarketProvider["splitPolicy"],
): Promise<Added> {
  const bars = given.filter(({ date }) => date <= latestSettledDay(clock()));
  const newest = bars[0];
  const running = given.length - bars.length;
  if (newest === undefined) return { added: 0, running };
  const successor = successorIfFormer(symbol, newest.date);
  if (successor !== null) {
    throw new SourceError(
      "bad_answer",
      `Up to ${newest.date}, where these days end, ${symbol} stood for what is ${successor} today; name them so, or add later days.`,
    );
  }
  // Bars of a file are joined to the stored ones or refused: this throws while the store does not answer.
  await store.readPackedBars(symbol);
  const before = await series.kept(symbol);
  const known = new Set(before?.bars.map((bar) => bar.date));
  const offered = { bars, companyName: null, splits: [], dropped: 0 };
  const ended = endOf(newest.date);
  const asOf = ended < clock() ? ended : clock();
  const joined = await series.take(symbol, offered, { id: "file", splitPolicy }, asOf);
  const there = new Set(joined.bars.map((bar) => bar.date));
  return { added: bars.filter((bar) => there.has(bar.date) && !known.has(bar.date)).length, running };
}
