/** The committees that oversee an industry by our table, each with the words of its rule. */
import { committeesOver } from "../../../domain/committee-industries.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { groupName } from "../../parts/industry-name.ts";
import { tableNote } from "./table-note.ts";

/** Nothing of a division, which holds too much to be one committee's. @param code of the page. */
export function overseers(links: Links, code: string): Html {
  const committees = /^\d/.test(code) ? committeesOver(code) : [];
  if (committees.length === 0) return html``;
  return html`<section><h2>Committees that oversee it</h2>
<ul class="plain">${committees.map(
    ({
      committee,
      name,
      rule,
      subjects,
    }) => html`<li><a href="${links.politicians({ committee })}">${name}</a>: ${subjects.map(
      ({ subject, industries }, at) =>
        html`${at > 0 && "; "}“${subject}” (${industries.map((each, place) => html`${place > 0 && ", "}${each === code ? groupName(each) : html`<a href="${links.industry(each)}">${groupName(each)}</a>`}`)})`,
    )}. <small>${rule}</small></li>
`,
  )}</ul>
${tableNote(links)}</section>`;
}
