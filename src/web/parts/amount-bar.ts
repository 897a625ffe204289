/** The range of an amount as a bar from low to high; never a point, since the filings print ranges. */
import { scaleLog } from "d3-scale";
import { LRUCache } from "lru-cache";
import { type Html, html } from "../html.ts";

const WIDTH = 96;
/** Part of the bar that an amount above the highest bracket takes up to the right edge. */
const OPEN_END = 0.96;
/** Scale from the lowest bracket to the one without an upper bound, each about as wide as the next. */
const place = scaleLog([1000, 50_000_000], [0, OPEN_END]).clamp(true).nice();

/** Place of a range on a bar of this width. @param highUsd null where the range has no upper bound. */
export function rangeOnBar(lowUsd: number, highUsd: number | null, barWidth: number) {
  const left = Math.round(place(Math.max(lowUsd, 1000)) * barWidth);
  const right = highUsd === null ? barWidth : Math.round(place(Math.max(highUsd, 1000)) * barWidth);
  return { left, width: Math.max(2, right - left) };
}

/** The law's brackets are few, so nearly every bar is ready. */
const bars = new LRUCache<string, Html>({ max: 500 });

/** @param text the range as printed, `$1,001 - $15,000`. @param highUsd null where the range has no upper bound. */
export function amountBar(text: string, lowUsd: number, highUsd: number | null): Html {
  const key = `${lowUsd} ${highUsd} ${text}`;
  let bar = bars.get(key);
  if (bar === undefined) {
    const { left, width } = rangeOnBar(lowUsd, highUsd, WIDTH);
    bar = html`<span class="amount"><span>${text.replaceAll(" - ", "\u2009–\u2009")}</span><svg class="bar" viewBox="0 0 ${WIDTH} 6" width="${WIDTH}" height="6" aria-hidden="true"><rect width="${WIDTH}" height="6"/><rect class="range" x="${left}" width="${width}" height="6"/></svg></span>`;
    bars.set(key, bar);
  }
  return bar;
}
