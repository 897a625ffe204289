/** `/coverage`: every filing in the official lists, by source, year and status; with a year, also its missing filings. */
import { parseReason } from "../../../domain/reason.ts";
import {
  type Coverage,
  restrictCoverage,
  type SourceFreshness,
  type YearCoverage,
} from "../../../publication/dataset/coverage.ts";
import { type Html, html } from "../../html.ts";
import { appendQuery, type Links } from "../../links.ts";
import type { Rendered, View, WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import {
  computeCompleteness,
  formatCompleteness,
  renderProgressBar,
  renderProgressLegend,
} from "../../parts/completeness.ts";
import { getSourceName, renderPublicBackupNote, wasSourceSkipped } from "../../parts/notice.ts";
import { getReasonSentence } from "../../parts/reason-words.ts";
import { formatCount, formatShare, pluralize, renderInstant } from "../../parts/words.ts";
import { renderMissingFilings } from "./missing-filings.ts";

type CoverageParts = Pick<PageParts, "links" | "records" | "state">;

export function createCoveragePage(parts: CoverageParts): WebPage {
  return {
    name: "page_coverage",
    path: "/coverage",
    parameters: ["year", "source", "page"],
    render: (view) => renderCoverage(parts, view),
  };
}

function renderCoverage(parts: CoverageParts, view: View): Rendered | Promise<Rendered> {
  const requested = view.query.get("year")?.trim() ?? "";
  if (requested === "") return renderCoverageOverview(parts);
  return /^\d{4}$/.test(requested)
    ? renderCoverageYear(parts, view, Number(requested))
    : renderInvalidYear(parts, requested);
}

function renderCoverageOverview({ links, state }: CoverageParts): Rendered {
  const all = state.getCoverage();
  const sources = [...new Set(all.years.map(({ source }) => source))];
  return {
    title: "Coverage: what is known and what is missing",
    description: formatCompleteness(computeCompleteness(all.totals.states)),
    canonical: "/coverage",
    alternates: [{ type: "application/json", path: "/coverage.json", title: "Coverage as JSON" }],
    main: html`<h1>Coverage: what is known and what is missing</h1>
<p class="standfirst">${formatCompleteness(computeCompleteness(all.totals.states))}</p>
${HOW_TO_READ}
${renderProgressLegend()}
${sources.map((source) => renderSourceSection(links, source, all))}
${renderFreshnessSection(all)}
${renderCompaniesSection(links, all)}
${renderReasonsSection(all.years)}
<p class="links"><a href="${links.to("/coverage.json")}">JSON</a> <a href="${links.to("/data")}">The data and how to get it</a> <a href="${links.to("/methodology")}">How it is made</a></p>`,
  };
}

const OPEN_REASONS = 8;

const HOW_TO_READ = html`<p>Every filing on an official list is counted here under exactly one status. “Nothing found”, “not read yet” and “could not be read” are always kept apart. A report that was read only in part has lines that are stored, each with a reason, but are not published until a person has reviewed them. Choose a year to see its missing and incomplete reports.</p>`;

function renderSourceSection(links: Links, source: string, { years }: Coverage): Html {
  return html`<section><h2>${getSourceName(source)}</h2>
<table class="coverage"><thead><tr><th scope="col">Year</th><th scope="col">Reports</th><th scope="col">Read in full</th><th scope="col" class="wide">Reading progress</th><th scope="col" class="optional">Trades</th><th scope="col" class="optional">Lines left out</th><th scope="col">Missing or waiting</th></tr></thead>
<tbody>
${years.filter((each) => each.source === source).map((each) => renderCoverageYearRow(links, each))}</tbody></table></section>`;
}

function renderCoverageYearRow(links: Links, { source, year, states, trades, rejected }: YearCoverage): Html {
  const { counts, reports } = computeCompleteness(states);
  const open = counts.partly + counts.waiting + counts.failed;
  const address = links.to("/coverage", { year, source });
  return html`<tr><th scope="row"><a href="${links.to("/coverage", { year })}">${year}</a></th><td class="number">${formatCount(reports)}</td><td class="number">${formatShare(counts.read, reports)}</td><td class="wide">${renderProgressBar(counts)}</td><td class="number optional">${formatCount(trades)}</td><td class="number optional">${formatCount(rejected)}</td><td class="number">${open === 0 ? "none" : html`<a href="${address}">${formatCount(open)}</a>`}</td></tr>
`;
}

/** Reasons why filings are pending or unreadable, and why lines are not published, most frequent first. */
function renderReasonsSection(years: readonly YearCoverage[]): Html {
  const filings = sumReasonCounts(years.map(({ reasons }) => reasons.filings));
  const lines = sumReasonCounts(years.map(({ reasons }) => reasons.lines));
  if (filings.length + lines.length === 0) return html``;
  return html`<section><h2>Why something is missing</h2>
${renderReasonTable("Filings", filings)}${renderReasonTable("Lines", lines)}</section>`;
}

function sumReasonCounts(tallies: readonly Readonly<Record<string, number>>[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const tally of tallies) {
    for (const [reason, number] of Object.entries(tally)) sums.set(reason, (sums.get(reason) ?? 0) + number);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

function renderReasonTable(what: string, reasons: readonly (readonly [string, number])[]): Html {
  if (reasons.length === 0) return html``;
  const [open, folded] = [reasons.slice(0, OPEN_REASONS), reasons.slice(OPEN_REASONS)];
  return html`${renderReasonCounts(what, open)}${folded.length > 0 && html`<details><summary>${pluralize(folded.length, "rarer reason")}</summary>${renderReasonCounts(what, folded)}</details>`}`;
}

function renderReasonCounts(what: string, reasons: readonly (readonly [string, number])[]): Html {
  return html`<table class="fields narrow"><thead><tr><th scope="col">${what}</th><th scope="col">Reason</th></tr></thead>
<tbody>
${reasons.map(
  ([
    reason,
    number,
  ]) => html`<tr><td class="number">${formatCount(number)}</td><td>${getReasonSentence(reason)}</td></tr>
`,
)}</tbody></table>
`;
}

async function renderCoverageYear(
  { links, records, state }: CoverageParts,
  { query }: View,
  year: number,
): Promise<Rendered> {
  const all = state.getCoverage();
  const source = all.years.find((each) => each.source === query.get("source"))?.source;
  const yearCoverage = restrictCoverage(all, { year, source });
  const completeness = computeCompleteness(yearCoverage.totals.states);
  const scope = source === undefined ? `${year}` : `${getSourceName(source)}, ${year}`;
  const missing = await renderMissingFilings({ links, records, year, source, query });
  return {
    title: `How complete is ${year}?`,
    description: `${scope}: ${formatCompleteness(completeness)}`,
    canonical: appendQuery("/coverage", { ...missing.query }),
    alternates: [{ type: "application/json", path: appendQuery("/coverage.json", { source, year }), title: "JSON" }],
    main: html`<h1>How complete is ${year}?</h1>
<p class="standfirst">${source !== undefined && `${getSourceName(source)}. `}${formatCompleteness(completeness)}</p>
${renderProgressLegend()}
${yearCoverage.years.map((each) => renderSourceSection(links, each.source, { ...yearCoverage, years: [each] }))}
${yearCoverage.years.map(renderFilingIndexComparison)}
${missing.section}
${renderReasonsSection(yearCoverage.years)}
<p><a href="${links.to("/coverage")}">All years</a> · <a href="${links.toLatestTrades({ disclosed_from: `${year}-01-01`, disclosed_to: `${year}-12-31` })}">The trades disclosed in ${year}</a> · <a href="${links.to("/methodology")}">How the data is made</a></p>`,
  };
}

/** Compares the number of known filings with the source's own list. */
function renderFilingIndexComparison({ source, year, known, index, states }: YearCoverage): Html {
  const otherFilings = computeCompleteness(states).counts.other;
  const othersNote =
    otherFilings > 0
      ? ` ${formatCount(otherFilings)} of them are not trade reports by members; they are counted but not read.`
      : "";
  if (index === null) {
    return html`<p class="small">${getSourceName(source)} has no complete list for ${year} yet; ${formatCount(known)} of its filings are known.${othersNote}</p>
`;
  }
  const unlistedNote =
    index.not_listed > 0
      ? ` ${formatCount(index.not_listed)} more are known from earlier lists or were imported manually.`
      : "";
  const duplicatesNote =
    index.duplicates > 0
      ? ` Of its ${formatCount(index.rows)} rows, ${pluralize(index.duplicates, "row")} repeated a document and did not count.`
      : "";
  return html`<p class="small">The list of ${getSourceName(source).replace(/^The/, "the")} named ${formatCount(index.filings)} filings for ${year} on ${index.listed_at.slice(0, 10)}.${duplicatesNote}${unlistedNote}${othersNote}</p>
`;
}

function renderInvalidYear({ links }: CoverageParts, requested: string): Rendered {
  const shown = requested.slice(0, 32).toWellFormed();
  return {
    status: 400,
    title: "No such year",
    description: "A year has four digits.",
    canonical: "/coverage",
    main: html`<h1>Coverage: what is known and what is missing</h1>
<form action="${links.to("/coverage")}"><label for="year">Year</label> <input id="year" name="year" inputmode="numeric" value="${shown}" maxlength="32" aria-invalid="true" aria-describedby="fault"> <button>Show</button>
<p id="fault" class="fault">“${shown}” is not a year; enter four digits, such as 2021.</p></form>
<p><a href="${links.to("/coverage")}">All years</a></p>`,
  };
}

/** How many companies' industries were requested from the SEC, and with which results. */
function renderCompaniesSection(links: Links, { companies }: Coverage): Html {
  const { asked, with_industry, without_industry, failed, last_error, last_error_at } = companies;
  if (asked === 0) return html``;
  const reason = last_error === null ? null : parseReason(last_error);
  return html`<section><h2>Industries of companies</h2>
<p>The SEC was asked for the industry of ${pluralize(asked, "company", "companies")}, starting with the most recently traded: ${formatCount(with_industry)} ${with_industry === 1 ? "has" : "have"} one, and ${formatCount(without_industry)} ${without_industry === 1 ? "has" : "have"} none.${failed > 0 && ` The last request for ${pluralize(failed, "company", "companies")} failed and will be retried.`} <a href="${links.to("/industries")}">Industries</a></p>
${reason !== null && html`<p class="small">The last failure: ${getReasonSentence(reason.code)} ${reason.detail}${last_error_at !== null && html` (${renderInstant(last_error_at)})`}</p>`}</section>`;
}

const CONDITIONS: Readonly<Record<SourceFreshness["status"], string>> = {
  ok: "Responding",
  stale: "No successful check for more than a day, or its last answer was not plausible",
  blocked: "Refuses our requests; this does not mean that there is nothing",
  failing: "Failed at the last attempt",
  never: "Not contacted yet, or never responded",
  off: "Not turned on by the operator",
};

export function renderFreshnessSection({ sources, held_publications: held, ...coverage }: Coverage): Html {
  return html`<section><h2>How current the data is</h2>
<table class="fields"><thead><tr><th scope="col">Source</th><th scope="col">Condition</th><th scope="col">Last success</th><th scope="col">Last error</th></tr></thead>
<tbody>
${sources.map(
  (
    each,
  ) => html`<tr><th scope="row">${getSourceName(each.source)}</th><td>${wasSourceSkipped(each) ? "Skipped at the last attempt" : CONDITIONS[each.status]}</td><td data-label="Last success">${each.last_success_at === null ? "never" : renderInstant(each.last_success_at)}</td><td data-label="Last error">${renderLastError(each)}</td></tr>
`,
)}</tbody></table>
${held.length > 0 && html`<p>${pluralize(held.length, "publication")} ${held.length === 1 ? "waits" : "wait"} for the operator's approval, because more would change than usual; the filings in ${held.length === 1 ? "it" : "them"} are counted as before.</p>`}${renderPublicBackupNote(coverage)}</section>`;
}

function renderLastError({ last_error, last_error_at }: SourceFreshness): Html {
  if (last_error === null) return html`none`;
  const { code, detail } = parseReason(last_error);
  return html`${getReasonSentence(code)}<small class="note">${detail}${last_error_at !== null && html` (${renderInstant(last_error_at)})`}</small>`;
}
