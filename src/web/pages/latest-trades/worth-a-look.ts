/** Recent trades that stand out, each with the rule that selected it. */
import { formatAmountRange } from "../../../domain/amount-range.ts";
import { notRead } from "../../../domain/missing-reports.ts";
import { GRACE_DAYS } from "../../../domain/reporting-deadline.ts";
import { headlineParts } from "../../../domain/trade-headline.ts";
import type { Dataset, TradeSummary } from "../../../publication/dataset/dataset.ts";
import {
  CLUSTER_DAYS,
  CLUSTER_MEMBERS,
  type Cluster,
  LOOKED_AT_DAYS,
  TRIALS,
} from "../../../publication/dataset/facts/clusters.ts";
import { type Highlight, type Highlights, LARGE_USD } from "../../../publication/dataset/facts/highlights.ts";
import { RECENT_DAYS } from "../../../publication/dataset/facts/recent-trades.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { amountBar } from "../../parts/amount-bar.ts";
import { partyMark, personLink } from "../../parts/person.ts";
import { seatOfTrade } from "../../parts/seat.ts";
import { count, counted, writtenDay } from "../../parts/words.ts";

interface WorthParts {
  readonly links: Links;
  readonly dataset: Pick<Dataset, "summaryAt" | "member">;
  readonly highlights: Highlights;
  readonly cluster: Cluster | null;
}

export function worthALook({ links, dataset, highlights, cluster }: WorthParts): Html {
  const { from, to, compared, found } = highlights;
  const trades = Map.groupBy(found, ({ position }) => position);
  return html`${(found.length > 0 || cluster !== null) && html`<ul>${Array.from(trades, ([position, reasons]) => item({ links, dataset }, position, reasons))}${cluster !== null && clusterItem(links, cluster)}</ul>`}
<p class="small">${compared === 0 ? "None of the trades" : `Of ${counted(compared, "trade")}`} first disclosed from ${writtenDay(from)} to ${writtenDay(to)}${compared === 0 && " has certain dates"}. Only published trades are compared, by the lower bounds of their amount ranges. Unusual does not mean improper.</p>`;
}

/** `Purchase of Example Corp. (EXMP), and 3 more` */
export function worthGist({ dataset, highlights: { found }, cluster }: Omit<WorthParts, "links">): Html | string {
  const positions = new Set(found.map(({ position }) => position));
  const [first] = positions;
  const more = positions.size + (cluster === null ? 0 : 1) - 1;
  if (first !== undefined) return html`${titleOf(dataset.summaryAt(first))}${more > 0 && `, and ${count(more)} more`}`;
  return cluster === null ? "nothing" : crowdOf(cluster);
}

function titleOf(trade: TradeSummary): Html {
  const { action, asset } = headlineParts(trade);
  return html`${action} <bdi>${asset}</bdi>${trade.ticker !== "" && ` (${trade.ticker})`}`;
}

function crowdOf({ members, side, company, symbol }: Cluster): Html {
  return html`${counted(members, "member")} ${side === "buys" ? "bought" : "sold"} <bdi>${company}</bdi> (${symbol})`;
}

function item(
  { links, dataset }: Pick<WorthParts, "links" | "dataset">,
  position: number,
  reasons: readonly Highlight[],
): Html {
  const trade = dataset.summaryAt(position);
  const { id, politicianId, politician: name, party } = trade;
  const unread = dataset.member(politicianId)?.unreadReports ?? 0;
  return html`<li><p><a href="${links.trade(id)}">${titleOf(trade)}</a> ${amountBar(trade.amount)}</p>
<p>${personLink(links, { id: politicianId, name })} ${partyMark(party)} <small>${seatOfTrade(dataset, trade)} · traded ${writtenDay(trade.transactionDate)}, disclosed ${writtenDay(trade.disclosureDate)}</small></p>
<p class="why">${reasons.map((reason, at) => `${at > 0 ? " " : ""}${sentence(reason, trade, unread)}`)}</p></li>
`;
}

function clusterItem(links: Links, cluster: Cluster): Html {
  const { symbol, from, to, chance, asMuch, compared } = cluster;
  return html`<li><p><a href="${links.ticker(symbol)}">${crowdOf(cluster)}</a></p>
<p><small>traded from ${writtenDay(from)} to ${writtenDay(to)}</small></p>
<p class="why">At least ${CLUSTER_MEMBERS} members traded in the same direction within ${CLUSTER_DAYS} days of the last ${LOOKED_AT_DAYS}. By chance, ${chance.toFixed(1)} members would on average in this security. In ${count(asMuch)} of ${TRIALS} trials, with each member’s trading days of a year shifted at random, ${compared === 1 ? "it" : `any of the ${count(compared)} securities and directions compared`} stood out as much.</p></li>
`;
}

function sentence(highlight: Highlight, { ticker, amount }: TradeSummary, unread: number): string {
  if (highlight.rule === "largest")
    return `Largest of the last ${RECENT_DAYS} days: no other trade has a higher lower bound.`;
  if (highlight.rule === "latest") {
    const { daysLate } = highlight;
    return `Most overdue: disclosed ${counted(daysLate, "day")} past the deadline${daysLate <= GRACE_DAYS ? ", within the grace period" : ""}.`;
  }
  const { earlier, size } = highlight.facts;
  const missing = unread === 0 ? "" : ` (${notRead(unread)})`;
  if (highlight.rule === "first_in_security") {
    const before =
      earlier === 0
        ? "no earlier trade by this member is known"
        : `${earlier === 1 ? "the one earlier trade" : `none of the ${count(earlier)} earlier trades`} of this member that ${earlier === 1 ? "is" : "are"} known is ${earlier === 1 ? "not " : ""}in it`;
    return `First trade in ${ticker} in our data, and $${count(LARGE_USD)} or more: ${before}${missing}.`;
  }
  const usual = size === null ? "" : formatAmountRange(size.percentile95);
  return `Above the member’s own 95th percentile: 95% of ${count(earlier)} known earlier trades${missing} were ${usual} or less; this one is ${formatAmountRange(amount)}.`;
}
