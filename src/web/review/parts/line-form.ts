/** The forms of a row: its fields accepted, corrected or rejected, and the security that it names. */
import type { FieldFault, ReviewField, ReviewLine } from "../../../domain/review.ts";
import { type Html, html } from "../../html.ts";
import type { ItemView } from "../item-view.ts";
import { decideButton, decisionForm } from "./decision-form.ts";
import { CHOICES, choiceLists, FIELDS } from "./words.ts";

export function lineForm(view: ItemView, line: ReviewLine): Html {
  const isWrong = ({ field }: ReviewField) => view.faults.some((fault) => fault.field === field);
  const toType = line.fields.find(isWrong) ?? line.fields.find((each) => each.isUncertain || each.isUnread);
  const fields = html`${line.text !== null && html`<p>Its reader could not tell its fields apart. Printed is: <bdi>${line.text}</bdi></p>`}
${line.isHandwritten && html`<p>The row is written by hand.</p>`}
${choiceLists()}
<table class="fields">
<thead><tr><th scope="col">Field</th><th scope="col">Read as</th><th scope="col">Is</th></tr></thead>
<tbody>${line.fields.map((field) => fieldRow(view, field, field === toType))}</tbody>
</table>`;
  const buttons = html`${decideButton("correct", "Save the correction", "c")}
${line.text === null && decideButton("accept", "Accept as read", "a")}
${decideButton("reject", "Reject: no transaction", "r")}`;
  return decisionForm(view, "row", fields, buttons);
}

function fieldRow({ entered, faults }: ItemView, field: ReviewField, isFirst: boolean): Html {
  const { name, value, reading, confidence, isUncertain, isUnread, mayBeBlank, allowed } = field;
  const own = faults.filter((fault) => fault.field === field.field && fault.row === null);
  const typed = entered?.fields[field.field];
  const id = `field-${name}`;
  const list = CHOICES[field.field] === undefined ? false : html` list="choices-${field.field}"`;
  const blank =
    isUnread &&
    mayBeBlank &&
    html`<label class="blank"><input type="checkbox" name="blank" value="${field.field}"${entered?.blank.includes(field.field) && html` checked`}> blank on the page</label>`;
  return html`<tr class="${isUncertain || isUnread ? "doubted" : ""}">
<th scope="row"><label for="${id}">${FIELDS[field.field]}</label></th>
<td><bdi>${reading === "" ? "nothing" : reading}</bdi>${confidence !== null && html` <span class="confidence">${Math.round(confidence * 100)} %</span>`}${
    isUncertain && html` <strong class="mark">uncertain</strong>`
  }</td>
<td><input id="${id}" name="${field.field}" value="${typed ?? value}" dir="auto" maxlength="500" autocomplete="off"${list}
 aria-describedby="${id}-help${own.length > 0 ? ` ${id}-fault` : ""}"${own.length > 0 && html` aria-invalid="true"`}${isFirst && html` autofocus`}>${blank}
${typed !== undefined && typed !== value && html`<span class="stands">stands now: <bdi>${value === "" ? "nothing" : value}</bdi></span>`}
<span class="help" id="${id}-help">${allowed}</span>
${faultsOf(own, `${id}-fault`)}</td>
</tr>
`;
}

export function faultsOf(faults: readonly FieldFault[], id: string): Html | false {
  return (
    faults.length > 0 && html`<span class="fault" id="${id}">${faults.map(({ sentence }) => sentence).join(" ")}</span>`
  );
}

export function securityForm(view: ItemView): Html {
  const fields = html`<h2>The security that it names</h2>
<p>It is filed without a ticker, which stays as filed. Here you say which security is meant.</p>
<p><label for="symbol">Symbol, or <code>none</code> for no listed one</label>
<input id="symbol" name="symbol" value="${view.entered?.symbol ?? ""}" maxlength="20" required autocomplete="off"></p>`;
  return decisionForm(view, "security", fields, decideButton("ticker", "Save the security"));
}
