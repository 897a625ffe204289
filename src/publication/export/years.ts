import type { Dataset } from "../dataset/dataset.ts";
import { bisect, listRange } from "../dataset/search/positions.ts";
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
    // Trades are ordered by disclosure date, newest first.
    const firstOfEarlierYear = bisect(dataset.tradeCount, (at) => readYearAt(at) >= year);
    spans.push({ year, positions: listRange(from, firstOfEarlierYear) });
    from = firstOfEarlierYear;
  }
  return spans;
}
