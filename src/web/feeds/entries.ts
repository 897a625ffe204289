/** Entries of feeds about filings and trades: the same entry in every format. */
import { toVisibleText } from "../../base/visible-text.ts";
import { formatAmountRange } from "../../domain/amount-range.ts";
import type { TradeFilter, TradeSort } from "../../domain/trade-filter.ts";
import { formatHeadline, lowercaseFirst, TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { Dataset, TradeSummary } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { formatMissedDeadline } from "../parts/late-words.ts";
import { getChamberName } from "../parts/person.ts";
import { formatInstrumentTerms, listOptionTerms, OWNER_NAMES } from "../parts/trade-words.ts";
import { pluralize } from "../parts/words.ts";

export const FEED_GROUPS = ["filing", "trade"] as const;
type FeedGroup = (typeof FEED_GROUPS)[number];

const FILINGS = 50;
const TRADES = 100;
/** Maximum number of a filing's trades listed in its entry; one report has had more than 800. */
const ROWS = 20;

export interface FeedEntry {
  /** Stable name of the entry, for example `filing/h20990001`. The entry's id in the feed (a `tag:` URI) is built from it. */
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

export function buildFeedEntries(parts: EntryParts, group: FeedGroup): readonly FeedEntry[] {
  return group === "trade" ? buildTradeEntries(parts) : buildFilingEntries(parts);
}

function buildFilingEntries({ dataset, links, filter, sort }: EntryParts): readonly FeedEntry[] {
  return dataset.listTradesByFiling(filter, sort, FILINGS, 0).flatMap(({ filingId, positions }) => {
    const rows = positions.slice(0, ROWS).map((position) => dataset.getSummaryAt(position));
    const [first] = rows;
    if (first === undefined) return [];
    const remaining = positions.length - rows.length;
    const body = html`<p>${formatFiler(first)}, disclosed on ${first.disclosureDate}.</p>
${renderFeedTable(links, rows)}
${remaining > 0 && html`<p>${pluralize(remaining, "more trade")} on the page of the filing.</p>`}`;
    return [
      {
        id: `filing/${filingId}`,
        title: toVisibleText(`${first.politician} disclosed ${pluralize(positions.length, "trade")}`),
        url: links.origin + links.toFiling(filingId),
        date: new Date(first.disclosureDate),
        html: toVisibleText(String(body)),
      },
    ];
  });
}

function buildTradeEntries({ dataset, links, filter, sort }: EntryParts): readonly FeedEntry[] {
  return Array.from(dataset.select(filter, sort).subarray(0, TRADES), (position) => {
    const row = dataset.getSummaryAt(position);
    const body = html`<p>${formatFiler(row)}. ${formatTradeAndTerms(row)}, ${formatAmountRange(row.amount)}${row.owner && `, owner: ${OWNER_NAMES[row.owner]}`}. Traded on ${row.transactionDate}, disclosed on ${row.disclosureDate}: ${formatDaysToDisclose(row)}.</p>
<p>${renderEvidenceLink(links, row)}</p>`;
    return {
      id: `trade/${row.id}`,
      title: toVisibleText(
        `${row.politician}: ${lowercaseFirst(formatTradeAndTerms(row))}, ${formatAmountRange(row.amount)}`,
      ),
      url: links.origin + links.toTrade(row.id),
      date: new Date(row.disclosureDate),
      html: toVisibleText(String(body)),
    };
  });
}

export function renderFeedTable(links: Links, rows: readonly TradeSummary[]): Html {
  return html`<table><thead><tr><th>Trade</th><th>Asset</th><th>Owner</th><th>Amount</th><th>Traded</th><th>Days to disclose</th><th>Evidence</th></tr></thead>
<tbody>${rows.map((row) => renderFeedTableRow(links, row))}</tbody></table>`;
}

function renderFeedTableRow(links: Links, row: TradeSummary): Html {
  return html`<tr><td><a href="${links.origin + links.toTrade(row.id)}">${TYPE_NAMES[row.transactionType]}</a></td><td>${formatAsset(row)}</td><td>${row.owner === null ? "Not known" : OWNER_NAMES[row.owner]}</td><td>${formatAmountRange(row.amount)}</td><td>${row.transactionDate}</td><td>${formatDaysToDisclose(row)}</td><td>${renderEvidenceLink(links, row)}</td></tr>
`;
}

function renderEvidenceLink(links: Links, { id }: TradeSummary): Html {
  return html`<a href="${links.origin + links.toEvidence(id)}">See the picture of this trade’s line in the filing</a>`;
}

/** `Jane Example (Independent, House)` */
export function formatFiler({ politician, party, chamber }: TradeSummary): string {
  return `${politician} (${party}, ${getChamberName(chamber)})`;
}

/** `Sale of put options on Example Corp. (EXMP), strike $25.00, expires 2021-09-17` */
function formatTradeAndTerms(row: TradeSummary): string {
  const symbol = row.ticker === "" ? "" : ` (${row.ticker})`;
  return [formatHeadline(row) + symbol, ...listOptionTerms(row.option)].join(", ");
}

function formatAsset({ ticker, company, instrument, option }: TradeSummary): string {
  const terms = formatInstrumentTerms(instrument, option);
  return (ticker === "" ? company : `${company} (${ticker})`) + (terms === "" ? "" : `, ${terms}`);
}

function formatDaysToDisclose({ reportingGapDays, daysLate }: TradeSummary): string {
  if (reportingGapDays === null) return "days to disclose are not known";
  return (
    pluralize(reportingGapDays, "day") +
    (daysLate === null ? "" : `, ${pluralize(daysLate, "day")} late (${formatMissedDeadline(reportingGapDays)})`)
  );
}
