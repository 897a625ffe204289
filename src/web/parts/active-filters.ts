/** The active filters, each labeled and with a link that removes it. */
import type { tradeFilterShape } from "../../api/disclosures/trade-query.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import { listPoliticians } from "../politician-list.ts";
import { FACETS } from "./facets.ts";
import { formatIndustryGroup } from "./industry-name.ts";
import { formatCount } from "./words.ts";

const LABELS = {
  q: "Words",
  ticker: "Ticker",
  coin: "Coin",
  politician_id: "Politician",
  state: "State",
  asset_type: "Asset",
  min_amount: "From",
  max_amount: "Up to",
  disclosed_from: "Disclosed from",
  disclosed_to: "Disclosed to",
  traded_from: "Traded from",
  traded_to: "Traded to",
  late_not_judged: "Lateness not judged",
  amendment_pending: "Possibly amended",
  possible_duplicate: "Possibly reported twice",
  transaction_type: "Type",
  chamber: "Chamber",
  party: "Party",
  late: "Disclosed",
  owner: "Owner",
  industry: "Industry",
} satisfies Record<keyof typeof tradeFilterShape, string>;

export function getFilterLabel(name: string): string {
  return LABELS[name as keyof typeof LABELS];
}

interface ActiveFiltersParts {
  readonly named: Readonly<Record<string, string>>;
  readonly buildLink: (named: Readonly<Record<string, string>>) => string;
  /** Source of politicians' names. */
  readonly dataset: Dataset;
}

export function renderActiveFilters({ named, buildLink, dataset }: ActiveFiltersParts): Html {
  const filters = Object.entries(named).filter(([name]) => name !== "sort");
  if (filters.length === 0) return html``;
  return html`<ul class="active" aria-label="Active filters">${filters.map(([name, value]) => {
    const { [name]: _, ...others } = named;
    const text = formatFilterValue(name, value, dataset);
    const label = getFilterLabel(name);
    return html`<li><a href="${buildLink(others)}" aria-label="Remove the filter ${label}: ${text}"><span>${label}:</span> <bdi>${text}</bdi> <span aria-hidden="true">×</span></a></li>`;
  })}</ul>`;
}

function formatFilterValue(name: string, value: string, dataset: Dataset): string {
  if (name === "politician_id") {
    return value
      .split(",")
      .map((id) => listPoliticians(dataset).find((each) => each.id === id)?.name ?? id)
      .join(" or ");
  }
  if (name.endsWith("_amount")) return `$${formatCount(Number(value))}`;
  if (value === "true" || value === "false") {
    const facet = FACETS.find((each) => each.name === name)?.values.find(([each]) => each === value)?.[1];
    return facet ?? (value === "true" ? "only these" : "none of these");
  }
  const labels = new Map(FACETS.find((each) => each.name === name)?.values);
  return value
    .split(",")
    .map((each) => labels.get(each) ?? (name === "industry" ? formatIndustryGroup(each) : each))
    .join(" or ");
}
