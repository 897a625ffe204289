import { GRACE_DAYS } from "../../domain/reporting-deadline.ts";
import type { TradeSummary } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import { formatMissedDeadline } from "./late-words.ts";
import { pluralize } from "./words.ts";

/** `17 days`; for a late disclosure also how many days late, which deadline was missed, and whether a fee is due; says so if a date is unknown. */
export function renderDaysToDisclose({
  reportingGapDays: days,
  daysLate,
}: Pick<TradeSummary, "reportingGapDays" | "daysLate">): Html {
  if (days === null) return html`<span class="unknown">Unknown</span>`;
  if (daysLate === null) return html`<span>${pluralize(days, "day")}</span>`;
  return html`<span>${pluralize(days, "day")},</span> <strong class="late">${pluralize(daysLate, "day")} late</strong><small>${formatMissedDeadline(days)}${daysLate <= GRACE_DAYS && ", within the grace period"}</small>`;
}
