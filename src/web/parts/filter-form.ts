/** The filters of a list of trades: facets with counts, and fields for all other filters of `GET /trades`. */
import { ASSET_TYPES } from "../../domain/asset-class.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { FACETS } from "./facets.ts";
import { type FieldState, renderChoiceField, renderFaultText, renderTextField, toPlainChoices } from "./field.ts";

const USUAL_SORT = ["-disclosure_date", "Most recently disclosed first"] as const;
const OTHER_SORTS: readonly (readonly [value: string, label: string])[] = [
  ["disclosure_date", "Earliest disclosed first"],
  ["-transaction_date", "Most recently traded first"],
  ["transaction_date", "Earliest traded first"],
  ["-amount", "Largest first"],
  ["amount", "Smallest first"],
  ["-reporting_gap", "Slowest to disclose first"],
  ["reporting_gap", "Quickest to disclose first"],
];

export const SORT_NAMES = [USUAL_SORT, ...OTHER_SORTS];

const YES_NO = [
  ["true", "Only these"],
  ["false", "Exclude these"],
] as const;

interface FilterFormParts {
  readonly links: Links;
  /** A field's entered text and its error. */
  readonly getFieldState: (name: string) => FieldState;
  /** Two-letter codes of states. */
  readonly states: readonly string[];
  /** Facets as links with counts; null if a filter is invalid. */
  readonly facets: Html | null;
}

/** The search box. It belongs to the filter form, so that a search keeps the filters, and a filter keeps the search. */
export function renderSearchBox({ value, fault }: FieldState): Html {
  return html`<div class="search" role="search">
<label for="q">Search people, tickers, companies or any words</label>
<div><input form="filters" id="q" name="q" type="search" value="${value}" placeholder="A name, NVDA, pharma …"${fault !== undefined && html` aria-invalid="true" aria-describedby="wrong-q"`}><button form="filters">Search</button></div>
${renderFaultText("q", fault)}
</div>`;
}

export function renderFilterForm({ links, getFieldState, states, facets }: FilterFormParts): Html {
  const renderTextFilter = (name: string, label: string, more: object = {}) =>
    renderTextField({ name, label, ...getFieldState(name), ...more });
  const renderChoice = (name: string, label: string, options: Parameters<typeof renderChoiceField>[1], none?: string) =>
    renderChoiceField({ name, label, ...getFieldState(name) }, options, none);
  const day = { type: "date" } as const;
  const dollars = { type: "number", placeholder: "$" } as const;
  return html`${facets}<form id="filters" action="${links.toLatestTrades()}">
${renderFacetFields(getFieldState, facets === null)}
${renderTextFilter("ticker", "Ticker", { placeholder: "NVDA, BRK.B" })}${renderChoice("asset_type", "Asset", toPlainChoices(ASSET_TYPES))}${renderChoice("state", "State", toPlainChoices(states))}
<div class="pair">${renderTextFilter("min_amount", "From $", dollars)}${renderTextFilter("max_amount", "To $", dollars)}</div>
<div class="pair days">${renderTextFilter("disclosed_from", "Disclosed from", day)}${renderTextFilter("disclosed_to", "Disclosed to", day)}</div>
<div class="pair days">${renderTextFilter("traded_from", "Traded from", day)}${renderTextFilter("traded_to", "Traded to", day)}</div>
<details${isAnyFilled(getFieldState, MORE) && html` open`}><summary>More filters</summary>
${renderTextFilter("politician_id", "Bioguide id", { placeholder: "P000197" })}${renderTextFilter("coin", "Coin", { placeholder: "BTC" })}${renderChoice("late_not_judged", "Lateness not judged", YES_NO)}${renderChoice("amendment_pending", "Possibly amended", YES_NO)}${renderChoice("possible_duplicate", "Possibly reported twice", YES_NO)}</details>
${renderChoice("sort", "Order", OTHER_SORTS, USUAL_SORT[1])}
<div class="buttons"><button>Apply</button> <a href="${links.toLatestTrades()}">Clear all</a></div>
</form>`;
}

const MORE = ["politician_id", "coin", "late_not_judged", "amendment_pending", "possible_duplicate"];

function isAnyFilled(stateOf: FilterFormParts["getFieldState"], names: readonly string[]): boolean {
  return names.some((name) => stateOf(name).value !== "");
}

/** Hidden fields, so that submitting the form keeps the facets. An invalid facet gets a visible field instead. */
function renderFacetFields(stateOf: FilterFormParts["getFieldState"], isInvalid: boolean): Html {
  return html`${FACETS.map(({ name, label }) => {
    const state = stateOf(name);
    if (isInvalid && state.value !== "") return renderTextField({ name, label, ...state });
    return state.value !== "" && html`<input type="hidden" name="${name}" value="${state.value}">`;
  })}`;
}
