/** `/industries/{code}`: who trades in the companies of a division, a major group or one industry. */
import { findDivision, findGroupTitle, INDUSTRY_NAME, isInIndustry } from "../../../domain/industry.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import type { IndustryFacts, IndustryRow } from "../../../publication/dataset/facts/industry-facts.ts";
import { listPageFeeds } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { createRedirect, type Rendered, type View, type WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { formatNetPurchases, renderBandTable } from "../../parts/band.ts";
import { renderCountTable } from "../../parts/count-table.ts";
import { renderFeedLinks } from "../../parts/follow.ts";
import { formatIndustryGroup, renderIndustryLink } from "../../parts/industry-name.ts";
import { renderMissingFromList } from "../../parts/missing.ts";
import { renderPersonLink } from "../../parts/person.ts";
import { renderLatestSeat } from "../../parts/seat.ts";
import { formatCount, pluralize } from "../../parts/words.ts";
import {
  combineFilters,
  getFiltersInQuery,
  getPageStatus,
  listFileAlternates,
  readTradeView,
  renderTradeList,
} from "../../trade-view.ts";

type IndustryParts = Pick<PageParts, "links" | "state">;

export function createIndustryPage(parts: IndustryParts): WebPage {
  return { name: "page_industry", path: "/industries/:code", render: (view) => renderIndustry(parts, view) };
}

/** Maximum number of industries shown; `/industries` lists all. */
const MAX_INDUSTRIES = 30;

function renderIndustry(parts: IndustryParts, view: View): Rendered {
  const { dataset, parameters } = view;
  const typedCode = parameters["code"] ?? "";
  const code = typedCode.toUpperCase();
  const within = INDUSTRY_NAME.test(code)
    ? dataset.facts.listIndustries().filter(({ sic }) => isInIndustry(code, sic))
    : [];
  const title = findGroupTitle(code) ?? (code.length === 4 ? within[0]?.description : undefined);
  if (title === undefined && within.length === 0) return renderUnknownIndustry(parts.links, typedCode);
  const path = `/industries/${code}`;
  if (code !== typedCode) return createRedirect(path);
  const subject = { industry: code };
  const trades = readTradeView(view, path, subject);
  const { status } = getPageStatus(trades);
  if (status === 308) return createRedirect(trades.canonical);
  const name = title ?? formatIndustryGroup(code);
  const facts = dataset.facts.getIndustryFacts(
    readTradeView({ ...view, query: new URLSearchParams() }, path, subject).positions,
  );
  return {
    ...(status && { status }),
    title: name,
    description: formatTradeTotals(facts, `companies of the industry ${name}, by the SEC's code.`),
    canonical: trades.canonical,
    alternates: [
      ...listFileAlternates({ ...subject, ...getFiltersInQuery(trades) }),
      ...listPageFeeds("/trades", { ...subject, ...getFiltersInQuery(trades) }),
    ],
    main: html`<header class="subject"><h1>${name}</h1>
<p>${renderBreadcrumb(parts.links, code)}</p></header>
<p class="standfirst">${formatTradeTotals(facts, "companies that the SEC assigns to it.")}</p>
${renderFeedLinks({
  links: parts.links,
  what: `trades in ${name}`,
  feed: { path: "/trades", query: { ...subject, ...getFiltersInQuery(trades) } },
  filter: combineFilters(trades, subject),
})}${within.length > 1 && renderContainedIndustries(parts.links, within)}
${facts && renderIndustryRecord(parts.links, dataset, facts)}
${renderTradeList({
  links: parts.links,
  dataset,
  path,
  subject,
  view: trades,
  differing: "who",
  fields: ["q", "ticker", "transaction_type", "chamber", "party"],
  quarters: facts?.quarters ?? [],
  caption: `Trades in ${name}`,
})}
${renderMissingFromList(parts.links, parts.state.getCoverage(), "Trades in companies whose industry is not known yet are missing as well.")}`,
  };
}

function formatTradeTotals(facts: IndustryFacts | undefined, where: string): string {
  if (facts === undefined) return `No trade is known in ${where}`;
  const { trades, memberCount, securityCount } = facts;
  return `${pluralize(trades, "trade")} by ${pluralize(memberCount, "member")} of Congress in ${pluralize(securityCount, "security", "securities")} of ${where}`;
}

function renderBreadcrumb(links: Links, code: string): Html {
  const division = findDivision(code);
  const groups = [
    ...(division === undefined || division.letter === code ? [] : [division.letter]),
    ...(code.length > 2 && findGroupTitle(code.slice(0, 2)) !== undefined ? [code.slice(0, 2)] : []),
  ];
  const kind = code.length === 1 ? `Division ${code}` : code.length === 2 ? `Major group ${code}` : `SIC code ${code}`;
  return html`<a href="${links.to("/industries")}">Industries</a> ${groups.map((each) => html`› <a href="${links.toIndustry(each)}">${formatIndustryGroup(each)}</a> `)}› ${kind}`;
}

function renderContainedIndustries(links: Links, within: readonly IndustryRow[]): Html {
  const shown = within.slice(0, MAX_INDUSTRIES);
  return html`<section><h2>Its industries</h2>
<ul class="plain">${shown.map(
    (each) => html`<li>${renderIndustryLink(links, each)} (${each.sic}): ${pluralize(each.trades, "trade")}</li>
`,
  )}</ul>
${within.length > shown.length && html`<p class="small"><a href="${links.to("/industries")}">And ${formatCount(within.length - shown.length)} more</a></p>`}</section>`;
}

function renderIndustryRecord(links: Links, dataset: Dataset, facts: IndustryFacts): Html {
  const { repeats, securities, members } = facts;
  return html`<div class="columns">
<section><h2>Bought and sold</h2>
${renderBandTable(facts)}
<p class="small">${formatNetPurchases(facts, "several")} ${repeats > 0 && `${pluralize(repeats, "trade")} ${repeats === 1 ? "already in an earlier report by the same member is" : "already in earlier reports by the same members are"} left out of these totals.`}</p></section>
<section><h2>Most traded</h2>
${renderCountTable(
  { caption: "Securities by number of trades", head: "Security", columns: ["last"] },
  securities.map((each) => ({
    ...each,
    head: html`<a class="symbol" href="${links.toTicker(each.ticker)}">${each.ticker}</a> <bdi class="company">${each.company}</bdi>`,
  })),
)}
${renderOmittedCount(facts.securityCount - securities.length, "security", "securities")}</section>
<section><h2>Who traded most</h2>
${renderCountTable(
  { caption: "Members by number of trades", head: "Member", columns: ["last"] },
  members.map((each) => ({
    ...each,
    head: html`${renderPersonLink(links, each)} ${renderLatestSeat(dataset, each.id)}`,
  })),
)}
${renderOmittedCount(facts.memberCount - members.length, "member")}</section>
</div>`;
}

function renderOmittedCount(count: number, singular: string, plural?: string): Html {
  return count > 0
    ? html`<p class="small">And ${formatCount(count)} more ${count === 1 ? singular : (plural ?? `${singular}s`)}.</p>`
    : html``;
}

function renderUnknownIndustry(links: Links, typedCode: string): Rendered {
  const shown = typedCode.slice(0, 40);
  return {
    status: 404,
    title: "No such industry",
    description: `No trade is known in an industry '${shown}'.`,
    canonical: `/industries/${encodeURIComponent(shown.toWellFormed())}`,
    main: html`<h1>No such industry</h1>
<p>No trade is known in an industry with the code <code>${shown}</code>. An industry's address ends with its SIC code of four digits, the first two or three of it, or the letter of a division.</p>
<p><a href="${links.to("/industries")}">All industries</a> · <a href="${links.toLatestTrades()}">Latest trades</a></p>`,
  };
}
