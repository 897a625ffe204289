/** The members with late disclosures, ranked. */

import { GRACE_DAYS } from "../../../domain/reporting-deadline.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { View } from "../../page.ts";
import { formatHalfDays, formatLateShare, renderLateCount } from "../../parts/late-words.ts";
import { getChamberName, renderPartyMark, renderPersonLink } from "../../parts/person.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { renderFormerMark } from "../../parts/seat.ts";
import { formatCount, pluralize } from "../../parts/words.ts";
import {
  COLUMN_NAMES,
  COLUMNS,
  type Column,
  type ColumnName,
  type LateQuery,
  toNamedQuery,
  USUAL,
} from "./late-query.ts";

/** Minimum number of judged trades for the ranking by share: one late trade out of one means nothing. */
const LEAST_JUDGED = 20;

/** The late members, sorted by the column. */
export function rankLateMembers(people: readonly LateRow[], sort: ColumnName): readonly LateRow[] {
  const { getValue }: Column = COLUMNS[sort];
  return people
    .filter(({ late: trades, judged }) => trades > 0 && (sort !== "share" || judged >= LEAST_JUDGED))
    .toSorted((a, b) => getValue(b) - getValue(a) || b.late - a.late || (a.name < b.name ? -1 : 1));
}

interface LateMembers {
  /** The rows of this page. */
  readonly listed: readonly LateRow[];
  readonly sortedMembers: readonly LateRow[];
  readonly all: readonly LateRow[];
}

export function renderLateMembers(
  { links, dataset }: { readonly links: Links } & Pick<View, "dataset">,
  requested: LateQuery,
  { listed, sortedMembers: inOrder, all }: LateMembers,
): Html {
  if (all.length === 0) return html`<p class="nothing">No matching trade was disclosed.</p>`;
  const late = all.filter(({ late: trades }) => trades > 0).length;
  if (late === 0)
    return html`<p class="nothing">None of ${pluralize(all.length, "member")} with a matching disclosed trade was late.</p>`;
  const named = toNamedQuery(requested);
  const renderHeading = (key: ColumnName) =>
    html`<th scope="col" class="number"${key === requested.sort && html` aria-sort="descending"`}><a href="${links.to("/late", { ...named, sort: key === USUAL ? "" : key })}#members">${COLUMNS[key].label}</a></th>`;
  return html`<p class="summary"><span><strong>${formatCount(late)}</strong> of ${pluralize(all.length, "member")} with a disclosed trade ${late === 1 ? "was" : "were"} late at least once: ${formatInGrace(all)}.${
    requested.sort === "share" &&
    ` Only members with at least ${LEAST_JUDGED} judged trades are ranked by share: ${formatCount(inOrder.length)}.`
  } The share is of judged trades; median and longest are days from trade to disclosure; days late are counted from the deadline.</span></p>
${renderScrollingTable({
  look: "data late-people",
  caption: `Members who were late, by ${COLUMNS[requested.sort].label.toLowerCase()}`,
  rows: html`<thead><tr><th scope="col">Member</th>${COLUMN_NAMES.map(renderHeading)}</tr></thead>
<tbody>${listed.map((row) => renderLatePersonRow(links, requested, row, renderFormerMark(dataset.getMember(row.id))))}</tbody>`,
})}`;
}

/** `12 trades within the 30-day grace period, in which no fee is due, and 30 after it` */
function formatInGrace(rows: readonly LateRow[]): string {
  const sumRows = (getValue: (row: LateRow) => number) => rows.reduce((total, row) => total + getValue(row), 0);
  const within = sumRows((row) => row.lateInGrace);
  return `${pluralize(within, "trade")} within the ${GRACE_DAYS}-day grace period, in which no fee is due, and ${formatCount(sumRows(({ late: trades }) => trades) - within)} after it`;
}

function renderLatePersonRow(links: Links, { year }: LateQuery, row: LateRow, formerMark: Html | false): Html {
  const { id, name, party, chamber, state, daysToDisclose, daysLate } = row;
  const lateTrades = links.toLatestTrades({
    politician_id: id,
    late: true,
    ...(year !== undefined && { disclosed_from: `${year}-01-01`, disclosed_to: `${year}-12-31` }),
  });
  return html`<tr><th scope="row">${renderPersonLink(links, { id, name })} ${renderPartyMark(party)} <small>${getChamberName(chamber)}, ${state}${formerMark}</small></th><td class="number">${renderLateCount(row.lateReports)} <small>of ${formatCount(row.reports)}</small></td><td class="number"><a href="${lateTrades}">${formatCount(row.late)}</a></td><td class="number">${renderLateCount(row.late - row.lateInGrace)}</td><td class="number">${formatLateShare(row.late, row.judged)} <small>of ${formatCount(row.judged)}</small></td><td class="number">${daysToDisclose === null ? "–" : formatHalfDays(daysToDisclose.median)}</td><td class="number">${daysLate === null ? "–" : pluralize(daysLate.most, "day")}${daysLate !== null && daysLate.count > 1 && html` <small>median ${formatHalfDays(daysLate.median)}</small>`}</td><td class="number">${daysToDisclose === null ? "–" : pluralize(daysToDisclose.most, "day")}</td></tr>
`;
}
