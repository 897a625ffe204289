/** A search among the member's trades or the members: a GET query in the URL, which decides nothing. */
import { type Html, html } from "../../html.ts";
import { buildItemAddress } from "../addresses.ts";
import type { ItemView } from "../item-view.ts";

/** @param label of the field. */
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
