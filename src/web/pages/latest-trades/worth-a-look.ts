/** Recent trades that stand out, each with the rule that selected it. */
import { formatAmountRange } from "../../../domain/amount-range.ts";
import { formatUnreadCount } from "../../../domain/missing-reports.ts";
import { GRACE_DAYS } from "../../../domain/reporting-deadline.ts";
import { buildHeadlineParts } from "../../../domain/trade-headline.ts";
import type { Dataset, TradeSummary } from "../../../publication/dataset/dataset.ts";
import {
  CLUSTER_DAYS,
  CLUSTER_MEMBERS,
  type Cluster,
  SEARCHED_DAYS,
  TRIALS,
} from "../../../publication/dataset/facts/clusters.ts";
import { type Highlight, type Highlights, LARGE_USD } from "../../../publication/dataset/facts/highlights.ts";
import { RECENT_DAYS } from "../../../publication/dataset/facts/recent-trades.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { renderAmountBar } from "../../parts/amount-bar.ts";
import { renderPartyMark, renderPersonLink } from "../../parts/person.ts";
import { formatSeatAtTrade } from "../../parts/seat.ts";
import { formatCount, pluralize, renderReadableDate } from "../../parts/words.ts";

interface WorthParts {
  readonly links: Links;
  readonly dataset: Pick<Dataset, "getSummaryAt" | "getMember">;
  readonly highlights: Highlights;
  readonly cluster: Cluster | null;
}

export function renderHighlights({ links, dataset, highlights, cluster }: WorthParts): Html {
  const { from, to, compared, found } = highlights;
  const trades = Map.groupBy(found, ({ position }) => position);
  return html`${(found.length > 0 || cluster !== null) && html`<ul>${Array.from(trades, ([position, reasons]) => renderHighlightItem({ links, dataset }, position, reasons))}${cluster !== null && renderClusterItem(links, cluster)}</ul>`}
<p class="small">${compared === 0 ? "None of the trades" : `Chosen from ${pluralize(compared, "trade")}`} first disclosed from ${renderReadableDate(from)} to ${renderReadableDate(to)}${compared === 0 && " can be compared, because each has an uncertain date or may repeat an earlier one"}. Only trades listed on this site are compared; sizes are compared by the lower bounds of the amount ranges. Being listed here does not mean that a trade was improper.</p>`;
}

/** `Purchase of Example Corp. (EXMP), and 3 more` */
export function renderSummary({ dataset, highlights: { found }, cluster }: Omit<WorthParts, "links">): Html | string {
  const positions = new Set(found.map(({ position }) => position));
  const [first] = positions;
  const more = positions.size + (cluster === null ? 0 : 1) - 1;
  if (first !== undefined)
    return html`${renderTradeTitle(dataset.getSummaryAt(first))}${more > 0 && `, and ${formatCount(more)} more`}`;
  return cluster === null ? "nothing" : renderClusterLine(cluster);
}

function renderTradeTitle(trade: TradeSummary): Html {
  const { action, asset } = buildHeadlineParts(trade);
  return html`${action} <bdi>${asset}</bdi>${trade.ticker !== "" && ` (${trade.ticker})`}`;
}

function renderClusterLine({ members, side, company, symbol }: Cluster): Html {
  return html`${pluralize(members, "member")} ${side === "buys" ? "bought" : "sold"} <bdi>${company}</bdi> (${symbol})`;
}

function renderHighlightItem(
  { links, dataset }: Pick<WorthParts, "links" | "dataset">,
  position: number,
  reasons: readonly Highlight[],
): Html {
  const trade = dataset.getSummaryAt(position);
  const { id, politicianId, politician: name, party } = trade;
  const unread = dataset.getMember(politicianId)?.unreadReports ?? 0;
  return html`<li><p><a href="${links.toTrade(id)}">${renderTradeTitle(trade)}</a> ${renderAmountBar(trade.amount)}</p>
<p>${renderPersonLink(links, { id: politicianId, name })} ${renderPartyMark(party)} <small>${formatSeatAtTrade(dataset, trade)} · traded ${renderReadableDate(trade.transactionDate)}, disclosed ${renderReadableDate(trade.disclosureDate)}</small></p>
<p class="why">${reasons.map((reason, at) => `${at > 0 ? " " : ""}${formatHighlightReason(reason, trade, unread)}`)}</p></li>
`;
}

function renderClusterItem(links: Links, cluster: Cluster): Html {
  const { symbol, from, to, chance, likeTrials, compared } = cluster;
  return html`<li><p><a href="${links.toTicker(symbol)}">${renderClusterLine(cluster)}</a></p>
<p><small>traded from ${renderReadableDate(from)} to ${renderReadableDate(to)}</small></p>
<p class="why">At least ${CLUSTER_MEMBERS} members traded in the same direction within a period of ${CLUSTER_DAYS} days during the last ${SEARCHED_DAYS} days. By chance, an average of ${chance.toFixed(1)} members would have done so in this security. In ${formatCount(likeTrials)} of ${TRIALS} trials, in which each member’s trading days of a year were shifted at random, ${compared === 1 ? "this security" : `at least one of the ${formatCount(compared)} combinations of a security and a direction that were compared`} stood out at least as much.</p></li>
`;
}

function formatHighlightReason(highlight: Highlight, { ticker, amount }: TradeSummary, unread: number): string {
  if (highlight.rule === "largest")
    return `Of the trades first disclosed in the last ${RECENT_DAYS} days, none has a larger amount. Amounts are compared by the lower bounds of their ranges.`;
  if (highlight.rule === "latest") {
    const { daysLate } = highlight;
    return `Disclosed ${pluralize(daysLate, "day")} past the deadline, the most in the last ${RECENT_DAYS} days.${daysLate <= GRACE_DAYS ? ` No late fee is due for the first ${GRACE_DAYS} days past the deadline.` : ""}`;
  }
  const { earlier, size } = highlight.facts;
  const missing = unread === 0 ? "" : ` (${formatUnreadCount(unread)})`;
  if (highlight.rule === "first_in_security") {
    const before =
      earlier === 0
        ? "no earlier trade by this member is known"
        : `${earlier === 1 ? "the only known earlier trade" : `none of the ${formatCount(earlier)} known earlier trades`} by this member is ${earlier === 1 ? "not " : ""}in this security`;
    return `First trade in ${ticker} in our data, and $${formatCount(LARGE_USD)} or more: ${before}${missing}.`;
  }
  const percentileRange = size === null ? "" : formatAmountRange(size.percentile95);
  return `Above the member’s own 95th percentile: 95% of ${formatCount(earlier)} known earlier trades${missing} were ${percentileRange} or less; this one is ${formatAmountRange(amount)}.`;
}
