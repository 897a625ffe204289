/** `/tickers/{symbol}`: who bought and sold a security, when, how long disclosure took, and its price with trades marked. */
import type { IsoDate } from "../../../domain/dates.ts";
import type { Industry } from "../../../domain/industry.ts";
import { toCanonicalSymbol } from "../../../domain/symbol.ts";
import type { NoCurrentTicker } from "../../../domain/trade.ts";
import { RECENT_FIRST } from "../../../domain/trade-filter.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import type { TickerFacts } from "../../../publication/dataset/facts/ticker-facts.ts";
import { renderActivityChart } from "../../charts/activity-chart.ts";
import { type PriceChartParts, renderPriceChart } from "../../charts/price-chart.ts";
import { listPageFeeds } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { createRedirect, type Rendered, type View, type WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { formatNetPurchases, renderBandTable } from "../../parts/band.ts";
import { renderCountTable } from "../../parts/count-table.ts";
import { renderFeedLinks } from "../../parts/follow.ts";
import { renderIndustryLink } from "../../parts/industry-name.ts";
import { formatDaysToNearestHalf, formatDelays } from "../../parts/late-words.ts";
import { renderMissingFromList } from "../../parts/missing.ts";
import { explainNoSymbol } from "../../parts/no-symbol.ts";
import { renderSuggestions } from "../../parts/nothing-found.ts";
import { renderPersonLink } from "../../parts/person.ts";
import { renderLatestSeat } from "../../parts/seat.ts";
import { pluralize, renderLongInstant } from "../../parts/words.ts";
import type { PriceHistories, PriceRequest } from "../../price-histories.ts";
import { renderReturnsSection } from "../../returns/returns-section.ts";
import {
  combineFilters,
  getFiltersInQuery,
  getPageStatus,
  listFileAlternates,
  readTradeView,
  renderTradeList,
  type TradeView,
} from "../../trade-view.ts";

type TickerParts = Pick<PageParts, "links" | "state" | "prices" | "returns">;

export function createTickerPage(parts: TickerParts): WebPage {
  return {
    name: "page_ticker",
    path: "/tickers/:symbol",
    readRevision: async (view) => `${await readPricesRevision(parts, view)} ${await parts.returns.readRevision()}`,
    render: (view) => renderTicker(parts, view),
  };
}

/** A text that changes with the prices, even within a dataset version. For an untraded symbol, returns "" without a request. */
async function readPricesRevision(
  { prices }: TickerParts,
  { dataset, parameters }: Pick<View, "dataset" | "parameters">,
) {
  const symbol = toCanonicalSymbol(parameters["symbol"] ?? "");
  if (symbol === null) return "";
  const isTraded = dataset.getTicker(symbol) !== undefined || isInFilings(dataset, symbol);
  return isTraded ? prices.readRevision(symbol) : "";
}

/** True if any trade was filed under the symbol. Bonds count, and so do trades whose symbol now belongs to another company. */
function isInFilings(dataset: Dataset, symbol: string): boolean {
  return dataset.listTrades({ ticker: [symbol] }, RECENT_FIRST, 1, 0).total > 0;
}

/** The fields of the API's response that the page uses. */
interface TickerDetail {
  readonly ticker: string;
  readonly company: string;
  readonly former_tickers: readonly string[];
  readonly industry: Industry | null;
  readonly no_current_ticker: NoCurrentTicker | null;
  readonly ended_on: IsoDate | null;
}

async function renderTicker(parts: TickerParts, view: View): Promise<Rendered> {
  const { dataset, parameters } = view;
  const typedSymbol = parameters["symbol"] ?? "";
  const symbol = toCanonicalSymbol(typedSymbol);
  const isOnlyFiled = symbol !== null && dataset.getTicker(symbol) === undefined && isInFilings(dataset, symbol);
  const body = isOnlyFiled ? undefined : dataset.findTicker(typedSymbol);
  const detail = body && (JSON.parse(body.toString("utf8")) as TickerDetail);
  const served = detail?.ticker ?? (isOnlyFiled ? symbol : undefined);
  if (served === undefined) return renderUnknownTicker(parts.links, view, typedSymbol);
  const path = `/tickers/${encodeURIComponent(served)}`;
  if (served !== typedSymbol) return createRedirect(path);
  const subject = { ticker: served };
  const trades = readTradeView(view, path, subject);
  const { status } = getPageStatus(trades);
  if (status === 308) return createRedirect(trades.canonical);
  const facts = dataset.facts.getTickerFacts(served);
  const company = detail?.company ?? getFirstCompany(dataset, trades);
  return {
    ...(status && { status }),
    title: `${served}, ${company}`,
    description: facts
      ? `${pluralize(facts.trades, "trade")} in ${company} (${served}) by ${pluralize(facts.memberCount, "member")} of Congress: ${pluralize(facts.buyers, "buyer")}, ${pluralize(facts.sellers, "seller")}.`
      : `Trades that members of Congress filed under the symbol ${served}.`,
    canonical: trades.canonical,
    ...(detail && { picture: `/og/tickers/${encodeURIComponent(served)}.png` }),
    alternates: [
      ...(detail ? [{ type: "application/json", path: `${path}.json`, title: "Security as JSON" }] : []),
      ...listFileAlternates({ ...subject, ...getFiltersInQuery(trades) }),
      ...listPageFeeds(path, getFiltersInQuery(trades)),
    ],
    jsonLd: {
      "@context": "https://schema.org",
      "@type": "FinancialProduct",
      name: company,
      identifier: served,
      ...(detail && detail.former_tickers.length > 0 && { alternateName: detail.former_tickers }),
      url: parts.links.toAbsolute(path),
    },
    main: await renderTickerBody(parts, view, {
      path,
      symbol: served,
      company,
      former: detail?.former_tickers ?? [],
      industry: detail?.industry ?? null,
      noSymbolReason: detail?.no_current_ticker
        ? explainNoSymbol({ noCurrentTicker: detail.no_current_ticker, endedOn: detail.ended_on })
        : null,
      facts,
      trades,
    }),
  };
}

function getFirstCompany(dataset: Dataset, { positions }: TradeView): string {
  const [first] = positions;
  return first === undefined ? "" : dataset.getSummaryAt(first).company;
}

interface TickerPage {
  readonly path: string;
  readonly symbol: string;
  readonly company: string;
  readonly former: readonly string[];
  /** The issuer's industry; null if unknown, and for a fund. */
  readonly industry: Industry | null;
  /** Why the security has no current symbol; null if it has one. */
  readonly noSymbolReason: string | null;
  readonly facts: TickerFacts | undefined;
  readonly trades: TradeView;
}

async function renderTickerBody(
  { links, state, prices, returns }: TickerParts,
  { dataset }: View,
  page: TickerPage,
): Promise<Html> {
  const { path, symbol, company, former, industry, noSymbolReason, facts, trades } = page;
  return html`<header class="subject"><h1>${symbol} <span class="of"><bdi>${company}</bdi></span></h1>
${former.length > 0 && html`<p>Formerly ${former.join(", ")}; trades under ${former.length === 1 ? "that symbol" : "those symbols"} are included on this page.</p>`}
<p>Industry: ${industry === null ? "not known" : html`${renderIndustryLink(links, industry)} (SIC ${industry.sic}), as classified by the SEC`}.</p>
${noSymbolReason !== null && html`<p>${noSymbolReason}</p>`}</header>
${facts ? renderIntro(facts) : html`<p class="standfirst">These trades were filed under this symbol, but either a different security has the symbol today, or the trades are in bonds.</p>`}
${renderFeedLinks({
  links,
  what: `trades in ${symbol}`,
  feed: { path, query: getFiltersInQuery(trades) },
  filter: combineFilters(trades, { ticker: symbol }),
})}<section class="prices"><h2>Price and trades</h2>
${await renderPriceSection({ links, prices, dataset, page })}</section>
${facts && renderTickerRecord(links, dataset, facts, symbol)}
${await renderReturnsSection({ links, whose: symbol, path, clusterUnit: "member-months", ask: (requested) => returns.answerForSecurity(dataset, symbol, requested) })}
${renderTradeList({
  links,
  dataset,
  path,
  subject: { ticker: symbol },
  view: trades,
  differing: "who",
  fields: ["q", "transaction_type", "chamber", "party", "traded_from", "traded_to", "disclosed_to"],
  quarters: facts?.quarters ?? [],
  caption: `Trades in ${company}`,
})}
${renderMissingFromList(links, state.getCoverage(), `These numbers cover the reports on all securities; the unread reports may include trades in ${symbol} too.`)}`;
}

function renderIntro({ daysToDisclose, buyers, sellers, trades, memberCount, otherSecurities }: TickerFacts): Html {
  return html`<p class="standfirst">${pluralize(trades, "trade")} by ${pluralize(memberCount, "member")}: ${pluralize(buyers, "buyer")}, ${pluralize(sellers, "seller")}. ${daysToDisclose && formatDelays(daysToDisclose, trades)}${otherSecurities > 0 && ` The symbol also matches ${pluralize(otherSecurities, "trade")} in other securities that once had it; ${otherSecurities === 1 ? "it is" : "they are"} not counted here.`}</p>`;
}

interface PriceSection {
  readonly links: Links;
  readonly prices: PriceHistories;
  readonly dataset: Dataset;
  readonly page: TickerPage;
}

async function renderPriceSection({ links, prices, dataset, page }: PriceSection): Promise<Html> {
  const { symbol, trades } = page;
  const state = await prices.getPriceState(symbol);
  if (state.history === null) return renderMissingPrices(symbol, state.question);
  const parts: PriceChartParts = {
    links,
    symbol,
    history: state.history,
    trades: dataset.facts.listChartTrades(trades.positions, symbol),
    origin: "",
    named: getFiltersInQuery(trades),
    buildTradeUrl: (position) => links.toTrade(dataset.getSummaryAt(position).id),
  };
  return renderPriceChart(parts, trades.positions.length);
}

function renderMissingPrices(symbol: string, question: PriceRequest | null): Html {
  if (question === null) {
    return html`<p>No price of ${symbol} is stored yet, and none has been requested, because other securities come first. It is requested when this page is opened again.</p>`;
  }
  const { requestedAt, againAt, outcome, reason } = question;
  if (outcome !== "none") {
    return html`<p>No price of ${symbol} is stored yet. It was requested at ${renderLongInstant(requestedAt.toISOString())} and appears here as soon as a source answers.</p>`;
  }
  return html`<p>No source had a price of ${symbol} at ${renderLongInstant(requestedAt.toISOString())}.${reason !== null && ` ${reason}`} The next attempt is made when this page is opened after ${renderLongInstant(againAt.toISOString())}.</p>`;
}

function renderTickerRecord(links: Links, dataset: Dataset, facts: TickerFacts, symbol: string): Html {
  const { repeats, buyers, sellers, daysToDisclose } = facts;
  return html`<div class="columns">
<section><h2>Bought and sold</h2>
${renderBandTable(facts)}
<p class="small">${pluralize(buyers, "member")} bought, ${pluralize(sellers, "member")} sold. ${formatNetPurchases(facts, "several")} ${repeats > 0 && `${pluralize(repeats, "trade")} ${repeats === 1 ? "already in an earlier report by the same member is" : "already in earlier reports by the same members are"} left out of these totals.`}</p>
${renderActivityChart({ links, quarters: facts.quarters, whose: `of ${symbol}`, path: `/tickers/${encodeURIComponent(symbol)}` })}</section>
<section><h2>Who traded it most</h2>
${renderCountTable(
  { caption: "Members by number of trades", head: "Member", columns: ["other", "last"] },
  facts.members.map((each) => ({
    ...each,
    head: html`${renderPersonLink(links, each)} ${renderLatestSeat(dataset, each.id)}`,
  })),
)}
${facts.memberCount > facts.members.length && html`<p class="small">And ${pluralize(facts.memberCount - facts.members.length, "more member")}.</p>`}
${daysToDisclose && html`<p class="small">Anyone following these trades learns of them at disclosure, a median of ${formatDaysToNearestHalf(daysToDisclose.median)} days after the trade.</p>`}</section>
</div>`;
}

function renderUnknownTicker(links: Links, { dataset }: View, typedSymbol: string): Rendered {
  const shownSymbol = typedSymbol.slice(0, 40);
  return {
    status: 404,
    title: "No such ticker",
    description: `No known trade in '${shownSymbol}'.`,
    canonical: `/tickers/${encodeURIComponent(shownSymbol.toWellFormed())}`,
    main: html`<h1>No trade in ${shownSymbol}</h1>
<p>No known trade by a member of Congress in a security with the symbol <code>${shownSymbol}</code>. Search for assets without a symbol by name.</p>
${renderSuggestions(links, dataset, shownSymbol)}
<p><a href="${links.toLatestTrades({ q: shownSymbol })}">Search trades for it</a> · <a href="${links.toLatestTrades()}">Latest trades</a></p>`,
  };
}
