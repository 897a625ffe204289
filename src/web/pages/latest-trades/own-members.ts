/** Links from a state and a district to its members. */
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { STATE_NAMES } from "../../parts/state-names.ts";

export function renderOwnMembersForm(links: Links): Html {
  const states = Object.entries(STATE_NAMES).toSorted(([, a], [, b]) => (a < b ? -1 : 1));
  return html`<form class="own-members" action="${links.toPoliticians()}">
<fieldset><legend class="unseen">Your representative and senators</legend>
<label for="own-state" class="unseen">State</label><select id="own-state" name="state" required><option value="">State</option>${states.map(([code, name]) => html`<option value="${code}">${name}</option>`)}</select>
<label for="own-district" class="unseen">District</label><input id="own-district" name="district" inputmode="numeric" pattern="[0-9]{1,2}" maxlength="2" placeholder="District" title="District number; leave empty for the whole state">
<input type="hidden" name="office" value="in"><button>Find</button></fieldset>
</form>`;
}
