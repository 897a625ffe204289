import { type Html, html } from "../html.ts";
import type { TradeLine } from "../trade-line.ts";

/** `17 days`, with the word `late` where the law's time had passed; a day that is not known is said. */
export function daysToDisclose({ reportingGapDays: days, late }: Pick<TradeLine, "reportingGapDays" | "late">): Html {
  if (days === null) return html`<span class="unknown">Not known</span>`;
  const text = html`<span>${days} ${days === 1 ? "day" : "days"}</span>`;
  return late ? html`${text} <strong class="late">late</strong>` : text;
}
