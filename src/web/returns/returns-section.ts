/** What decisions gained compared with the market, on the page of a member or a security: intervals, why there are none, and the decisions behind them. */

import { UnavailableError } from "../../base/errors.ts";
import { dayText } from "../../domain/bar-columns.ts";
import { HORIZONS } from "../../prices/returns/abnormal-return.ts";
import type { Performance } from "../../prices/returns/performance.ts";
import type { Each } from "../../prices/returns/reckoner.ts";
import {
  bandWords,
  findingWords,
  percent,
  SAID_SIDES,
  SESSIONS,
  SIDE_NAMES,
  SIGN_WORDS,
  type Together,
} from "../../prices/returns/return-words.ts";
import type { AnsweredReturn, AskedReturn } from "../../prices/returns/returns.ts";
import { drawingSvg } from "../charts/drawing.ts";
import { intervalDrawing } from "../charts/interval-drawing.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { missingPriceWords } from "../parts/missing-price-words.ts";
import { scrollingTable } from "../parts/scrolling-table.ts";
import { count, counted, day } from "../parts/words.ts";

/** Identity under which pages wait for their turn. */
export const PAGES = "pages";
/** Horizon whose decisions are listed. */
const LISTED = 63;
const ROWS = 50;

interface ReturnsSection {
  readonly links: Links;
  /** `Jane Example`, `NVDA`. */
  readonly whose: string;
  /** Path of the page: that of the API ends alike. */
  readonly path: string;
  readonly together: Together;
  readonly ask: (asked: AskedReturn) => Promise<Each<AnsweredReturn>>;
}

export async function returnsSection(section: ReturnsSection): Promise<Html> {
  try {
    return shown(section, await section.ask({ anchor: "copy", horizons: HORIZONS, caller: PAGES }));
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return html`<section id="returns"><h2>Compared with the market</h2>
<p>The returns cannot be computed right now, because other questions are being answered. Open this page again to see them.</p></section>`;
  }
}

function shown(section: ReturnsSection, answers: Each<AnsweredReturn>): Html {
  const { links, whose } = section;
  const listed = answers.find(({ question }) => question.horizon === LISTED) ?? answers[0];
  if (listed.reckoning.performance.decisions === 0) return html``;
  const { performance } = listed.reckoning;
  return html`<section id="returns"><h2>Compared with the market</h2>
<p>What followed ${counted(performance.decisions, "decision")} on shares and listed funds, less what SPY, a fund of the S&amp;P 500, did over the same sessions: from the first close after the day of the disclosure, each decision counting once. It is not what anybody earned.</p>
${drawn(section, answers)}
<p>An interval holds the true mean in 90 % of all cases. Of a hundred intervals without any skill behind them, five lie wholly above zero by luck alone. <a href="${links.to("/performance")}">All members</a> · <a href="${links.to("/methodology")}#returns">What these figures mean, and what they do not</a></p>
${priced(section, listed)}
${decisions(section, listed, whose)}</section>`;
}

function drawn({ whose, together }: ReturnsSection, answers: readonly AnsweredReturn[]): Html {
  const rows = SAID_SIDES.flatMap((side) =>
    answers.map(({ question: { horizon }, reckoning: { performance } }) => ({
      name: `${SIDE_NAMES[side]}, ${SESSIONS[horizon]}`,
      side,
      figure: performance[side],
    })),
  );
  if (rows.every(({ figure }) => figure.state === "none")) return html``;
  const title = `Decisions of ${whose} compared with the market`;
  const numbers = scrollingTable({
    look: "data",
    caption: "Returns compared with the market",
    rows: html`<thead><tr><th scope="col">Decisions</th><th scope="col">90 % interval of the mean</th><th scope="col">What the ranges of amounts allow, weighted by dollars</th></tr></thead>
<tbody>${rows.map(
      ({ name, side, figure }) =>
        html`<tr><th scope="row">${name}</th><td>${findingWords(side, figure, together)}</td><td>${bandWords(side, figure) ?? html`<span class="unknown">none</span>`}</td></tr>
`,
    )}</tbody>`,
  });
  if (rows.every(({ figure }) => figure.estimate.interval === null)) return numbers;
  return html`<figure class="chart wide intervals"><div class="scroll" role="region" aria-label="${title}" tabindex="0">${drawingSvg(intervalDrawing(title, rows, together), "returns", "img")}</div>
<details><summary>The numbers of this chart</summary>${numbers}</details></figure>`;
}

/** The number of decisions that are priced, the sources of their prices, and why the others are not priced. */
function priced({ links }: ReturnsSection, { reckoning: { performance, pricesTo, sources } }: AnsweredReturn): Html {
  const stored = html`<a href="${links.to("/performance")}#prices">Which prices are stored</a>`;
  if (pricesTo === null) {
    return html`<p class="missing">No price of SPY is stored here, so nothing can be compared with it. ${stored}</p>`;
  }
  const kinds = performance.returnKinds;
  const kind =
    kinds.price === 0
      ? "with dividends"
      : kinds.total === 0
        ? "without dividends"
        : "some with and some without dividends";
  const how = performance.priced > 0 && html`, ${kind}, from ${sources.join(", ")}, up to ${day(pricesTo)}`;
  return html`<p class="small">Over a quarter ${count(performance.priced)} of ${counted(performance.decisions, "decision")} ${performance.priced === 1 ? "is" : "are"} priced${how}. ${missingSentence(performance)} ${stored}. Sources drop securities that are gone, so what is missing is not missing at random.</p>`;
}

function missingSentence({ unpriced }: Performance): string {
  const parts = Object.entries(unpriced).flatMap(([reason, number]) =>
    number === 0 ? [] : [`${count(number)} (${missingPriceWords(reason as keyof typeof unpriced)})`],
  );
  return parts.length === 0 ? "" : `Left out of the means: ${parts.join(", ")}.`;
}

function decisions({ links, path }: ReturnsSection, { reckoning: { returns } }: AnsweredReturn, whose: string): Html {
  const some = returns.slice(0, ROWS);
  const address = (format: "json" | "csv") =>
    links.to(`/api/v1${path}/performance`, { anchor: "copy", horizon: LISTED, limit: 1000, format });
  return html`<details><summary>The decisions behind the quarter's figure</summary><p class="small">${SIGN_WORDS}</p>${scrollingTable(
    {
      look: "data",
      caption: `Decisions of ${whose}`,
      rows: html`<thead><tr><th scope="col">Traded</th><th scope="col">What</th><th scope="col">From</th><th scope="col">To</th><th scope="col" class="number">Security</th><th scope="col" class="number">SPY</th><th scope="col" class="number">Less SPY</th></tr></thead>
<tbody>${some.map(({ decision, outcome }) => {
        const what = html`<th scope="row"><a href="${links.trade(decision.tradeIds[0] ?? "")}">${day(decision.transactionDate)}</a></th><td>${decision.side === "buy" ? "Bought" : "Sold"} ${decision.symbol}</td>`;
        if (typeof outcome === "string") {
          return html`<tr>${what}<td colspan="5"><span class="unknown">${missingPriceWords(outcome)}</span></td></tr>
`;
        }
        const { security, benchmark, abnormal, delisted } = outcome;
        return html`<tr>${what}<td>${dayOf(outcome.fromDay)}</td><td>${dayOf(outcome.toDay)}${delisted && " (stopped trading)"}</td><td class="number">${percent(security)}</td><td class="number">${percent(benchmark)}</td><td class="number">${percent(abnormal)}</td></tr>
`;
      })}</tbody>`,
    },
  )}</details>
<p class="small files">${some.length < returns.length && `The first ${count(some.length)} of ${count(returns.length)} decisions are listed. `}All as <a href="${address("json")}">JSON</a>, <a href="${address("csv")}" download>CSV</a></p>`;
}

function dayOf(number: number): Html {
  return day(dayText(number));
}
