/** A filtered list of the trades of one member, security or industry: reads the page's query, and renders the list. */
import type { TradeFilter } from "../domain/trade-filter.ts";
import type { Dataset, TradeSummary } from "../publication/dataset/dataset.ts";
import { KINDS, type Quarter } from "../publication/dataset/facts/trade-sums.ts";
import { CSV_ROWS } from "./csv/csv-answer.ts";
import { type Html, html } from "./html.ts";
import { appendQuery, type Links } from "./links.ts";
import type { Alternate, Rendered, View } from "./page.ts";
import { renderPager } from "./paged-list.ts";
import { getFilterLabel, renderActiveFilters } from "./parts/active-filters.ts";
import { renderAmountLegend } from "./parts/amount-bar.ts";
import {
  CHAMBER_CHOICES,
  type FieldState,
  PARTY_CHOICES,
  renderChoiceField,
  renderTextField,
  TYPE_CHOICES,
} from "./parts/field.ts";
import { renderListedTrades, type VaryingColumn } from "./parts/trade-table.ts";
import { formatCount, pluralize } from "./parts/words.ts";
import { buildFaultSentences, renderFaultList } from "./query-faults.ts";
import { type Faults, removeEmptyParameters } from "./read-query.ts";
import { readTradeListQuery, TRADE_LIST_PARAMETERS, type TradeListQuery } from "./trade-list-query.ts";

const ROWS = 50;

/** The subject of the page. The page always lists only trades of this subject; the query can only narrow the list. */
type Subject = { readonly politician_id: string } | { readonly ticker: string } | { readonly industry: string };

export interface TradeView {
  readonly read: TradeListQuery | (Faults & { readonly sentences: ReadonlyMap<string, string> });
  /** Path with the filters in canonical order. */
  readonly canonical: string;
  /** True if the query has empty fields or repeats the subject's filter. The page then redirects to the canonical URL. */
  readonly isUntidy: boolean;
  /** Positions of the matching trades in the dataset, in the requested order. */
  readonly positions: Uint32Array;
  readonly getFieldState: (name: string) => FieldState;
}

export function readTradeView({ dataset, query }: View, path: string, subject: Subject): TradeView {
  const ownQuery = removeEmptyParameters(query);
  for (const name of Object.keys(subject)) ownQuery.delete(name);
  const read = readTradeListQuery(ownQuery);
  const getFieldState = (name: string, fault?: string) => ({ value: ownQuery.getAll(name).join(","), fault });
  if ("faults" in read) {
    const sentences = buildFaultSentences(read.faults, ownQuery, TRADE_LIST_PARAMETERS);
    const none = { positions: new Uint32Array(), canonical: path, isUntidy: false };
    return { read: { ...read, sentences }, ...none, getFieldState: (name) => getFieldState(name, sentences.get(name)) };
  }
  const { filter, sort, page, named } = read;
  return {
    read,
    canonical: appendQuery(path, { ...named, ...(page > 1 && { page }) }),
    isUntidy: ownQuery.size < query.size,
    positions: dataset.select({ ...filter, ...buildSubjectFilter(subject) }, sort),
    getFieldState: (name) => getFieldState(name),
  };
}

function buildSubjectFilter(subject: Subject): TradeFilter {
  if ("industry" in subject) return { industry: [subject.industry] };
  return "ticker" in subject ? { ticker: [subject.ticker] } : { politicianId: [subject.politician_id] };
}

/** Combines the query's filter with the subject's. If the query is invalid, only the subject's filter applies. */
export function combineFilters({ read }: TradeView, subject: Subject): TradeFilter {
  return { ...("faults" in read ? {} : read.filter), ...buildSubjectFilter(subject) };
}

function getPageRows(dataset: Dataset, { read, positions }: TradeView): readonly TradeSummary[] {
  if ("faults" in read) return [];
  const from = (read.page - 1) * ROWS;
  return Array.from(positions.subarray(from, from + ROWS), (position) => dataset.getSummaryAt(position));
}

export function listFileAlternates(filter: Readonly<Record<string, string>>): readonly Alternate[] {
  return [
    { type: "application/json", path: appendQuery("/trades.json", filter), title: "Trades as JSON" },
    { type: "text/csv", path: appendQuery("/trades.csv", filter), title: "Trades as CSV" },
  ];
}

export function renderFileLinks(links: Links, filter: Readonly<Record<string, string>>, total: number): Html {
  const rows =
    total > CSV_ROWS
      ? `CSV, first ${formatCount(CSV_ROWS)} of ${formatCount(total)} rows`
      : `CSV, ${pluralize(total, "row")}`;
  return html`<p><a href="${links.to("/trades.csv", filter)}" download>${rows}</a> · <a href="${links.to("/trades.json", filter)}">JSON</a></p>`;
}

type RenderField = (field: Parameters<typeof renderTextField>[0]) => Html;
const DATE = { type: "date" } as const;
/** The fields that a form above a list of trades can have, by parameter. */
const FIELDS = {
  q: ["Member or words", (field) => renderTextField({ ...field, placeholder: "A name" })],
  ticker: ["Ticker", (field) => renderTextField({ ...field, placeholder: "NVDA, BRK.B" })],
  transaction_type: ["Type", (field) => renderChoiceField(field, TYPE_CHOICES)],
  chamber: ["Chamber", (field) => renderChoiceField(field, CHAMBER_CHOICES)],
  party: ["Party", (field) => renderChoiceField(field, PARTY_CHOICES)],
  traded_from: ["Traded from", (field) => renderTextField({ ...field, ...DATE })],
  traded_to: ["Traded to", (field) => renderTextField({ ...field, ...DATE })],
  disclosed_to: ["Disclosed to", (field) => renderTextField({ ...field, ...DATE })],
} satisfies Readonly<Record<string, readonly [label: string, RenderField]>>;
type ListField = keyof typeof FIELDS;

interface ListParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly path: string;
  readonly subject: Subject;
  readonly view: TradeView;
  readonly differing: VaryingColumn;
  /** Visible fields; the URL's other parameters are submitted as hidden fields. */
  readonly fields: readonly ListField[];
  /** Numbers of trades by quarter, which determine the years that get a link. */
  readonly quarters: readonly Quarter[];
  readonly caption: string;
}

export function renderTradeList(parts: ListParts): Html {
  const { links, dataset, path, view, differing, caption } = parts;
  const rows = getPageRows(dataset, view);
  const page = "faults" in view.read ? 1 : view.read.page;
  const buildLink = (each: number) => links.to(path, { ...getFiltersInQuery(view), ...(each > 1 && { page: each }) });
  return html`<section class="list" id="trades"><h2>Trades</h2>
${renderYearLinks({ ...parts, named: getFiltersInQuery(view) }, "trades")}
${renderOtherFilters(parts)}<form class="narrow" action="${links.to(path)}#trades">${parts.fields.map((name) => renderListField(view, name))}${renderHiddenFields(parts)}<div class="buttons"><button>Apply</button> <a href="${links.to(path)}#trades">All trades</a></div></form>
${renderListSummary(parts)}
${rows.length > 0 ? html`${renderListedTrades(parts, rows, differing, caption)}${renderAmountLegend()}` : renderEmptyList(view)}
${renderPager({ page, pageCount: Math.ceil(view.positions.length / ROWS), buildLink: (each) => `${buildLink(each)}#trades` })}</section>`;
}

function renderListField({ getFieldState }: TradeView, name: ListField): Html {
  const [label, render] = FIELDS[name];
  return render({ name, label, ...getFieldState(name) });
}

/** Hidden fields for parameters without a visible field. An invalid parameter gets a visible field instead, to be corrected. */
function renderHiddenFields({ view, fields }: ListParts): Html {
  return html`${TRADE_LIST_PARAMETERS.filter((name) => name !== "page" && !fields.some((field) => field === name)).map(
    (name) => {
      const state = view.getFieldState(name);
      if (state.fault !== undefined) return renderTextField({ name, label: getFilterLabel(name), ...state });
      return state.value !== "" && html`<input type="hidden" name="${name}" value="${state.value}">`;
    },
  )}`;
}

/** The filters that are not in the form, each with a link that removes it. */
function renderOtherFilters({ links, dataset, path, view, fields }: ListParts): Html {
  const named = Object.entries(getFiltersInQuery(view));
  const inForm = Object.fromEntries(
    named.filter(([name]) => fields.some((field) => field === name) || name === "sort"),
  );
  return renderActiveFilters({
    named: Object.fromEntries(named.filter(([name]) => !(name in inForm))),
    buildLink: (left) => `${links.to(path, { ...inForm, ...left })}#trades`,
    dataset,
  });
}

function renderEmptyList({ read }: TradeView): Html {
  if (!("faults" in read)) return html`<p class="nothing">No trade matches all of these filters.</p>`;
  const isOne = read.faults.length === 1;
  return html`<section class="faults" role="alert"><h3>${isOne ? "This filter" : "These filters"} cannot be used</h3>
<p>Correct ${isOne ? "it" : "them"} to search; what you typed is still there.</p>
${renderFaultList(read)}</section>`;
}

export function getFiltersInQuery({ read }: TradeView): Readonly<Record<string, string>> {
  return "faults" in read ? {} : read.named;
}

interface YearParts extends Pick<ListParts, "links" | "path" | "quarters"> {
  readonly named: Readonly<Record<string, string>>;
}

/** Links from each year to its trades, and from the selected year back to all. @param place id of the page section to link to. */
export function renderYearLinks({ links, path, named, quarters }: YearParts, place: "trades" | "returns"): Html {
  const traded = quarters.filter((quarter) => KINDS.some((kind) => quarter[kind] > 0));
  const years = [...new Set(traded.map(({ year }) => year))].reverse();
  if (years.length < 2) return html``;
  const { traded_from: _, traded_to: __, ...others } = named;
  const shown = getSelectedYear(named);
  return html`<ul class="years" aria-label="Year of the transaction">${years.map((year) => {
    const current = String(year) === shown;
    return html`<li><a href="${links.to(path, { ...others, ...(current ? {} : buildYearSpan(year)) })}#${place}"${current && html` aria-current="page"`}>${year}</a></li>`;
  })}</ul>`;
}

export function buildYearSpan(year: number | string) {
  return { traded_from: `${year}-01-01`, traded_to: `${year}-12-31` } as const;
}

/** Returns the year whose first and last day are the query's dates; null if the dates are not those of one year. */
export function getSelectedYear({ traded_from: from, traded_to: to }: Readonly<Record<string, string>>): string | null {
  const year = from?.slice(0, 4) ?? "";
  const span = buildYearSpan(year);
  return from === span.traded_from && to === span.traded_to ? year : null;
}

/** The number of trades, and links to the trades as CSV and JSON; empty if the filters are invalid. */
function renderListSummary({ links, view, subject }: ListParts): Html {
  if ("faults" in view.read) return html``;
  const all = view.positions.length;
  return html`<div class="summary"><p><strong>${formatCount(all)}</strong> ${all === 1 ? "trade" : "trades"}.</p>
${renderFileLinks(links, { ...subject, ...getFiltersInQuery(view) }, all)}</div>`;
}

/** Status 400 for an invalid query, 308 for a redirect to the canonical URL, otherwise the default. */
export function getPageStatus({ read, isUntidy }: TradeView): Pick<Rendered, "status"> {
  if ("faults" in read) return { status: 400 };
  return isUntidy ? { status: 308 } : {};
}
