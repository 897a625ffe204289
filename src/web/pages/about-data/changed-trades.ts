/** Changes since a day: how many trades were added, corrected or replaced, and the latest of them. */

import { addDays, dayOf, type IsoDate, isoDate } from "../../../domain/dates.ts";
import { headlineParts } from "../../../domain/trade-headline.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { count, counted, day, instant, writtenDay } from "../../parts/words.ts";
import type { PublishedTrade, Records } from "../../records.ts";

const MOST_NAMED = 100;
/** A longer list is collapsed, so that the rest of the page stays in view. */
const OPEN_ROWS = 20;

interface ChangesQuestion {
  readonly links: Links;
  readonly records: Pick<Records, "changedSince">;
  readonly dataset: Dataset;
  readonly now: Date;
  /** The day as typed; empty for yesterday. */
  readonly since: string;
}

/** The requested day; yesterday if it does not exist. */
export function sinceDay(since: string, now: Date): IsoDate {
  return isoDate(since.trim()) ?? addDays(dayOf(now), -1);
}

export async function changesSection({ links, records, dataset, now, since }: ChangesQuestion): Promise<Html> {
  const from = sinceDay(since, now);
  const isFault = since.trim() !== "" && from !== since.trim();
  const at = new Date(`${from}T00:00:00Z`);
  const { added, changed, superseded, latest } = await records.changedSince(at, MOST_NAMED);
  const total = added + changed + superseded;
  return html`<section id="changes"><h2>What changed since ${writtenDay(from)}</h2>
<form class="since" action="${links.to("/data")}#changes"><label for="since">Since</label> <input id="since" name="since" type="${isFault ? "text" : "date"}" value="${since.trim() || from}"${isFault && html` aria-invalid="true" aria-describedby="since-fault"`}> <button>Show</button></form>
${isFault && html`<p class="fault" id="since-fault">“${since.slice(0, 32)}” is not a date; showing changes since yesterday.</p>`}
<p>${
    total === 0
      ? "Nothing was published, corrected or replaced."
      : `${counted(added, "trade")} published, ${count(changed)} changed, ${count(superseded)} replaced or withdrawn.`
  } <a href="${links.latestTrades({ disclosed_from: from })}">Trades disclosed since then</a>.</p>
${total > 0 && changedTable({ links, dataset, since: at }, latest, total)}</section>`;
}

interface RowContext extends Pick<ChangesQuestion, "links" | "dataset"> {
  readonly since: Date;
}

function changedTable(context: RowContext, latest: readonly PublishedTrade[], total: number): Html {
  return html`<details${latest.length <= OPEN_ROWS && " open"}><summary>${latest.length < total ? `The latest ${latest.length} of ${count(total)}` : counted(total, "trade")}</summary>
<table class="fields"><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Who</th><th scope="col">Trade</th></tr></thead>
<tbody>
${latest.map((each) => changedRow(context, each))}</tbody></table></details>`;
}

/** Labeled as counted: a trade published since then and changed afterwards counts as published. */
function changedRow(
  { links, dataset, since }: RowContext,
  { trade, supersededBy, firstSeenAt, updatedAt }: PublishedTrade,
): Html {
  const what = supersededBy !== null ? "Replaced" : firstSeenAt >= since ? "Published" : "Changed";
  const { action, asset } = headlineParts(trade);
  return html`<tr><td>${instant(updatedAt)}</td><td>${what}</td><td><bdi>${nameOf(dataset, trade.politicianId)}</bdi></td><td><a href="${links.trade(trade.id)}">${action} <bdi>${asset}</bdi></a>, ${trade.amountRaw}, ${day(trade.transactionDate)}</td></tr>
`;
}

function nameOf(dataset: Dataset, id: string): string {
  const found = dataset.politician(dataset.mergedInto(id) ?? id);
  return found ? (JSON.parse(found.toString("utf8")) as { readonly name: string }).name : id;
}
