/** `/industries/{code}`: who trades in the companies of a division, a major group or one industry. */

import { divisionOf, INDUSTRY_NAME, isIndustry, titleOfGroup } from "../../../domain/industry.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import type { IndustryFacts, IndustryRow } from "../../../publication/dataset/facts/industry-facts.ts";
import { feedsOf } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { movedTo, type Rendered, type View, type WebPage } from "../../page.ts";
import { bandTable, netSentence } from "../../parts/band.ts";
import { CHAMBER_CHOICES, choiceField, PARTY_CHOICES, TYPE_CHOICES, textField } from "../../parts/field.ts";
import { follow } from "../../parts/follow.ts";
import { groupName, industryLink } from "../../parts/industry-name.ts";
import { missingFromList } from "../../parts/missing.ts";
import { personLink } from "../../parts/person.ts";
import { scrollingTable } from "../../parts/scrolling-table.ts";
import { currentSeat } from "../../parts/seat.ts";
import { count, counted, day } from "../../parts/words.ts";
import type { SiteState } from "../../site-state.ts";
import {
  filesOf,
  followedBy,
  type ListFields,
  namedOf,
  statusOf,
  type TradeView,
  tradeList,
  tradeView,
} from "../../trade-view.ts";

interface IndustryParts {
  readonly links: Links;
  readonly state: SiteState;
}

export function industryPage(parts: IndustryParts): WebPage {
  return { name: "page_industry", path: "/industries/:code", render: (view) => industry(parts, view) };
}

/** Maximum number shown; the full list has the others. */
const MOST_INDUSTRIES = 30;

function industry(parts: IndustryParts, view: View): Rendered {
  const { dataset, parameters } = view;
  const given = parameters["code"] ?? "";
  const code = given.toUpperCase();
  const within = INDUSTRY_NAME.test(code) ? dataset.facts.industries().filter(({ sic }) => isIndustry(code, sic)) : [];
  const title = titleOfGroup(code) ?? (code.length === 4 ? within[0]?.description : undefined);
  if (title === undefined && within.length === 0) return unknown(parts.links, given);
  const path = `/industries/${code}`;
  if (code !== given) return movedTo(path);
  const subject = { industry: code };
  const trades = tradeView(view, path, subject);
  const { status } = statusOf(trades);
  if (status === 308) return movedTo(trades.canonical);
  const name = title ?? groupName(code);
  const facts = dataset.facts.industry(tradeView({ ...view, query: new URLSearchParams() }, path, subject).positions);
  return {
    ...(status && { status }),
    title: name,
    description: sumSentence(facts, `companies of the industry ${name}, by the SEC's code.`),
    canonical: trades.canonical,
    alternates: [
      ...filesOf({ ...subject, ...namedOf(trades) }),
      ...feedsOf("/trades", { ...subject, ...namedOf(trades) }),
    ],
    main: html`<header class="subject"><h1>${name}</h1>
<p>${renderBreadcrumb(parts.links, code)}</p></header>
<p class="standfirst">${sumSentence(facts, "companies that the SEC assigns to it.")}</p>
${follow({
  links: parts.links,
  what: `trades in ${name}`,
  feed: { path: "/trades", query: { ...subject, ...namedOf(trades) } },
  filter: followedBy(trades, subject),
})}${within.length > 1 && narrower(parts.links, within)}
${facts && record(parts.links, dataset, facts)}
${tradeList({
  links: parts.links,
  dataset,
  path,
  subject,
  view: trades,
  differing: "who",
  fields: fields(trades),
  quarters: facts?.quarters ?? [],
  caption: `Trades in ${name}`,
})}
${missingFromList(parts.links, parts.state.coverage(), "Trades in companies whose industry is not known yet are missing as well.")}`,
  };
}

function sumSentence(facts: IndustryFacts | undefined, where: string): string {
  if (facts === undefined) return `No trade is known in ${where}`;
  const { trades, memberCount, securityCount } = facts;
  return `${counted(trades, "trade")} by ${counted(memberCount, "member")} of Congress in ${counted(securityCount, "security", "securities")} of ${where}`;
}

/** The groups that contain the code. */
function renderBreadcrumb(links: Links, code: string): Html {
  const division = divisionOf(code);
  const up = [
    ...(division === undefined || division.letter === code ? [] : [division.letter]),
    ...(code.length > 2 && titleOfGroup(code.slice(0, 2)) !== undefined ? [code.slice(0, 2)] : []),
  ];
  const kind = code.length === 1 ? `Division ${code}` : code.length === 2 ? `Major group ${code}` : `SIC code ${code}`;
  return html`<a href="${links.to("/industries")}">Industries</a> ${up.map((each) => html`› <a href="${links.industry(each)}">${groupName(each)}</a> `)}› ${kind}`;
}

function narrower(links: Links, within: readonly IndustryRow[]): Html {
  const shown = within.slice(0, MOST_INDUSTRIES);
  return html`<section><h2>Its industries</h2>
<ul class="plain">${shown.map(
    (each) => html`<li>${industryLink(links, each)} (${each.sic}): ${counted(each.trades, "trade")}</li>
`,
  )}</ul>
${within.length > shown.length && html`<p class="small"><a href="${links.to("/industries")}">And ${count(within.length - shown.length)} more</a></p>`}</section>`;
}

function record(links: Links, dataset: Dataset, facts: IndustryFacts): Html {
  const { repeats, securities, members } = facts;
  return html`<div class="columns">
<section><h2>Bought and sold</h2>
${bandTable(facts)}
<p class="small">${netSentence(facts, "several")} ${repeats > 0 && `${counted(repeats, "trade")} ${repeats === 1 ? "already in an earlier report by the same member is" : "already in earlier reports by the same members are"} left out of these totals.`}</p></section>
<section><h2>Most traded</h2>
${countTable(
  "Securities by number of trades",
  "Security",
  securities.map((each) => ({
    ...each,
    head: html`<a class="symbol" href="${links.ticker(each.ticker)}">${each.ticker}</a> <bdi class="company">${each.company}</bdi>`,
  })),
)}
${more(facts.securityCount - securities.length, "security", "securities")}</section>
<section><h2>Who traded most</h2>
${countTable(
  "Members by number of trades",
  "Member",
  members.map((each) => ({ ...each, head: html`${personLink(links, each)} ${currentSeat(dataset, each.id)}` })),
)}
${more(facts.memberCount - members.length, "member")}</section>
</div>`;
}

function more(others: number, one: string, many?: string): Html {
  return others > 0
    ? html`<p class="small">And ${count(others)} more ${others === 1 ? one : (many ?? `${one}s`)}.</p>`
    : html``;
}

interface CountRow {
  readonly head: Html;
  readonly trades: number;
  readonly buys: number;
  readonly sells: number;
  readonly options: number;
  readonly lastTraded: string;
}

function countTable(caption: string, head: string, rows: readonly CountRow[]): Html {
  return scrollingTable({
    look: "data",
    caption,
    rows: html`<thead><tr><th scope="col">${head}</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Bought</th><th scope="col" class="number">Sold</th><th scope="col" class="number">Options</th><th scope="col">Last traded</th></tr></thead>
<tbody>${rows.map(
      (row) =>
        html`<tr><th scope="row">${row.head}</th><td class="number">${count(row.trades)}</td><td class="number">${count(row.buys)}</td><td class="number">${count(row.sells)}</td><td class="number">${count(row.options)}</td><td>${day(row.lastTraded)}</td></tr>
`,
    )}</tbody>`,
  });
}

function fields({ stateOf }: TradeView): ListFields {
  const field = (name: string, label: string) => ({ name, label, ...stateOf(name) });
  return {
    q: textField({ ...field("q", "Member or words"), placeholder: "A name" }),
    ticker: textField({ ...field("ticker", "Ticker"), placeholder: "NVDA, BRK.B" }),
    transaction_type: choiceField(field("transaction_type", "Type"), TYPE_CHOICES),
    chamber: choiceField(field("chamber", "Chamber"), CHAMBER_CHOICES),
    party: choiceField(field("party", "Party"), PARTY_CHOICES),
  };
}

function unknown(links: Links, given: string): Rendered {
  const shown = given.slice(0, 40);
  return {
    status: 404,
    title: "No such industry",
    description: `No trade is known in an industry '${shown}'.`,
    canonical: `/industries/${encodeURIComponent(shown.toWellFormed())}`,
    main: html`<h1>No such industry</h1>
<p>No trade is known in an industry with the code <code>${shown}</code>. An industry's address ends with its SIC code of four digits, the first two or three of it, or the letter of a division.</p>
<p><a href="${links.to("/industries")}">All industries</a> · <a href="${links.latestTrades()}">Latest trades</a></p>`,
  };
}
