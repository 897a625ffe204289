/** Facets: links that add or remove a filter, each with the number of trades that would match. */
import { SIC_DIVISIONS } from "../../domain/industry.ts";
import { CHAMBERS, PARTIES } from "../../domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES } from "../../domain/trade.ts";
import { TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { TallyField, TradeTally } from "../../publication/dataset/trade-tally.ts";
import { type Html, html } from "../html.ts";
import { getChamberName } from "./person.ts";
import { OWNER_NAMES } from "./trade-words.ts";
import { formatCount } from "./words.ts";

interface Facet {
  readonly name: string;
  readonly label: string;
  readonly member: TallyField;
  /** True if several values can be combined. */
  readonly several: boolean;
  readonly values: readonly (readonly [value: string, label: string])[];
}

export const FACETS: readonly Facet[] = [
  {
    name: "transaction_type",
    label: "Type (including trades in options)",
    member: "transactionType",
    several: true,
    values: TRANSACTION_TYPES.map((each) => [each, TYPE_NAMES[each]]),
  },
  {
    name: "chamber",
    label: "Chamber",
    member: "chamber",
    several: false,
    values: CHAMBERS.map((each) => [each, getChamberName(each)]),
  },
  { name: "party", label: "Party", member: "party", several: true, values: PARTIES.map((each) => [each, each]) },
  {
    name: "late",
    label: "Disclosed",
    member: "late",
    several: false,
    values: [
      ["true", "Late"],
      ["false", "On time"],
    ],
  },
  {
    name: "owner",
    label: "Owner",
    member: "owner",
    several: false,
    values: OWNERS.map((each) => [each, OWNER_NAMES[each]]),
  },
  {
    name: "industry",
    label: "Industry",
    member: "industry",
    several: true,
    values: SIC_DIVISIONS.map(({ letter, title }) => [letter, title]),
  },
];

interface FacetsParts {
  readonly tally: TradeTally;
  readonly named: Readonly<Record<string, string>>;
  readonly buildLink: (named: Readonly<Record<string, string>>) => string;
}

export function renderFacets({ tally, named, buildLink }: FacetsParts): Html {
  return html`${FACETS.map((facet) => {
    const { name, label, member, values } = facet;
    const counts: ReadonlyMap<unknown, number> = tally[member];
    const chosen = named[name]?.split(",") ?? [];
    // If no industry is known, there are no counts by industry, and the facet is omitted.
    if (counts.size === 0 && chosen.length === 0) return "";
    return html`<section class="facet"><h3>${label}</h3><ul>${values.map(([value, text]) => {
      const trades = counts.get(member === "late" ? value === "true" : value) ?? 0;
      const isChosen = chosen.includes(value);
      if (trades === 0 && !isChosen)
        return html`<li class="none"><span>${text}</span><span class="number">0</span></li>`;
      const link = buildLink({ ...named, [name]: toggleValue(facet, chosen, value) });
      return html`<li><a href="${link}"${isChosen && html` aria-current="true"`}><span>${text}</span><span class="number">${formatCount(trades)}</span></a></li>`;
    })}</ul></section>
`;
  })}`;
}

/** Adds the value to the chosen values, or removes it; returns the parameter's new text, empty if no value is left. */
function toggleValue({ several }: Facet, chosen: readonly string[], value: string): string {
  if (chosen.includes(value)) return chosen.filter((each) => each !== value).join(",");
  return several ? [...chosen, value].sort().join(",") : value;
}
