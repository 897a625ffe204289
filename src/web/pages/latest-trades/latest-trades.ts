/** `/`: the latest filings with their trades, with search and filters. */
import { awaitNextTurn } from "../../../base/next-turn.ts";
import type { Dataset, FilingGroup } from "../../../publication/dataset/dataset.ts";
import type { FiledTrades } from "../../../publication/dataset/search/trade-search.ts";
import { getDailyFeedLink } from "../../feeds/daily-feeds.ts";
import { listPageFeeds } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import { appendQuery, type Links } from "../../links.ts";
import { createRedirect, type Rendered, type View, type WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { renderPager } from "../../paged-list.ts";
import { renderActiveFilters } from "../../parts/active-filters.ts";
import { renderAmountLegend } from "../../parts/amount-bar.ts";
import { renderFacets } from "../../parts/facets.ts";
import type { FieldState } from "../../parts/field.ts";
import { renderFilingEntry } from "../../parts/filing-entry.ts";
import { renderFilterForm, renderSearchBox, SORT_NAMES } from "../../parts/filter-form.ts";
import { renderFirstImport, renderImportUnderWay } from "../../parts/first-import.ts";
import { renderFeedLinks } from "../../parts/follow.ts";
import { renderMissingFromList } from "../../parts/missing.ts";
import { renderNothingFound } from "../../parts/nothing-found.ts";
import { formatCount } from "../../parts/words.ts";
import { type ListedPolitician, listStates } from "../../politician-list.ts";
import { buildFaultSentences, renderFaultList } from "../../query-faults.ts";
import { type Faults, removeEmptyParameters } from "../../read-query.ts";
import { findSearchMatches, hasNoMatches } from "../../search/subjects.ts";
import { readTradeListQuery, TRADE_LIST_PARAMETERS, type TradeListQuery } from "../../trade-list-query.ts";
import { listFileAlternates, renderFileLinks } from "../../trade-view.ts";
import { renderFrontBlocks } from "./front-blocks.ts";
import { renderMatchBlocks } from "./subject-blocks.ts";
import { renderLatestDates } from "./up-to.ts";

const FILINGS = 10;
/** Number of filings rendered before other requests get a turn of the event loop. */
const ENTRIES_AT_ONCE = 5;
const NOTHING_PUBLISHED = "0";

type LatestTradesParts = Pick<PageParts, "links" | "state" | "records" | "returns">;

export function createLatestTradesPage(parts: LatestTradesParts): WebPage {
  return {
    name: "page_latest_trades",
    path: "/",
    readRevision: async ({ dataset, query }) => getOverviewIfShown(parts, { dataset, query })?.revision ?? "",
    render: (view) => renderLatestTrades(parts, view),
  };
}

/** Returns the overview if the page shows it: a page with a query does not, and so stays cached when the overview changes. */
function getOverviewIfShown({ returns }: LatestTradesParts, { dataset, query }: Pick<View, "dataset" | "query">) {
  return query.size === 0 ? returns.getOverview(dataset) : null;
}

function renderLatestTrades(parts: LatestTradesParts, view: View): Rendered | Promise<Rendered> {
  const filledQuery = removeEmptyParameters(view.query);
  const read = readTradeListQuery(filledQuery);
  if ("faults" in read) return renderInvalidFilters(parts, view, filledQuery, read);
  if (view.dataset.version === NOTHING_PUBLISHED) return renderNoDataYet(parts);
  const { page, named } = read;
  const canonical = appendQuery("/", { ...named, ...(page > 1 && { page }) });
  // A form also sends its empty fields: the URL without them is the one to share.
  if (filledQuery.size < view.query.size) return createRedirect(canonical);
  return renderTradesPage(parts, view, read, canonical);
}

function renderNoDataYet({ state }: LatestTradesParts): Rendered {
  return {
    ...HEAD,
    canonical: "/",
    main: html`<h1>${HEAD.title}</h1>
${renderFirstImport(state)}`,
  };
}

const HEAD = {
  title: "Stock trades of Congress",
  description: "Stock trades that members of the U.S. Senate and House disclosed, read from the official filings.",
};

/** Renders the page. Yields to other requests after searching and counting the trades, and after every few filings. */
async function renderTradesPage(
  parts: LatestTradesParts,
  view: View,
  read: TradeListQuery,
  canonical: string,
): Promise<Rendered> {
  const { links, state } = parts;
  const { dataset, query } = view;
  const { filter, sort, page, named } = read;
  const found = dataset.listTradesByFilingWithTally(filter, sort, FILINGS, (page - 1) * FILINGS);
  const buildLink = (each: Readonly<Record<string, string>>) => links.toLatestTrades(each);
  await awaitNextTurn();
  const facetLinks = renderFacets({ tally: found.tally, named, buildLink });
  const isFront = page === 1 && Object.keys(named).length === 0;
  const blocks =
    isFront && (await renderFrontBlocks({ links, dataset, state, overview: getOverviewIfShown(parts, view) }));
  return {
    ...HEAD,
    canonical,
    alternates: [...listFileAlternates(named), ...listPageFeeds("/trades", named), getDailyFeedLink()],
    main: renderPageLayout({
      links,
      dataset,
      getFieldState: (name) => ({ value: query.get(name) ?? "", fault: undefined }),
      blocks,
      facetLinks,
      isOpen: false,
      results: html`${dataset.tradeCount > 0 && renderLatestDates(dataset, state.getCoverage().sources)}${renderImportUnderWay(state)}${renderActiveFilters({ named, buildLink, dataset })}
${await renderResults(parts, view, read, found)}
${renderMissingFromList(links, state.getCoverage())}`,
    }),
  };
}

/** Shows the people, companies and filings that match the search, then the trades. */
async function renderResults(
  { links, records }: LatestTradesParts,
  { dataset, query }: View,
  read: TradeListQuery,
  found: FilingGroup,
): Promise<Html> {
  const typed = query.get("q") ?? "";
  const isSearch = typed !== "" && read.page === 1;
  const subjects = isSearch ? await findSearchMatches({ dataset, records }, typed) : null;
  await awaitNextTurn();
  const blocks = subjects !== null && !hasNoMatches(subjects) && renderMatchBlocks({ links, dataset, typed }, subjects);
  const isFiltered = Object.keys(read.named).length > 0;
  const following = renderFeedLinks({
    links,
    what: isFiltered ? "these trades" : "all trades",
    feed: { path: "/trades", query: read.named },
    filter: read.filter,
  });
  if (found.filings.length === 0) {
    if (blocks !== false)
      return html`${blocks}${renderNoTrades(links, subjects?.people ?? [], Object.keys(read.named).length > 1)}${following}`;
    const words = [typed, read.named["ticker"]].join(" ");
    return html`${renderNothingFound({ links, dataset, typed: words, isFiltered })}${following}`;
  }
  return html`${blocks}${typed !== "" && html`<h2>Trades</h2>`}
${renderResultSummary(links, read, found)}
${following}${await renderFilings(links, dataset, found, read)}`;
}

/** Message for a search that matches people, companies or filings, but no trade with all the search words. */
function renderNoTrades(links: Links, people: readonly ListedPolitician[], isNarrowed: boolean): Html {
  const traders = people.filter(({ total_trades: trades }) => trades > 0);
  return html`<h2>Trades</h2>
<p>No trade ${isNarrowed && "that matches the other filters "}has all of these words in the member’s name, the company, the ticker or the comment.${
    traders.length > 0 &&
    html` See the trades of ${traders.map(({ id, name }, at) => html`${at > 0 && ", "}<a href="${links.toLatestTrades({ politician_id: id })}"><bdi>${name}</bdi></a>`)}.`
  }</p>`;
}

interface FrameParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly getFieldState: (name: string) => FieldState;
  /** Shown above the filters and the results, on the first page of unfiltered trades. */
  readonly blocks: Html | false;
  readonly facetLinks: Html | null;
  readonly isOpen: boolean;
  readonly results: Html;
}

/** Arranges the page: the search box, the summary blocks if any, then filters on the left and results on the right. */
function renderPageLayout({ links, dataset, getFieldState, blocks, facetLinks, isOpen, results }: FrameParts): Html {
  const states = listStates(dataset);
  return html`<div class="lead"><h1>Stock trades of Congress</h1>
${renderSearchBox(getFieldState("q"))}</div>
${blocks}
<div class="split">
<details class="filters"${isOpen && html` open`}><summary>Filters</summary>
<h2 class="unseen">Filters</h2>
${renderFilterForm({ links, getFieldState, states, facets: facetLinks })}</details>
<div class="results">
${results}
</div>
</div>`;
}

/** Number of trades and number of filings, their order, and links to the trades as CSV and JSON. */
function renderResultSummary(
  links: Links,
  { named, sort, page }: TradeListQuery,
  { tally: { trades, filings } }: FilingGroup,
): Html {
  const order = SORT_NAMES.find(([value]) => value === `${sort.descending ? "-" : ""}${sort.by}`)?.[1] ?? "";
  return html`<div class="summary"><p><strong>${formatCount(trades)}</strong> ${trades === 1 ? "trade" : "trades"} in <strong>${formatCount(filings)}</strong> ${filings === 1 ? "filing" : "filings"}${page > 1 && `, page ${page}`}. ${order}.</p>
${renderFileLinks(links, named, trades)}</div>`;
}

async function renderFilings(
  links: Links,
  dataset: Dataset,
  { filings, tally }: FilingGroup,
  read: TradeListQuery,
): Promise<Html> {
  const buildLink = (each: number) => links.toLatestTrades({ ...read.named, ...(each > 1 && { page: each }) });
  return html`<div class="feed">
${await renderEntries(links, dataset, filings)}</div>
${renderAmountLegend()}
${renderPager({ page: read.page, pageCount: Math.ceil(tally.filings / FILINGS), buildLink })}`;
}

async function renderEntries(
  links: Links,
  dataset: Dataset,
  filings: readonly FiledTrades[],
): Promise<readonly Html[]> {
  const entries: Html[] = [];
  for (const [at, filing] of filings.entries()) {
    if (at % ENTRIES_AT_ONCE === 0) await awaitNextTurn();
    entries.push(renderFilingEntry(links, dataset, filing));
  }
  await awaitNextTurn();
  return entries;
}

/** The submitted form, with an error next to each invalid field. */
function renderInvalidFilters(
  { links }: LatestTradesParts,
  { dataset, query }: View,
  filledQuery: URLSearchParams,
  { faults }: Faults,
): Rendered {
  const sentences = buildFaultSentences(faults, filledQuery, TRADE_LIST_PARAMETERS);
  const description = "Some of the filters cannot be used; each is listed with what it allows.";
  return {
    title: "Filters that cannot be used",
    description,
    status: 400,
    canonical: "/",
    main: renderPageLayout({
      links,
      dataset,
      getFieldState: (name) => ({ value: query.getAll(name).join(","), fault: sentences.get(name) }),
      blocks: false,
      facetLinks: null,
      isOpen: true,
      results: html`<section class="faults" role="alert"><h2>${faults.length === 1 ? "One filter" : `${faults.length} filters`} cannot be used</h2>
<p>Correct ${faults.length === 1 ? "it" : "them"} to search; what you typed is still there.</p>
${renderFaultList({ faults, sentences, getFieldId: (name) => (name === "q" ? "q" : `f-${name}`) })}</section>`,
    }),
  };
}
