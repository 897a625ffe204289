/** The forms of a page: what was seen is all, its rows typed in, none, or rows that nobody saw. */
import { DECIDED_FIELDS, type TypedRow } from "../../../domain/decision.ts";
import type { ReviewPage } from "../../../domain/review.ts";
import { type Html, html } from "../../html.ts";
import { itemAddress } from "../addresses.ts";
import { MOST_ROWS } from "../entered.ts";
import type { ItemView } from "../item-view.ts";
import { decideButton, decisionForm } from "./decision-form.ts";
import { faultsOf } from "./line-form.ts";
import { CHOICES, choiceLists, FIELDS, nameOf } from "./words.ts";

/** Blank rows behind those that are known or typed. */
const BLANK_ROWS = 3;

export function pageForm(view: ItemView, page: ReviewPage): Html {
  const isWaiting = view.sheet.waits.some(({ kind }) => kind === "page");
  const decide = page.mayBeReplaced ? "page_rows" : "page_missed";
  const known = page.mayBeReplaced ? page.rows.map(({ fields }) => fields) : [];
  const typed = view.entered === null ? known : view.entered.rows;
  const fields = html`${knownRows(view, page)}
<h2>${page.mayBeReplaced ? "All rows of the page, in the order of print" : "Rows that are missing here"}</h2>
<p>${
    page.mayBeReplaced
      ? "They stand in place of those that were read. Rows left blank do not count."
      : "A row of this page, or of one behind it, is published under its number, which is permanent: what was missed is added after the report's last row."
  }</p>
${choiceLists()}
${rowTable(view, page, typed)}`;
  const buttons = html`${decideButton(decide, page.mayBeReplaced ? "Save these rows" : "Add these rows", "c")}
<button name="decide" value="more_rows" formnovalidate>More blank rows</button>
${isWaiting && page.rows.length > 0 && decideButton("page_as_seen", "The rows that were read are all", "a")}
${page.mayBeReplaced && decideButton("page_empty", "The page has no transaction", "r")}`;
  return decisionForm(view, "page", fields, buttons);
}

function knownRows({ links, filter }: ItemView, { kind, rows }: ReviewPage): Html {
  const seen = rows.map(
    ({ id, fields }) =>
      html`<li><a href="${itemAddress(links, id, filter)}">${nameOf(id)}</a>: <bdi>${DECIDED_FIELDS.map((field) => fields[field] || "–").join(" | ")}</bdi></li>`,
  );
  return html`<p>The page was read as: ${kind.replaceAll("_", " ")}, ${rows.length} rows.</p>${seen.length > 0 && html`<ul class="known">${seen}</ul>`}`;
}

function rowTable(view: ItemView, page: ReviewPage, typed: readonly TypedRow[]): Html {
  const isMore = view.entered?.decide === "more_rows";
  const blanks = Math.max(0, Math.min(MOST_ROWS - typed.length, isMore ? 10 : BLANK_ROWS));
  const rows = [...typed, ...Array.from({ length: blanks }, (): TypedRow => ({}))];
  return html`<input type="hidden" name="rows" value="${rows.length}">
<div class="wide"><table class="rows">
<thead><tr><th scope="col">No.</th>${DECIDED_FIELDS.map((field) => html`<th scope="col" title="${page.allowed[field]}">${FIELDS[field]}</th>`)}</tr></thead>
<tbody>${rows.map((row, at) => typedRow(view, row, at + 1))}</tbody>
</table></div>
<p class="help">${DECIDED_FIELDS.map((field) => `${FIELDS[field]}: ${page.allowed[field]}.`).join(" ")}</p>`;
}

function typedRow({ faults }: ItemView, row: TypedRow, number: number): Html {
  const own = faults.filter((fault) => fault.row === number);
  const cells = DECIDED_FIELDS.map((field) => {
    const wrong = own.filter((fault) => fault.field === field);
    const id = `fault-${field}-${number}`;
    return html`<td><input name="${field}.${number}" value="${row[field] ?? ""}" aria-label="${FIELDS[field]} of row ${number}" dir="auto" maxlength="500" autocomplete="off"${
      CHOICES[field] !== undefined && html` list="choices-${field}"`
    }${wrong.length > 0 && html` aria-invalid="true" aria-describedby="${id}"`}>${faultsOf(wrong, id)}</td>`;
  });
  return html`<tr><th scope="row">${number}</th>${cells}</tr>
`;
}
