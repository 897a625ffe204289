/** The section of `/performance` that says which prices are stored, and why others are missing. */
import { type IsoDate, toIsoDate } from "../../../domain/dates.ts";
import { UNPRICED_KINDS } from "../../../prices/returns/decision.ts";
import { type PriceCoverage, UNSTORED_REASONS } from "../../../prices/returns/price-coverage.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { formatMissingPriceReason } from "../../parts/missing-price-words.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { formatCount, formatShare, pluralize, renderReadableDate } from "../../parts/words.ts";

const MISSING = ["no_ticker", ...UNSTORED_REASONS] as const;
const NEVER_PRICED = UNPRICED_KINDS.filter((kind) => kind !== "no_ticker");

export function renderPriceCoverageSection(
  links: Links,
  { securities, withDividends, trades, missingSessions, lastFailure }: PriceCoverage,
): Html {
  const never = NEVER_PRICED.reduce((sum, kind) => sum + trades.unpriced[kind], 0);
  const priceable = trades.all - never;
  const rows = MISSING.filter((reason) => trades.unpriced[reason] > 0);
  return html`<section id="prices"><h2>Which prices are stored</h2>
<p>Of ${pluralize(priceable, "trade")} in shares and listed funds, ${formatCount(trades.priced)} (${formatShare(trades.priced, priceable)}) have a price for the trade date. Of ${pluralize(securities.all, "security", "securities")}, ${formatCount(securities.priced)} ${securities.priced === 1 ? "counts" : "count"} as priced. A security counts as priced if its earliest and its latest trade have a price. Dividends are stored for ${withDividends > 0 && withDividends === securities.priced ? "all" : formatCount(withDividends)} of the priced securities. Prices are downloaded gradually, starting with the securities traded most recently. The service requests prices since the first known trade of each security, but the price sources may not have prices for the oldest trades.${lastFailure && html` The last failed request was for ${lastFailure.symbol}, on ${renderReadableDate(toIsoDate(lastFailure.at))} (reason: ${lastFailure.reason.replace(/\.+$/, "")}).`}</p>
${missingSessions.length > 0 && html`<p>${renderMissingSessions(missingSessions)}</p>`}
${
  rows.length > 0 &&
  renderScrollingTable({
    look: "data",
    caption: "Trades without a price, and securities that do not count as priced",
    rows: html`<thead><tr><th scope="col">Why</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Securities</th></tr></thead>
<tbody>${rows.map(
      (reason) =>
        html`<tr><th scope="row">${formatMissingPriceReason(reason)}</th><td class="number">${formatCount(trades.unpriced[reason])}</td><td class="number">${reason === "no_ticker" ? "–" : formatCount(securities.unpriced[reason])}</td></tr>
`,
    )}</tbody>`,
  })
}
<p class="small">${never > 0 && `Another ${pluralize(never, "trade")}, not among the ${formatCount(priceable)} above, ${never === 1 ? "is" : "are"} never priced, because of the kind of asset or the type of trade. `} <a href="${links.to("/api/v1/coverage/prices")}">JSON</a></p></section>`;
}

/** Maximum number of days listed; the JSON has all. */
const MAX_DAYS_LISTED = 5;

function renderMissingSessions(days: readonly IsoDate[]): Html {
  const named = days.slice(0, MAX_DAYS_LISTED).map((each, at) => html`${at > 0 && ", "}${renderReadableDate(each)}`);
  const others = days.length - named.length;
  return html`SPY itself has no stored close for ${pluralize(days.length, "trading day")} (${named}${others > 0 && ` and ${formatCount(others)} more`}). No return starts or ends on these days; the price providers are queried again once a day.`;
}
