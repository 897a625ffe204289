/** Progress of the first import, in place of a list before anything is published. */
import { type Html, html } from "../html.ts";
import type { SiteState } from "../site-state.ts";
import { sourceName } from "./notice.ts";
import { count } from "./words.ts";

/** Seconds after which the page is loaded again. */
export const FIRST_IMPORT_REFRESH = 5;

export function firstImport(state: SiteState): Html {
  const progress = state.importing();
  return html`<section class="nothing"><h2>Nothing is published yet</h2>
<p>The first import fetches the official filings, the newest first; the first trades appear within minutes. This page loads itself again every few seconds.</p>
${
  progress.length === 0
    ? html`<p>No import is under way at this moment.</p>`
    : html`<ul class="progress">${progress.map(
        ({ source, done, known }) =>
          html`<li><label>${sourceName(source)}: ${count(done)} of ${count(known)} reports read <progress value="${done}" max="${Math.max(known, 1)}"></progress></label></li>`,
      )}</ul>`
}</section>`;
}
