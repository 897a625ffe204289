/** Purchases and sales by month, and what most members bought and sold in the last 30 days. */
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { MonthlyTrades, MostTraded } from "../../../publication/dataset/facts/monthly-trades.ts";
import { drawingSvg } from "../../charts/drawing.ts";
import { kindKey } from "../../charts/kind-looks.ts";
import { monthName, monthsDrawing } from "../../charts/months-drawing.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { bandText } from "../../parts/band.ts";
import { readByYear } from "../../parts/read-by-year.ts";
import { count, counted, writtenDay } from "../../parts/words.ts";

interface MonthlyParts {
  readonly links: Links;
  readonly coverage: Pick<Coverage, "years">;
  readonly monthly: MonthlyTrades;
}

export function monthlyBlock({ links, coverage, monthly: { months, from, to, bought, sold } }: MonthlyParts): Html {
  const read = readByYear(coverage, undefined);
  const unread = (year: number) => {
    const { read: some, reports } = read.get(year) ?? { read: 0, reports: 0 };
    return reports === 0 ? 0 : 1 - some / reports;
  };
  const missing = [...new Set(months.map(({ year }) => year))].filter((year) => unread(year) > 0);
  return html`<div class="month"><figure class="chart months">${drawingSvg(monthsDrawing(months, unread), "months", "img")}
<figcaption>${kindKey(["buys", "sells"])}number of members, each counted once per month and side; options left out. ${monthName(months[months.length - 1] as (typeof months)[number])} runs to ${writtenDay(to)}.${missing.length > 0 && html` Hatched: share of reports not read yet: ${missing.map((year, at) => `${at > 0 ? ", " : ""}${notRead(year, read)}`)}.`}</figcaption>
<details><summary>Show the data</summary><table><caption class="unseen">Members who bought and sold, by month of disclosure</caption>
<thead><tr><th scope="col">Month</th><th scope="col" class="number">Bought</th><th scope="col" class="number">Sold</th></tr></thead>
<tbody>${months.toReversed().map(
    (
      each,
    ) => html`<tr><th scope="row">${monthName(each)}</th><td class="number">${count(each.buyers)}</td><td class="number">${count(each.sellers)}</td></tr>
`,
  )}</tbody></table></details></figure>
${side(links, "bought", bought)}
${side(links, "sold", sold)}</div>
<p class="small">Ranked by number of members, among trades disclosed from ${writtenDay(from)} to ${writtenDay(to)} in securities with a symbol that at least two members traded. A member can be on both sides.</p>`;
}

/** `NVDA bought by 7 members, AAPL sold by 5` */
export function monthlyGist({ bought: [bought], sold: [sold] }: MonthlyTrades): string {
  if (bought === undefined && sold === undefined) return "no security with two members";
  return [
    ...(bought === undefined ? [] : [`${bought.symbol} bought by ${counted(bought.members, "member")}`]),
    ...(sold === undefined ? [] : [`${sold.symbol} sold by ${counted(sold.members, "member")}`]),
  ].join(", ");
}

/** `12 of 96 in 2026` */
function notRead(year: number, read: ReturnType<typeof readByYear>): string {
  const { read: some, reports } = read.get(year) ?? { read: 0, reports: 0 };
  return `${count(reports - some)} of ${count(reports)} in ${year}`;
}

function side(links: Links, done: "bought" | "sold", most: readonly MostTraded[]): Html {
  const title = `Most ${done}`;
  if (most.length === 0) return html`<p>No security was ${done} by two or more members.</p>`;
  return html`<table><caption>${title}</caption>
<thead><tr><th scope="col">Security</th><th scope="col" class="number">Members</th><th scope="col">Total amount</th></tr></thead>
<tbody>${most.map(
    ({
      symbol,
      company,
      members,
      amounts,
    }) => html`<tr><th scope="row"><a href="${links.ticker(symbol)}">${symbol}</a> <small><bdi>${company}</bdi></small></th><td class="number">${count(members)}</td><td>${bandText(amounts)} <small>${counted(amounts.trades, "trade")}</small></td></tr>
`,
  )}</tbody></table>`;
}
