/** `/coverage`: every filing in the official lists, by source, year and state; with a year, those that are missing. */

import { parseReason } from "../../../domain/reason.ts";
import { type Coverage, partOfCoverage, type YearCoverage } from "../../../publication/dataset/coverage.ts";
import { type Html, html } from "../../html.ts";
import { type Links, withQuery } from "../../links.ts";
import type { Rendered, View, WebPage } from "../../page.ts";
import { completenessOf, completenessSentence } from "../../parts/completeness.ts";
import { sourceName } from "../../parts/notice.ts";
import { sentenceOf } from "../../parts/reason-words.ts";
import { standingBar, standingLegend } from "../../parts/standing-bar.ts";
import { count, counted, instant, share } from "../../parts/words.ts";
import type { Records } from "../../records.ts";
import type { SiteState } from "../../site-state.ts";
import { missingFilings } from "./missing-filings.ts";
import { freshnessSection } from "./source-freshness.ts";

interface CoverageParts {
  readonly links: Links;
  readonly records: Pick<Records, "filings">;
  readonly state: SiteState;
}

export function coveragePage(parts: CoverageParts): WebPage {
  return {
    name: "page_coverage",
    path: "/coverage",
    parameters: ["year", "source", "page"],
    render: (view) => coverage(parts, view),
  };
}

function coverage(parts: CoverageParts, view: View): Rendered | Promise<Rendered> {
  const asked = view.query.get("year")?.trim() ?? "";
  if (asked === "") return overview(parts);
  return /^\d{4}$/.test(asked) ? ofYear(parts, view, Number(asked)) : noYear(parts, asked);
}

function overview({ links, state }: CoverageParts): Rendered {
  const all = state.coverage();
  const sources = [...new Set(all.years.map(({ source }) => source))];
  return {
    title: "Coverage: what is known and what is missing",
    description: completenessSentence(completenessOf(all.totals.states)),
    canonical: "/coverage",
    alternates: [{ type: "application/json", path: "/coverage.json", title: "Coverage as JSON" }],
    main: html`<h1>Coverage: what is known and what is missing</h1>
<p class="standfirst">${completenessSentence(completenessOf(all.totals.states))}</p>
${HOW_TO_READ}
${standingLegend()}
${sources.map((source) => sourceSection(links, source, all))}
${freshnessSection(all)}
${companiesSection(links, all)}
${reasonsSection(all.years)}
<p class="links"><a href="${links.to("/coverage.json")}">JSON</a> <a href="${links.to("/data")}">The data and how to get it</a> <a href="${links.to("/methodology")}">How it is made</a></p>`,
  };
}

/** Number of expanded reasons. */
const OPEN_REASONS = 8;

const HOW_TO_READ = html`<p>Every filing on an official list is counted here in exactly one state. “Nothing found”, “not read yet” and “could not be read” are always kept apart. A report whose bar is not full has lines that are stored with a reason and not served until a person has reviewed them. Choose a year to see those filings.</p>`;

function sourceSection(links: Links, source: string, { years }: Coverage): Html {
  return html`<section><h2>${sourceName(source)}</h2>
<table class="coverage"><thead><tr><th scope="col">Year</th><th scope="col">Reports</th><th scope="col">Read in full</th><th scope="col" class="wide">Share read</th><th scope="col" class="optional">Trades</th><th scope="col" class="optional">Lines left out</th><th scope="col">Missing or waiting</th></tr></thead>
<tbody>
${years.filter((each) => each.source === source).map((each) => yearRow(links, each))}</tbody></table></section>`;
}

function yearRow(links: Links, { source, year, states, trades, rejected }: YearCoverage): Html {
  const { counts, reports } = completenessOf(states);
  const open = counts.partly + counts.waiting + counts.failed;
  const address = links.to("/coverage", { year, source });
  return html`<tr><th scope="row"><a href="${links.to("/coverage", { year })}">${year}</a></th><td class="number">${count(reports)}</td><td class="number">${share(counts.read, reports)}</td><td class="wide">${standingBar(counts)}</td><td class="number optional">${count(trades)}</td><td class="number optional">${count(rejected)}</td><td class="number">${open === 0 ? "none" : html`<a href="${address}">${count(open)}</a>`}</td></tr>
`;
}

/** Reasons why filings are pending or unreadable, and why lines are not published, most frequent first. */
function reasonsSection(years: readonly YearCoverage[]): Html {
  const filings = summed(years.map(({ reasons }) => reasons.filings));
  const lines = summed(years.map(({ reasons }) => reasons.lines));
  if (filings.length + lines.length === 0) return html``;
  return html`<section><h2>Why something is missing</h2>
${reasonTable("Filings", filings)}${reasonTable("Lines", lines)}</section>`;
}

function summed(tallies: readonly Readonly<Record<string, number>>[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const tally of tallies) {
    for (const [reason, number] of Object.entries(tally)) sums.set(reason, (sums.get(reason) ?? 0) + number);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

function reasonTable(what: string, reasons: readonly (readonly [string, number])[]): Html {
  if (reasons.length === 0) return html``;
  const [open, folded] = [reasons.slice(0, OPEN_REASONS), reasons.slice(OPEN_REASONS)];
  return html`${reasonRows(what, open)}${folded.length > 0 && html`<details><summary>${counted(folded.length, "rarer reason")}</summary>${reasonRows(what, folded)}</details>`}`;
}

function reasonRows(what: string, reasons: readonly (readonly [string, number])[]): Html {
  return html`<table class="fields narrow"><thead><tr><th scope="col">${what}</th><th scope="col">Reason</th></tr></thead>
<tbody>
${reasons.map(
  ([reason, number]) => html`<tr><td class="number">${count(number)}</td><td>${sentenceOf(reason)}</td></tr>
`,
)}</tbody></table>
`;
}

async function ofYear({ links, records, state }: CoverageParts, { query }: View, year: number): Promise<Rendered> {
  const all = state.coverage();
  const source = all.years.find((each) => each.source === query.get("source"))?.source;
  const part = partOfCoverage(all, { year, source });
  const completeness = completenessOf(part.totals.states);
  const of = source === undefined ? `${year}` : `${sourceName(source)}, ${year}`;
  const missing = await missingFilings({ links, records, year, source, query });
  return {
    title: `How complete is ${year}?`,
    description: `${of}: ${completenessSentence(completeness)}`,
    canonical: withQuery("/coverage", { ...missing.query }),
    alternates: [{ type: "application/json", path: withQuery("/coverage.json", { source, year }), title: "JSON" }],
    main: html`<h1>How complete is ${year}?</h1>
<p class="standfirst">${source !== undefined && `${sourceName(source)}. `}${completenessSentence(completeness)}</p>
${standingLegend()}
${part.years.map((each) => sourceSection(links, each.source, { ...part, years: [each] }))}
${part.years.map(listedText)}
${missing.section}
${reasonsSection(part.years)}
<p><a href="${links.to("/coverage")}">All years</a> · <a href="${links.latestTrades({ disclosed_from: `${year}-01-01`, disclosed_to: `${year}-12-31` })}">The trades disclosed in ${year}</a> · <a href="${links.to("/methodology")}">How the data is made</a></p>`,
  };
}

/** Filing counts compared with the source's own list. */
function listedText({ source, year, known, index, states }: YearCoverage): Html {
  const others = completenessOf(states).counts.other;
  const aside =
    others > 0 ? ` ${count(others)} of them are not trade reports by members; they are counted but not read.` : "";
  if (index === null) {
    return html`<p class="small">${sourceName(source)} has no complete list for ${year} yet; ${count(known)} of its filings are known.${aside}</p>
`;
  }
  const beyond =
    index.not_listed > 0
      ? ` ${count(index.not_listed)} more are known from earlier lists or were imported manually.`
      : "";
  const again =
    index.duplicates > 0
      ? ` Of its ${count(index.rows)} rows, ${counted(index.duplicates, "row")} repeated a document and did not count.`
      : "";
  return html`<p class="small">The list of ${sourceName(source).replace(/^The/, "the")} named ${count(index.filings)} filings for ${year} on ${index.listed_at.slice(0, 10)}.${again}${beyond}${aside}</p>
`;
}

function noYear({ links }: CoverageParts, asked: string): Rendered {
  const shown = asked.slice(0, 32).toWellFormed();
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

/** Requests to the SEC for the industries of companies, and their outcomes. */
function companiesSection(links: Links, { companies }: Coverage): Html {
  const { asked, with_industry, without_industry, failed, last_error, last_error_at } = companies;
  if (asked === 0) return html``;
  const reason = last_error === null ? null : parseReason(last_error);
  return html`<section><h2>Industries of companies</h2>
<p>The SEC was asked for the industry of ${counted(asked, "company", "companies")}, starting with the most recently traded: ${count(with_industry)} ${with_industry === 1 ? "has" : "have"} one, and ${count(without_industry)} ${without_industry === 1 ? "has" : "have"} none.${failed > 0 && ` The last request for ${counted(failed, "company", "companies")} failed and will be retried.`} <a href="${links.to("/industries")}">Industries</a></p>
${reason !== null && html`<p class="small">The last failure: ${sentenceOf(reason.code)} ${reason.detail}${last_error_at !== null && html` (${instant(last_error_at)})`}</p>`}</section>`;
}
