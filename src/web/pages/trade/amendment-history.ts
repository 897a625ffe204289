/** The history of a trade through its amendments, and possible duplicates. */
import { toPublicTrade } from "../../../domain/public-trade.ts";
import type { Trade } from "../../../domain/trade.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { getAmendmentSentence } from "../../parts/reason-words.ts";
import { renderDay } from "../../parts/words.ts";
import type { PublishedTrade, Records } from "../../records.ts";

// Maximum number of trades from the start of a chain to the trade that the page shows, including the shown trade. The whole
// chain has at most twice as many trades. Chains have no cycles, and no chain that exceeds these limits has been seen.
const MAX_STEPS = 10;

/** A trade, its predecessors and its replacements, oldest first. `withdrawnBy` is the filing that withdraws the last trade. */
export interface AmendmentChain {
  readonly trades: readonly PublishedTrade[];
  readonly withdrawnBy: string | null;
}

export async function readAmendmentChain(
  records: Pick<Records, "findTrade">,
  published: PublishedTrade,
): Promise<AmendmentChain> {
  const trades = [published];
  for (let id = published.supersedes; id !== null && trades.length < MAX_STEPS; ) {
    const previous = await records.findTrade(id);
    if (previous === undefined) break;
    trades.unshift(previous);
    id = previous.supersedes;
  }
  let next = published.supersededBy;
  while (next !== null && trades.length < 2 * MAX_STEPS) {
    const later = isTradeId(next) ? await records.findTrade(next) : undefined;
    if (later === undefined) return { trades, withdrawnBy: isTradeId(next) ? null : next };
    trades.push(later);
    next = later.supersededBy;
  }
  return { trades, withdrawnBy: null };
}

function isTradeId(id: string): boolean {
  return id.startsWith("txn_");
}

/** Names of the displayed fields that differ between two trades of a chain: `amount`, `owner`. */
export function listChangedFields(previous: Trade, later: Trade): readonly string[] {
  const [before, after] = [toPublicTrade(previous, ""), toPublicTrade(later, "")];
  const differs: readonly (readonly [string, boolean])[] = [
    ["asset", before.company !== after.company || before.ticker !== after.ticker],
    ["asset type", before.asset_type !== after.asset_type],
    ["transaction", before.transaction_type !== after.transaction_type],
    ["amount", before.amount_range !== after.amount_range],
    ["owner", previous.owner !== later.owner],
    ["transaction date", before.transaction_date !== after.transaction_date],
    ["notification date", previous.notificationDate !== later.notificationDate],
    ["comment", before.comment !== after.comment],
  ];
  return differs.filter(([, is]) => is).map(([name]) => name);
}

export function renderHistorySection(links: Links, { trades, withdrawnBy }: AmendmentChain, shown: Trade): Html {
  const { amendmentPending: pending, possibleDuplicateOf: similarIds } = shown;
  const isAlone = trades.length === 1 && withdrawnBy === null;
  return html`<section class="history"><h2>Corrections</h2>
${isAlone && pending === null && html`<p>No later filing corrects this trade, and this trade does not correct an earlier trade.</p>`}${
  !isAlone &&
  html`<ol class="chain">
${trades.map((each, at) => renderAmendmentStep(links, each.trade, trades[at - 1]?.trade, shown))}${
  withdrawnBy !== null &&
  html`<li><a href="${links.toFiling(withdrawnBy)}">A later filing</a> withdraws the trade.</li>
`
}</ol>`
}${
  pending !== null &&
  html`<p><strong>Not certain yet.</strong> ${getAmendmentSentence(pending.reason)} Until this is settled, every trade that the amendment may affect stays listed.</p>
${renderLabeledLinks(links, "It may correct:", pending.amends)}${renderLabeledLinks(links, "It may be corrected by:", pending.amendedBy)}`
}${
  similarIds.length > 0 &&
  html`<p><strong>Possibly the same trade twice.</strong> Other filings of this member name the same asset, day, amount, transaction and account. They may repeat this trade or report another lot of the same size. The filings do not say, so all are listed.</p>
${renderLabeledLinks(links, "Similar trades:", similarIds)}`
}</section>`;
}

function renderAmendmentStep(links: Links, trade: Trade, previous: Trade | undefined, shown: Trade): Html {
  const changes = previous === undefined ? [] : listChangedFields(previous, trade);
  const what =
    previous === undefined
      ? "first report"
      : changes.length === 0
        ? "repeats it unchanged"
        : `corrects ${changes.join(", ")}`;
  const name =
    trade.id === shown.id
      ? html`<strong>this trade</strong>`
      : html`<a href="${links.toTrade(trade.id)}">${trade.id}</a>`;
  return html`<li>${renderDay(trade.filedDate)} ${name}: ${what}</li>
`;
}

function renderLabeledLinks(links: Links, label: string, ids: readonly string[]): Html {
  if (ids.length === 0) return html``;
  return html`<p>${label} ${ids.map((id, at) => html`${at > 0 && ", "}<a href="${isTradeId(id) ? links.toTrade(id) : links.toFiling(id)}">${id}</a>`)}</p>
`;
}
