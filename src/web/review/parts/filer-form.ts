/** HTML form for choosing who filed a report. A reviewer searches the members of the report's chamber by name. */
import type { ReviewMember } from "../../../domain/review.ts";
import { findTenure, listServicePeriods } from "../../../domain/tenure.ts";
import { type Html, html } from "../../html.ts";
import { getChamberName } from "../../parts/person.ts";
import { formatPlace } from "../../parts/seat.ts";
import type { ItemView } from "../item-view.ts";
import { renderDecideButton, renderDecisionForm, renderSearchForm } from "./decision-form.ts";

export function renderFilerForm(view: ItemView): Html {
  const { sheet, find, entered } = view;
  const { members, filing } = sheet;
  const chosen = entered?.politician ?? "";
  const choices = members.map(
    (
      member,
    ) => html`<li><label><input type="radio" name="politician" value="${member.id}"${member.id === chosen && html` checked`}>
<bdi>${member.name}</bdi>, ${formatSeatAndService(member, filing.filed)}${member.heldSeat && html` <strong>in office on the day of filing</strong>`}</label></li>`,
  );
  const whose = find === null ? `with the filer's last name` : `whose name has “${find}”`;
  const fields = html`<fieldset><legend>Members of the report's chamber ${whose}</legend>
${members.length === 0 ? html`<p>None. Search for another part of the name.</p>` : html`<ul class="choices">${choices}</ul>`}</fieldset>`;
  return html`<section aria-labelledby="filer"><h2 id="filer">Who filed it?</h2>
<p>The filer as printed on the report: <bdi>${filing.filer}</bdi>${filing.seat !== null && ` (${filing.seat})`}.</p>
${renderSearchForm(view, "Search the members by name")}
${renderDecisionForm(view, "filer", fields, renderDecideButton("filer", "Save the filer", "f"))}</section>`;
}

/** `NJ-7, in the House since 2007`: the seat on the filing date, and the years of service in each chamber. */
function formatSeatAndService({ terms, isCurrent }: ReviewMember, filed: ItemView["sheet"]["filing"]["filed"]): string {
  const last = terms.at(-1);
  if (last === undefined) return "";
  const services = listServicePeriods(terms);
  const years = services.map(({ chamber, from, to }, index) => {
    const isOpen = isCurrent && index === services.length - 1;
    const span = isOpen ? `since ${from.slice(0, 4)}` : `${from.slice(0, 4)} to ${to.slice(0, 4)}`;
    return `in the ${getChamberName(chamber)} ${span}`;
  });
  return `${formatPlace(filed === null ? last : findTenure(terms, filed))}, ${years.join(", ")}`;
}
