/** The newest disclosure date, and when each site was last checked. */
import { SOURCES } from "../../../filings/sources/all.ts";
import type { SourceFreshness } from "../../../publication/dataset/coverage.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import { formatSourceOffNotice, getSourceName } from "../../parts/notice.ts";
import { renderLongInstant, renderReadableDate } from "../../parts/words.ts";

/** @param dataset must have at least one trade: the trade at position 0 has the latest disclosure date. */
export function renderLatestDates(dataset: Pick<Dataset, "getSummaryAt">, sources: readonly SourceFreshness[]): Html {
  const sites = sources.filter(({ source }) => SOURCES.some(({ id }) => id === source));
  return html`<p class="up-to">Disclosures up to ${renderReadableDate(dataset.getSummaryAt(0).disclosureDate)}. ${sites.map((site) => html`${renderLastAttempt(site)} `)}</p>`;
}

function renderLastAttempt({ source, status, last_attempt_at: at }: SourceFreshness): Html {
  const name = getSourceName(source);
  if (status === "off") return html`${formatSourceOffNotice(source)}`;
  if (at === null) return html`${name}: first check not finished yet.`;
  return status === "failing" || status === "blocked"
    ? html`${name}: last check failed, ${renderLongInstant(at)}.`
    : html`${name}: last checked ${renderLongInstant(at)}.`;
}
