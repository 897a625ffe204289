/** `/filings/{id}`: a filing in plain words, with every line and its outcome. */
import { waits } from "../../../domain/filing.ts";
import type { RawFiling } from "../../../domain/printed-report.ts";
import { type Html, html } from "../../html.ts";
import { type Links, withQuery } from "../../links.ts";
import type { Rendered, View, WebPage } from "../../page.ts";
import { listPage, pageWanted } from "../../paged-list.ts";
import { STATES } from "../../parts/filing-state.ts";
import { detailOf, sentenceOf } from "../../parts/reason-words.ts";
import { counted, writtenDay } from "../../parts/words.ts";
import type { FilingRecord, Records } from "../../records.ts";
import { amendmentsSection } from "./filing-amendments.ts";
import { documentSection } from "./filing-document.ts";
import { rejectedSection, tradesSection } from "./filing-lines.ts";
import { pagesSection } from "./scanned-pages.ts";

interface FilingParts {
  readonly links: Links;
  readonly records: Records;
}

export function filingPage(parts: FilingParts): WebPage {
  return {
    name: "page_filing",
    path: "/filings/:id",
    parameters: ["trades", "lines"],
    render: (view) => filingOrNone(parts, view),
  };
}

async function filingOrNone({ links, records }: FilingParts, view: View): Promise<Rendered> {
  const id = view.parameters["id"] ?? "";
  const record = /^[a-z][0-9a-f-]{1,40}$/.test(id) ? await records.filing(id) : undefined;
  if (record === undefined) return noFiling(links, id);
  return shown(links, view, record, hasPages(record) ? await records.printed(id) : undefined);
}

/** Only a report of images has a list of pages; a long scan's report takes milliseconds to parse. */
function hasPages({ document }: FilingRecord): boolean {
  return document?.seen?.kind !== "text";
}

function shown(links: Links, view: View, record: FilingRecord, printed: RawFiling | undefined): Rendered {
  const { filing, trades, rejected } = record;
  const path = `/filings/${filing.id}`;
  const listed = trades.filter(({ supersededBy }) => supersededBy === null);
  const replaced = trades.filter(({ supersededBy }) => supersededBy !== null);
  const politician = politicianName(view, filing.politicianId);
  const name = politician ?? `${filing.filer.first} ${filing.filer.last}`;
  const query = {
    trades: pageWanted(view.query, "trades", listed.length),
    lines: pageWanted(view.query, "lines", rejected.length),
  };
  const to = (pages: typeof query) =>
    withQuery(path, Object.fromEntries(Object.entries(pages).filter(([, page]) => page > 1)));
  const listedPage = listPage(listed, query.trades, (page) => links.to(to({ ...query, trades: page })));
  const rejectedPage = listPage(rejected, query.lines, (page) => links.to(to({ ...query, lines: page })));
  return {
    title: `Filing of ${name}${filing.filedDate === null ? "" : `, ${filing.filedDate}`}`,
    description: [
      STATES[filing.state].label,
      ...(listed.length === 0 ? [] : [counted(listed.length, "trade")]),
      ...(rejected.length === 0 ? [] : [`${counted(rejected.length, "line")} not served`]),
      "the address of the official document",
    ].join(", "),
    canonical: to(query),
    alternates: [{ type: "application/json", path: `${path}.json`, title: "Filing as JSON" }],
    main: html`<h1>Filing of ${politician === null ? html`<bdi>${name}</bdi>` : html`<a href="${links.politician(filing.politicianId ?? "")}"><bdi>${name}</bdi></a>`}${filing.filedDate !== null && html`, ${writtenDay(filing.filedDate)}`}</h1>
${stateSection(record)}
${documentSection(links, record)}
${tradesSection(links, { name, listed: listedPage, replaced })}
${rejectedSection(links, rejectedPage)}
${pagesSection(links, record, printed)}
${amendmentsSection(links, record)}`,
  };
}

function politicianName({ dataset }: View, id: string | null): string | null {
  const found = id === null ? undefined : dataset.politician(dataset.mergedInto(id) ?? id);
  return found ? (JSON.parse(found.toString("utf8")) as { readonly name: string }).name : null;
}

/** The state, its reason, and what is pending, in sentences. */
function stateSection({ filing, rejected }: FilingRecord): Html {
  const { label, sentence, standing } = STATES[filing.state];
  const waiting = rejected.filter(waits).length;
  const why = filing.reason && `${sentenceOf(filing.reason.code)} ${detailOf(filing.reason)}`.trimEnd();
  return html`<p class="verdict ${standing}" role="note"><strong>${label}.</strong> ${sentence}${why && html` <span class="why">${why}</span>`}</p>
${waiting > 0 && html`<p>${counted(waiting, "line")} of it ${waiting === 1 ? "is" : "are"} not served until a person has reviewed ${waiting === 1 ? "it" : "them"}; below, ${waiting === 1 ? "it is shown as it was read" : "they are shown as they were read"}.</p>`}`;
}

function noFiling(links: Links, id: string): Rendered {
  const shownId = id.slice(0, 64).toWellFormed();
  return {
    status: 404,
    title: "No such filing",
    description: "No filing has this id.",
    canonical: `/filings/${encodeURIComponent(shownId)}`,
    main: html`<h1>No such filing</h1>
<p>No official list names a filing with the id <code>${shownId}</code>.</p>
<p>An id is <code>h</code> and the number of the House's document, as in <code>h20024542</code>, or <code>s</code> and the identifier in the address of the Senate's page.</p>
<p><a href="${links.to("/coverage")}">All known filings by year and state</a> · <a href="${links.latestTrades()}">Latest filings</a></p>`,
  };
}
