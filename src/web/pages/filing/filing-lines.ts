/** The lines of a filing: trades, and rejected lines with their reasons. */
import { classifyInstrument } from "../../../domain/direction.ts";
import { needsDecision, parseTradeId, type RejectedLine } from "../../../domain/filing.ts";
import { computeReportingGapDays, countDaysLate, isLate } from "../../../domain/lateness.ts";
import type { Trade } from "../../../domain/trade.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { ListPage } from "../../paged-list.ts";
import { renderAmountLegend } from "../../parts/amount-bar.ts";
import { getReasonSentence } from "../../parts/reason-words.ts";
import { renderTradeTable, type ShownTrade } from "../../parts/trade-table.ts";
import { pluralize, renderDay } from "../../parts/words.ts";
import type { FilingRecord } from "../../records.ts";

type FilingTrade = FilingRecord["trades"][number];

interface FilingTrades {
  readonly name: string;
  readonly listed: ListPage<FilingTrade>;
  readonly replaced: readonly FilingTrade[];
}

/** Maximum number of replaced trades on a filing's page; the JSON has all. */
const MAX_REPLACED = 100;

export function renderTradesSection(links: Links, { name, listed, replaced }: FilingTrades): Html {
  const rows = listed.rows.map(({ trade }) => toTradeRow(trade));
  return html`<section><h2>${listed.total === 0 ? "Trades" : pluralize(listed.total, "trade")}</h2>
${
  listed.total === 0
    ? html`<p>No line in this filing is listed as a trade.</p>`
    : html`${renderTradeTable(links, rows, `Trades in this filing by ${name}`)}
${renderAmountLegend()}
${listed.pager}`
}${
  replaced.length > 0 &&
  html`<h3>Replaced or withdrawn by a later filing: ${replaced.length}</h3>
<ul class="chain">${replaced.slice(0, MAX_REPLACED).map((each) => renderReplacedLine(links, each))}</ul>`
}</section>`;
}

function renderReplacedLine(links: Links, { trade, supersededBy }: FilingTrade): Html {
  const by = supersededBy ?? "";
  const line = parseTradeId(by)?.line;
  const now =
    line === undefined
      ? html`withdrawn by <a href="${links.toFiling(by)}">a later filing</a>`
      : html`replaced by <a href="${links.toTrade(by)}">line ${line} of a later filing</a>`;
  return html`<li><a href="${links.toTrade(trade.id)}"><bdi>${trade.company}</bdi>, ${trade.amountRaw}, ${renderDay(trade.transactionDate)}</a>: ${now}</li>
`;
}

function toTradeRow(trade: Trade): ShownTrade {
  return {
    ...trade,
    instrument: classifyInstrument(trade),
    late: isLate(trade),
    daysLate: countDaysLate(trade),
    reportingGapDays: computeReportingGapDays(trade),
  };
}

export function renderRejectedSection(links: Links, { rows, total, pager }: ListPage<RejectedLine>): Html {
  if (total === 0) return html``;
  return html`<section><h2>${pluralize(total, "line")} not served</h2>
<p>Nothing is dropped: a line that is not a trade, or could not be read with certainty, is stored with its reason.</p>
<table class="fields"><thead><tr><th scope="col">Line</th><th scope="col">As read</th><th scope="col">Why it is not served</th></tr></thead>
<tbody>
${rows.map(
  (each) =>
    html`<tr><th scope="row">${each.line}</th><td class="printed"><bdi>${each.text}</bdi></td><td>${getReasonSentence(each.reason)}${needsDecision(each) && html`<small class="note">Needs review.</small>`}${each.correctedBy !== undefined && html`<small class="note"><a href="${links.toTrade(each.correctedBy)}">Corrected by a later report</a></small>`}</td></tr>
`,
)}</tbody></table>
${pager}</section>`;
}
