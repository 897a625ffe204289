/** `/politicians/{id}`: a member's trades, late disclosures, missing reports, and all reports. */
import type { IsoDate } from "../../../domain/dates.ts";
import { formatUnreadCount } from "../../../domain/missing-reports.ts";
import type { MemberPart } from "../../../prices/returns/returns.ts";
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { PoliticianFacts } from "../../../publication/dataset/facts/politician-facts.ts";
import { renderActivityChart } from "../../charts/activity-chart.ts";
import { listPageFeeds } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { createRedirect, type Rendered, type View, type WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { formatNetPurchases, renderBandTable } from "../../parts/band.ts";
import { renderCountTable } from "../../parts/count-table.ts";
import { renderFeedLinks } from "../../parts/follow.ts";
import { formatDelays, formatLateShare, renderLatenessByYear, renderLateRule } from "../../parts/late-words.ts";
import { renderSuggestions } from "../../parts/nothing-found.ts";
import { OWNER_NAMES } from "../../parts/trade-words.ts";
import { formatCount, pluralize, renderReadableDate } from "../../parts/words.ts";
import { PAGE_CALLER, renderReturnsSection } from "../../returns/returns-section.ts";
import {
  buildYearSpan,
  combineFilters,
  getFiltersInQuery,
  getPageStatus,
  getSelectedYear,
  listFileAlternates,
  readTradeView,
  renderTradeList,
  renderYearLinks,
  type TradeView,
} from "../../trade-view.ts";
import { renderFilingsSection } from "./filings.ts";
import { renderMemberHead, renderTerms } from "./member-head.ts";
import type { PoliticianDetail } from "./politician-detail.ts";
import { renderYearsSection } from "./years-section.ts";

type PoliticianParts = Pick<PageParts, "links" | "state" | "records" | "returns">;

export function createPoliticianPage(parts: PoliticianParts): WebPage {
  return {
    name: "page_politician",
    path: "/politicians/:id",
    readRevision: () => parts.returns.readRevision(),
    render: (view) => renderPolitician(parts, view),
  };
}

async function renderPolitician(parts: PoliticianParts, view: View): Promise<Rendered> {
  const { dataset, parameters } = view;
  const id = parameters["id"] ?? "";
  const servedAs = dataset.getMergedId(id);
  const path = `/politicians/${encodeURIComponent((servedAs ?? id).toWellFormed())}`;
  if (servedAs !== undefined) return createRedirect(path);
  const body = dataset.getPolitician(id);
  // Ids are stored in upper case; redirect from other spellings.
  if (body === undefined && dataset.getPolitician(id.toUpperCase()) !== undefined)
    return createRedirect(`/politicians/${id.toUpperCase()}`);
  if (body === undefined) return renderUnknownPolitician(parts.links, view, id, path);
  const subject = { politician_id: id };
  const trades = readTradeView(view, path, subject);
  const { status } = getPageStatus(trades);
  if (status === 308) return createRedirect(trades.canonical);
  const detail = JSON.parse(body.toString("utf8")) as PoliticianDetail;
  const facts = await dataset.facts.getPoliticianFacts(id);
  return {
    ...(status && { status }),
    title: detail.name,
    description: formatDescription(detail, facts),
    canonical: trades.canonical,
    picture: `/og/politicians/${id}.png`,
    alternates: [
      { type: "application/json", path: `${path}.json`, title: "Politician as JSON" },
      ...listFileAlternates({ ...subject, ...getFiltersInQuery(trades) }),
      ...listPageFeeds(path, getFiltersInQuery(trades)),
    ],
    jsonLd: { "@context": "https://schema.org", "@type": "Person", name: detail.name, identifier: id },
    main: await renderPoliticianBody(parts, view, { path, detail, facts, trades }),
  };
}

function formatDescription(
  { name, unread_reports: unread }: PoliticianDetail,
  facts: PoliticianFacts | undefined,
): string {
  if (facts === undefined) {
    return `${name} has no known trade${unread > 0 ? `; ${formatUnreadCount(unread)}` : ""}.`;
  }
  const { late } = facts;
  return `${pluralize(facts.trades, "trade")} disclosed by ${name}, ${formatCount(late.allYears.late)} of them late, each with its line in the filing.`;
}

interface PoliticianPage {
  readonly path: string;
  readonly detail: PoliticianDetail;
  readonly facts: PoliticianFacts | undefined;
  readonly trades: TradeView;
}

async function renderPoliticianBody(
  { links, state, records, returns }: PoliticianParts,
  { dataset }: View,
  page: PoliticianPage,
): Promise<Html> {
  const { path, detail, facts, trades } = page;
  const coverage: Coverage = state.getCoverage();
  // Returns can be filtered by whole years only: other filters would lead to too many different return calculations.
  const year = getSelectedYear(getFiltersInQuery(trades));
  return html`${renderMemberHead(links, detail, dataset.getMember(detail.id), coverage)}
${renderFeedLinks({
  links,
  what: detail.name,
  feed: { path, query: getFiltersInQuery(trades) },
  filter: combineFilters(trades, { politician_id: detail.id }),
})}
${facts === undefined ? html`<p class="standfirst">No known trade by this member${detail.unread_reports > 0 && `; ${formatUnreadCount(detail.unread_reports)}`}.</p>` : renderPoliticianRecord(links, detail, facts)}
${renderMissingReports(detail, dataset.getMember(detail.id)?.openAmendments ?? 0)}
${facts && (await renderYearsSection({ links, path, name: detail.name, trades: dataset.facts.listDatedTrades(detail.id), ask: (horizon) => returns.computeByYear(dataset, detail.id, horizon, PAGE_CALLER) }))}
${
  facts &&
  renderTradeList({
    links,
    dataset,
    path,
    subject: { politician_id: detail.id },
    view: trades,
    differing: "what",
    fields: ["ticker", "transaction_type", "traded_from", "traded_to"],
    quarters: facts.quarters,
    caption: `Trades of ${detail.name}`,
  })
}
${
  facts &&
  (await renderReturnsSection({
    links,
    whose: detail.name,
    path,
    clusterUnit: "reports",
    year,
    years: renderYearLinks(
      { links, path, named: year === null ? {} : buildYearSpan(year), quarters: facts.quarters },
      "returns",
    ),
    ask: (requested) =>
      returns.computeForMember(dataset, detail.id, requested, year === null ? {} : toYearFilter(year)),
  }))
}
${await renderFilingsSection(links, records, detail)}
${renderTerms(detail, coverage)}`;
}

function toYearFilter(year: string): MemberPart {
  const { traded_from: from, traded_to: to } = buildYearSpan(year);
  return { tradedFrom: from as IsoDate, tradedTo: to as IsoDate };
}

/** Totals over all of the member's trades. */
function renderPoliticianRecord(links: Links, { id, name }: PoliticianDetail, facts: PoliticianFacts): Html {
  const { late, repeats } = facts;
  const { allYears } = late;
  return html`<p class="standfirst">${pluralize(facts.trades, "trade")} in ${pluralize(allYears.reports, "report")}, made ${renderTradedSpan(facts)}. ${allYears.daysToDisclose && formatDelays(allYears.daysToDisclose, facts.trades)} ${renderLateSentence(facts)}</p>
<div class="columns">
<section><h2>Bought and sold</h2>
${renderBandTable(facts)}
<p class="small">${formatNetPurchases(facts, "one")} ${repeats > 0 && `${pluralize(repeats, "trade")} ${repeats === 1 ? "already in an earlier report by this member is" : "already in earlier reports by this member are"} left out of these totals.`}</p>
${renderActivityChart({ links, quarters: facts.quarters, whose: `of ${name}`, path: `/politicians/${id}` })}</section>
<section><h2>Late reports</h2>
${renderLatenessByYear(late.years.length > 1 ? [...late.years, allYears] : late.years, `Late reports of ${name} by year`, ({ year }) => String(year ?? "All years"))}
${renderLateRule(links)}</section>
<section><h2>Most traded</h2>
${renderSecurities(links, facts)}</section>
<section><h2>Owner</h2>
<table class="data"><caption class="unseen">Trades by owner</caption><thead><tr><th scope="col">Owner</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>${facts.owners.map(
    ({
      owner,
      trades,
    }) => html`<tr><th scope="row">${owner === null ? "Not known" : OWNER_NAMES[owner]}</th><td class="number">${formatCount(trades)}</td><td class="number">${formatLateShare(trades, facts.trades)}</td></tr>
`,
  )}</tbody></table></section>
</div>`;
}

function renderTradedSpan({ firstTraded, lastTraded }: PoliticianFacts): Html {
  return firstTraded === lastTraded
    ? html`on ${renderReadableDate(firstTraded)}`
    : html`from ${renderReadableDate(firstTraded)} to ${renderReadableDate(lastTraded)}`;
}

function renderLateSentence({ trades, late: { allYears } }: PoliticianFacts): Html {
  const { lateReports, reports, late, judged } = allYears;
  if (judged === 0) return html`Whether ${trades === 1 ? "it" : "any of them"} was disclosed on time is unknown.`;
  if (late === 0) return html`${trades === 1 ? "It was disclosed on time" : "None of them was disclosed late"}.`;
  if (trades === 1) return html`<strong class="late">That was late.</strong>`;
  return html`<strong class="late">${formatCount(lateReports)} of ${pluralize(reports, "report")} ${lateReports === 1 ? "was" : "were"} late</strong>. Of ${pluralize(judged, "trade")} that can be judged, ${formatCount(late)} ${late === 1 ? "was" : "were"} late (${formatLateShare(late, judged)}).`;
}

function renderSecurities(links: Links, { securities }: PoliticianFacts): Html {
  return renderCountTable(
    { caption: "Assets by number of trades", head: "Asset", columns: ["other"] },
    securities.map(({ symbol, company, ...counts }) => ({
      ...counts,
      head: html`${symbol !== "" && html`<a class="symbol" href="${links.toTicker(symbol)}">${symbol}</a> `}<bdi class="company">${company}</bdi>`,
    })),
  );
}

/** States of reports that are missing, wholly or partly, from a member's page. With words for one report and for several. */
const MISSING_STATES = [
  ["needs_review", "has a part that needs review by a person", "have parts that need review by a person"],
  ["needs_ocr", "is a scan waiting to be read", "are scans waiting to be read"],
  ["pending", "has not been read yet", "have not been read yet"],
  ["unreadable", "could not be read", "could not be read"],
  ["missing_document", "has no document on the official site", "have no document on the official site"],
  [
    "withdrawn",
    "was removed from the official list before it was read",
    "were removed from the official list before they were read",
  ],
] as const;

/** States what is missing from this page, and which trades may be counted twice. */
function renderMissingReports({ filings }: PoliticianDetail, openAmendments: number): Html {
  const unread = MISSING_STATES.flatMap(([state, one, many]) => {
    const number = filings[state] ?? 0;
    return number === 0 ? [] : [`${pluralize(number, "report")} ${number === 1 ? one : many}.`];
  });
  if (unread.length > 0) unread.push("Their trades are missing, wholly or partly, from this page.");
  const amending =
    openAmendments === 0
      ? ""
      : `${pluralize(openAmendments, "report")} ${openAmendments === 1 ? "corrects another report, but it is not certain yet how" : "correct other reports, but it is not certain yet how"}; corrected trades may be counted twice.`;
  if (unread.length === 0 && amending === "") {
    const isKnown = Object.values(filings).some((number) => number > 0);
    return html`<p class="missing">${isKnown ? "Every known report by this member has been read in full." : "No report by this member is known."}</p>`;
  }
  return html`<aside class="missing"><h2>What is missing</h2><p>${[...unread, amending].join(" ")} <a href="#filings">The reports</a> say why.</p></aside>`;
}

function renderUnknownPolitician(links: Links, { dataset }: View, id: string, canonical: string): Rendered {
  const shownId = id.slice(0, 80);
  return {
    status: 404,
    title: "No such politician",
    description: `There is no politician '${shownId}'.`,
    canonical,
    main: html`<h1>No such politician</h1>
<p>No member has the id <code>${shownId}</code>. A politician's address ends with a Bioguide id, such as <code>P000197</code>.</p>
${renderSuggestions(links, dataset, shownId.replaceAll(/[-_+]/g, " "))}
<p><a href="${links.toPoliticians()}">All politicians</a> · <a href="${links.toLatestTrades()}">Latest trades</a></p>`,
  };
}
