/** `/politicians/{id}`: a member's trades, late record, missing reports, and reports. */

import type { IsoDate } from "../../../domain/dates.ts";
import { notRead } from "../../../domain/missing-reports.ts";
import type { MemberPart, Returns } from "../../../prices/returns/returns.ts";
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { PoliticianFacts } from "../../../publication/dataset/facts/politician-facts.ts";
import { activityChart } from "../../charts/activity-chart.ts";
import { feedsOf } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { movedTo, type Rendered, type View, type WebPage } from "../../page.ts";
import { bandTable, netSentence } from "../../parts/band.ts";
import { choiceField, TYPE_CHOICES, textField } from "../../parts/field.ts";
import { follow } from "../../parts/follow.ts";
import { lateRule, lateShare, lateTable, spreadSentence } from "../../parts/late-words.ts";
import { suggestions } from "../../parts/nothing-found.ts";
import { scrollingTable } from "../../parts/scrolling-table.ts";
import { OWNER_NAMES } from "../../parts/trade-words.ts";
import { count, counted, writtenDay } from "../../parts/words.ts";
import type { Records } from "../../records.ts";
import { PAGES, returnsSection } from "../../returns/returns-section.ts";
import type { SiteState } from "../../site-state.ts";
import {
  filesOf,
  followedBy,
  type ListFields,
  namedOf,
  spanOf,
  statusOf,
  type TradeView,
  tradeList,
  tradeView,
  yearLinks,
  yearOf,
} from "../../trade-view.ts";
import { filingsSection } from "./filings.ts";
import { memberHead, seats } from "./member-head.ts";
import type { PoliticianDetail } from "./politician-detail.ts";
import { yearsSection } from "./years-section.ts";

interface PoliticianParts {
  readonly links: Links;
  readonly state: SiteState;
  readonly records: Records;
  readonly returns: Returns;
}

export function politicianPage(parts: PoliticianParts): WebPage {
  return {
    name: "page_politician",
    path: "/politicians/:id",
    edition: () => parts.returns.edition(),
    render: (view) => politician(parts, view),
  };
}

async function politician(parts: PoliticianParts, view: View): Promise<Rendered> {
  const { dataset, parameters } = view;
  const id = parameters["id"] ?? "";
  const servedAs = dataset.mergedInto(id);
  const path = `/politicians/${encodeURIComponent((servedAs ?? id).toWellFormed())}`;
  if (servedAs !== undefined) return movedTo(path);
  const body = dataset.politician(id);
  // Ids are case-insensitive.
  if (body === undefined && dataset.politician(id.toUpperCase()) !== undefined)
    return movedTo(`/politicians/${id.toUpperCase()}`);
  if (body === undefined) return unknown(parts.links, view, id, path);
  const subject = { politician_id: id };
  const trades = tradeView(view, path, subject);
  const { status } = statusOf(trades);
  if (status === 308) return movedTo(trades.canonical);
  const detail = JSON.parse(body.toString("utf8")) as PoliticianDetail;
  const facts = await dataset.facts.politician(id);
  return {
    ...(status && { status }),
    title: detail.name,
    description: descriptionOf(detail, facts),
    canonical: trades.canonical,
    picture: `/og/politicians/${id}.png`,
    alternates: [
      { type: "application/json", path: `${path}.json`, title: "Politician as JSON" },
      ...filesOf({ ...subject, ...namedOf(trades) }),
      ...feedsOf(path, namedOf(trades)),
    ],
    jsonLd: { "@context": "https://schema.org", "@type": "Person", name: detail.name, identifier: id },
    main: await shown(parts, view, { path, detail, facts, trades }),
  };
}

function descriptionOf({ name, unread_reports: unread }: PoliticianDetail, facts: PoliticianFacts | undefined): string {
  if (facts === undefined) {
    return `${name} has no known trade${unread > 0 ? `; ${notRead(unread)}` : ""}.`;
  }
  const { late } = facts;
  return `${counted(facts.trades, "trade")} disclosed by ${name}, ${count(late.allYears.late)} of them late, each with its line in the filing.`;
}

interface PoliticianPage {
  readonly path: string;
  readonly detail: PoliticianDetail;
  readonly facts: PoliticianFacts | undefined;
  readonly trades: TradeView;
}

async function shown(
  { links, state, records, returns }: PoliticianParts,
  { dataset }: View,
  page: PoliticianPage,
): Promise<Html> {
  const { path, detail, facts, trades } = page;
  const coverage: Coverage = state.coverage();
  // Returns are filtered only by whole years: other filters would create too many queries.
  const year = yearOf(namedOf(trades));
  return html`${memberHead(links, detail, dataset.member(detail.id), coverage)}
${follow({
  links,
  what: detail.name,
  feed: { path, query: namedOf(trades) },
  filter: followedBy(trades, { politician_id: detail.id }),
})}
${facts === undefined ? html`<p class="standfirst">No known trade by this member${detail.unread_reports > 0 && `; ${notRead(detail.unread_reports)}`}.</p>` : record(links, detail, facts)}
${missing(detail, dataset.member(detail.id)?.openAmendments ?? 0)}
${facts && (await yearsSection({ links, path, name: detail.name, trades: dataset.facts.dated(detail.id), ask: (horizon) => returns.ofYears(dataset, detail.id, horizon, PAGES) }))}
${
  facts &&
  tradeList({
    links,
    dataset,
    path,
    subject: { politician_id: detail.id },
    view: trades,
    differing: "what",
    fields: fields(trades),
    quarters: facts.quarters,
    caption: `Trades of ${detail.name}`,
  })
}
${
  facts &&
  (await returnsSection({
    links,
    whose: detail.name,
    path,
    together: "reports",
    year,
    years: yearLinks({ links, path, named: year === null ? {} : spanOf(year), quarters: facts.quarters }, "returns"),
    ask: (asked) => returns.ofMember(dataset, detail.id, asked, year === null ? {} : tradedIn(year)),
  }))
}
${await filingsSection(links, records, detail)}
${seats(detail, coverage)}`;
}

function tradedIn(year: string): MemberPart {
  const { traded_from: from, traded_to: to } = spanOf(year);
  return { tradedFrom: from as IsoDate, tradedTo: to as IsoDate };
}

/** Totals over all of the member's trades. */
function record(links: Links, { id, name }: PoliticianDetail, facts: PoliticianFacts): Html {
  const { late, repeats } = facts;
  const { allYears } = late;
  return html`<p class="standfirst">${counted(facts.trades, "trade")} in ${counted(allYears.reports, "report")}, made ${madeWords(facts)}. ${allYears.daysToDisclose && spreadSentence(allYears.daysToDisclose, facts.trades)} ${lateSentence(facts)}</p>
<div class="columns">
<section><h2>Bought and sold</h2>
${bandTable(facts)}
<p class="small">${netSentence(facts, "one")} ${repeats > 0 && `${counted(repeats, "trade")} ${repeats === 1 ? "already in an earlier report by this member is" : "already in earlier reports by this member are"} left out of these totals.`}</p>
${activityChart({ links, quarters: facts.quarters, whose: `of ${name}`, path: `/politicians/${id}` })}</section>
<section><h2>Late reports</h2>
${lateTable(late.years.length > 1 ? [...late.years, allYears] : late.years, `Late reports of ${name} by year`, ({ year }) => String(year ?? "All years"))}
${lateRule(links)}</section>
<section><h2>Most traded</h2>
${securities(links, facts)}</section>
<section><h2>Owner</h2>
<table class="data"><caption class="unseen">Trades by owner</caption><thead><tr><th scope="col">Owner</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>${facts.owners.map(
    ({
      owner,
      trades,
    }) => html`<tr><th scope="row">${owner === null ? "Not known" : OWNER_NAMES[owner]}</th><td class="number">${count(trades)}</td><td class="number">${lateShare(trades, facts.trades)}</td></tr>
`,
  )}</tbody></table></section>
</div>`;
}

function madeWords({ firstTraded, lastTraded }: PoliticianFacts): Html {
  return firstTraded === lastTraded
    ? html`on ${writtenDay(firstTraded)}`
    : html`from ${writtenDay(firstTraded)} to ${writtenDay(lastTraded)}`;
}

function lateSentence({ trades, late: { allYears } }: PoliticianFacts): Html {
  const { lateReports, reports, late, judged } = allYears;
  if (judged === 0) return html`Whether ${trades === 1 ? "it" : "any of them"} was disclosed on time is unknown.`;
  if (late === 0) return html`${trades === 1 ? "It was disclosed on time" : "None of them was disclosed late"}.`;
  if (trades === 1) return html`<strong class="late">That was late.</strong>`;
  return html`<strong class="late">${count(lateReports)} of ${counted(reports, "report")} ${lateReports === 1 ? "was" : "were"} late</strong>, with ${counted(late, "late trade")} (${lateShare(late, judged)}).`;
}

function securities(links: Links, { securities: most }: PoliticianFacts): Html {
  return scrollingTable({
    look: "data",
    caption: "Assets by number of trades",
    rows: html`<thead><tr><th scope="col">Asset</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Bought</th><th scope="col" class="number">Sold</th><th scope="col" class="number">Options</th><th scope="col" class="number">Other</th></tr></thead>
<tbody>${most.map(
      ({ symbol, company, trades, buys, sells, options }) =>
        html`<tr><th scope="row">${symbol !== "" && html`<a class="symbol" href="${links.ticker(symbol)}">${symbol}</a> `}<bdi class="company">${company}</bdi></th><td class="number">${count(trades)}</td><td class="number">${count(buys)}</td><td class="number">${count(sells)}</td><td class="number">${count(options)}</td><td class="number">${count(trades - buys - sells - options)}</td></tr>
`,
    )}</tbody>`,
  });
}

/** States of reports that are missing, or partly missing, in a member's lists. */
const MISSING_STATES = [
  ["needs_review", "has a part that needs review by a person", "have parts that need review by a person"],
  ["needs_ocr", "is a scan waiting to be read", "are scans waiting to be read"],
  ["pending", "has not been read yet", "have not been read yet"],
  ["unreadable", "could not be read", "could not be read"],
  ["missing_document", "has no document on the official site", "have no document on the official site"],
  ["withdrawn", "was taken off the official list before it was read", "were taken off the official list unread"],
] as const;

/** Notes on what this member's lists and numbers lack, or may count twice. */
function missing({ filings }: PoliticianDetail, openAmendments: number): Html {
  const unread = MISSING_STATES.flatMap(([state, one, many]) => {
    const number = filings[state] ?? 0;
    return number === 0 ? [] : [`${counted(number, "report")} ${number === 1 ? one : many}.`];
  });
  if (unread.length > 0) unread.push("Their trades are missing, wholly or partly, from this page.");
  const amending =
    openAmendments === 0
      ? ""
      : `${counted(openAmendments, "report")} ${openAmendments === 1 ? "corrects" : "correct"} another, but how is not certain yet; corrected trades may be counted twice.`;
  if (unread.length === 0 && amending === "") {
    const isKnown = Object.values(filings).some((number) => number > 0);
    return html`<p class="missing">${isKnown ? "Every known report by this member has been read in full." : "No report by this member is known."}</p>`;
  }
  return html`<aside class="missing"><h2>What is missing</h2><p>${[...unread, amending].join(" ")} <a href="#filings">The reports</a> say why.</p></aside>`;
}

function fields({ stateOf }: TradeView): ListFields {
  const field = (name: string, label: string) => ({ name, label, ...stateOf(name) });
  return {
    ticker: textField({ ...field("ticker", "Ticker"), placeholder: "NVDA, BRK.B" }),
    transaction_type: choiceField(field("transaction_type", "Type"), TYPE_CHOICES),
    traded_from: textField({ ...field("traded_from", "Traded from"), type: "date" }),
    traded_to: textField({ ...field("traded_to", "Traded to"), type: "date" }),
  };
}

function unknown(links: Links, { dataset }: View, id: string, canonical: string): Rendered {
  const shownId = id.slice(0, 80);
  return {
    status: 404,
    title: "No such politician",
    description: `There is no politician '${shownId}'.`,
    canonical,
    main: html`<h1>No such politician</h1>
<p>No member has the id <code>${shownId}</code>. A politician's address ends with a Bioguide id, such as <code>P000197</code>.</p>
${suggestions(links, dataset, shownId.replaceAll(/[-_+]/g, " "))}
<p><a href="${links.politicians()}">All politicians</a> · <a href="${links.latestTrades()}">Latest trades</a></p>`,
  };
}
