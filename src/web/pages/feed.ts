/** `/`: the latest filings with their trades, searched and filtered. */
import type { Dataset, FiledTrades } from "../../dataset/dataset.ts";
import { type FeedQuery, readFeedQuery, withoutEmpty } from "../feed-query.ts";
import { type Html, html } from "../html.ts";
import { type Links, withQuery } from "../links.ts";
import type { Rendered, View, WebPage } from "../page.ts";
import { pager } from "../parts/pager.ts";
import { chamberName, partyMark, personLink } from "../parts/person.ts";
import { tradeTable } from "../parts/trade-table.ts";
import type { SiteState } from "../site-state.ts";
import { tradeLineAt } from "../trade-line.ts";

const FILINGS = 20;
/** Rows of a filing that are open, and those that unfold; more stand on the page of the filing. */
const OPEN_ROWS = 10;
const FOLDED_ROWS = 20;

interface FeedParts {
  readonly links: Links;
  readonly state: SiteState;
}

export function feedPage(parts: FeedParts): WebPage {
  return { name: "page_feed", path: "/", kept: true, render: (view) => feed(parts, view) };
}

function feed({ links }: FeedParts, { dataset, query }: View): Rendered {
  const read = readFeedQuery(withoutEmpty(query));
  if ("faults" in read) {
    return { ...HEAD, status: 400, canonical: "/", main: html`<h1>Latest filings</h1>${searchBox(links, query)}` };
  }
  const { filter, sort, page, named } = read;
  const found = dataset.tradesByFiling(filter, sort, FILINGS, (page - 1) * FILINGS);
  const pageCount = Math.ceil(found.filingCount / FILINGS);
  const linkTo = (each: number) => links.feed({ ...named, ...(each > 1 && { page: each }) });
  return {
    ...HEAD,
    canonical: withQuery("/", { ...named, ...(page > 1 && { page }) }),
    alternates: alternates(read),
    main: html`<h1>Latest filings</h1>
${searchBox(links, query)}
<p class="count">${found.tradeCount.toLocaleString("en-US")} trades in ${found.filingCount.toLocaleString("en-US")} filings.</p>
<div class="feed">
${found.filings.map((each) => filingEntry(links, dataset, each))}</div>
${pager({ page, pageCount, linkTo })}`,
  };
}

const HEAD = {
  title: "What Congress trades",
  description: "Stock trades that members of the U.S. Senate and House disclosed, read from the official filings.",
};

function alternates({ named }: FeedQuery) {
  return [
    { type: "application/json", path: withQuery("/trades.json", named), title: "These trades as JSON" },
    { type: "text/csv", path: withQuery("/trades.csv", named), title: "These trades as CSV" },
  ];
}

function searchBox(links: Links, query: URLSearchParams): Html {
  return html`<form class="search" action="${links.feed()}" role="search">
<label for="q">Search people, tickers, companies and words</label>
<input id="q" name="q" type="search" value="${query.get("q") ?? ""}" maxlength="200"><button>Search</button>
</form>`;
}

/** One filing: who and when, and its rows that match. */
function filingEntry(links: Links, dataset: Dataset, { filingId, positions }: FiledTrades): Html {
  const rows = positions.slice(0, OPEN_ROWS + FOLDED_ROWS).map((position) => tradeLineAt(dataset, position));
  const [first] = rows;
  if (first === undefined) return html``;
  const { politician: name, politician_id: id, chamber, party, disclosure_date: published } = first;
  const folded = rows.slice(OPEN_ROWS);
  const beyond = positions.length - rows.length;
  const caption = `Trades that ${name} disclosed on ${published}`;
  return html`<article class="filing">
<header><h2>${personLink(links, { id, name })}</h2>
<p>${partyMark(party)} ${chamberName(chamber)}</p>
<p>Published <time datetime="${published}">${published}</time></p>
<p><a href="${links.filing(filingId)}">${positions.length} ${positions.length === 1 ? "trade" : "trades"}</a></p></header>
<div>${tradeTable(links, rows.slice(0, OPEN_ROWS), caption)}
${
  folded.length > 0 &&
  html`<details><summary>${folded.length + beyond} more trades</summary>
${tradeTable(links, folded, `${caption}, continued`)}
${beyond > 0 && html`<p><a href="${links.filing(filingId)}">All ${positions.length} trades of this filing</a></p>`}</details>`
}</div>
</article>
`;
}
