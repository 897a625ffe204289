/** An amount range as a bar of steps, one step per range in the forms; never a point, since the filings print ranges. */
import { LRUCache } from "lru-cache";
import { getOrAdd } from "../../base/get-or-add.ts";
import { type AmountRange, findRangeIndex, formatAmountRange, PRINTED_RANGES } from "../../domain/amount-range.ts";
import { type Html, html } from "../html.ts";

/** Width of a step and its gap, and of the gap alone, in drawing units. The style sheet's dash pattern depends on both. */
const STEP = 10;
const GAP = 1;
const STEPS = PRINTED_RANGES.length;
const WIDTH = STEPS * STEP - GAP;

interface AmountSteps {
  readonly all: number;
  /** Number of steps below the amount's range. */
  readonly below: number;
  /** Number of steps that the amount's range spans. A single range of the disclosure form, or an exact amount, spans one step. */
  readonly within: number;
  /** Number of further steps that the amount may reach if the range has no upper bound. Otherwise 0. */
  readonly beyond: number;
}

/**
 * Computes the steps of the bar that shows an amount. The bar is filled up to step `below + within`. A higher amount never
 * fills fewer steps than a lower amount. @param highUsd null if the amount has no upper bound.
 */
export function computeAmountBarSteps(lowUsd: number, highUsd: number | null): AmountSteps {
  const below = findRangeIndex(lowUsd);
  const within = highUsd === null ? 1 : findRangeIndex(highUsd) - below + 1;
  return { all: STEPS, below, within, beyond: highUsd === null ? STEPS - below - 1 : 0 };
}

/** Cache of rendered bars. The disclosure forms have few amount ranges, so nearly every bar is found in the cache. */
const bars = new LRUCache<string, Html>({ max: 500 });

/** @param printed the range as printed in the filing; by default in the API's format: `$1,001 - $15,000`. */
export function renderAmountBar({ lowUsd, highUsd }: AmountRange, printed?: string): Html {
  return getOrAdd(bars, `${lowUsd} ${highUsd} ${printed}`, () => {
    const text = printed ?? formatAmountRange({ lowUsd, highUsd });
    const { below, within, beyond } = computeAmountBarSteps(lowUsd, highUsd);
    const step = `Range ${below + within}${beyond > 0 ? " or higher" : ""} of ${STEPS}`;
    return html`<span class="amount"><span>${formatAmountText(text, lowUsd, highUsd).replaceAll(" - ", "\u2009–\u2009")}</span><svg class="steps-bar" viewBox="0 0 ${WIDTH} 6" width="${WIDTH}" height="6" aria-hidden="true"><title>${step}</title>${renderSteps("", 0, STEPS)}${renderSteps("below", 0, below)}${renderSteps("range", below, within)}${renderSteps("beyond", below + within, beyond)}</svg></span>`;
  });
}

/** Returns the range as printed. An exact amount becomes `$15.00 exactly`, even if the filing writes it as a range. */
export function formatAmountText(text: string, lowUsd: number, highUsd: number | null): string {
  return lowUsd === highUsd ? `${text.split(" - ")[0]} exactly` : text;
}

function renderSteps(name: string, from: number, number: number): Html | false {
  return (
    number > 0 && html`<path${name !== "" && html` class="${name}"`} d="M${from * STEP} 3h${number * STEP - GAP}"/>`
  );
}

export function renderAmountLegend(): Html {
  return html`<p class="small">The small bar shows which of the form’s ${STEPS} amount ranges applies. The lowest is ${PRINTED_RANGES[0].replace(" - ", " to ")}, the highest ${PRINTED_RANGES[STEPS - 1]?.toLowerCase()}. If a range has no upper bound, a thin line extends from the bar.</p>`;
}
