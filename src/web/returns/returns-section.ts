/**
 * Renders the section of a member's or security's page that compares returns with the market. The section shows mean returns with
 * confidence intervals, reasons for missing returns, and decisions.
 */
import { UnavailableError } from "../../base/errors.ts";
import { awaitNextTurn } from "../../base/next-turn.ts";
import { toDayText } from "../../domain/bar-columns.ts";
import {
  ANCHORS,
  type Anchor,
  HORIZONS,
  type Horizon,
  UNPRICED_REASONS,
} from "../../prices/returns/abnormal-return.ts";
import { UNPRICED_KINDS } from "../../prices/returns/decision.ts";
import type { Performance } from "../../prices/returns/performance.ts";
import type { NonEmpty } from "../../prices/returns/return-calculator.ts";
import {
  type ClusterUnit,
  DECISION_NOTE,
  DESCRIBED_SIDES,
  type DescribedSide,
  describeDollarBand,
  describeFinding,
  formatSignedPercent,
  HORIZON_NAMES,
  ONE_SECURITY_NOTE,
  SIDE_NAMES,
  SIGN_NOTE,
} from "../../prices/returns/return-words.ts";
import type { RequestedReturn, ReturnAnswer } from "../../prices/returns/returns.ts";
import { renderDrawingSvg } from "../charts/drawing.ts";
import { drawIntervals } from "../charts/interval-drawing.ts";
import { renderPathChart } from "../charts/path-chart.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { formatMissingPriceReason } from "../parts/missing-price-words.ts";
import { renderScrollingTable } from "../parts/scrolling-table.ts";
import { formatCount, pluralize, renderDay, renderReadableDate } from "../parts/words.ts";
import { buildYearSpan } from "../trade-view.ts";

/** The caller name under which all pages wait in the queue of return calculations. */
export const PAGE_CALLER = "pages";
/** Horizon of the returns in the list of decisions, in trading days. */
const LISTED_HORIZON = 63;
const ROWS = 50;

// First words of phrases such as "The member's own return", by `clusterUnit`. Such returns are measured from the close on the day
// of the trade, not from the disclosure.
const WHOSE_RETURN = { reports: "The member's own", "member-months": "The members' own" } as const;

interface ReturnsSection {
  readonly links: Links;
  /** `Jane Example`, `NVDA`. */
  readonly whose: string;
  /** Path of the page. The API serves the page's returns at the path `/api/v1`, then this path, then `/performance`. */
  readonly path: string;
  readonly clusterUnit: ClusterUnit;
  /** Year of the trades; null for all years. */
  readonly year?: string | null;
  readonly years?: Html;
  readonly ask: (requested: RequestedReturn) => Promise<NonEmpty<ReturnAnswer>>;
}

export async function renderReturnsSection(section: ReturnsSection): Promise<Html> {
  // A turn of its own, since charts of thousands of trades come before it on the page.
  await awaitNextTurn();
  try {
    return renderReturns(
      section,
      await section.ask({ anchors: ANCHORS, horizons: HORIZONS, path: true, caller: PAGE_CALLER }),
    );
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return html`<section id="returns"><h2>Compared with the market</h2>
<p>Returns are not available right now, because the service is busy. Reload this page to see them.</p></section>`;
  }
}

function renderReturns(section: ReturnsSection, answers: NonEmpty<ReturnAnswer>): Html {
  const { links, whose, year = null, years = html`` } = section;
  const quarter = answers.filter(({ question: { horizon } }) => horizon === LISTED_HORIZON);
  const listed = quarter.find(({ question: { anchor } }) => anchor === "copy") ?? answers[0];
  const { performance } = listed.result;
  const heading = html`<section id="returns"><h2>Compared with the market${year === null ? "" : `: trades of ${year}`}</h2>
${years}`;
  if (performance.decisions === 0) {
    return year === null
      ? html``
      : html`${heading}<p>No trade in a share or listed fund was made in ${year}.</p></section>`;
  }
  return html`${heading}
<p>Returns after ${pluralize(performance.decisions, "decision")} on shares and listed funds, minus the return of SPY, an S&amp;P 500 fund, over the same trading days. ${DECISION_NOTE} ${WHOSE_RETURN[section.clusterUnit]} return counts from the close on the day of the trade, a follower's from the first close after the day of the disclosure. Nobody earned exactly these returns.${section.clusterUnit !== "reports" && ` ${ONE_SECURITY_NOTE}`}</p>
${renderReturnFigures(section, answers, quarter)}
${renderReturnsAroundTrade(section, listed)}
<p>A 90% interval contains the true mean in 90% of cases. Even without any skill, about 1 in 20 intervals lies entirely above zero. <a href="${links.to("/performance")}">All members</a> · <a href="${links.to("/methodology")}#returns">What these figures mean and do not mean</a></p>
${renderPricedCount(section, listed)}
${renderDecisions(section, listed, whose)}</section>`;
}

// Renders the three-month returns since the trade and since the disclosure in words, a chart of intervals, and a table of all
// horizons. The chart has only returns since the disclosure.
function renderReturnFigures(
  section: ReturnsSection,
  answers: readonly ReturnAnswer[],
  quarter: readonly ReturnAnswer[],
): Html {
  const { whose, clusterUnit } = section;
  const hasNoReturns = ({ result: { performance } }: ReturnAnswer) =>
    DESCRIBED_SIDES.every((side) => performance[side].state === "none");
  if (answers.every(hasNoReturns)) return html``;
  const all = html`<details><summary>All horizons, from a week to a year</summary>${renderReturnTable(section, answers, "Returns compared with the market over all horizons")}</details>`;
  const inWords = html`${renderReturnTable(section, quarter, "Returns compared with the market over three months")}`;
  const rows = DESCRIBED_SIDES.flatMap((side) =>
    answers
      .filter(({ question: { anchor } }) => anchor === "copy")
      .map(({ question: { horizon }, result: { performance } }) => ({
        name: `${SIDE_NAMES[side]}, ${HORIZON_NAMES[horizon]}`,
        side,
        figure: performance[side],
      })),
  );
  if (rows.every(({ figure }) => figure.estimate.interval === null)) return html`${inWords}${all}`;
  const title = `A follower's returns after the decisions of ${whose}, compared with the market`;
  return html`${inWords}
<figure class="chart wide intervals"><div class="scroll" role="region" aria-label="${title}" tabindex="0">${renderDrawingSvg(drawIntervals(title, rows, clusterUnit), "returns", "img")}</div>
<figcaption>A follower's returns, from the first close after the disclosure</figcaption></figure>
${all}`;
}

/** A chart of returns around the trade; empty if there are too few reports or prices, as the preceding text then says. */
function renderReturnsAroundTrade({ clusterUnit }: ReturnsSection, { question, result }: ReturnAnswer): Html {
  const { path, performance } = result;
  const isOneSecurity = question.scope === "security";
  const chart = path && renderPathChart({ path, decisions: performance.decisions, clusterUnit, isOneSecurity });
  return chart
    ? html`<h3>Around the trade</h3>
${chart}`
    : html``;
}

function renderReturnTable({ clusterUnit }: ReturnsSection, answers: readonly ReturnAnswer[], caption: string): Html {
  const horizons = [...new Set(answers.map(({ question: { horizon } }) => horizon))];
  const renderCell = (side: DescribedSide, anchor: Anchor, horizon: Horizon) => {
    const found = answers.find(({ question }) => question.anchor === anchor && question.horizon === horizon);
    const figure = found?.result.performance[side];
    if (figure === undefined) return html`<td></td>`;
    const band = describeDollarBand(side, figure);
    return html`<td>${describeFinding(side, figure, clusterUnit)}${band !== null && html`<br><span class="small">${band}</span>`}</td>`;
  };
  return renderScrollingTable({
    look: "data",
    caption,
    rows: html`<thead><tr><th scope="col">Decisions</th><th scope="col">${WHOSE_RETURN[clusterUnit]} result, from the trade</th><th scope="col">A follower's result, from the disclosure</th></tr></thead>
<tbody>${DESCRIBED_SIDES.flatMap((side) =>
      horizons.map(
        (horizon) =>
          html`<tr><th scope="row">${SIDE_NAMES[side]}, ${HORIZON_NAMES[horizon]}</th>${renderCell(side, "skill", horizon)}${renderCell(side, "copy", horizon)}</tr>
`,
      ),
    )}</tbody>`,
  });
}

/** Says how many decisions have a price, where the prices come from, and why other decisions have no price. */
function renderPricedCount(
  { links }: ReturnsSection,
  { result: { performance, pricesTo, sources } }: ReturnAnswer,
): Html {
  const stored = html`<a href="${links.to("/performance")}#prices">Which prices are stored</a>`;
  if (pricesTo === null) {
    return html`<p class="missing">No price of SPY is stored yet, so no comparison is possible. ${stored}</p>`;
  }
  const kinds = performance.returnKinds;
  const kind =
    kinds.price === 0
      ? "with dividends"
      : kinds.total === 0
        ? "without dividends"
        : "some with and some without dividends";
  const priceBasis =
    performance.priced > 0 && html`, ${kind}, from ${sources.join(", ")}, up to ${renderReadableDate(pricesTo)}`;
  return html`<p class="small">${formatCount(performance.priced)} of ${pluralize(performance.decisions, "decision")} ${performance.priced === 1 ? "has" : "have"} prices for the three months after the disclosure${priceBasis}. ${formatLeftOutCounts(performance)} ${stored}. Price sources drop securities that no longer trade, so missing prices are not missing at random.</p>`;
}

// Formats, by reason, the numbers of decisions without a return and of trades that belong to no decision. Only trades in listed
// shares and funds form decisions.
function formatLeftOutCounts({ unpriced }: Performance): string {
  const formatReasonList = (intro: string, reasons: readonly (keyof typeof unpriced)[]) => {
    const parts = reasons
      .filter((reason) => unpriced[reason] > 0)
      .map(
        (reason) =>
          `${formatCount(unpriced[reason])} (${reason === "too_recent" ? "its three months are not over" : formatMissingPriceReason(reason)})`,
      );
    return parts.length === 0 ? [] : [`${intro}: ${parts.join(", ")}.`];
  };
  return [
    ...formatReasonList("Decisions not counted in the mean returns", UNPRICED_REASONS),
    ...formatReasonList("Trades that are not among the decisions", UNPRICED_KINDS),
  ].join(" ");
}

function renderDecisions(
  { links, path, year = null }: ReturnsSection,
  { result: { returns } }: ReturnAnswer,
  whose: string,
): Html {
  const listedReturns = returns.slice(0, ROWS);
  const renderAnchorFileLinks = (anchor: Anchor) => {
    const buildAddress = (format: "json" | "csv") =>
      links.to(`/api/v1${path}/performance`, {
        anchor,
        horizon: LISTED_HORIZON,
        limit: 1000,
        format,
        ...(year !== null && buildYearSpan(year)),
      });
    return html`<a href="${buildAddress("json")}">JSON</a>, <a href="${buildAddress("csv")}" download>CSV</a>`;
  };
  return html`<details><summary>Decisions behind the follower's three-month figures</summary><p class="small">${SIGN_NOTE}</p>${renderScrollingTable(
    {
      look: "data",
      caption: `Decisions of ${whose}`,
      rows: html`<thead><tr><th scope="col">Traded</th><th scope="col">What</th><th scope="col">From</th><th scope="col">To</th><th scope="col" class="number">Security</th><th scope="col" class="number">SPY</th><th scope="col" class="number">Less SPY</th></tr></thead>
<tbody>${listedReturns.map(({ decision, outcome }) => {
        const what = html`<th scope="row"><a href="${links.toTrade(decision.tradeIds[0] ?? "")}">${renderDay(decision.transactionDate)}</a></th><td>${decision.side === "buy" ? "Bought" : "Sold"} ${decision.symbol}</td>`;
        if (typeof outcome === "string") {
          return html`<tr>${what}<td colspan="5"><span class="unknown">${formatMissingPriceReason(outcome)}</span></td></tr>
`;
        }
        const { security, benchmark, abnormal, delisted } = outcome;
        return html`<tr>${what}<td>${renderDayFromNumber(outcome.fromDay)}</td><td>${renderDayFromNumber(outcome.toDay)}${delisted && " (stopped trading)"}</td><td class="number">${formatSignedPercent(security)}</td><td class="number">${formatSignedPercent(benchmark)}</td><td class="number">${formatSignedPercent(abnormal)}</td></tr>
`;
      })}</tbody>`,
    },
  )}</details>
<p class="small files">${listedReturns.length < returns.length && `Showing the first ${formatCount(listedReturns.length)} of ${formatCount(returns.length)} decisions. `}Decisions as files, at most 1,000 in each: returns from the disclosure (${renderAnchorFileLinks("copy")}), returns from the trade (${renderAnchorFileLinks("skill")})</p>`;
}

function renderDayFromNumber(number: number): Html {
  return renderDay(toDayText(number));
}
