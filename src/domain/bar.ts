import type { IsoDate } from "./dates.ts";

/** One period of trading: split-adjusted, not dividend-adjusted, in US dollars. */
export interface Bar {
  readonly date: IsoDate;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Cash dividends of a share, on the split-adjusted scale of its bars. Days are numbered from 1970-01-01. */
export interface CashDividends {
  /** First and last day for which dividends are known; they are unknown outside this range. */
  readonly from: number;
  readonly to: number;
  /** Dollars per share by ex-dividend day, ascending. */
  readonly cash: ReadonlyMap<number, number>;
}

export const PERIODS = ["1mo", "3mo", "6mo", "1y", "5y"] as const;
export type Period = (typeof PERIODS)[number];
export const INTERVALS = ["1d", "1wk", "1mo"] as const;
export type Interval = (typeof INTERVALS)[number];
