/** Monthly numbers of members who bought and who sold. Also securities with the most buyers or sellers in the last 30 days. */
import type { Overview } from "../../../prices/returns/overview.ts";
import { formatSignedPercent } from "../../../prices/returns/return-words.ts";
import type { SinceDisclosure } from "../../../prices/returns/since-disclosure.ts";
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { MonthlyTrades, MostTraded } from "../../../publication/dataset/facts/monthly-trades.ts";
import { renderDrawingSvg } from "../../charts/drawing.ts";
import { renderKindLegend } from "../../charts/kind-looks.ts";
import { drawMonths, formatMonth } from "../../charts/months-drawing.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { formatBand } from "../../parts/band.ts";
import { describeBenchmarkGap, formatMissingChangeReason } from "../../parts/missing-price-words.ts";
import { countReportsReadByYear } from "../../parts/read-by-year.ts";
import { formatCount, pluralize, renderReadableDate } from "../../parts/words.ts";

interface MonthlyParts {
  readonly links: Links;
  readonly coverage: Pick<Coverage, "years">;
  readonly monthly: MonthlyTrades;
  /** Null while it is being computed. */
  readonly overview: Pick<Overview, "monthly" | "pricesTo" | "benchmarkGap"> | null;
}

export function renderMonthlyReturns({
  links,
  coverage,
  monthly: { months, from, to, bought, sold },
  overview,
}: MonthlyParts): Html {
  const counts = countReportsReadByYear(coverage, undefined);
  const missing = [...new Set(months.map(({ year }) => year))].flatMap((year) => {
    const { read, reports } = counts.get(year) ?? { read: 0, reports: 0 };
    return read < reports ? [`${formatCount(reports - read)} of ${pluralize(reports, "report")} from ${year}`] : [];
  });
  return html`<div class="month"><figure class="chart months">${renderDrawingSvg(drawMonths(months), "months", "img")}
<figcaption>${renderKindLegend(["buys", "sells"])}This chart shows the last ${months.length} months: number of members who bought, and number who sold, by month of disclosure. A member counts at most once a month as a buyer and once as a seller; options are left out. The last month counts disclosures up to ${renderReadableDate(to)}.${missing.length > 0 && html` This site has not read ${missing.join(" and ")}. Trades in unread reports, and rows that wait for review, are not counted.`}</figcaption>
<details><summary>Show the data</summary><table><caption class="unseen">Members who bought and sold, by month of disclosure</caption>
<thead><tr><th scope="col">Month</th><th scope="col" class="number">Bought</th><th scope="col" class="number">Sold</th></tr></thead>
<tbody>${months.toReversed().map(
    (
      each,
    ) => html`<tr><th scope="row">${formatMonth(each)}</th><td class="number">${formatCount(each.buyers)}</td><td class="number">${formatCount(each.sellers)}</td></tr>
`,
  )}</tbody></table></details></figure>
${renderMostTradedSecurities({ links, overview }, "bought", bought)}
${renderMostTradedSecurities({ links, overview }, "sold", sold)}</div>
<p class="small">“Most bought” and “Most sold” are ranked by number of members, counting trades disclosed from ${renderReadableDate(from)} to ${renderReadableDate(to)}. Only securities that have a symbol and were traded by at least two members are listed. A member can be counted in both lists. The column “Since disclosure, minus SPY” shows the change in the security’s price from the first close after the disclosure to the latest close, minus the change in SPY’s price over the same days, both without dividends. Several purchases (or several sales) of the security by one member on one trade date count as one “decision”, and the column shows the mean over decisions. Decisions without a price are left out. A plus means that the security did better than SPY after the disclosure. In “Most sold”, a plus is a gain over SPY that the sellers missed.</p>`;
}

/** `NVDA bought by 7 members, AAPL sold by 5` */
export function formatMonthlySummary({ bought: [bought], sold: [sold] }: MonthlyTrades): string {
  if (bought === undefined && sold === undefined) return "no security was bought or sold by two or more members";
  return [
    ...(bought === undefined ? [] : [`${bought.symbol} bought by ${pluralize(bought.members, "member")}`]),
    ...(sold === undefined ? [] : [`${sold.symbol} sold by ${pluralize(sold.members, "member")}`]),
  ].join(", ");
}

function renderMostTradedSecurities(
  { links, overview }: Pick<MonthlyParts, "links" | "overview">,
  done: "bought" | "sold",
  most: readonly MostTraded[],
): Html {
  const title = `Most ${done}`;
  if (most.length === 0) return html`<p>No security was ${done} by two or more members.</p>`;
  return html`<table><caption>${title}</caption>
<thead><tr><th scope="col">Security</th><th scope="col" class="number">Members</th><th scope="col">Total amount</th><th scope="col" class="number">Since disclosure, minus SPY</th></tr></thead>
<tbody>${most.map(
    (
      { symbol, company, members, amounts },
      at,
    ) => html`<tr><th scope="row"><a href="${links.toTicker(symbol)}">${symbol}</a> <small><bdi>${company}</bdi></small></th><td class="number">${formatCount(members)}</td><td>${formatBand(amounts)} <small>${pluralize(amounts.trades, "trade")}</small></td>${renderReturnSinceDisclosure(overview, overview?.monthly[done][at])}</tr>
`,
  )}</tbody></table>`;
}

function renderReturnSinceDisclosure(overview: MonthlyParts["overview"], since: SinceDisclosure | undefined): Html {
  if (overview === null || since === undefined) return html`<td class="number" title="being computed">–</td>`;
  if (typeof since === "string") {
    const isWithoutSpy = since === "no_benchmark" && overview.pricesTo === null;
    const words = isWithoutSpy ? describeBenchmarkGap(overview.benchmarkGap) : formatMissingChangeReason(since);
    return html`<td class="number"><small class="unknown">${words}</small></td>`;
  }
  const { mean, priced, decisions, to } = since;
  return html`<td class="number">${formatSignedPercent(mean)} <small>mean of ${priced < decisions ? `${formatCount(priced)} of ` : ""}${pluralize(decisions, "decision")}, to ${renderReadableDate(to)}</small></td>`;
}
