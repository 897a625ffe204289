/** Parts of every decision form: its token, the version of the `ReviewSheet` that it was built from, and the reason. */
import { type Html, html } from "../../html.ts";
import { buildItemAddress } from "../addresses.ts";
import type { ItemView } from "../item-view.ts";

const DEFAULT_REASONS = ["legible on the page", "typed from the page", "crossed out on the page"];

/** Frequent reasons by form name; others can be typed. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  amendment: ["the same trade, corrected", "the same trade, deleted", "no earlier report has a matching trade"],
  filer: ["name and district on the page", "signed by this member"],
  security: ["named on the page", "not a listed security"],
};

/** @param name form name, also used in the ids of fields. @param fields visible fields, placed before the reason. */
export function renderDecisionForm(view: ItemView, name: string, fields: Html, buttons: Html): Html {
  const { links, sheet, filter, find, turn, formToken, entered } = view;
  return html`<form class="decide" method="post" action="${buildItemAddress(links, sheet.id, filter, { find, turn })}" aria-label="${name}">
<input type="hidden" name="token" value="${formToken}"><input type="hidden" name="version" value="${sheet.version}">
${fields}
<p class="reason"><label for="reason-${name}">Reason, for the record</label>
<input id="reason-${name}" name="reason" value="${entered?.reason ?? ""}" required maxlength="500" list="reasons-${name}" autocomplete="off">
<datalist id="reasons-${name}">${(REASONS[name] ?? DEFAULT_REASONS).map((reason) => html`<option value="${reason}">`)}</datalist></p>
<p class="buttons">${buttons}</p>
</form>`;
}

/** @param decide value sent with the form. @param key access key of the button. */
export function renderDecideButton(decide: string, label: string, key?: string): Html {
  return html`<button name="decide" value="${decide}"${key !== undefined && html` accesskey="${key}"`}>${label}</button> `;
}

/** Form to search members by name, or a member's trades or reports. Uses GET, as it submits no decision. @param label of the field. */
export function renderSearchForm({ links, sheet, filter, find }: ItemView, label: string): Html {
  const hiddenFields = Object.entries(filter).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="narrow" method="get" role="search" action="${buildItemAddress(links, sheet.id, {})}">${hiddenFields}
<label for="find">${label}</label>
<input id="find" name="find" type="search" value="${find ?? ""}" maxlength="100" autocomplete="off">
<button accesskey="s">Search</button>
</form>`;
}
