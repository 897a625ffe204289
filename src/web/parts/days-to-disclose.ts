import type { TradeSummary } from "../../dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import { timePassed } from "./late-words.ts";
import { counted } from "./words.ts";

/** `17 days`; where the law's time had passed, the word `late` and which time that was; a day that is not known is said. */
export function daysToDisclose({
  reportingGapDays: days,
  late,
}: Pick<TradeSummary, "reportingGapDays" | "late">): Html {
  if (days === null) return html`<span class="unknown">Not known</span>`;
  if (!late) return html`<span>${counted(days, "day")}</span>`;
  return html`<span>${counted(days, "day")},</span> <strong class="late">late</strong><small>${timePassed(days)}</small>`;
}
