/** The committees of a member beside the industries that they oversee by our table: both as their sources have them, and nothing concluded. */
import type { Coverage } from "../../../dataset/coverage.ts";
import type { Dataset } from "../../../dataset/dataset.ts";
import { industriesOfCommittee } from "../../../domain/committee-industries.ts";
import { RECENT_FIRST } from "../../../domain/trade-filter.ts";
import { type Html, html } from "../../html.ts";
import { type Links, withQuery } from "../../links.ts";
import { groupName } from "../../parts/industry-name.ts";
import { scrollingTable } from "../../parts/scrolling-table.ts";
import { count } from "../../parts/words.ts";
import { tableNote } from "../industry/table-note.ts";
import { recordDate } from "./member-head.ts";
import type { PoliticianDetail } from "./politician-detail.ts";

interface OverseenParts {
  readonly links: Links;
  readonly dataset: Pick<Dataset, "select">;
  readonly coverage: Coverage;
}

/** Nothing of a member whose committees have no line in the table. */
export function overseenIndustries(parts: OverseenParts, { id, committees }: PoliticianDetail): Html {
  const { links, dataset, coverage } = parts;
  const rows = committees.flatMap(({ id: committee, name, parent }) => {
    const overseen = parent === null ? industriesOfCommittee(committee) : undefined;
    return overseen === undefined ? [] : [{ ...overseen, name }];
  });
  if (rows.length === 0) return html``;
  return html`<section id="industries"><h2>Committees and the industries that they oversee</h2>
${scrollingTable({
  look: "data overseen",
  caption: "Committees of today, the industries that they oversee, and trades of this member in them",
  rows: html`<thead><tr><th scope="col">Committee</th><th scope="col">Named in its rule</th><th scope="col" class="number">Trades in these</th></tr></thead>
<tbody>${rows.map(({ name, rule, subjects }) => {
    const industry = [...new Set(subjects.flatMap((each) => each.industries))].sort();
    const trades = dataset.select({ politicianId: [id], industry }, RECENT_FIRST).length;
    const address = links.to(withQuery(`/politicians/${id}`, { industry }));
    return html`<tr><th scope="row">${name}<small class="note">${rule}</small></th><td>${subjects.map(
      ({ subject, industries }, at) =>
        html`${at > 0 && "; "}“${subject}”: ${industries.map((each, place) => html`${place > 0 && ", "}<a href="${links.industry(each)}">${groupName(each)}</a>`)}`,
    )}</td><td class="number">${trades === 0 ? "0" : html`<a href="${address}#trades">${count(trades)}</a>`}</td></tr>
`;
  })}</tbody>`,
})}
<p class="small">The seats are today's${recordDate(coverage)}; who sat on a committee on the day of a trade is not known here. A trade counts in an industry by the SEC's code of the company, where that is known.</p>
${tableNote(links)}</section>`;
}
