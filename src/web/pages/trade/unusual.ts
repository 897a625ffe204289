/** Compares a trade with the same member's earlier trades, in sentences with numbers and without a score. */
import { formatAmountRange, PRINTED_RANGES } from "../../../domain/amount-range.ts";
import type { Trade } from "../../../domain/trade.ts";
import type { TradeFacts } from "../../../publication/dataset/facts/trade-facts.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { formatCount, pluralize } from "../../parts/words.ts";

export function explainUnusualness(facts: TradeFacts, { amount }: Pick<Trade, "amount">): readonly string[] {
  const { earlier, size, earlierInSecurity, daysSinceLast, daysSinceLastInSecurity } = facts;
  if (earlier === 0) return ["This is the member's first known trade, so there is nothing to compare it with."];
  return [
    size === null
      ? `Only ${pluralize(earlier, "earlier trade")} by this member ${earlier === 1 ? "is" : "are"} known, too few to tell whether the size of this trade is usual.`
      : formatSizeSentence(size, earlier, formatAmountRange(amount)),
    earlierInSecurity === 0
      ? `It is the member's first known trade in this asset.`
      : `The member had traded this asset ${earlierInSecurity === 1 ? "once" : `${formatCount(earlierInSecurity)} times`} before, most recently ${pluralize(daysSinceLastInSecurity ?? 0, "day")} earlier.`,
    `The member's previous trade in any asset was ${pluralize(daysSinceLast ?? 0, "day")} earlier.`,
  ];
}

function formatSizeSentence(
  { percentile95, isAbove, asLarge }: NonNullable<TradeFacts["size"]>,
  earlier: number,
  ownRange: string,
) {
  const percentileRange = formatAmountRange(percentile95);
  if (isAbove) {
    const rivals =
      asLarge === 0
        ? "none of them was as large"
        : `${formatCount(asLarge)} of them ${asLarge === 1 ? "was" : "were"} as large`;
    return `Unusually large for this member: 95% of the ${formatCount(earlier)} earlier trades were ${percentileRange} or less; this one is ${ownRange}, and ${rivals}.`;
  }
  const bracket = ownRange === PRINTED_RANGES[0] ? "Smallest size bracket" : "";
  const many = formatCount(earlier);
  if (asLarge === earlier && percentileRange === ownRange)
    return `${bracket === "" ? "Usual size" : `${bracket}, as usual for this member`}: at least 95% of the ${many} earlier trades were this size, and none was smaller.`;
  return `${bracket === "" ? "Not" : `${bracket} on the form, so not`} unusually large for this member: ${asLarge === earlier ? "all" : `${formatCount(asLarge)} of`} ${many} earlier trades were as large or larger.`;
}

export function renderUnusualSection(links: Links, facts: TradeFacts, trade: Trade, politicianId: string): Html {
  const [first, ...otherSentences] = explainUnusualness(facts, trade);
  return html`<section><h2>Is this unusual for this member?</h2>
<p>${facts.size?.isAbove ? html`<strong>${first}</strong>` : first}</p>${
    otherSentences.length > 0 &&
    html`
<ul>${otherSentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<p class="small">Compared with this member’s known earlier trades${facts.knownSince !== null && html` since ${facts.knownSince}`}; <a href="${links.toPolitician(politicianId)}">see all</a>. Unusual does not mean improper.</p>`
  }</section>`;
}
