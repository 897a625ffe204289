/** Renders sentences, numbers and tables about late disclosure. */
import { GRACE_DAYS, NOTIFICATION_DAYS, TRANSACTION_DAYS } from "../../domain/reporting-deadline.ts";
import type { LateRow } from "../../publication/dataset/facts/late-record.ts";
import type { Spread } from "../../publication/dataset/facts/spread.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { renderScrollingTable } from "./scrolling-table.ts";
import { formatCount, pluralize } from "./words.ts";

/** The law's rule on late disclosure, as applied by the service. */
export function renderLateRule(links: Links): Html {
  return html`<p class="rule">A trade is late when it was first disclosed more than ${NOTIFICATION_DAYS} days after the member was notified of it, or more than ${TRANSACTION_DAYS} days after the transaction, whichever is sooner (STOCK Act of 2012, 5 U.S.C. 13105(l)). A trade reported again in an amendment is judged by its first report. A trade is not judged if it needs no periodic report, if its first report is not known, or if one of its dates is probably a typo. A report is late when any of its trades is. For the first ${GRACE_DAYS} days after the deadline, the grace period, no fee is due (5 U.S.C. 13106(d)); the report is still late from the first day. <a href="${links.to("/methodology")}">How the data is made</a></p>`;
}

/** `7%`. Shows `under 1%` and `over 99%` where rounding would give 0% or 100%. */
export function formatLateShare(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 1) return "under 1%";
  return part < whole && percent > 99 ? "over 99%" : `${Math.round(percent)}%`;
}

/** Days rounded to halves: `27`, `27.5`. */
export function formatDaysToNearestHalf(value: number): string {
  return formatCount(Math.round(value * 2) / 2);
}

/** `Half were public within 20 days; the slowest took 38.` @param trades number of trades, with or without known dates. */
export function formatDelays({ count: known, median, most }: Spread, trades: number): string {
  if (known === 1) {
    const after = most === 0 ? "on the day of the trade" : `${pluralize(most, "day")} after the trade`;
    return trades === 1 ? `It was disclosed ${after}.` : `The one trade with known dates was disclosed ${after}.`;
  }
  return `Half were public within ${formatDaysToNearestHalf(median)} ${median === 1 ? "day" : "days"}; the slowest took ${formatCount(most)}.`;
}

/** Names the missed deadline: the one counted from the trade if it was missed, otherwise the one from the notification. */
export function formatMissedDeadline(reportingGapDays: number): string {
  return reportingGapDays > TRANSACTION_DAYS
    ? `more than ${TRANSACTION_DAYS} days after the trade`
    : `more than ${NOTIFICATION_DAYS} days after the member was notified`;
}

export function renderLatenessByYear(
  rows: readonly LateRow[],
  caption: string,
  renderYear: (row: LateRow) => Html | string,
): Html {
  return renderScrollingTable({
    look: "data late-years",
    caption,
    rows: html`<thead><tr><th scope="col">Year disclosed</th><th scope="col" class="number">Reports</th><th scope="col" class="number">Late reports</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Late trades</th><th scope="col" class="number">Within grace period</th><th scope="col" class="number">After grace period</th><th scope="col" class="number">Late, % of judged</th><th scope="col" class="number">Median days to disclose</th></tr></thead>
<tbody>${rows.map(
      (
        row,
      ) => html`<tr><th scope="row">${renderYear(row)}</th><td class="number">${formatCount(row.reports)}</td><td class="number">${renderLateCount(row.lateReports)}</td><td class="number">${formatCount(row.trades)}</td><td class="number">${renderLateCount(row.late)}</td><td class="number">${formatCount(row.lateInGrace)}</td><td class="number">${renderLateCount(row.late - row.lateInGrace)}</td><td class="number">${formatLateShare(row.late, row.judged)}</td><td class="number">${row.daysToDisclose === null ? "–" : formatDaysToNearestHalf(row.daysToDisclose.median)}</td></tr>
`,
    )}</tbody>`,
  });
}

export function renderLateCount(late: number): Html {
  return late === 0 ? html`0` : html`<strong class="late">${formatCount(late)}</strong>`;
}
