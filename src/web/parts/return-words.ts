/** Figures of returns in words. */
import type { Figure } from "../../prices/returns/performance.ts";
import { counted } from "./words.ts";

/** `+1.2 %`, with a real minus sign. */
export function percent(fraction: number): string {
  const text = Math.abs(100 * fraction).toLocaleString("en-US", { maximumFractionDigits: 1 });
  if (text === "0") return "0 %";
  return `${fraction < 0 ? "\u2212" : "+"}${text} %`;
}

/** Horizons by their number of sessions. */
export const SESSIONS = { 5: "a week", 21: "a month", 63: "a quarter", 126: "half a year", 252: "a year" } as const;

/** What moves together: of one member the decisions of a report, of several those of a member and month. */
export type Together = "reports" | "members and months";

/** The interval, or why there is none. No mean stands without one. */
export function figureWords({ state, estimate: { count, clusters, interval } }: Figure, together: Together): string {
  const decisions = counted(count, "decision");
  if (state === "none") return "no priced decision";
  if (state === "too_few_priced") return `too few are priced for a figure (${decisions})`;
  if (interval === null) return `too few ${together} for an interval (${clusters}, with ${decisions})`;
  return `${percent(interval.low)} to ${percent(interval.high)} (${decisions})`;
}
