/** The trades of one member, security or industry with filters: the parsed query of the page, and the section that shows them. */

import type { TradeFilter } from "../domain/trade-filter.ts";
import type { Dataset, TradeSummary } from "../publication/dataset/dataset.ts";
import { KINDS, type Quarter } from "../publication/dataset/facts/trade-sums.ts";
import { CSV_ROWS } from "./csv/csv-answer.ts";
import { type Html, html } from "./html.ts";
import { type Links, withQuery } from "./links.ts";
import type { Alternate, Rendered, View } from "./page.ts";
import { activeFilters, filterLabel } from "./parts/active-filters.ts";
import { amountLegend } from "./parts/amount-bar.ts";
import { faultList } from "./parts/fault-list.ts";
import { type FieldState, textField } from "./parts/field.ts";
import { type Differing, listedTrades } from "./parts/listed-trades.ts";
import { pager } from "./parts/pager.ts";
import { count, counted } from "./parts/words.ts";
import { faultSentences } from "./query-faults.ts";
import { type Faults, withoutEmpty } from "./read-query.ts";
import { readTradeListQuery, TRADE_LIST_PARAMETERS, type TradeListQuery } from "./trade-list-query.ts";

const ROWS = 50;

/** The page's own filter; a query can only narrow it. */
type Subject = { readonly politician_id: string } | { readonly ticker: string } | { readonly industry: string };

export interface TradeView {
  readonly read: TradeListQuery | (Faults & { readonly sentences: ReadonlyMap<string, string> });
  /** Path with the filters in canonical order. */
  readonly canonical: string;
  /** Whether the query has empty form fields: the canonical URL is the one to share. */
  readonly isUntidy: boolean;
  /** Positions of the matching trades, in order. */
  readonly positions: Uint32Array;
  readonly stateOf: (name: string) => FieldState;
}

export function tradeView({ dataset, query }: View, path: string, subject: Subject): TradeView {
  const given = withoutEmpty(query);
  for (const name of Object.keys(subject)) given.delete(name);
  const read = readTradeListQuery(given);
  const stateOf = (name: string, fault?: string) => ({ value: given.getAll(name).join(","), fault });
  if ("faults" in read) {
    const sentences = faultSentences(read.faults, given, TRADE_LIST_PARAMETERS);
    const none = { positions: new Uint32Array(), canonical: path, isUntidy: false };
    return { read: { ...read, sentences }, ...none, stateOf: (name) => stateOf(name, sentences.get(name)) };
  }
  const { filter, sort, page, named } = read;
  return {
    read,
    canonical: withQuery(path, { ...named, ...(page > 1 && { page }) }),
    isUntidy: given.size < query.size,
    positions: dataset.select({ ...filter, ...filterOf(subject) }, sort),
    stateOf: (name) => stateOf(name),
  };
}

function filterOf(subject: Subject): TradeFilter {
  if ("industry" in subject) return { industry: [subject.industry] };
  return "ticker" in subject ? { ticker: [subject.ticker] } : { politicianId: [subject.politician_id] };
}

/** The filter of the URL combined with the page's own; if the URL is invalid, only the page's own. */
export function followedBy({ read }: TradeView, subject: Subject): TradeFilter {
  return { ...("faults" in read ? {} : read.filter), ...filterOf(subject) };
}

/** The rows of the requested page. */
function rowsOf(dataset: Dataset, { read, positions }: TradeView): readonly TradeSummary[] {
  if ("faults" in read) return [];
  const from = (read.page - 1) * ROWS;
  return Array.from(positions.subarray(from, from + ROWS), (position) => dataset.summaryAt(position));
}

/** The trades of a filter as files. */
export function filesOf(filter: Readonly<Record<string, string>>): readonly Alternate[] {
  return [
    { type: "application/json", path: withQuery("/trades.json", filter), title: "Trades as JSON" },
    { type: "text/csv", path: withQuery("/trades.csv", filter), title: "Trades as CSV" },
  ];
}

/** Links to the same trades as files. */
export function fileLinks(links: Links, filter: Readonly<Record<string, string>>, total: number): Html {
  const rows =
    total > CSV_ROWS ? `CSV, first ${count(CSV_ROWS)} of ${count(total)} rows` : `CSV, ${counted(total, "row")}`;
  return html`<p><a href="${links.to("/trades.csv", filter)}" download>${rows}</a> · <a href="${links.to("/trades.json", filter)}">JSON</a></p>`;
}

/** Fields of a form above a list of trades, by parameter. */
export type ListFields = Readonly<Record<string, Html>>;

interface ListParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly path: string;
  readonly subject: Subject;
  readonly view: TradeView;
  readonly differing: Differing;
  /** Submitted with the URL's other parameters. */
  readonly fields: ListFields;
  /** Years with transactions link to their trades. */
  readonly quarters: readonly Quarter[];
  readonly caption: string;
}

export function tradeList(parts: ListParts): Html {
  const { links, dataset, path, view, differing, caption } = parts;
  const rows = rowsOf(dataset, view);
  const page = "faults" in view.read ? 1 : view.read.page;
  const linkTo = (each: number) => links.to(path, { ...namedOf(view), ...(each > 1 && { page: each }) });
  return html`<section class="list" id="trades"><h2>Trades</h2>
${yearLinks({ ...parts, named: namedOf(view) }, "trades")}
${otherFilters(parts)}<form class="narrow" action="${links.to(path)}#trades">${Object.values(parts.fields)}${otherFields(parts)}<div class="buttons"><button>Apply</button> <a href="${links.to(path)}#trades">All trades</a></div></form>
${summary(parts)}
${rows.length > 0 ? html`${listedTrades(parts, rows, differing, caption)}${amountLegend()}` : nothingListed(view)}
${pager({ page, pageCount: Math.ceil(view.positions.length / ROWS), linkTo: (each) => `${linkTo(each)}#trades` })}</section>`;
}

/** Filters and sort order without a field in the form are submitted as hidden fields; an invalid one gets a visible field to correct. */
function otherFields({ view, fields }: ListParts): Html {
  return html`${TRADE_LIST_PARAMETERS.filter((name) => name !== "page" && !(name in fields)).map((name) => {
    const state = view.stateOf(name);
    if (state.fault !== undefined) return textField({ name, label: filterLabel(name), ...state });
    return state.value !== "" && html`<input type="hidden" name="${name}" value="${state.value}">`;
  })}`;
}

/** The filters that are not in the form, each with a link that removes it. */
function otherFilters({ links, dataset, path, view, fields }: ListParts): Html {
  const named = Object.entries(namedOf(view));
  const inForm = Object.fromEntries(named.filter(([name]) => name in fields || name === "sort"));
  return activeFilters({
    named: Object.fromEntries(named.filter(([name]) => !(name in inForm))),
    linkTo: (left) => `${links.to(path, { ...inForm, ...left })}#trades`,
    dataset,
  });
}

function nothingListed({ read }: TradeView): Html {
  if (!("faults" in read)) return html`<p class="nothing">No trade matches all of these filters.</p>`;
  const isOne = read.faults.length === 1;
  return html`<section class="faults" role="alert"><h3>${isOne ? "This filter" : "These filters"} cannot be used</h3>
<p>Correct ${isOne ? "it" : "them"} to search; what you typed is still there.</p>
${faultList(read)}</section>`;
}

export function namedOf({ read }: TradeView): Readonly<Record<string, string>> {
  return "faults" in read ? {} : read.named;
}

interface YearParts extends Pick<ListParts, "links" | "path" | "quarters"> {
  readonly named: Readonly<Record<string, string>>;
}

/** Each year with transactions is a link, and the current one links back to all. @param place id of the section. */
export function yearLinks({ links, path, named, quarters }: YearParts, place: "trades" | "returns"): Html {
  const traded = quarters.filter((quarter) => KINDS.some((kind) => quarter[kind] > 0));
  const years = [...new Set(traded.map(({ year }) => year))].reverse();
  if (years.length < 2) return html``;
  const { traded_from: _, traded_to: __, ...others } = named;
  const shown = yearOf(named);
  return html`<ul class="years" aria-label="Year of the transaction">${years.map((year) => {
    const current = String(year) === shown;
    return html`<li><a href="${links.to(path, { ...others, ...(current ? {} : spanOf(year)) })}#${place}"${current && html` aria-current="page"`}>${year}</a></li>`;
  })}</ul>`;
}

export function spanOf(year: number | string) {
  return { traded_from: `${year}-01-01`, traded_to: `${year}-12-31` } as const;
}

/** The whole year that a query selects; null if it selects none, or other days. */
export function yearOf({ traded_from: from, traded_to: to }: Readonly<Record<string, string>>): string | null {
  const year = from?.slice(0, 4) ?? "";
  const span = spanOf(year);
  return from === span.traded_from && to === span.traded_to ? year : null;
}

/** The number of trades and links to them as files; empty if the filters are invalid. */
function summary({ links, view, subject }: ListParts): Html {
  if ("faults" in view.read) return html``;
  const all = view.positions.length;
  return html`<div class="summary"><p><strong>${count(all)}</strong> ${all === 1 ? "trade" : "trades"}.</p>
${fileLinks(links, { ...subject, ...namedOf(view) }, all)}</div>`;
}

/** A page with invalid filters has status 400; one with empty fields redirects to the URL without them. */
export function statusOf({ read, isUntidy }: TradeView): Pick<Rendered, "status"> {
  if ("faults" in read) return { status: 400 };
  return isUntidy ? { status: 308 } : {};
}
