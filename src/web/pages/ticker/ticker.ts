/** `/tickers/{symbol}`: who bought and sold a security, when, how long disclosure took, and its price with trades marked. */

import type { IsoDate } from "../../../domain/dates.ts";
import type { Industry } from "../../../domain/industry.ts";
import { canonicalSymbol } from "../../../domain/symbol.ts";
import type { NoCurrentTicker } from "../../../domain/trade.ts";
import { RECENT_FIRST } from "../../../domain/trade-filter.ts";
import type { Returns } from "../../../prices/returns/returns.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import type { TickerFacts } from "../../../publication/dataset/facts/ticker-facts.ts";
import { activityChart } from "../../charts/activity-chart.ts";
import { type PriceChartParts, priceChart } from "../../charts/price-chart.ts";
import { feedsOf } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { movedTo, type Rendered, type View, type WebPage } from "../../page.ts";
import { bandTable, netSentence } from "../../parts/band.ts";
import { CHAMBER_CHOICES, choiceField, PARTY_CHOICES, TYPE_CHOICES, textField } from "../../parts/field.ts";
import { follow } from "../../parts/follow.ts";
import { industryLink } from "../../parts/industry-name.ts";
import { days, spreadSentence } from "../../parts/late-words.ts";
import { missingFromList } from "../../parts/missing.ts";
import { noSymbolSentence } from "../../parts/no-symbol.ts";
import { suggestions } from "../../parts/nothing-found.ts";
import { personLink } from "../../parts/person.ts";
import { scrollingTable } from "../../parts/scrolling-table.ts";
import { currentSeat } from "../../parts/seat.ts";
import { count, counted, day, writtenInstant } from "../../parts/words.ts";
import type { PriceHistories, PriceQuestion } from "../../price-histories.ts";
import { returnsSection } from "../../returns/returns-section.ts";
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

interface TickerParts {
  readonly links: Links;
  readonly state: SiteState;
  readonly prices: PriceHistories;
  readonly returns: Returns;
}

export function tickerPage(parts: TickerParts): WebPage {
  return {
    name: "page_ticker",
    path: "/tickers/:symbol",
    edition: async (view) => `${await pricesOf(parts, view)} ${await parts.returns.edition()}`,
    render: (view) => ticker(parts, view),
  };
}

/** Prices change between two versions; for a symbol that nobody traded no provider is queried. */
async function pricesOf({ prices }: TickerParts, { dataset, parameters }: Pick<View, "dataset" | "parameters">) {
  const symbol = canonicalSymbol(parameters["symbol"] ?? "");
  if (symbol === null) return "";
  const isTraded = dataset.ticker(symbol) !== undefined || isFiled(dataset, symbol);
  return isTraded ? prices.edition(symbol) : "";
}

/** Trades whose symbol now belongs to another company, and bonds, are found by the filed symbol. */
function isFiled(dataset: Dataset, symbol: string): boolean {
  return dataset.trades({ ticker: [symbol] }, RECENT_FIRST, 1, 0).total > 0;
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

async function ticker(parts: TickerParts, view: View): Promise<Rendered> {
  const { dataset, parameters } = view;
  const given = parameters["symbol"] ?? "";
  const symbol = canonicalSymbol(given);
  const isFiledSo = symbol !== null && dataset.ticker(symbol) === undefined && isFiled(dataset, symbol);
  const body = isFiledSo ? undefined : dataset.tickerOf(given);
  const detail = body && (JSON.parse(body.toString("utf8")) as TickerDetail);
  const served = detail?.ticker ?? (isFiledSo ? symbol : undefined);
  if (served === undefined) return unknown(parts.links, view, given);
  const path = `/tickers/${encodeURIComponent(served)}`;
  if (served !== given) return movedTo(path);
  const subject = { ticker: served };
  const trades = tradeView(view, path, subject);
  const { status } = statusOf(trades);
  if (status === 308) return movedTo(trades.canonical);
  const facts = dataset.facts.ticker(served);
  const company = detail?.company ?? companyOf(dataset, trades);
  return {
    ...(status && { status }),
    title: `${served}, ${company}`,
    description: facts
      ? `${counted(facts.trades, "trade")} in ${company} (${served}) by ${counted(facts.memberCount, "member")} of Congress: ${counted(facts.buyers, "buyer")}, ${counted(facts.sellers, "seller")}.`
      : `Trades by members of Congress filed under ${served}.`,
    canonical: trades.canonical,
    ...(detail && { picture: `/og/tickers/${encodeURIComponent(served)}.png` }),
    alternates: [
      ...(detail ? [{ type: "application/json", path: `${path}.json`, title: "Security as JSON" }] : []),
      ...filesOf({ ...subject, ...namedOf(trades) }),
      ...feedsOf(path, namedOf(trades)),
    ],
    jsonLd: {
      "@context": "https://schema.org",
      "@type": "FinancialProduct",
      name: company,
      identifier: served,
      ...(detail && detail.former_tickers.length > 0 && { alternateName: detail.former_tickers }),
      url: parts.links.absolute(path),
    },
    main: await shown(parts, view, {
      path,
      symbol: served,
      company,
      former: detail?.former_tickers ?? [],
      industry: detail?.industry ?? null,
      gone: detail?.no_current_ticker
        ? noSymbolSentence({ noCurrentTicker: detail.no_current_ticker, endedOn: detail.ended_on })
        : null,
      facts,
      trades,
    }),
  };
}

function companyOf(dataset: Dataset, { positions }: TradeView): string {
  const [first] = positions;
  return first === undefined ? "" : dataset.summaryAt(first).company;
}

interface TickerPage {
  readonly path: string;
  readonly symbol: string;
  readonly company: string;
  readonly former: readonly string[];
  /** The issuer's industry; null if unknown, and for a fund. */
  readonly industry: Industry | null;
  /** Why the security has no current symbol; null if it has one. */
  readonly gone: string | null;
  readonly facts: TickerFacts | undefined;
  readonly trades: TradeView;
}

async function shown(
  { links, state, prices, returns }: TickerParts,
  { dataset }: View,
  page: TickerPage,
): Promise<Html> {
  const { path, symbol, company, former, industry, gone, facts, trades } = page;
  return html`<header class="subject"><h1>${symbol} <span class="of"><bdi>${company}</bdi></span></h1>
${former.length > 0 && html`<p>Formerly ${former.join(", ")}; trades under ${former.length === 1 ? "that symbol" : "those symbols"} are among these.</p>`}
<p>Industry: ${industry === null ? "not known" : html`${industryLink(links, industry)} (SIC ${industry.sic}), as classified by the SEC`}.</p>
${gone !== null && html`<p>${gone}</p>`}</header>
${facts ? standfirst(facts) : html`<p class="standfirst">These trades were filed under this symbol but belong to no security that has it: another one has it today, or they are bonds.</p>`}
${follow({
  links,
  what: `trades in ${symbol}`,
  feed: { path, query: namedOf(trades) },
  filter: followedBy(trades, { ticker: symbol }),
})}<section class="prices"><h2>Price and trades</h2>
${await priceSection({ links, prices, dataset, page })}</section>
${facts && record(links, dataset, facts, symbol)}
${await returnsSection({ links, whose: symbol, path, together: "members and months", ask: (asked) => returns.ofSecurity(dataset, symbol, asked) })}
${tradeList({
  links,
  dataset,
  path,
  subject: { ticker: symbol },
  view: trades,
  differing: "who",
  fields: fields(trades),
  quarters: facts?.quarters ?? [],
  caption: `Trades in ${company}`,
})}
${missingFromList(links, state.coverage(), `These numbers cover all reports; unread ones may include ${symbol} too.`)}`;
}

function standfirst({ daysToDisclose, buyers, sellers, trades, memberCount, otherSecurities }: TickerFacts): Html {
  return html`<p class="standfirst">${counted(trades, "trade")} by ${counted(memberCount, "member")}: ${counted(buyers, "buyer")}, ${counted(sellers, "seller")}. ${daysToDisclose && spreadSentence(daysToDisclose, trades)}${otherSecurities > 0 && ` The symbol also matches ${counted(otherSecurities, "trade")} in other securities that once had it; ${otherSecurities === 1 ? "it is" : "they are"} not counted here.`}</p>`;
}

interface PriceSection {
  readonly links: Links;
  readonly prices: PriceHistories;
  readonly dataset: Dataset;
  readonly page: TickerPage;
}

async function priceSection({ links, prices, dataset, page }: PriceSection): Promise<Html> {
  const { symbol, trades } = page;
  const state = await prices.of(symbol);
  if (state.history === null) return noPrice(symbol, state.question);
  const parts: PriceChartParts = {
    links,
    symbol,
    history: state.history,
    trades: dataset.facts.marked(trades.positions, symbol),
    origin: "",
    named: namedOf(trades),
    tradeAt: (position) => links.trade(dataset.summaryAt(position).id),
  };
  return priceChart(parts, trades.positions.length);
}

function noPrice(symbol: string, question: PriceQuestion | null): Html {
  if (question === null) {
    return html`<p>No price of ${symbol} is stored yet, and none has been requested, because other securities come first. It is requested when this page is opened again.</p>`;
  }
  const { askedAt, againAt, outcome, reason } = question;
  if (outcome !== "none") {
    return html`<p>No price of ${symbol} is stored yet. It was requested at ${writtenInstant(askedAt.toISOString())} and appears here as soon as a source answers.</p>`;
  }
  return html`<p>No source had a price of ${symbol} at ${writtenInstant(askedAt.toISOString())}.${reason !== null && ` ${reason}`} The next attempt is made when this page is opened after ${writtenInstant(againAt.toISOString())}.</p>`;
}

function record(links: Links, dataset: Dataset, facts: TickerFacts, symbol: string): Html {
  const { repeats, buyers, sellers, daysToDisclose } = facts;
  return html`<div class="columns">
<section><h2>Bought and sold</h2>
${bandTable(facts)}
<p class="small">${counted(buyers, "member")} bought, ${counted(sellers, "member")} sold. ${netSentence(facts, "several")} ${repeats > 0 && `${counted(repeats, "trade")} ${repeats === 1 ? "already in an earlier report by the same member is" : "already in earlier reports by the same members are"} left out of these totals.`}</p>
${activityChart({ links, quarters: facts.quarters, whose: `of ${symbol}`, path: `/tickers/${encodeURIComponent(symbol)}` })}</section>
<section><h2>Who traded it most</h2>
${scrollingTable({
  look: "data",
  caption: "Members by number of trades",
  rows: html`<thead><tr><th scope="col">Member</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Bought</th><th scope="col" class="number">Sold</th><th scope="col" class="number">Options</th><th scope="col" class="number">Other</th><th scope="col">Last traded</th></tr></thead>
<tbody>${facts.members.map(
    (
      each,
    ) => html`<tr><th scope="row">${personLink(links, each)} ${currentSeat(dataset, each.id)}</th><td class="number">${count(each.trades)}</td><td class="number">${count(each.buys)}</td><td class="number">${count(each.sells)}</td><td class="number">${count(each.options)}</td><td class="number">${count(each.trades - each.buys - each.sells - each.options)}</td><td>${day(each.lastTraded)}</td></tr>
`,
  )}</tbody>`,
})}
${facts.memberCount > facts.members.length && html`<p class="small">And ${counted(facts.memberCount - facts.members.length, "more member")}.</p>`}
${daysToDisclose && html`<p class="small">Anyone following these trades learns of them at disclosure, a median of ${days(daysToDisclose.median)} days after the trade.</p>`}</section>
</div>`;
}

function fields({ stateOf }: TradeView): ListFields {
  const field = (name: string, label: string) => ({ name, label, ...stateOf(name) });
  const date = { type: "date" } as const;
  return {
    q: textField({ ...field("q", "Member or words"), placeholder: "A name" }),
    transaction_type: choiceField(field("transaction_type", "Type"), TYPE_CHOICES),
    chamber: choiceField(field("chamber", "Chamber"), CHAMBER_CHOICES),
    party: choiceField(field("party", "Party"), PARTY_CHOICES),
    traded_from: textField({ ...field("traded_from", "Traded from"), ...date }),
    traded_to: textField({ ...field("traded_to", "Traded to"), ...date }),
    disclosed_to: textField({ ...field("disclosed_to", "Disclosed to"), ...date }),
  };
}

function unknown(links: Links, { dataset }: View, given: string): Rendered {
  const shownSymbol = given.slice(0, 40);
  return {
    status: 404,
    title: "No such ticker",
    description: `No known trade in '${shownSymbol}'.`,
    canonical: `/tickers/${encodeURIComponent(shownSymbol.toWellFormed())}`,
    main: html`<h1>No trade in ${shownSymbol}</h1>
<p>No known trade by a member of Congress in a security with the symbol <code>${shownSymbol}</code>. Search for assets without a symbol by name.</p>
${suggestions(links, dataset, shownSymbol)}
<p><a href="${links.latestTrades({ q: shownSymbol })}">Search trades for it</a> · <a href="${links.latestTrades()}">Latest trades</a></p>`,
  };
}
