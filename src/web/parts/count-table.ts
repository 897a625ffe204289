import type { TradeCounts } from "../../publication/dataset/facts/trade-bands.ts";
import { type Html, html } from "../html.ts";
import { renderScrollingTable } from "./scrolling-table.ts";
import { formatCount, renderDay } from "./words.ts";

interface CountRow extends TradeCounts {
  /** Content of the row's first cell. */
  readonly head: Html;
  readonly lastTraded?: string;
}

interface CountTable {
  readonly caption: string;
  /** Heading of the first column. */
  readonly head: string;
  /** Optional columns after "Options", in the order `other`, `last`. */
  readonly columns: readonly ("other" | "last")[];
}

/** Members, securities or assets by number of trades, and how many of these are purchases, sales and options. */
export function renderCountTable({ caption, head, columns }: CountTable, rows: readonly CountRow[]): Html {
  const [hasOther, hasLast] = [columns.includes("other"), columns.includes("last")];
  return renderScrollingTable({
    look: "data",
    caption,
    rows: html`<thead><tr><th scope="col">${head}</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Bought</th><th scope="col" class="number">Sold</th><th scope="col" class="number">Options</th>${hasOther && html`<th scope="col" class="number">Other</th>`}${hasLast && html`<th scope="col">Last traded</th>`}</tr></thead>
<tbody>${rows.map(
      ({ head: name, trades, buys, sells, options, lastTraded = "" }) =>
        html`<tr><th scope="row">${name}</th>${[trades, buys, sells, options].map((count) => html`<td class="number">${formatCount(count)}</td>`)}${hasOther && html`<td class="number">${formatCount(trades - buys - sells - options)}</td>`}${hasLast && html`<td>${renderDay(lastTraded)}</td>`}</tr>
`,
    )}</tbody>`,
  });
}
