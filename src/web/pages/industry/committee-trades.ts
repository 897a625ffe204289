/** The industries that a committee oversees by our table, and the trades of its members of today in them. */
import type { Dataset } from "../../../dataset/dataset.ts";
import { industriesOfCommittee } from "../../../domain/committee-industries.ts";
import { RECENT_FIRST } from "../../../domain/trade-filter.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { groupName } from "../../parts/industry-name.ts";
import { counted } from "../../parts/words.ts";
import { tableNote } from "./table-note.ts";

/** The trades of a committee's members of today, and those in the industries that it oversees by our table. */
export function committeeTrades(
  links: Links,
  dataset: Pick<Dataset, "select">,
  { people, committee }: { readonly people: readonly { readonly id: string }[]; readonly committee: string },
): Html {
  const politicianId = people.map(({ id }) => id);
  const trades = dataset.select({ politicianId }, RECENT_FIRST).length;
  if (trades === 0) return html``;
  return html`<section id="industries"><h2>Trades of these people</h2>
<p><a href="${links.latestTrades({ politician_id: politicianId })}">${counted(trades, "trade")}</a>, which can be narrowed by industry. The seats are today's; a trade may be older than the seat.</p>
${inOverseenIndustries(links, dataset, politicianId, industriesOfCommittee(committee))}</section>`;
}

/** Nothing of a committee without a line in the table. */
function inOverseenIndustries(
  links: Links,
  dataset: Pick<Dataset, "select">,
  politicianId: readonly string[],
  overseen: ReturnType<typeof industriesOfCommittee>,
): Html {
  if (overseen === undefined) return html``;
  const industry = [...new Set(overseen.subjects.flatMap((each) => each.industries))].sort();
  const trades = dataset.select({ politicianId, industry }, RECENT_FIRST).length;
  const found = counted(trades, "trade");
  return html`<p>In the industries that the committee oversees: ${trades === 0 ? found : html`<a href="${links.latestTrades({ politician_id: politicianId, industry })}">${found}</a>`} (${industry.map(
    (each, at) => html`${at > 0 && ", "}<a href="${links.industry(each)}">${groupName(each)}</a>`,
  )}). <small>${overseen.rule}: ${overseen.subjects.map(({ subject }, at) => html`${at > 0 && "; "}“${subject}”`)}</small></p>
${tableNote(links)}`;
}
