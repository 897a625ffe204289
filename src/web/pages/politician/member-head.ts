/** Describes a member by seat, terms and committees, from the member record. */
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { Member } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { getChamberName, renderPartyMark } from "../../parts/person.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { formatYearsInOffice, renderFormerMark } from "../../parts/seat.ts";
import { STATE_NAMES } from "../../parts/state-names.ts";
import { renderDay, renderReadableDate } from "../../parts/words.ts";
import type { PoliticianDetail } from "./politician-detail.ts";

export function renderMemberHead(
  links: Links,
  detail: PoliticianDetail,
  member: Member | undefined,
  coverage: Coverage,
): Html {
  const { name, party, committees } = detail;
  const mainCommittees = committees.filter(({ parent }) => parent === null);
  return html`<header class="subject"><h1><bdi>${name}</bdi></h1>
<p class="seat">${renderPartyMark(party)} ${party} · ${formatSeat(detail)}${renderFormerMark(member)}${member !== undefined && ` · ${formatYearsInOffice(member)}`}</p>
${mainCommittees.length > 0 && html`<p class="committees">Committees: ${mainCommittees.map(({ id, name: committee, title }, at) => html`${at > 0 && "; "}<a href="${links.toPoliticians({ committee: id })}">${committee}</a>${title !== null && html` (${title})`}`)}${renderLegislatorsDate(coverage)}.</p>`}</header>`;
}

function renderLegislatorsDate({ sources }: Coverage): Html {
  const at = sources.find(({ source }) => source === "legislators")?.last_success_at ?? null;
  return at === null ? html`` : html`, as recorded on ${renderReadableDate(at.slice(0, 10))}`;
}

/** `California, district 11` for `CA` and 11. */
function formatSeat({ state, district, chamber }: Pick<PoliticianDetail, "state" | "district" | "chamber">): string {
  const named = STATE_NAMES[state] ?? state;
  if (chamber === "senate" || district === null) return named;
  return district === 0 ? `${named}, at large` : `${named}, district ${district}`;
}

/** Terms, committees and other names. The lists are collapsed, since few readers want them. */
export function renderTerms({ terms, committees, other_names: names }: PoliticianDetail, coverage: Coverage): Html {
  return html`<section class="seats"><h2>${names.length > 0 ? "Terms and names" : "Terms"}</h2>
<details><summary>Terms of office</summary>${renderScrollingTable({
    look: "data",
    caption: "Terms of office, newest first",
    rows: html`<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Seat</th><th scope="col">Party</th></tr></thead>
<tbody>${terms.toReversed().map(
      (
        term,
      ) => html`<tr><td>${renderDay(term.start)}</td><td>${renderDay(term.end)}</td><td>${getChamberName(term.chamber)}, ${formatSeat(term)}</td><td>${term.parties.map(({ party }) => party).join(", then ")}</td></tr>
`,
    )}</tbody>`,
  })}</details>
${committees.length > 0 && html`<details><summary>Committees and subcommittees${renderLegislatorsDate(coverage)}</summary><ul class="plain">${committees.map(({ name, parent, title }) => html`<li>${parent !== null && html`${parent}: `}${name}${title !== null && html`, ${title}`}</li>`)}</ul></details>`}
${names.length > 0 && html`<p class="small">Also known as ${names.map((each, at) => html`${at > 0 && "; "}<bdi>${each}</bdi>`)}.</p>`}</section>`;
}
