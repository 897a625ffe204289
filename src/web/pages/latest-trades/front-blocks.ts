/** The blocks above the list of all trades. Each block states the rule behind its figures, and what is unknown. */
import type { Overview } from "../../../prices/returns/overview.ts";
import { describeFigure, formatSignedPercent } from "../../../prices/returns/return-words.ts";
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import type { NewTrades } from "../../../publication/dataset/facts/recent-trades.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { describeBenchmarkGap } from "../../parts/missing-price-words.ts";
import { STATE_NAMES } from "../../parts/state-names.ts";
import { pluralize, renderDayWithWeekday } from "../../parts/words.ts";
import type { SiteState } from "../../site-state.ts";
import { findFollowerDifference } from "../performance/overview-section.ts";
import { renderLateBlock, renderLateSummary } from "./late-block.ts";
import { formatMonthlySummary, renderMonthlyReturns } from "./monthly-block.ts";
import { renderHighlights, renderSummary } from "./worth-a-look.ts";

interface FrontParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly state: SiteState;
  /** Null while it is being computed. */
  readonly overview: Overview | null;
}

export async function renderFrontBlocks({ links, dataset, state, overview }: FrontParts): Promise<Html> {
  const page = await dataset.facts.getFrontPageFacts();
  const years = await dataset.facts.listLateRowsByYear();
  const people = await dataset.facts.listLateRowsByPerson({ year: years[0]?.year ?? undefined });
  return html`${renderNewTradesLine(links, page?.newest ?? null, state.getCoverage())}
<div class="front">
${page !== null && renderCollapsibleBlock({ title: "Worth a look", gist: renderSummary({ dataset, ...page }), look: " worth" }, renderHighlights({ links, dataset, ...page }))}
<div>${renderCollapsibleBlock({ title: "Late", gist: renderLateSummary({ years, people }) }, renderLateBlock({ links, coverage: state.getCoverage(), years, people }))}
${renderCollapsibleBlock({ title: "Your members", gist: "by state and district" }, renderFindYourMembersForm(links))}</div>
${page !== null && renderCollapsibleBlock({ title: "Last 30 days", gist: formatMonthlySummary(page.monthly) }, renderMonthlyReturns({ links, coverage: state.getCoverage(), monthly: page.monthly, overview }))}
${page !== null && html`<p class="news follower"><strong>Does it pay to follow?</strong> ${renderFollowerAnswer(links, overview)}</p>`}
</div>`;
}

interface Block {
  readonly title: string;
  /** The main result in a few words, shown next to the title when the block is collapsed. */
  readonly gist: Html | string;
  /** Extra class, with a leading space. */
  readonly look?: string;
}

/** Renders a block that is collapsed when the page has only one column. */
function renderCollapsibleBlock({ title, gist, look = "" }: Block, content: Html): Html {
  return html`<details class="fold${look}"><summary>${title}<span>: ${gist}</span></summary>
<section><h2>${title}</h2>
${content}</section></details>`;
}

function renderFindYourMembersForm(links: Links): Html {
  const states = Object.entries(STATE_NAMES).toSorted(([, a], [, b]) => (a < b ? -1 : 1));
  return html`<form class="own-members" action="${links.toPoliticians()}">
<fieldset><legend class="unseen">Your representative and senators</legend>
<label for="own-state" class="unseen">State</label><select id="own-state" name="state" required><option value="">State</option>${states.map(([code, name]) => html`<option value="${code}">${name}</option>`)}</select>
<label for="own-district" class="unseen">District</label><input id="own-district" name="district" inputmode="numeric" pattern="[0-9]{1,2}" maxlength="2" placeholder="District" title="District number; leave empty for the whole state">
<input type="hidden" name="office" value="in"><button>Find</button></fieldset>
</form>`;
}

/** Says whether the securities that members bought did better, three months after the disclosure, than those they sold. */
function renderFollowerAnswer(links: Links, overview: Overview | null): Html {
  const renderLink = (words: string) => html`<a href="${links.to("/performance")}">${words}</a>`;
  const figure = overview && findFollowerDifference(overview);
  if (overview === null || figure === null) return renderLink("Returns after all members’ trades, compared with SPY");
  const compared = renderLink("Securities that members bought, compared with those they sold");
  if (overview.pricesTo === null) return html`${compared}: ${describeBenchmarkGap(overview.benchmarkGap)}.`;
  const { interval, count } = figure.estimate;
  if (figure.state !== "ok" || interval === null)
    return html`${compared}: ${describeFigure("difference", figure, "member-months")}.`;
  const { low, high } = interval;
  const verdict =
    low > 0 ? "did better on average" : high < 0 ? "did worse on average" : "did not clearly do better or worse";
  return html`${renderLink(`After disclosure, the securities that members bought ${verdict} than those they sold`)}. The 90% interval of the difference in mean return (bought minus sold) is ${formatSignedPercent(low)} to ${formatSignedPercent(high)}, from ${pluralize(count, "decision")}. Returns are relative to SPY, over the three months (63 trading days) from the first close after disclosure.`;
}

/** Says how many trades are new and how many reports the service has not read yet. @param newest null if there are no trades. */
export function renderNewTradesLine(
  links: Links,
  newest: NewTrades | null,
  { totals }: Pick<Coverage, "totals">,
): Html {
  const news =
    newest === null
      ? html`No trade is published yet.`
      : html`New since ${renderDayWithWeekday(newest.since)}: <a href="${links.toLatestTrades({ disclosed_from: newest.since })}">${pluralize(newest.trades, "trade")} in ${pluralize(newest.filings, "filing")}</a> by ${pluralize(newest.members, "member")}.`;
  return html`<p class="news" title="That day is included; it is the last business day before the newest disclosure.">${news}${formatUnreadReports(totals.states)}</p>`;
}

function formatUnreadReports({ needs_ocr: scans, pending }: Coverage["totals"]["states"]): string {
  const reports = [
    ...(scans > 0 ? [pluralize(scans, "scanned report")] : []),
    ...(pending > 0 ? [pluralize(pending, scans > 0 ? "other report" : "report")] : []),
  ];
  return reports.length === 0 ? "" : ` ${reports.join(" and ")} ${scans + pending === 1 ? "is" : "are"} not read yet.`;
}
