/** Names and appearance of each kind of trade; the kind is also the CSS class. */
import { KINDS, type Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";

interface KindLook {
  /** Name of the kind, as the heading of a row or a column. */
  readonly name: string;
  /** Column name in files. */
  readonly column: string;
  /** Singular and plural of the word for a trade. */
  readonly one: string;
  readonly many: string;
  /** Points of the kind's polygon around its center, 9 units wide. */
  readonly sign: string;
  readonly letter: string;
}

const UP = { sign: "0,-4 4.5,4 -4.5,4", letter: "▲" };
const DOWN = { sign: "0,4 4.5,-4 -4.5,-4", letter: "▼" };
const DIAMOND = { sign: "0,-4.5 4.5,0 0,4.5 -4.5,0", letter: "◆" };

export const KIND_LOOKS: Readonly<Record<Kind, KindLook>> = {
  buys: { name: "Bought", column: "bought", one: "trade, bought", many: "trades, bought", ...UP },
  sells: { name: "Sold", column: "sold", one: "trade, sold", many: "trades, sold", ...DOWN },
  optionsBought: {
    name: "Options bought",
    column: "options_bought",
    one: "trade, options bought",
    many: "trades, options bought",
    ...UP,
  },
  optionsSold: {
    name: "Options sold",
    column: "options_sold",
    one: "trade, options sold",
    many: "trades, options sold",
    ...DOWN,
  },
  exchanges: { name: "Exchanges", column: "exchanges", one: "exchange", many: "exchanges", ...DIAMOND },
  shortSales: { name: "Short sales", column: "short_sales", one: "short sale", many: "short sales", ...DIAMOND },
  others: { name: "Others", column: "others", one: "other trade", many: "other trades", ...DIAMOND },
};

/** The kinds with their symbols, as a legend for charts. */
export function renderKindKey(kinds: readonly Kind[]): Html {
  return html`${KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => html`<span class="key ${kind}">${KIND_LOOKS[kind].letter} ${KIND_LOOKS[kind].name.toLowerCase()}</span> `,
  )}`;
}
