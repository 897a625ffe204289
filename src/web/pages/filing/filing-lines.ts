/** The lines of a filing: trades, and rejected lines with their reasons. */
import { instrumentOf } from "../../../domain/direction.ts";
import { filingAndLineOf, type RejectedLine, waits } from "../../../domain/filing.ts";
import { daysLate, isLate, reportingGapDays } from "../../../domain/lateness.ts";
import type { Trade } from "../../../domain/trade.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { ListPage } from "../../paged-list.ts";
import { amountLegend } from "../../parts/amount-bar.ts";
import { sentenceOf } from "../../parts/reason-words.ts";
import { type TradeOfRow, tradeTable } from "../../parts/trade-table.ts";
import { counted, day } from "../../parts/words.ts";
import type { FilingRecord } from "../../records.ts";

type FilingTrade = FilingRecord["trades"][number];

interface FilingTrades {
  /** Name of the filer. */
  readonly name: string;
  readonly listed: ListPage<FilingTrade>;
  readonly replaced: readonly FilingTrade[];
}

/** Maximum number of replaced trades on a filing's page; the JSON has all. */
const MOST_REPLACED = 100;

export function tradesSection(links: Links, { name, listed, replaced }: FilingTrades): Html {
  const rows = listed.rows.map(({ trade }) => rowOf(trade));
  return html`<section><h2>${listed.total === 0 ? "Trades" : counted(listed.total, "trade")}</h2>
${
  listed.total === 0
    ? html`<p>No line in this filing is listed as a trade.</p>`
    : html`${tradeTable(links, rows, `Trades in this filing by ${name}`)}
${amountLegend()}
${listed.pager}`
}${
  replaced.length > 0 &&
  html`<h3>Replaced or withdrawn by a later filing: ${replaced.length}</h3>
<ul class="chain">${replaced.slice(0, MOST_REPLACED).map((each) => replacedLine(links, each))}</ul>`
}</section>`;
}

function replacedLine(links: Links, { trade, supersededBy }: FilingTrade): Html {
  const by = supersededBy ?? "";
  const line = filingAndLineOf(by)?.line;
  const now =
    line === undefined
      ? html`withdrawn by <a href="${links.filing(by)}">a later filing</a>`
      : html`replaced by <a href="${links.trade(by)}">line ${line} of a later filing</a>`;
  return html`<li><a href="${links.trade(trade.id)}"><bdi>${trade.company}</bdi>, ${trade.amountRaw}, ${day(trade.transactionDate)}</a>: ${now}</li>
`;
}

function rowOf(trade: Trade): TradeOfRow {
  return {
    ...trade,
    instrument: instrumentOf(trade),
    late: isLate(trade),
    daysLate: daysLate(trade),
    reportingGapDays: reportingGapDays(trade),
  };
}

export function rejectedSection(links: Links, { rows, total, pager }: ListPage<RejectedLine>): Html {
  if (total === 0) return html``;
  return html`<section><h2>${counted(total, "line")} not served</h2>
<p>Nothing is dropped: a line that is not a trade, or could not be read with certainty, is stored with its reason.</p>
<table class="fields"><thead><tr><th scope="col">Line</th><th scope="col">As read</th><th scope="col">Why it is not served</th></tr></thead>
<tbody>
${rows.map(
  (each) =>
    html`<tr><th scope="row">${each.line}</th><td class="printed"><bdi>${each.text}</bdi></td><td>${sentenceOf(each.reason)}${waits(each) && html`<small class="note">Needs review.</small>`}${each.correctedBy !== undefined && html`<small class="note"><a href="${links.trade(each.correctedBy)}">Corrected by a later report</a></small>`}</td></tr>
`,
)}</tbody></table>
${pager}</section>`;
}
