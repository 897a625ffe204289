/** Shows a sum of amount ranges as a range with a bar, never as one number. */
import { scaleLinear } from "d3-scale";
import type { AmountBand } from "../../publication/dataset/facts/amount-sum.ts";
import type { TradeBands } from "../../publication/dataset/facts/trade-bands.ts";
import { KINDS, type Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { KIND_LOOKS } from "../charts/kind-looks.ts";
import { type Html, html } from "../html.ts";
import { formatCount, pluralize } from "./words.ts";

/** `$1,001 to $15,000`; `$50,000,001 or more` if a range has no upper bound; `$15.00 exactly` if all amounts are exact. */
export function formatBand({ trades, lowUsd, highUsd, open }: AmountBand): string {
  if (trades === 0) return "none";
  const low = `$${formatCount(Math.floor(lowUsd))}`;
  if (open > 0) return `${low} or more`;
  if (lowUsd === highUsd) return `$${CENTS.format(lowUsd)} exactly`;
  return `${low} to $${formatCount(Math.ceil(highUsd))}`;
}

/** `15.00`, for exact amounts. */
const CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `$2M`, for the end of a scale. */
const COMPACT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", notation: "compact" });
const WIDTH = 200;
const HEIGHT = 10;

/** A table of sums by kind of trade. The sums are also drawn as bars, on one linear scale from zero. */
export function renderBandTable(sums: Readonly<Record<Kind, AmountBand>>): Html {
  const bands = KINDS.map((kind) => ({ kind, name: KIND_LOOKS[kind].name, band: sums[kind] })).filter(
    ({ kind, band }) => kind === "buys" || kind === "sells" || band.trades > 0,
  );
  const most = Math.max(1, ...bands.map(({ band }) => band.highUsd));
  const place = scaleLinear([0, most], [0, WIDTH]).nice(2);
  const [, end = most] = place.domain();
  return html`<table class="bands"><caption class="unseen">Totals of the amount ranges</caption>
<thead><tr><th scope="col"><span class="unseen">Kind</span></th><th scope="col" class="number">Trades</th><th scope="col">Total amount</th><th scope="col" class="drawn"><span class="ends"><span>$0</span> <span>${COMPACT.format(end)}</span></span></th></tr></thead>
<tbody>${bands.map(({ name, band }) => {
    const left = Math.round(place(band.lowUsd));
    const right = band.open > 0 ? WIDTH : Math.round(place(band.highUsd));
    return html`<tr><th scope="row">${name}</th><td class="number">${formatCount(band.trades)}</td><td>${formatBand(band)}${band.open > 0 && html` <small>${pluralize(band.open, "amount")} without an upper bound</small>`}</td><td class="drawn">${
      band.trades > 0 &&
      html`<svg class="bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><rect width="${WIDTH}" height="${HEIGHT}"/><rect class="range" x="${left}" width="${Math.max(3, right - left)}" height="${HEIGHT}"/></svg>`
    }</td></tr>
`;
  })}</tbody></table>`;
}

/**
 * Formats minimum and maximum net purchases (dollars bought minus sold), given the amount ranges. Counts only shares and funds.
 * `Net seller of shares and funds: $4.8M to $73.4M (10 purchases, 17 sales).` @param traders one member or several members.
 */
export function formatNetPurchases(
  { buys: allBuys, sells: allSells, sharesAndFunds }: TradeBands,
  traders: "one" | "several",
): string {
  const { buys, sells } = sharesAndFunds;
  const inNet = buys.trades + sells.trades;
  const others = allBuys.trades + allSells.trades - inNet;
  if (inNet + others === 0) return "";
  const least = sells.open > 0 ? null : buys.lowUsd - sells.highUsd;
  const most = buys.open > 0 ? null : buys.highUsd - sells.lowUsd;
  const trades = [
    ...(buys.trades > 0 ? [pluralize(buys.trades, "purchase")] : []),
    ...(sells.trades > 0 ? [pluralize(sells.trades, "sale")] : []),
  ].join(", ");
  const net =
    inNet === 0 ? "No purchases or sales of shares or funds." : `${formatNetRange(least, most, traders)} (${trades}).`;
  const leftOut =
    others > 0
      ? ` Not counted: ${pluralize(others, "trade")} in other assets, or in assets whose type the filing does not state.`
      : "";
  return `${net}${leftOut}`;
}

/** Formats net purchases in dollars. @param least null if sales have no upper bound. @param most null if purchases have none. */
function formatNetRange(least: number | null, most: number | null, traders: "one" | "several"): string {
  const formatNetTraderLabel = (name: string) => `Net ${name}${traders === "one" ? "" : "s"} of shares and funds: `;
  if (least !== null && least >= 0) {
    if (most === null) return `${formatNetTraderLabel("buyer")}at least ${formatDollarsRoundedDown(least)}`;
    return `${formatNetTraderLabel("buyer")}${least === most ? formatExactDollars(least) : `${formatDollarsRoundedDown(least)} to ${formatDollarsRoundedUp(most)}`}`;
  }
  if (most !== null && most <= 0) {
    if (least === null) return `${formatNetTraderLabel("seller")}at least ${formatDollarsRoundedDown(most)}`;
    return `${formatNetTraderLabel("seller")}${least === most ? formatExactDollars(least) : `${formatDollarsRoundedDown(most)} to ${formatDollarsRoundedUp(least)}`}`;
  }
  const net = "Net purchases of shares and funds: ";
  if (least === null && most === null) return `${net}unknown, because ranges on both sides have no upper bound`;
  if (least === null)
    return `${net}at most ${formatDollarsRoundedUp(most ?? 0)} bought, or any amount sold, because the range of a sale has no upper bound`;
  if (most === null)
    return `${net}at most ${formatDollarsRoundedUp(least)} sold, or any amount bought, because the range of a purchase has no upper bound`;
  return `${net}anywhere from ${formatDollarsRoundedUp(least)} sold to ${formatDollarsRoundedUp(most)} bought, given the ranges`;
}

/** `$15.00` */
function formatExactDollars(usd: number): string {
  return `$${CENTS.format(Math.abs(usd))}`;
}

/** Amounts below this are written in full. */
const SHORT_FROM = 100_000;
const createCompactFormat = (roundingMode: "floor" | "ceil") =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    notation: "compact",
    maximumFractionDigits: 1,
    roundingMode,
  });
const FLOOR = createCompactFormat("floor");
const CEILING = createCompactFormat("ceil");

/** Rounds down and omits the sign: `$4.8M`, `$1,001`. */
function formatDollarsRoundedDown(usd: number): string {
  const value = Math.abs(usd);
  return value < SHORT_FROM ? `$${formatCount(Math.floor(value))}` : FLOOR.format(value);
}

/** Rounds up and omits the sign. */
function formatDollarsRoundedUp(usd: number): string {
  const value = Math.abs(usd);
  return value < SHORT_FROM ? `$${formatCount(Math.ceil(value))}` : CEILING.format(value);
}
