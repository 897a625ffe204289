/** Sum of amount ranges, as a band with its bar: never one number. */
import { scaleLinear } from "d3-scale";
import type { AmountBand } from "../../publication/dataset/facts/amount-sum.ts";
import type { TradeBands } from "../../publication/dataset/facts/trade-bands.ts";
import { KINDS, type Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { KIND_LOOKS } from "../charts/kind-looks.ts";
import { type Html, html } from "../html.ts";
import { count, counted } from "./words.ts";

/** `$1,001 to $15,000`; `$50,000,001 or more` where a range has no upper bound; `$15.00 exactly` where all are sums. */
export function bandText({ trades, lowUsd, highUsd, open }: AmountBand): string {
  if (trades === 0) return "none";
  const low = `$${count(Math.floor(lowUsd))}`;
  if (open > 0) return `${low} or more`;
  if (lowUsd === highUsd) return `$${CENTS.format(lowUsd)} exactly`;
  return `${low} to $${count(Math.ceil(highUsd))}`;
}

/** `15.00`, for sums that are no ranges. */
const CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `$2M`, for the end of a scale. */
const COMPACT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", notation: "compact" });
const WIDTH = 200;
const HEIGHT = 10;

/** Bands on one linear scale from zero, so that they can be compared. */
export function bandTable(sums: Readonly<Record<Kind, AmountBand>>): Html {
  const bands = KINDS.map((kind) => ({ kind, name: KIND_LOOKS[kind].name, band: sums[kind] })).filter(
    ({ kind, band }) => kind === "buys" || kind === "sells" || band.trades > 0,
  );
  const most = Math.max(1, ...bands.map(({ band }) => band.highUsd));
  const place = scaleLinear([0, most], [0, WIDTH]).nice(2);
  const [, end = most] = place.domain();
  return html`<table class="bands"><caption class="unseen">What the amount ranges add up to</caption>
<thead><tr><th scope="col"><span class="unseen">Kind</span></th><th scope="col" class="number">Trades</th><th scope="col">Amounts together</th><th scope="col" class="drawn"><span class="ends"><span>$0</span> <span>${COMPACT.format(end)}</span></span></th></tr></thead>
<tbody>${bands.map(({ name, band }) => {
    const left = Math.round(place(band.lowUsd));
    const right = band.open > 0 ? WIDTH : Math.round(place(band.highUsd));
    return html`<tr><th scope="row">${name}</th><td class="number">${count(band.trades)}</td><td>${bandText(band)}${band.open > 0 && html` <small>${counted(band.open, "amount")} without an upper bound</small>`}</td><td class="drawn">${
      band.trades > 0 &&
      html`<svg class="bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><rect width="${WIDTH}" height="${HEIGHT}"/><rect class="range" x="${left}" width="${Math.max(3, right - left)}" height="${HEIGHT}"/></svg>`
    }</td></tr>
`;
  })}</tbody></table>`;
}

/** What was bought less what was sold, of shares and funds only: the least and the most that the ranges allow. */
export function netSentence({ buys: allBuys, sells: allSells, sharesAndFunds }: TradeBands): string {
  const { buys, sells } = sharesAndFunds;
  const inNet = buys.trades + sells.trades;
  const others = allBuys.trades + allSells.trades - inNet;
  if (inNet + others === 0) return "";
  const least = sells.open > 0 ? null : buys.lowUsd - sells.highUsd;
  const most = buys.open > 0 ? null : buys.highUsd - sells.lowUsd;
  const net = inNet === 0 ? "none" : `${differenceIn(buys.trades, sells.trades)}${span(least, most)}`;
  const leftOut =
    others > 0
      ? ` ${counted(others, "trade")} in other assets, or in assets of a kind that the filing does not state, ${others === 1 ? "is" : "are"} not in it.`
      : "";
  return `Net, shares and funds only: ${net}.${leftOut}`;
}

/** `10 bought and 17 sold, so 7 more sold than bought, `: the table beside it counts other assets too. Nothing of a single trade. */
function differenceIn(bought: number, sold: number): string {
  if (bought + sold === 1) return "";
  const both = `${count(bought)} bought and ${count(sold)} sold, `;
  if (bought === sold) return both;
  const [more, fewer] = bought > sold ? ["bought", "sold"] : ["sold", "bought"];
  return `${both}so ${count(Math.abs(bought - sold))} more ${more} than ${fewer}, `;
}

function span(least: number | null, most: number | null): string {
  if (least === null && most === null) return "an unknown amount, because ranges on both sides have no upper bound";
  if (least === null) return `at most ${signed(most ?? 0)}, because something sold has no upper bound`;
  if (most === null) return `at least ${signed(least)}, because something bought has no upper bound`;
  if (least === most) return signed(least);
  const range =
    least < 0 && most > 0
      ? `between ${signed(least)} and ${signed(most)}`
      : least >= 0
        ? `${dollars(least)} to ${signed(most)}`
        : `${dollars(most)} to ${signed(least)}`;
  return `${range}; the ranges allow no closer figure`;
}

/** `$1,000 bought`, `$1,000 sold` */
function signed(usd: number): string {
  return usd === 0 ? "$0" : `${dollars(usd)} ${usd > 0 ? "bought" : "sold"}`;
}

function dollars(usd: number): string {
  return `$${count(Math.round(Math.abs(usd)))}`;
}
