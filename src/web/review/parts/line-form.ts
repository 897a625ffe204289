/** The forms for a row: accept it, correct its fields or reject it, and name its security. */
import type { FieldFault, ReviewField, ReviewLine } from "../../../domain/review.ts";
import { type Html, html } from "../../html.ts";
import type { ItemView } from "../item-view.ts";
import { renderDecideButton, renderDecisionForm } from "./decision-form.ts";
import { FIELD_LABELS, renderSuggestionLists, SUGGESTIONS } from "./words.ts";

export function renderLineForm(view: ItemView, line: ReviewLine): Html {
  const hasInputFault = ({ field }: ReviewField) => view.faults.some((fault) => fault.field === field);
  const firstToFill = line.fields.find(hasInputFault) ?? line.fields.find((each) => each.isUncertain || each.isUnread);
  const unreadNames = line.fields
    .filter(({ isUnread }) => isUnread)
    .map(({ name }) => `the ${name.replaceAll("_", " ")}`);
  const fields = html`${line.text !== null && html`<p>The fields of the row could not be told apart. It reads: <bdi>${line.text}</bdi></p>`}
${line.isHandwritten && html`<p>The row is handwritten.</p>`}
${line.text === null && unreadNames.length > 0 && html`<p>The row cannot be accepted as it was read: look at the picture and fill in ${LIST_FORMAT.format(unreadNames)}.</p>`}
${renderSuggestionLists()}
<table class="fields">
<thead><tr><th scope="col">Field</th><th scope="col">Automatic reading</th><th scope="col">Value on the page</th></tr></thead>
<tbody>${line.fields.map((field) => renderFieldRow(view, field, field === firstToFill))}</tbody>
</table>`;
  const buttons = html`${renderDecideButton("correct", unreadNames.length > 0 ? "Save the row" : "Save the correction", "c")}
${line.text === null && unreadNames.length === 0 && renderDecideButton("accept", "Accept as read", "a")}
${renderDecideButton("reject", "Reject: not a transaction", "r")}`;
  return renderDecisionForm(view, "row", fields, buttons);
}

const LIST_FORMAT = new Intl.ListFormat("en", { type: "conjunction" });

function renderFieldRow({ entered, faults }: ItemView, field: ReviewField, isFirstToFill: boolean): Html {
  const { name, value, reading, offered, confidence, isUncertain, isUnread, mayBeBlank, allowed } = field;
  const fieldFaults = faults.filter((fault) => fault.field === field.field && fault.row === null);
  const typed = entered?.reviewedRow[field.field];
  const id = `field-${name}`;
  const list = buildSuggestions(field, id);
  const blank =
    isUnread &&
    mayBeBlank &&
    html`<label class="blank"><input type="checkbox" name="blank" value="${field.field}"${entered?.markedBlank.includes(field.field) && html` checked`}> blank on the page</label>`;
  const mark = offered !== null ? "barely legible: choose the value" : isUnread ? "fill it in" : "not sure";
  return html`<tr class="${isUncertain || isUnread ? "doubted" : ""}">
<th scope="row"><label for="${id}">${FIELD_LABELS[field.field]}</label></th>
<td><bdi>${reading === "" ? "nothing" : reading}</bdi>${confidence !== null && html` <span class="confidence">${Math.round(confidence * 100)}%</span>`}${
    (isUncertain || isUnread) && html` <strong class="mark">${mark}</strong>`
  }</td>
<td><input id="${id}" name="${field.field}" value="${typed ?? value}" dir="auto" maxlength="500" autocomplete="off"${list !== false && html` list="${list.datalistId}"`}
 aria-describedby="${id}-help${fieldFaults.length > 0 ? ` ${id}-fault` : ""}"${fieldFaults.length > 0 && html` aria-invalid="true"`}${isFirstToFill && html` autofocus`}>${list !== false && list.ownDatalist}${blank}
${typed !== undefined && typed !== value && html`<span class="stands">current value: <bdi>${value === "" ? "nothing" : value}</bdi></span>`}
<span class="help" id="${id}-help">${allowed}</span>
${renderFieldFaults(fieldFaults, `${id}-fault`)}</td>
</tr>
`;
}

/** Suggests a field's most frequent values. For a barely legible field, also suggests the OCR reading, since the input is not prefilled with it. */
function buildSuggestions(
  { field, offered }: ReviewField,
  inputId: string,
): { datalistId: string; ownDatalist: Html | false } | false {
  const common = SUGGESTIONS[field];
  if (offered === null) return common !== undefined && { datalistId: `choices-${field}`, ownDatalist: false };
  const others = (common ?? []).filter((value) => value !== offered);
  const ownDatalist = html`<datalist id="${inputId}-choices"><option value="${offered}">as it was read</option>${others.map((value) => html`<option value="${value}">`)}</datalist>`;
  return { datalistId: `${inputId}-choices`, ownDatalist };
}

export function renderFieldFaults(faults: readonly FieldFault[], id: string): Html | false {
  return (
    faults.length > 0 && html`<span class="fault" id="${id}">${faults.map(({ sentence }) => sentence).join(" ")}</span>`
  );
}

export function renderSecurityForm(view: ItemView): Html {
  const fields = html`<h2>Which security is it?</h2>
<p>The row was filed without a ticker, and stays as it was filed. Here you say which listed security it means.</p>
<p><label for="symbol">Symbol, or <code>none</code> if it is not listed</label>
<input id="symbol" name="symbol" value="${view.entered?.symbol ?? ""}" maxlength="20" required autocomplete="off"></p>`;
  return renderDecisionForm(view, "security", fields, renderDecideButton("ticker", "Save the security"));
}
