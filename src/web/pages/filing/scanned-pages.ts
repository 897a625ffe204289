/** The pages of a scanned or paper report, and what was recognized on each. */
import type { RawFiling } from "../../../domain/printed-report.ts";
import { parseReason } from "../../../domain/reason.ts";
import type { ReadPage, ScannedPage } from "../../../domain/scanned-page.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { getReasonSentence } from "../../parts/reason-words.ts";
import type { FilingRecord } from "../../records.ts";

const KINDS: Readonly<Record<ScannedPage["kind"], string>> = {
  transactions: "Table of transactions",
  nothing_to_report: "Nothing to report",
  cover: "Form that refers to an attachment",
  letter: "Letter or note",
  other_form: "Another form",
  blank: "Empty page",
  unknown: "Not recognized; needs review",
};

const SETTLED: Readonly<Record<NonNullable<ReadPage["settled"]>, string>> = {
  typed: "typed in by a person",
  empty: "a person found no transaction on it",
  as_seen: "a person confirmed its rows",
};

export function renderPagesSection(
  links: Links,
  { filing, document }: FilingRecord,
  printed: RawFiling | undefined,
): Html {
  const pages = printed?.scan?.pages ?? [];
  const images = document?.seen?.images ?? 0;
  if (pages.length === 0 && images === 0) return html``;
  const rows = Array.from({ length: Math.max(pages.length, images) }, (_, at) => {
    const number = at + 1;
    const lines = printed?.transactions.filter(({ page }) => page === number).length ?? 0;
    const name = images > at ? html`<a href="${links.toDocument(filing.id, number)}">${number}</a>` : number;
    const isKnown = lines > 0 || isRead(pages[at]);
    return html`<tr><th scope="row">${name}</th><td>${formatPageKind(pages[at])}</td><td class="number">${isKnown ? lines : html`<span class="unknown">not known</span>`}</td></tr>
`;
  });
  return html`<section><h2>Its pages</h2>
<table class="fields narrow"><thead><tr><th scope="col">Page</th><th scope="col">What is on it</th><th scope="col">Lines</th></tr></thead>
<tbody>
${rows}</tbody></table></section>`;
}

function isRead(page: ReadPage | undefined): boolean {
  return page !== undefined && (page.kind !== "unknown" || page.settled !== undefined);
}

function formatPageKind(page: ReadPage | undefined): string {
  if (page === undefined) return "Not read yet";
  const { kind, failure, settled } = page;
  if (settled !== undefined) return `${KINDS[kind]}: ${SETTLED[settled]}`;
  if (failure === null) return KINDS[kind];
  const { code, detail } = parseReason(failure);
  return `Could not be read. ${getReasonSentence(code)} ${detail}`;
}
