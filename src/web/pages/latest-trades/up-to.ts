/** The newest disclosure date, and when each site was last checked. */

import { SOURCES } from "../../../filings/sources/all.ts";
import type { SourceFreshness } from "../../../publication/dataset/coverage.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import { offSentence, sourceName } from "../../parts/notice.ts";
import { writtenDay, writtenInstant } from "../../parts/words.ts";

/** @param dataset with at least one trade: the recent list begins with the latest disclosure. */
export function upTo(dataset: Pick<Dataset, "summaryAt">, sources: readonly SourceFreshness[]): Html {
  const sites = sources.filter(({ source }) => SOURCES.some(({ id }) => id === source));
  return html`<p class="up-to">Disclosures up to ${writtenDay(dataset.summaryAt(0).disclosureDate)}. ${sites.map((site) => html`${asked(site)} `)}</p>`;
}

function asked({ source, status, last_attempt_at: at }: SourceFreshness): Html {
  const name = sourceName(source);
  if (status === "off") return html`${offSentence(source)}`;
  if (at === null) return html`${name}: first check not finished yet.`;
  return status === "failing" || status === "blocked"
    ? html`${name}: last check failed, ${writtenInstant(at)}.`
    : html`${name}: last checked ${writtenInstant(at)}.`;
}
