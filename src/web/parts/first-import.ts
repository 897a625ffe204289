/** Import progress: shown instead of the list until the first publication, then above it while known reports are pending. */
import { formatCommand } from "../../base/command-line.ts";
import { parseReason } from "../../domain/reason.ts";
import type { Coverage, SourceFreshness, YearCoverage } from "../../publication/dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import type { SiteState } from "../site-state.ts";
import { formatSourceOffNotice, getSourceName, wasSourceSkipped } from "./notice.ts";
import { formatCount, pluralize, renderInstant } from "./words.ts";

/** Seconds between the reloads by which `script.js` updates the progress. */
const RETRY_SECONDS = 5;

export function renderFirstImport(state: SiteState): Html {
  const { isUnderWay, progress, nextAttemptAt } = state.getImportState();
  const coverage = state.getCoverage();
  const failures = coverage.sources.filter(({ last_error, status }) => last_error !== null && status !== "off");
  const off = coverage.sources.filter(({ status }) => status === "off");
  return html`<section class="nothing" aria-live="polite" data-again="${RETRY_SECONDS}"><h2>Nothing is published yet</h2>
<p>Trades appear as soon as the first filings are imported, the newest first: within minutes once the sites answer. This page updates itself; without scripts, reload it.</p>
${
  progress.length > 0 &&
  html`<ul class="progress">${progress.map(
    ({ source, done, known }) =>
      html`<li><label>${getSourceName(source)}: ${formatCount(done)} of ${formatCount(known)} reports read <progress value="${done}" max="${Math.max(known, 1)}"></progress></label></li>`,
  )}</ul>`
}${renderProgressByYear(coverage)}${
  progress.length === 0 &&
  failures.length === 0 &&
  html`<p>${isUnderWay ? "Contacting the directories and official sites." : html`No import is running right now. ${renderNextAttempt(nextAttemptAt)}`}</p>`
}${
  failures.length > 0 &&
  html`<h3>Failures so far</h3>
<ul>${failures.map(renderSourceFailure)}</ul>
<p>${isUnderWay ? "Retrying now." : renderNextAttempt(nextAttemptAt)} <code>${formatCommand("demo")}</code> runs an offline demonstration with fictional filings.</p>`
}${off.map(
  ({ source }) => html`
<p>${formatSourceOffNotice(source)}</p>`,
)}</section>`;
}

function renderNextAttempt(at: Date | null): Html {
  if (at === null) return html`This process does not download filings; another process on the same database may.`;
  return html`Next attempt: ${renderInstant(at)}, or right away if you restart the service.`;
}

/** Import progress by source and year, in a closed `<details>` element; false if no known report is pending. */
export function renderImportUnderWay(state: SiteState): Html | false {
  const coverage = state.getCoverage();
  const { states, trades } = coverage.totals;
  if (states.pending === 0) return false;
  return html`<details class="importing"><summary>${pluralize(trades, "trade")} can already be searched. Import progress by source and year</summary>
${renderProgressByYear(coverage)}</details>`;
}

function renderProgressByYear({ years, totals }: Coverage): Html | false {
  const listed = years.filter(({ known }) => known > 0);
  if (listed.length === 0) return false;
  const scans = totals.states.needs_ocr;
  return html`<table><thead><tr><th scope="col">Source</th><th scope="col">Year</th><th scope="col" class="number">Read</th><th scope="col" class="number">Listed</th><th scope="col" class="number">Trades</th></tr></thead>
<tbody>${listed.map(renderProgressRow)}</tbody></table>
${scans > 0 && html`<p>${pluralize(scans, "scanned report")} ${scans === 1 ? "is" : "are"} read last, page by page.</p>`}`;
}

function renderProgressRow({ source, year, known, states, trades }: YearCoverage): Html {
  return html`<tr><td>${getSourceName(source)}</td><td>${String(year)}</td><td class="number">${formatCount(known - states.pending)}</td><td class="number">${formatCount(known)}</td><td class="number">${formatCount(trades)}</td></tr>`;
}

function renderSourceFailure(freshness: SourceFreshness): Html {
  const { source, last_success_at, last_error, last_error_at } = freshness;
  const reason = last_error === null ? null : parseReason(last_error);
  if (wasSourceSkipped(freshness)) return html`<li>${getSourceName(source)}: not asked. ${reason?.detail ?? ""}</li>`;
  const answered =
    last_success_at === null ? "No answer so far" : html`It last answered at ${renderInstant(last_success_at)}`;
  return html`<li>${getSourceName(source)}: ${reason?.detail ?? ""} ${answered}${last_error_at !== null && html`; the last attempt was at ${renderInstant(last_error_at)}`}.</li>`;
}
