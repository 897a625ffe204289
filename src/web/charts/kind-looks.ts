/** Names and appearance of each kind of trade; the kind is also the CSS class. */
import { KINDS, type Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";

interface KindLook {
  /** Name of the kind, as the heading of a row or a column. */
  readonly name: string;
  /** Column name in files. */
  readonly column: string;
  /** Words for one trade of this kind and for several. */
  readonly singular: string;
  readonly plural: string;
  /** Corner points of the kind's shape, 9 units wide, with 0,0 at the center. */
  readonly polygon: string;
  readonly letter: string;
}

const UP = { polygon: "0,-4 4.5,4 -4.5,4", letter: "▲" };
const DOWN = { polygon: "0,4 4.5,-4 -4.5,-4", letter: "▼" };
const DIAMOND = { polygon: "0,-4.5 4.5,0 0,4.5 -4.5,0", letter: "◆" };

export const KIND_LOOKS: Readonly<Record<Kind, KindLook>> = {
  buys: { name: "Bought", column: "bought", singular: "trade, bought", plural: "trades, bought", ...UP },
  sells: { name: "Sold", column: "sold", singular: "trade, sold", plural: "trades, sold", ...DOWN },
  optionsBought: {
    name: "Options bought",
    column: "options_bought",
    singular: "trade, options bought",
    plural: "trades, options bought",
    ...UP,
  },
  optionsSold: {
    name: "Options sold",
    column: "options_sold",
    singular: "trade, options sold",
    plural: "trades, options sold",
    ...DOWN,
  },
  exchanges: { name: "Exchanges", column: "exchanges", singular: "exchange", plural: "exchanges", ...DIAMOND },
  shortSales: { name: "Short sales", column: "short_sales", singular: "short sale", plural: "short sales", ...DIAMOND },
  others: { name: "Others", column: "others", singular: "other trade", plural: "other trades", ...DIAMOND },
};

/** Renders the names and shapes of these kinds as a legend for charts. */
export function renderKindLegend(kinds: readonly Kind[]): Html {
  return html`${KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => html`<span class="key ${kind}">${KIND_LOOKS[kind].letter} ${KIND_LOOKS[kind].name.toLowerCase()}</span> `,
  )}`;
}
