/** The forms of a report as a whole: who filed it, and what it or a row of it replaces. */
import { type Html, html } from "../../html.ts";
import type { ItemView } from "../item-view.ts";
import { decideButton, decisionForm } from "./decision-form.ts";

export function filerForm(view: ItemView): Html {
  const { members } = view.sheet;
  const fields = html`<h2>Who filed it</h2>
${members.length > 0 && html`<p>Members of that chamber with this last name: ${members.map(({ id, name }) => html`<span class="member"><bdi>${name}</bdi> <code>${id}</code></span> `)}</p>`}
<p><label for="politician">Bioguide id of the member</label>
<input id="politician" name="politician" value="${view.entered?.politician ?? ""}" list="members" maxlength="20" required autocomplete="off" placeholder="P000197">
<datalist id="members">${members.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</datalist></p>`;
  return decisionForm(view, "filer", fields, decideButton("filer", "Save the filer", "f"));
}

export function amendmentForm(view: ItemView): Html {
  const { sheet, entered } = view;
  const candidates = sheet.waits.flatMap((item) => (item.kind === "amendment" ? item.candidates : []));
  const isChosen = (value: string) => entered?.supersedes === value && html` checked`;
  const isOther = entered !== null && entered.supersedes !== "none" && !candidates.includes(entered.supersedes);
  const choice = (value: string, label: Html | string) =>
    html`<li><label><input type="radio" name="supersedes" value="${value}"${isChosen(value)}> ${label}</label></li>`;
  const fields = html`<h2>What it replaces</h2>
<ul class="choices">${candidates.map((id) => choice(id, html`<code>${id}</code> <a href="${view.links.to(id.startsWith("txn_") ? `/trades/${id}` : `/filings/${id}`)}">look at it</a>`))}
${choice("none", "nothing that is known")}
<li><label for="supersedes-other">another ${sheet.line === null ? "filing" : "trade"}, by its id</label>
<input id="supersedes-other" name="supersedes_other" value="${isOther ? entered.supersedes : ""}" maxlength="80" autocomplete="off"></li></ul>`;
  return decisionForm(view, "amendment", fields, decideButton("amendment", "Save what it replaces", "m"));
}
