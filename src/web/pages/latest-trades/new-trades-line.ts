/** What is new, in one sentence, and what is still unread. */
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { NewTrades } from "../../../publication/dataset/facts/new-trades.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { counted, writtenWeekday } from "../../parts/words.ts";

/** @param newest null if there are no trades. */
export function newTradesLine(links: Links, newest: NewTrades | null, { totals }: Pick<Coverage, "totals">): Html {
  const news =
    newest === null
      ? html`No trade is published yet.`
      : html`New since ${writtenWeekday(newest.since)}: <a href="${links.latestTrades({ disclosed_from: newest.since })}">${counted(newest.trades, "trade")} in ${counted(newest.filings, "filing")}</a> by ${counted(newest.members, "member")}.`;
  return html`<p class="news" title="By the day of the first disclosure, from the last working day before the newest one on">${news}${unread(totals.states)}</p>`;
}

function unread({ needs_ocr: scans, pending }: Coverage["totals"]["states"]): string {
  const reports = [
    ...(scans > 0 ? [counted(scans, "scanned report")] : []),
    ...(pending > 0 ? [counted(pending, scans > 0 ? "other report" : "report")] : []),
  ];
  return reports.length === 0 ? "" : ` ${reports.join(" and ")} ${scans + pending === 1 ? "is" : "are"} not read yet.`;
}
