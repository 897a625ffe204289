/** `/`: the latest filings with their trades, with search and filters. */

import { nextTurn } from "../../../base/next-turn.ts";
import type { Returns } from "../../../prices/returns/returns.ts";
import type { CountedFilings, Dataset } from "../../../publication/dataset/dataset.ts";
import type { FiledTrades } from "../../../publication/dataset/search/trade-search.ts";
import { dailyFeed } from "../../feeds/daily-feeds.ts";
import { feedsOf } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import { type Links, withQuery } from "../../links.ts";
import { movedTo, type Rendered, type View, type WebPage } from "../../page.ts";
import { activeFilters } from "../../parts/active-filters.ts";
import { amountLegend } from "../../parts/amount-bar.ts";
import { facets } from "../../parts/facets.ts";
import { faultList } from "../../parts/fault-list.ts";
import type { FieldState } from "../../parts/field.ts";
import { filingEntry } from "../../parts/filing-entry.ts";
import { filterForm, SORT_NAMES, searchBox } from "../../parts/filter-form.ts";
import { firstImport, importUnderWay } from "../../parts/first-import.ts";
import { follow } from "../../parts/follow.ts";
import { missingFromList } from "../../parts/missing.ts";
import { nothingFound } from "../../parts/nothing-found.ts";
import { pager } from "../../parts/pager.ts";
import { count } from "../../parts/words.ts";
import { type ListedPolitician, statesOf } from "../../politician-list.ts";
import { faultSentences } from "../../query-faults.ts";
import { type Faults, withoutEmpty } from "../../read-query.ts";
import type { Records } from "../../records.ts";
import { findSubjects, isNothing } from "../../search/subjects.ts";
import type { SiteState } from "../../site-state.ts";
import { readTradeListQuery, TRADE_LIST_PARAMETERS, type TradeListQuery } from "../../trade-list-query.ts";
import { fileLinks, filesOf } from "../../trade-view.ts";
import { frontBlocks } from "./front-blocks.ts";
import { followersWords } from "./pays-to-follow.ts";
import { subjectBlocks } from "./subject-blocks.ts";
import { upTo } from "./up-to.ts";

const FILINGS = 10;
/** Filings rendered per turn of the event loop. */
const ENTRIES_AT_ONCE = 5;
const NOTHING_PUBLISHED = "0";

interface LatestTradesParts {
  readonly links: Links;
  readonly state: SiteState;
  readonly records: Records;
  readonly returns: Pick<Returns, "overview">;
}

export function latestTradesPage(parts: LatestTradesParts): WebPage {
  return {
    name: "page_latest_trades",
    path: "/",
    edition: async ({ dataset, query }) => followersWords(overviewOf(parts, { dataset, query })) ?? "",
    render: (view) => latestTrades(parts, view),
  };
}

/** Only for the URL without a query: no other page is rendered again once the overview is ready. */
function overviewOf({ returns }: LatestTradesParts, { dataset, query }: Pick<View, "dataset" | "query">) {
  return query.size === 0 ? returns.overview(dataset) : null;
}

function latestTrades(parts: LatestTradesParts, view: View): Rendered | Promise<Rendered> {
  const given = withoutEmpty(view.query);
  const read = readTradeListQuery(given);
  if ("faults" in read) return refused(parts, view, given, read);
  if (view.dataset.version === NOTHING_PUBLISHED) return unpublished(parts);
  const { page, named } = read;
  const canonical = withQuery("/", { ...named, ...(page > 1 && { page }) });
  // A form also sends its empty fields: the URL without them is the one to share.
  if (given.size < view.query.size) return movedTo(canonical);
  return listed(parts, view, read, canonical);
}

/** Page before the first publication. */
function unpublished({ state }: LatestTradesParts): Rendered {
  return {
    ...HEAD,
    canonical: "/",
    main: html`<h1>${HEAD.title}</h1>
${firstImport(state)}`,
  };
}

const HEAD = {
  title: "Stock trades of Congress",
  description: "Stock trades that members of the U.S. Senate and House disclosed, read from the official filings.",
};

/** Content of the page; other requests are answered between search, counts and every few entries. */
async function listed(
  parts: LatestTradesParts,
  view: View,
  read: TradeListQuery,
  canonical: string,
): Promise<Rendered> {
  const { links, state } = parts;
  const { dataset, query } = view;
  const { filter, sort, page, named } = read;
  const found = dataset.countedByFiling(filter, sort, FILINGS, (page - 1) * FILINGS);
  const linkTo = (each: Readonly<Record<string, string>>) => links.latestTrades(each);
  await nextTurn();
  const facetLinks = facets({ tally: found.tally, named, linkTo });
  const isFront = page === 1 && Object.keys(named).length === 0;
  const blocks = isFront && (await frontBlocks({ links, dataset, state, overview: overviewOf(parts, view) }));
  return {
    ...HEAD,
    canonical,
    alternates: [...filesOf(named), ...feedsOf("/trades", named), dailyFeed()],
    main: framed({
      links,
      dataset,
      stateOf: (name) => ({ value: query.get(name) ?? "", fault: undefined }),
      blocks,
      facetLinks,
      isOpen: false,
      results: html`${dataset.tradeCount > 0 && upTo(dataset, state.coverage().sources)}${importUnderWay(state)}${activeFilters({ named, linkTo, dataset })}
${await results(parts, view, read, found)}
${missingFromList(links, state.coverage())}`,
    }),
  };
}

/** Shows the people, companies and filings that match the search, then the trades. */
async function results(
  { links, records }: LatestTradesParts,
  { dataset, query }: View,
  read: TradeListQuery,
  found: CountedFilings,
): Promise<Html> {
  const typed = query.get("q") ?? "";
  const isSearch = typed !== "" && read.page === 1;
  const subjects = isSearch ? await findSubjects({ dataset, records }, typed) : null;
  await nextTurn();
  const blocks = subjects !== null && !isNothing(subjects) && subjectBlocks({ links, dataset, typed }, subjects);
  const isFiltered = Object.keys(read.named).length > 0;
  const following = follow({
    links,
    what: isFiltered ? "these trades" : "all trades",
    feed: { path: "/trades", query: read.named },
    filter: read.filter,
  });
  if (found.filings.length === 0) {
    if (blocks !== false)
      return html`${blocks}${noTrades(links, subjects?.people ?? [], Object.keys(read.named).length > 1)}${following}`;
    const words = [typed, read.named["ticker"]].join(" ");
    return html`${nothingFound({ links, dataset, typed: words, isFiltered })}${following}`;
  }
  return html`${blocks}${typed !== "" && html`<h2>Trades</h2>`}
${summary(links, read, found)}
${following}${await filings(links, dataset, found, read)}`;
}

/** The search matches people, companies or filings above, but no trade contains all words. */
function noTrades(links: Links, people: readonly ListedPolitician[], isNarrowed: boolean): Html {
  const traders = people.filter(({ total_trades: trades }) => trades > 0);
  return html`<h2>Trades</h2>
<p>No trade has all of these words in the member’s name, the company, the ticker or the comment${isNarrowed && ", and matches the other filters"}.${
    traders.length > 0 &&
    html` See the trades of ${traders.map(({ id, name }, at) => html`${at > 0 && ", "}<a href="${links.latestTrades({ politician_id: id })}"><bdi>${name}</bdi></a>`)}.`
  }</p>`;
}

interface Framed {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly stateOf: (name: string) => FieldState;
  /** Above the filters and the results, on the first page of all trades. */
  readonly blocks: Html | false;
  readonly facetLinks: Html | null;
  readonly isOpen: boolean;
  readonly results: Html;
}

/** Search box on top, then the first page's blocks, filters on the left, results on the right. */
function framed({ links, dataset, stateOf, blocks, facetLinks, isOpen, results }: Framed): Html {
  const states = statesOf(dataset);
  return html`<div class="lead"><h1>Stock trades of Congress</h1>
${searchBox(stateOf("q"))}</div>
${blocks}
<div class="split">
<details class="filters"${isOpen && html` open`}><summary>Filters</summary>
<h2 class="unseen">Filters</h2>
${filterForm({ links, stateOf, states, facets: facetLinks })}</details>
<div class="results">
${results}
</div>
</div>`;
}

/** Number and order of the entries, and links to them as files. */
function summary(
  links: Links,
  { named, sort, page }: TradeListQuery,
  { tally: { trades, filings } }: CountedFilings,
): Html {
  const order = SORT_NAMES.find(([value]) => value === `${sort.descending ? "-" : ""}${sort.by}`)?.[1] ?? "";
  return html`<div class="summary"><p><strong>${count(trades)}</strong> ${trades === 1 ? "trade" : "trades"} in <strong>${count(filings)}</strong> ${filings === 1 ? "filing" : "filings"}${page > 1 && `, page ${page}`}. ${order}.</p>
${fileLinks(links, named, trades)}</div>`;
}

async function filings(
  links: Links,
  dataset: Dataset,
  { filings, tally }: CountedFilings,
  read: TradeListQuery,
): Promise<Html> {
  const linkTo = (each: number) => links.latestTrades({ ...read.named, ...(each > 1 && { page: each }) });
  return html`<div class="feed">
${await entries(links, dataset, filings)}</div>
${amountLegend()}
${pager({ page: read.page, pageCount: Math.ceil(tally.filings / FILINGS), linkTo })}`;
}

async function entries(links: Links, dataset: Dataset, filings: readonly FiledTrades[]): Promise<readonly Html[]> {
  const made: Html[] = [];
  for (const [at, filing] of filings.entries()) {
    if (at % ENTRIES_AT_ONCE === 0) await nextTurn();
    made.push(filingEntry(links, dataset, filing));
  }
  await nextTurn();
  return made;
}

/** The submitted form, with an error next to each invalid field. */
function refused(
  { links }: LatestTradesParts,
  { dataset, query }: View,
  given: URLSearchParams,
  { faults }: Faults,
): Rendered {
  const sentences = faultSentences(faults, given, TRADE_LIST_PARAMETERS);
  const description = "Some of the filters cannot be used; each is named with what is allowed.";
  return {
    title: "Filters that cannot be used",
    description,
    status: 400,
    canonical: "/",
    main: framed({
      links,
      dataset,
      stateOf: (name) => ({ value: query.getAll(name).join(","), fault: sentences.get(name) }),
      blocks: false,
      facetLinks: null,
      isOpen: true,
      results: html`<section class="faults" role="alert"><h2>${faults.length === 1 ? "One filter" : `${faults.length} filters`} cannot be used</h2>
<p>Correct ${faults.length === 1 ? "it" : "them"} to search; what you typed is still there.</p>
${faultList({ faults, sentences, fieldOf: (name) => (name === "q" ? "q" : `f-${name}`) })}</section>`,
    }),
  };
}
