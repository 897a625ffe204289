/** What is new, in one sentence, and what is still unread. */
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { NewTrades } from "../../../publication/dataset/facts/new-trades.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { pluralize, renderWrittenWeekday } from "../../parts/words.ts";

/** @param newest null if there are no trades. */
export function renderNewTradesLine(
  links: Links,
  newest: NewTrades | null,
  { totals }: Pick<Coverage, "totals">,
): Html {
  const news =
    newest === null
      ? html`No trade is published yet.`
      : html`New since ${renderWrittenWeekday(newest.since)}: <a href="${links.toLatestTrades({ disclosed_from: newest.since })}">${pluralize(newest.trades, "trade")} in ${pluralize(newest.filings, "filing")}</a> by ${pluralize(newest.members, "member")}.`;
  return html`<p class="news" title="Counted by day of first disclosure, starting with the last business day before the newest disclosure">${news}${formatUnreadReports(totals.states)}</p>`;
}

function formatUnreadReports({ needs_ocr: scans, pending }: Coverage["totals"]["states"]): string {
  const reports = [
    ...(scans > 0 ? [pluralize(scans, "scanned report")] : []),
    ...(pending > 0 ? [pluralize(pending, scans > 0 ? "other report" : "report")] : []),
  ];
  return reports.length === 0 ? "" : ` ${reports.join(" and ")} ${scans + pending === 1 ? "is" : "are"} not read yet.`;
}
