/** `/industries`: every industry with trades, by division. */
import { findDivision, SIC_DIVISIONS } from "../../../domain/industry.ts";
import type { IndustryRow } from "../../../publication/dataset/facts/industry-facts.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { Rendered, View, WebPage } from "../../page.ts";
import { renderIndustryLink } from "../../parts/industry-name.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { formatCount, pluralize } from "../../parts/words.ts";

export function createIndustriesPage({ links }: { readonly links: Links }): WebPage {
  return { name: "page_industries", path: "/industries", render: (view) => renderIndustries(links, view) };
}

function renderIndustries(links: Links, { dataset }: View): Rendered {
  const rows = dataset.facts.listIndustries();
  const knownTrades = rows.reduce((sum, { trades }) => sum + trades, 0);
  const byDivision = Map.groupBy(rows, ({ sic }) => findDivision(sic)?.letter ?? "");
  return {
    title: "Industries",
    description: "Which industries members of Congress trade in, by the code that the SEC gives each company.",
    canonical: "/industries",
    alternates: [{ type: "application/json", path: "/industries.json", title: "Industries as JSON" }],
    main: html`<h1>Industries</h1>
<p class="standfirst">${knownTrades === 0 ? "No company's industry is known yet; the SEC is asked about them one at a time." : `${pluralize(knownTrades, "trade")} ${knownTrades === 1 ? "is" : "are"} in companies whose industry is known, out of ${formatCount(dataset.tradeCount)}. For the others the industry is unknown, or they are in funds, bonds or other assets without one.`}</p>
<p>An industry is the SEC's code for a company, with the SEC's name for it (<a href="${links.to("/methodology")}#securities">how</a>). The divisions are those of the Standard Industrial Classification.</p>
${SIC_DIVISIONS.map(({ letter, title }) => renderDivisionSection(links, { letter, title }, byDivision.get(letter) ?? []))}
${renderDivisionSection(links, null, byDivision.get("") ?? [])}`,
  };
}

function renderDivisionSection(
  links: Links,
  division: { readonly letter: string; readonly title: string } | null,
  rows: readonly IndustryRow[],
): Html {
  if (rows.length === 0) return html``;
  const title = division?.title ?? "No division";
  return html`<section><h2>${division === null ? title : html`<a href="${links.toIndustry(division.letter)}">${title}</a>`}</h2>
${renderScrollingTable({
  look: "data",
  caption: `${title}: industries by number of trades`,
  rows: html`<thead><tr><th scope="col">Industry</th><th scope="col" class="number">Code</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Bought</th><th scope="col" class="number">Sold</th><th scope="col" class="number">Securities</th><th scope="col" class="number">Members</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${renderIndustryLink(links, row)}</th><td class="number">${row.sic}</td><td class="number">${formatCount(row.trades)}</td><td class="number">${formatCount(row.buys)}</td><td class="number">${formatCount(row.sells)}</td><td class="number">${formatCount(row.securities)}</td><td class="number">${formatCount(row.members)}</td></tr>
`,
  )}</tbody>`,
})}</section>
`;
}
