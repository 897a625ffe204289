/** A member's years at a glance: dots for trades, and the returns of each year's decisions. */
import type { Horizon } from "../../../prices/returns/abnormal-return.ts";
import {
  DESCRIBED_SIDES,
  type DescribedSide,
  describeDollarBand,
  describeFinding,
  SIDE_NAMES,
  SIGN_NOTE,
} from "../../../prices/returns/return-words.ts";
import type { YearReturns } from "../../../prices/returns/years.ts";
import type { DatedTrade } from "../../../publication/dataset/facts/marked-trades.ts";
import type { Kind } from "../../../publication/dataset/facts/trade-sums.ts";
import { renderDrawingSvg } from "../../charts/drawing.ts";
import { drawYears, groupTradesByYear } from "../../charts/years-drawing.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { formatCount } from "../../parts/words.ts";
import { awaitIfAvailable } from "../../records.ts";

/** Trading days in three months. */
const HORIZON = 63;

interface YearsParts {
  readonly links: Links;
  /** Path of the member's page. */
  readonly path: string;
  readonly name: string;
  /** One or more trades, earliest traded first. */
  readonly trades: readonly DatedTrade[];
  readonly ask: (horizon: Horizon) => Promise<readonly YearReturns[]>;
}

interface Year {
  readonly year: number;
  readonly trades: readonly DatedTrade[];
  /** Null while returns cannot be computed. */
  readonly returns: YearReturns["performance"] | null;
}

export async function renderYearsSection(parts: YearsParts): Promise<Html> {
  const { name, trades } = parts;
  const returns = await awaitIfAvailable(parts.ask(HORIZON));
  const byYear = groupTradesByYear(trades);
  const first = Math.min(...byYear.keys());
  const years = Array.from({ length: Math.max(...byYear.keys()) - first + 1 }, (_, at) => first + at)
    .toReversed()
    .map((year): Year => {
      const found = returns?.find((each) => each.year === year)?.performance;
      return { year, trades: byYear.get(year) ?? [], returns: found ?? null };
    });
  const drawing = drawYears({
    name,
    trades,
    years: years.map(({ year, returns: performance }) => ({ year, figures: performance })),
  });
  return html`<section id="years"><h2>Year by year</h2>
<figure class="chart wide"><div class="scroll" role="region" aria-label="${drawing.title}" tabindex="0">${renderDrawingSvg(drawing, "years", "img")}</div>
<figcaption><span class="key buys">● bought</span> above the line, <span class="key sells">● sold</span> below it, exchanges and short sales on it; ○ an option; <span class="late">◯</span> disclosed late. The larger the dot, the higher the bottom of the amount range; similar trades within three days share a dot. ${returns === null ? "Returns cannot be computed right now." : `On the right: the member's own mean return over three months from the trade, minus SPY. Purchases of one security on one day are one decision, and sales are another; options, exchanges and trades without a price are left out. ${SIGN_NOTE}`}</figcaption>
<details><summary>Show the data</summary>${renderMemberYearTable(parts, years)}</details></figure></section>`;
}

function renderMemberYearTable({ links, path, name }: YearsParts, years: readonly Year[]): Html {
  return renderScrollingTable({
    look: "data",
    caption: `Trades of ${name} by year, and what followed over three months`,
    rows: html`<thead><tr><th scope="col">Year</th><th scope="col" class="number">Trades</th><th scope="col" class="number">Bought</th><th scope="col" class="number">Sold</th><th scope="col" class="number">Options</th><th scope="col" class="number">Other</th><th scope="col" class="number">Late</th>${DESCRIBED_SIDES.map((side) => html`<th scope="col">${SIDE_NAMES[side]}</th>`)}</tr></thead>
<tbody>${years.map(({ year, trades, returns }) => {
      const countTradesOf = (...kinds: readonly Kind[]) => trades.filter(({ kind }) => kinds.includes(kind)).length;
      const [bought, sold, options] = [
        countTradesOf("buys"),
        countTradesOf("sells"),
        countTradesOf("optionsBought", "optionsSold"),
      ];
      const late = trades.filter(({ isLate }) => isLate).length;
      const numbers = [trades.length, bought, sold, options, trades.length - bought - sold - options, late];
      const label =
        trades.length === 0
          ? html`${year}`
          : html`<a href="${links.to(path, { traded_from: `${year}-01-01`, traded_to: `${year}-12-31` })}#trades">${year}</a>`;
      return html`<tr><th scope="row">${label}</th>${numbers.map((number) => html`<td class="number">${formatCount(number)}</td>`)}${DESCRIBED_SIDES.map((side) => renderFigureCell(side, returns))}</tr>
`;
    })}</tbody>`,
  });
}

function renderFigureCell(side: DescribedSide, returns: Year["returns"]): Html {
  if (returns === null) return html`<td class="words">–</td>`;
  const band = describeDollarBand(side, returns[side]);
  return html`<td class="words">${describeFinding(side, returns[side], "reports")}${band !== null && html`<br><span class="small">${band}</span>`}</td>`;
}
