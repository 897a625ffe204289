/** Senate pages that are not reports, and HTML that attacks its reader. */
import { getSource } from "../../../src/filings/sources/all.ts";
import { agreementReader } from "../../../src/filings/sources/senate-efd/readers.ts";
import { createHostileFiles } from "./hostile-file.ts";

const createPage = (title: string, main: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><main>${main}</main></body></html>`;
const HEAD =
  '<h1>Periodic Transaction Report for 01/02/2025</h1><h2 class="filedReport">The Honorable Fictional Sampleton</h2><strong>Filed 01/02/2025 @ 9 AM</strong>';
const createReport = (main: string): string => createPage("eFD: Print Periodic Transaction Report", HEAD + main);
const REFUSED = /^(?:html|reader)_/;

export const HOSTILE_HOME_PAGES = createHostileFiles(agreementReader, null, {
  "a home page of 1.5 million paragraphs": [REFUSED, () => createPage("eFD: Home", "<p>".repeat(1_500_000))],
  "a home page of 100,000 nested blocks": [REFUSED, () => createPage("eFD: Home", "<div>".repeat(100_000))],
});

export const HOSTILE_PAGES = createHostileFiles(
  getSource("senate-efd").read.document,
  { docId: "00000000-0000-4000-8000-000000000000" },
  {
    "a block page instead of a report": [/^html_block_page$/, () => createPage("Access Denied", "Reference #18")],
    "the agreement instead of a report": [/^html_agreement_page$/, () => createPage("eFD: Home", "")],
    "the search form instead of a report": [/^html_search_form$/, () => createPage("eFD: Find Reports", "")],
    "a maintenance notice instead of a report": [
      /^html_maintenance_page$/,
      () => createPage("Site Under Maintenance", ""),
    ],
    "JSON instead of a report": [/^html_not_a_report$/, () => '{"result":"ok"}'],
    "a page of 0 bytes": [/^html_empty$/, () => ""],
    "a page of 9 MB": [/^html_too_large$/, () => createReport("x".repeat(9_000_000))],
    "a page of 8 MB without an end": [REFUSED, () => `<!DOCTYPE html><html>${"<title".repeat(1_300_000)}`],
    "elements 200,000 deep": [REFUSED, () => createReport("<div>".repeat(200_000) + "</div>".repeat(200_000))],
    "a million unclosed tables": [REFUSED, () => createReport("<table>".repeat(1_000_000))],
    "a table of a million cells": [
      REFUSED,
      () => createReport(`(1 transactions total)<table><tr>${"<td>x</td>".repeat(700_000)}</tr></table>`),
    ],
    "a report that claims more transactions than it lists": [
      /^html_totals_differ$|^html_no_table$|^html_unknown_columns$/,
      () => createReport("<ul><li>(900 transactions total)</li></ul><table><tr><th>#</th></tr></table>"),
    ],
  },
);
