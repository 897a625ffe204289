/**
 * HTML form for a scanned page. Reviewers enter all rows or only the missed rows, mark the page empty, or confirm that no row was
 * missed.
 */
import { DECIDED_FIELDS, type EnteredRow } from "../../../domain/decision.ts";
import type { ReviewPage } from "../../../domain/review.ts";
import { type Html, html } from "../../html.ts";
import { buildItemAddress } from "../addresses.ts";
import { MAX_ROWS } from "../entered.ts";
import type { ItemView } from "../item-view.ts";
import { renderDecideButton, renderDecisionForm } from "./decision-form.ts";
import { renderFieldFaults } from "./line-form.ts";
import { FIELD_LABELS, formatPartName, renderSuggestionLists, SUGGESTIONS } from "./words.ts";

/** Number of blank rows after those that were read or typed in, unless the reviewer asks for more. */
const BLANK_ROWS = 3;

export function renderPageForm(view: ItemView, page: ReviewPage): Html {
  const isWaiting = view.sheet.waits.some(({ kind }) => kind === "page");
  const decide = page.rowsMayBeReplaced ? "page_rows" : "page_missed_rows";
  const prefilledRows = page.rowsMayBeReplaced ? page.rows.map(({ fields }) => fields) : [];
  const filledRows = view.entered === null ? prefilledRows : view.entered.rows;
  const fields = html`${renderPageAsRead(view, page)}
<h2>${page.rowsMayBeReplaced ? "All rows of the page, in the order in which they are printed" : "Rows that were missed on this page"}</h2>
<p>${
    page.rowsMayBeReplaced
      ? "They replace the rows that were read. Rows left blank do not count."
      : "A row on this page or on a later page is already published under its row number, which is permanent. Missed rows are therefore added after the report's last row."
  }</p>
${renderSuggestionLists()}
${renderRowTable(view, page, filledRows)}`;
  const buttons = html`${renderDecideButton(decide, page.rowsMayBeReplaced ? "Save these rows" : "Add these rows", "c")}
<button name="decide" value="more_rows" formnovalidate>More blank rows</button>
${isWaiting && page.rows.length > 0 && renderDecideButton("page_complete", "No rows were missed", "a")}
${page.rowsMayBeReplaced && renderDecideButton("page_empty", "The page has no transactions", "r")}`;
  return renderDecisionForm(view, "page", fields, buttons);
}

function formatRowsRead(count: number): string {
  if (count === 0) return "No rows were read from it.";
  return count === 1 ? "1 row was read from it:" : `${count} rows were read from it:`;
}

const READ_AS: Readonly<Record<string, string>> = {
  unknown: "It is not known what kind of page this is",
  transactions: "The page lists transactions",
  nothing_to_report: "The page says that there is nothing to report",
  cover: "The page is a form that has no rows and refers the reader elsewhere, such as to an attachment",
  letter: "The page is a letter",
  other_form: "The page is a form of some other kind, not a list of transactions",
  blank: "The page is blank",
};

function renderPageAsRead({ links, filter }: ItemView, { kind, rows }: ReviewPage): Html {
  const rowItems = rows.map(
    ({ id, fields }) =>
      html`<li><a href="${buildItemAddress(links, id, filter)}">${formatPartName(id)}</a>: <bdi>${DECIDED_FIELDS.map((field) => fields[field] || "–").join(" | ")}</bdi></li>`,
  );
  return html`<p>${READ_AS[kind] ?? `The page was read as ${kind.replaceAll("_", " ")}`}. ${formatRowsRead(rows.length)}</p>${rowItems.length > 0 && html`<ul class="known">${rowItems}</ul>`}`;
}

function renderRowTable(view: ItemView, page: ReviewPage, filledRows: readonly EnteredRow[]): Html {
  const isMore = view.entered?.decide === "more_rows";
  const blanks = Math.max(0, Math.min(MAX_ROWS - filledRows.length, isMore ? 10 : BLANK_ROWS));
  const rows = [...filledRows, ...Array.from({ length: blanks }, (): EnteredRow => ({}))];
  return html`<input type="hidden" name="rows" value="${rows.length}">
<div class="wide"><table class="rows">
<thead><tr><th scope="col">No.</th>${DECIDED_FIELDS.map((field) => html`<th scope="col" title="${page.allowed[field]}">${FIELD_LABELS[field]}</th>`)}</tr></thead>
<tbody>${rows.map((row, at) => renderEnteredRow(view, row, at + 1))}</tbody>
</table></div>
<p class="help">${DECIDED_FIELDS.map((field) => `${FIELD_LABELS[field]}: ${page.allowed[field]}.`).join(" ")}</p>`;
}

function renderEnteredRow({ faults }: ItemView, row: EnteredRow, number: number): Html {
  const rowFaults = faults.filter((fault) => fault.row === number);
  const cells = DECIDED_FIELDS.map((field) => {
    const cellFaults = rowFaults.filter((fault) => fault.field === field);
    const id = `fault-${field}-${number}`;
    return html`<td><input name="${field}.${number}" value="${row[field] ?? ""}" aria-label="${FIELD_LABELS[field]} of row ${number}" dir="auto" maxlength="500" autocomplete="off"${
      SUGGESTIONS[field] !== undefined && html` list="choices-${field}"`
    }${cellFaults.length > 0 && html` aria-invalid="true" aria-describedby="${id}"`}>${renderFieldFaults(cellFaults, id)}</td>`;
  });
  return html`<tr><th scope="row">${number}</th>${cells}</tr>
`;
}
