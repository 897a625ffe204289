/** `/politicians`: everybody who sits in Congress now, and everybody who has disclosed a trade. */
import type { PoliticianFields } from "../../dataset/politician-json.ts";
import { type Html, html } from "../html.ts";
import { type Links, withQuery } from "../links.ts";
import type { Rendered, View, WebPage } from "../page.ts";
import { pager } from "../parts/pager.ts";
import { chamberName, partyMark, personLink } from "../parts/person.ts";
import { politicianList } from "../politician-list.ts";

const PEOPLE = 100;

interface PoliticiansParts {
  readonly links: Links;
}

export function politiciansPage({ links }: PoliticiansParts): WebPage {
  return { name: "page_politicians", path: "/politicians", kept: true, render: (view) => politicians(links, view) };
}

function politicians(links: Links, { dataset, query }: View): Rendered {
  const all = politicianList(dataset);
  const pageCount = Math.max(1, Math.ceil(all.length / PEOPLE));
  const page = Math.min(pageCount, Math.max(1, Number(query.get("page")) || 1));
  const shown = all.slice((page - 1) * PEOPLE, page * PEOPLE);
  const linkTo = (each: number) => links.politicians({ ...(each > 1 && { page: each }) });
  return {
    title: "Politicians",
    description: "Members of the U.S. Senate and House, with the stock trades that each has disclosed.",
    canonical: withQuery("/politicians", { ...(page > 1 && { page }) }),
    main: html`<h1>Politicians</h1>
<p class="count">${all.length.toLocaleString("en-US")} people.</p>
<table class="people">
<thead><tr><th scope="col">Name</th><th scope="col">Party</th><th scope="col">Chamber</th><th scope="col">Seat</th><th scope="col">Trades</th><th scope="col">Last traded</th></tr></thead>
<tbody>
${shown.map((each) => personRow(links, each))}</tbody>
</table>
${pager({ page, pageCount, linkTo })}`,
  };
}

function personRow(links: Links, person: PoliticianFields): Html {
  const { party, chamber, state, district, total_trades: trades, last_trade_date: last } = person;
  const seat = district === null || district === 0 ? state : `${state}-${district}`;
  return html`<tr><th scope="row">${personLink(links, person)}</th><td>${partyMark(party)}</td><td>${chamberName(chamber)}</td><td>${seat}</td><td class="number">${trades.toLocaleString("en-US")}</td><td>${last !== null && html`<time datetime="${last}">${last}</time>`}</td></tr>
`;
}
