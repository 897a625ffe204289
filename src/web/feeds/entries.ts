/** Entries of feeds about filings and trades: the same entry in every format. */

import { visibleText } from "../../base/visible-text.ts";
import { formatAmountRange } from "../../domain/amount-range.ts";
import type { TradeFilter, TradeSort } from "../../domain/trade-filter.ts";
import { headline, inSentence, TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { Dataset, TradeSummary } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { timePassed } from "../parts/late-words.ts";
import { chamberName } from "../parts/person.ts";
import { instrumentText, OWNER_NAMES, termsOf } from "../parts/trade-words.ts";
import { counted } from "../parts/words.ts";

export const FEED_GROUPS = ["filing", "trade"] as const;
type FeedGroup = (typeof FEED_GROUPS)[number];

const FILINGS = 50;
const TRADES = 100;
/** Maximum number of a filing's trades listed in its entry; one report has had more than 800. */
const ROWS = 20;

export interface FeedEntry {
  /** `filing/h20990001`: the part of its URL that never changes. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** Disclosure date; for a daily entry, the end of the day. */
  readonly date: Date;
  readonly html: string;
}

interface EntryParts {
  readonly dataset: Dataset;
  readonly links: Links;
  readonly filter: TradeFilter;
  readonly sort: TradeSort;
}

export function feedEntries(parts: EntryParts, group: FeedGroup): readonly FeedEntry[] {
  return group === "trade" ? tradeEntries(parts) : filingEntries(parts);
}

function filingEntries({ dataset, links, filter, sort }: EntryParts): readonly FeedEntry[] {
  return dataset.tradesByFiling(filter, sort, FILINGS, 0).flatMap(({ filingId, positions }) => {
    const rows = positions.slice(0, ROWS).map((position) => dataset.summaryAt(position));
    const [first] = rows;
    if (first === undefined) return [];
    const beyond = positions.length - rows.length;
    const body = html`<p>${who(first)}, disclosed on ${first.disclosureDate}.</p>
${tradeTable(links, rows)}
${beyond > 0 && html`<p>${counted(beyond, "more trade")} on the page of the filing.</p>`}`;
    return [
      {
        id: `filing/${filingId}`,
        title: visibleText(`${first.politician} disclosed ${counted(positions.length, "trade")}`),
        url: links.origin + links.filing(filingId),
        date: new Date(first.disclosureDate),
        html: visibleText(String(body)),
      },
    ];
  });
}

function tradeEntries({ dataset, links, filter, sort }: EntryParts): readonly FeedEntry[] {
  return Array.from(dataset.select(filter, sort).subarray(0, TRADES), (position) => {
    const row = dataset.summaryAt(position);
    const body = html`<p>${who(row)}. ${whatOf(row)}, ${formatAmountRange(row.amount)}${row.owner && `, owner: ${OWNER_NAMES[row.owner]}`}. Traded on ${row.transactionDate}, disclosed on ${row.disclosureDate}: ${daysOf(row)}.</p>
<p>${evidenceLink(links, row)}</p>`;
    return {
      id: `trade/${row.id}`,
      title: visibleText(`${row.politician}: ${inSentence(whatOf(row))}, ${formatAmountRange(row.amount)}`),
      url: links.origin + links.trade(row.id),
      date: new Date(row.disclosureDate),
      html: visibleText(String(body)),
    };
  });
}

export function tradeTable(links: Links, rows: readonly TradeSummary[]): Html {
  return html`<table><thead><tr><th>Trade</th><th>Asset</th><th>Owner</th><th>Amount</th><th>Traded</th><th>Days to disclose</th><th>Evidence</th></tr></thead>
<tbody>${rows.map((row) => tableRow(links, row))}</tbody></table>`;
}

function tableRow(links: Links, row: TradeSummary): Html {
  return html`<tr><td><a href="${links.origin + links.trade(row.id)}">${TYPE_NAMES[row.transactionType]}</a></td><td>${assetOf(row)}</td><td>${row.owner === null ? "Not known" : OWNER_NAMES[row.owner]}</td><td>${formatAmountRange(row.amount)}</td><td>${row.transactionDate}</td><td>${daysOf(row)}</td><td>${evidenceLink(links, row)}</td></tr>
`;
}

function evidenceLink(links: Links, { id }: TradeSummary): Html {
  return html`<a href="${links.origin + links.evidence(id)}">The line of the filing</a>`;
}

/** `Jane Example (Independent, House)` */
export function who({ politician, party, chamber }: TradeSummary): string {
  return `${politician} (${party}, ${chamberName(chamber)})`;
}

/** `Sale of put options on Example Corp. (EXMP), strike $25.00, expires 2021-09-17` */
function whatOf(row: TradeSummary): string {
  const symbol = row.ticker === "" ? "" : ` (${row.ticker})`;
  return [headline(row) + symbol, ...termsOf(row.option)].join(", ");
}

function assetOf({ ticker, company, instrument, option }: TradeSummary): string {
  const terms = instrumentText(instrument, option);
  return (ticker === "" ? company : `${company} (${ticker})`) + (terms === "" ? "" : `, ${terms}`);
}

function daysOf({ reportingGapDays, daysLate }: TradeSummary): string {
  if (reportingGapDays === null) return "days to disclose are not known";
  return (
    counted(reportingGapDays, "day") +
    (daysLate === null ? "" : `, ${counted(daysLate, "day")} late (${timePassed(reportingGapDays)})`)
  );
}
