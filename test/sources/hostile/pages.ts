/** Pages of the Senate that are no reports, and HTML that attacks its reader. */
import { getSource } from "../../../src/filings/sources/all.ts";
import { agreementReader } from "../../../src/filings/sources/senate-efd/readers.ts";
import { hostile } from "./hostile-file.ts";

const whole = (title: string, main: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><main>${main}</main></body></html>`;
const HEAD =
  '<h1>Periodic Transaction Report for 01/02/2025</h1><h2 class="filedReport">The Honorable Fictional Sampleton</h2><strong>Filed 01/02/2025 @ 9 AM</strong>';
const report = (main: string): string => whole("eFD: Print Periodic Transaction Report", HEAD + main);
const REFUSED = /^(?:html|reader)_/;

export const HOSTILE_HOME_PAGES = hostile(agreementReader, null, {
  "a home page of 1.5 million paragraphs": [REFUSED, () => whole("eFD: Home", "<p>".repeat(1_500_000))],
  "a home page of 100,000 nested blocks": [REFUSED, () => whole("eFD: Home", "<div>".repeat(100_000))],
});

export const HOSTILE_PAGES = hostile(
  getSource("senate-efd").read.document,
  { docId: "00000000-0000-4000-8000-000000000000" },
  {
    "a block page instead of a report": [/^html_block_page$/, () => whole("Access Denied", "Reference #18")],
    "the agreement instead of a report": [/^html_agreement_page$/, () => whole("eFD: Home", "")],
    "the search form instead of a report": [/^html_search_form$/, () => whole("eFD: Find Reports", "")],
    "a maintenance notice instead of a report": [/^html_maintenance_page$/, () => whole("Site Under Maintenance", "")],
    "JSON instead of a report": [/^html_not_a_report$/, () => '{"result":"ok"}'],
    "a page of 0 bytes": [/^html_empty$/, () => ""],
    "a page of 9 MB": [/^html_too_large$/, () => report("x".repeat(9_000_000))],
    "a page of 8 MB without an end": [REFUSED, () => `<!DOCTYPE html><html>${"<title".repeat(1_300_000)}`],
    "elements 200,000 deep": [REFUSED, () => report("<div>".repeat(200_000) + "</div>".repeat(200_000))],
    "a million tables that do not end": [REFUSED, () => report("<table>".repeat(1_000_000))],
    "a table of a million cells": [
      REFUSED,
      () => report(`(1 transactions total)<table><tr>${"<td>x</td>".repeat(700_000)}</tr></table>`),
    ],
    "a report that says more than it lists": [
      /^html_totals_differ$|^html_no_table$|^html_unknown_columns$/,
      () => report("<ul><li>(900 transactions total)</li></ul><table><tr><th>#</th></tr></table>"),
    ],
  },
);
