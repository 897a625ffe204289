import type { Dataset } from "../dataset/dataset.ts";
import { listRange } from "../dataset/search/positions.ts";
import { readTrade } from "./columns.ts";

/** Trades disclosed in one calendar year. They are consecutive in the list of trades (latest disclosure first). */
export interface YearSpan {
  readonly year: string;
  readonly positions: Uint32Array;
}

/** Newest year first; every trade is in exactly one span. */
export function findYearSpans(dataset: Pick<Dataset, "tradeCount" | "getTradeAt">): readonly YearSpan[] {
  const readYearAt = (position: number): string =>
    String(readTrade(dataset.getTradeAt(position)).disclosure_date).slice(0, 4);
  const spans: YearSpan[] = [];
  for (let from = 0; from < dataset.tradeCount; ) {
    const year = readYearAt(from);
    // Find the first position of an earlier year: trades are ordered by disclosure date, newest first.
    let [low, high] = [from + 1, dataset.tradeCount];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (readYearAt(middle) === year) low = middle + 1;
      else high = middle;
    }
    spans.push({ year, positions: listRange(from, low) });
    from = low;
  }
  return spans;
}
