/** The form for a report's filer: that chamber's members by name. */

import type { ReviewMember } from "../../../domain/review.ts";
import { servicesOf, tenureOn } from "../../../domain/tenure.ts";
import { type Html, html } from "../../html.ts";
import { chamberName } from "../../parts/person.ts";
import { placeName } from "../../parts/seat.ts";
import type { ItemView } from "../item-view.ts";
import { decideButton, decisionForm } from "./decision-form.ts";
import { searchForm } from "./search-form.ts";

export function filerForm(view: ItemView): Html {
  const { sheet, find, entered } = view;
  const { members, filing } = sheet;
  const chosen = entered?.politician ?? "";
  const choices = members.map(
    (
      member,
    ) => html`<li><label><input type="radio" name="politician" value="${member.id}"${member.id === chosen && html` checked`}>
<bdi>${member.name}</bdi>, ${seatOf(member, filing.filed)}${member.isSitting && html` <strong>in office on the day of filing</strong>`}</label></li>`,
  );
  const whose = find === null ? `with the filer's last name` : `whose name has “${find}”`;
  const fields = html`<fieldset><legend>Members of that chamber ${whose}</legend>
${members.length === 0 ? html`<p>None. Search for another part of the name.</p>` : html`<ul class="choices">${choices}</ul>`}</fieldset>`;
  return html`<section aria-labelledby="filer"><h2 id="filer">Who filed it?</h2>
<p>The report prints <bdi>${filing.filer}</bdi>${filing.seat !== null && ` (${filing.seat})`}.</p>
${searchForm(view, "Search the members by name")}
${decisionForm(view, "filer", fields, decideButton("filer", "Save the filer", "f"))}</section>`;
}

/** `NJ-7, in the House since 2007`: the seat on the filing date, and the years. */
function seatOf({ terms, isCurrent }: ReviewMember, filed: ItemView["sheet"]["filing"]["filed"]): string {
  const last = terms.at(-1);
  if (last === undefined) return "";
  const services = servicesOf(terms);
  const years = services.map(({ chamber, from, to }, at) => {
    const isOpen = isCurrent && at === services.length - 1;
    const span = isOpen ? `since ${from.slice(0, 4)}` : `${from.slice(0, 4)} to ${to.slice(0, 4)}`;
    return `in the ${chamberName(chamber)} ${span}`;
  });
  return `${placeName(filed === null ? last : tenureOn(terms, filed))}, ${years.join(", ")}`;
}
