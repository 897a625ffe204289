/** `/performance`: the returns of members' decisions compared with the market, for all members together and for each member. */
import { createNameLookup } from "../../../api/disclosures/politician-names.ts";
import { UnavailableError } from "../../../base/errors.ts";
import { computeFindings } from "../../../prices/returns/many-members.ts";
import type { Performance } from "../../../prices/returns/performance.ts";
import type { PriceCoverage } from "../../../prices/returns/price-coverage.ts";
import {
  DECISION_NOTE,
  DESCRIBED_SIDES,
  describeAlpha,
  describeFigure,
  describeFinding,
  formatSignedPercent,
  HORIZON_NAMES,
  SIDE_NAMES,
  SIGN_NOTE,
} from "../../../prices/returns/return-words.ts";
import type { ReturnAnswer } from "../../../prices/returns/returns.ts";
import { renderDrawingSvg } from "../../charts/drawing.ts";
import { drawIntervals, type IntervalRow } from "../../charts/interval-drawing.ts";
import { type Html, html } from "../../html.ts";
import { appendQuery, type Links } from "../../links.ts";
import { createRedirect, type Rendered, type View, type WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { CHAMBER_CHOICES, PARTY_CHOICES, renderChoiceField } from "../../parts/field.ts";
import { describeBenchmarkGap } from "../../parts/missing-price-words.ts";
import { getChamberName, renderPersonLink } from "../../parts/person.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { formatCount, pluralize, renderReadableDate } from "../../parts/words.ts";
import { PAGE_CALLER } from "../../returns/returns-section.ts";
import { renderOverviewSection } from "./overview-section.ts";
import {
  ANCHOR_CHOICES,
  HORIZON_CHOICES,
  type PerformanceQuery,
  QUERY_NAMES,
  readPerformanceQuery,
  toQueryParams,
} from "./performance-query.ts";
import { renderPriceCoverageSection } from "./price-coverage-section.ts";

type PerformanceParts = Pick<PageParts, "links" | "returns">;

export function createPerformancePage(parts: PerformanceParts): WebPage {
  return {
    name: "page_performance",
    path: "/performance",
    parameters: QUERY_NAMES,
    readRevision: async ({ dataset }) =>
      `${await parts.returns.readRevision()} ${parts.returns.getOverview(dataset)?.revision ?? "no overview"}`,
    render: (view) => renderPerformance(parts, view),
  };
}

async function renderPerformance({ links, returns }: PerformanceParts, { dataset, query }: View): Promise<Rendered> {
  const { requested, faults } = readPerformanceQuery(query);
  const canonical = appendQuery("/performance", toQueryParams(requested));
  if (faults.size === 0 && isNonCanonical(query, requested)) return createRedirect(canonical);
  const rendered = { title: "Compared with the market", description: DESCRIPTION, canonical };
  const fields = renderPerformanceForm(links, query, faults);
  if (faults.size > 0) {
    const main = html`<h1>Compared with the market</h1>${fields}<p class="nothing">Correct the field above to see the returns.</p>`;
    return { ...rendered, status: 400, main };
  }
  try {
    const { anchor, horizon, ...members } = requested;
    const [answered] = await returns.answerForMembers(dataset, members, {
      anchors: [anchor],
      horizons: [horizon],
      caller: PAGE_CALLER,
    });
    const coverage = await returns.computePriceCoverage(dataset);
    const overview = isForAllMembers(requested)
      ? renderOverviewSection(returns.getOverview(dataset), await returns.readRevision())
      : html`<p>For all members: <a href="${links.to("/performance")}#overview">Every horizon, chamber and party</a> · <a href="${links.to("/performance")}#path">Around the trade</a></p>`;
    return {
      ...rendered,
      main: html`${renderPerformanceSummary(links, requested, answered, fields, coverage)}${overview}${renderMemberList(links, answered.result.members, createNameLookup(dataset))}${renderPriceCoverageSection(links, coverage)}`,
    };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { ...rendered, status: 503, main: html`<h1>Compared with the market</h1><p>${error.message}</p>` };
  }
}

const DESCRIPTION = "How members' disclosed purchases and sales did compared with the market, with margins of error.";

function isForAllMembers({ chamber, party }: PerformanceQuery): boolean {
  return chamber === undefined && party === undefined;
}

/** True if the URL has defaults or empty fields; the page redirects to the one URL without them. */
function isNonCanonical(query: URLSearchParams, requested: PerformanceQuery): boolean {
  const named = Object.entries(toQueryParams(requested));
  return query.size !== named.length || named.some(([name, value]) => query.get(name) !== value);
}

function renderPerformanceForm(links: Links, query: URLSearchParams, faults: ReadonlyMap<string, string>): Html {
  const getFieldState = (name: (typeof QUERY_NAMES)[number], label: string) => ({
    name,
    label,
    value: query.get(name)?.trim() ?? "",
    fault: faults.get(name),
  });
  return html`<form class="narrow" action="${links.to("/performance")}">${renderChoiceField(getFieldState("anchor", "From"), ANCHOR_CHOICES, "the first close after disclosure")}${renderChoiceField(getFieldState("horizon", "Over"), HORIZON_CHOICES, "three months (63 trading days)")}${renderChoiceField(getFieldState("chamber", "Chamber"), CHAMBER_CHOICES)}${renderChoiceField(getFieldState("party", "Party"), PARTY_CHOICES)}<div class="buttons"><button>Apply</button> <a href="${links.to("/performance")}">All members</a></div></form>`;
}

function renderPerformanceSummary(
  links: Links,
  requested: PerformanceQuery,
  { result }: ReturnAnswer,
  fields: Html,
  { benchmarkGap }: Pick<PriceCoverage, "benchmarkGap">,
): Html {
  const { performance: all, pricesTo, alphas } = result;
  const { anchor, horizon, chamber, party } = requested;
  const rows = DESCRIBED_SIDES.map((side) => ({ name: ROW_NAMES[side], side, figure: all[side] }));
  const whose = [...(chamber ? [getChamberName(chamber)] : []), ...(party ? [party] : [])].join(", ") || "all members";
  const title = `Decisions compared with the market over ${HORIZON_NAMES[horizon]}: ${whose}`;
  const json = { ...(chamber && { chamber }), ...(party && { party }), anchor, horizon: String(horizon), limit: 1 };
  return html`<h1>Compared with the market</h1>
<p class="standfirst">Each figure is the security’s return over ${HORIZON_NAMES[horizon]} (${horizon} trading days) from ${anchor === "copy" ? "the first close after the day of the disclosure" : "the close on the day of the trade"}, minus the return of SPY, an S&amp;P 500 fund, over the same days. ${DECISION_NOTE} Of ${pluralize(all.decisions, "decision")} on shares and listed funds, ${formatCount(all.priced)} ${all.priced === 1 ? "has" : "have"} the prices needed. ${pricesTo !== null && "Ranges are 90% intervals of the mean. "}Nobody earned exactly these returns.</p>
${fields}
<h2>${title}</h2>
${renderFigures(title, rows, describeAlpha(all.difference, alphas?.difference ?? null, horizon))}
<p class="small">${pricesTo === null ? `Nothing can be compared: ${describeBenchmarkGap(benchmarkGap)}.` : html`Prices run to ${renderReadableDate(pricesTo)}.`} <a href="#prices">Which prices are stored</a> · <a href="${links.to("/methodology")}#returns">What these figures mean and do not mean</a> · <a href="${links.to("/api/v1/performance", json)}">JSON</a></p>
`;
}

const ROW_NAMES = { ...SIDE_NAMES, buys: "All purchases", sells: "All sales" } as const;

/** States figures in words, with the alpha below the sentence on the difference. Adds a chart if any figure has an interval. */
function renderFigures(title: string, rows: readonly IntervalRow[], alpha: string | null): Html {
  const clusterUnit = "member-months";
  const words = html`<ul class="plain">${rows.map(({ name, side, figure }) => {
    const sentence = `${name}: ${describeFinding(side, figure, clusterUnit)}`;
    return side === "difference"
      ? html`<li><strong>${sentence}</strong>${alpha !== null && html`<br><span class="small">${alpha}</span>`}</li>`
      : html`<li>${sentence}</li>`;
  })}</ul>`;
  if (rows.every(({ figure }) => figure.estimate.interval === null)) return words;
  return html`${words}
<figure class="chart wide intervals"><div class="scroll" role="region" aria-label="${title}" tabindex="0">${renderDrawingSvg(drawIntervals(title, rows, clusterUnit), "returns", "img")}</div></figure>`;
}

function renderMemberList(
  links: Links,
  members: ReadonlyMap<string, Performance>,
  getName: (id: string) => string | undefined,
): Html {
  const found = { buys: computeFindings(members, "buys"), sells: computeFindings(members, "sells") };
  const list = Array.from(members, ([id, figures]) => ({ id, name: getName(id) ?? id, figures })).filter(
    ({ figures }) => figures.priced > 0,
  );
  const others = members.size - list.length;
  const isTested = found.buys.tested + found.sells.tested > 0;
  const renderSideCells = (id: string, figures: Performance, which: "buys" | "sells") => {
    const { distinguishable, shrinkage } = found[which];
    const shrunken = shrinkage?.shrunken.get(id);
    return html`<td>${describeFigure(which, figures[which], "reports")}</td><td class="number">${shrunken === undefined ? html`<span class="unknown">none</span>` : formatSignedPercent(shrunken)}</td><td>${formatFinding(which, distinguishable.get(id), figures[which].estimate.mean ?? 0)}</td>`;
  };
  return html`<section><h2>Member by member</h2>
<p>${formatLuckComparison(found.buys)} Members are listed by name, not ranked by mean return: some would be at the top of such a ranking by luck alone.</p>
${
  isTested &&
  html`<p>A cautious estimate is the member’s mean, pulled toward the mean of all members shown; the less certain the member’s mean is, the further it is pulled. The column “Better or worse than luck?” says whose mean differs from the market by more than luck is likely to explain. Because many members are tested, it uses the Benjamini-Hochberg rule, which allows one in ten findings to be false.</p>
`
}${
  list.length > 0 &&
  renderScrollingTable({
    look: "data",
    caption: "Members with a priced decision, by name",
    rows: html`<thead><tr><th scope="col">Member</th><th scope="col">Purchases</th><th scope="col" class="number">Cautious estimate</th><th scope="col">Better or worse than luck?</th><th scope="col">Sales</th><th scope="col" class="number">Cautious estimate</th><th scope="col">Better or worse than luck?</th></tr></thead>
<tbody>${list
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(
        ({ id, name, figures }) =>
          html`<tr><th scope="row">${renderPersonLink(links, { id, name })}</th>${renderSideCells(id, figures, "buys")}${renderSideCells(id, figures, "sells")}</tr>
`,
      )}</tbody>`,
  })
}
${members.size > 0 && html`<p class="small">${others > 0 && `${pluralize(others, list.length > 0 ? "other member" : "member")} ${others === 1 ? "has" : "have"} no decision with a price. `}${isTested && SIGN_NOTE}</p>`}</section>`;
}

function formatLuckComparison({ tested, above, aboveByLuck }: ReturnType<typeof computeFindings>): string {
  if (tested === 0)
    return "No member has enough reports and prices for a 90% confidence interval of the mean return after purchases.";
  const expected = aboveByLuck.toLocaleString("en-US", { maximumFractionDigits: 2 });
  return `${pluralize(tested, "member")} ${tested === 1 ? "has" : "have"} an interval for purchases; ${formatCount(above)} of these intervals ${above === 1 ? "is" : "are"} entirely above zero, better than SPY. Even if nobody had skill, luck alone would put about 5% of ${pluralize(tested, "interval")} (${expected}) entirely above zero, and as many below.`;
}

/** Labels for a mean return above or below SPY. Above SPY is better for purchases, but worse for sales. */
const FINDINGS = {
  buys: { above: "Better (prices beat SPY)", below: "Worse (prices trailed SPY)" },
  sells: { above: "Worse (prices beat SPY, a missed gain)", below: "Better (prices trailed SPY, an avoided loss)" },
} as const;

function formatFinding(side: "buys" | "sells", isFinding: boolean | undefined, mean: number): string {
  if (isFinding === undefined) return "Too few";
  if (!isFinding) return "Not established: could be luck";
  return FINDINGS[side][mean > 0 ? "above" : "below"];
}
