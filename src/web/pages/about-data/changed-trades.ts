/** Changes since a day: how many trades were added, corrected or replaced, and the latest of them. */
import { addDays, type IsoDate, parseIsoDate, toIsoDate } from "../../../domain/dates.ts";
import { buildHeadlineParts } from "../../../domain/trade-headline.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { formatCount, pluralize, renderDay, renderInstant, renderReadableDate } from "../../parts/words.ts";
import { findPublishedName } from "../../politician-list.ts";
import type { PublishedTrade, Records } from "../../records.ts";

const MAX_NAMED = 100;
/** A longer list is collapsed, so that the rest of the page stays in view. */
const OPEN_ROWS = 20;

interface ChangesQuestion {
  readonly links: Links;
  readonly records: Pick<Records, "readChangedSince">;
  readonly dataset: Dataset;
  readonly now: Date;
  /** The day as typed; empty for yesterday. */
  readonly since: string;
}

/** The requested day; yesterday if the text is not a date. */
export function parseSinceDay(since: string, now: Date): IsoDate {
  return parseIsoDate(since.trim()) ?? addDays(toIsoDate(now), -1);
}

export async function renderChangesSection({ links, records, dataset, now, since }: ChangesQuestion): Promise<Html> {
  const from = parseSinceDay(since, now);
  const isFault = since.trim() !== "" && from !== since.trim();
  const at = new Date(`${from}T00:00:00Z`);
  const { added, changed, superseded, latest } = await records.readChangedSince(at, MAX_NAMED);
  const total = added + changed + superseded;
  return html`<section id="changes"><h2>What changed since ${renderReadableDate(from)}</h2>
<form class="since" action="${links.to("/data")}#changes"><label for="since">Since</label> <input id="since" name="since" type="${isFault ? "text" : "date"}" value="${since.trim() || from}"${isFault && html` aria-invalid="true" aria-describedby="since-fault"`}> <button>Show</button></form>
${isFault && html`<p class="fault" id="since-fault">“${since.slice(0, 32)}” is not a date; showing changes since yesterday.</p>`}
<p>${
    total === 0
      ? "Nothing was published, corrected or replaced."
      : `${pluralize(added, "trade")} published, ${formatCount(changed)} changed, ${formatCount(superseded)} replaced or withdrawn.`
  } <a href="${links.toLatestTrades({ disclosed_from: from })}">Trades disclosed since then</a>.</p>
${total > 0 && renderChangedTradesTable({ links, dataset, since: at }, latest, total)}</section>`;
}

interface RowContext extends Pick<ChangesQuestion, "links" | "dataset"> {
  readonly since: Date;
}

function renderChangedTradesTable(context: RowContext, latest: readonly PublishedTrade[], total: number): Html {
  return html`<details${latest.length <= OPEN_ROWS && " open"}><summary>${latest.length < total ? `The latest ${latest.length} of ${formatCount(total)}` : pluralize(total, "trade")}</summary>
<table class="fields"><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Who</th><th scope="col">Trade</th></tr></thead>
<tbody>
${latest.map((each) => renderChangedTradeRow(context, each))}</tbody></table></details>`;
}

/** Labels match the counts above the table: a changed trade is "Published" if it was first published at or after `since`. */
function renderChangedTradeRow(
  { links, dataset, since }: RowContext,
  { trade, supersededBy, firstSeenAt, updatedAt }: PublishedTrade,
): Html {
  const what = supersededBy !== null ? "Replaced" : firstSeenAt >= since ? "Published" : "Changed";
  const { action, asset } = buildHeadlineParts(trade);
  return html`<tr><td>${renderInstant(updatedAt)}</td><td>${what}</td><td><bdi>${findPublishedName(dataset, trade.politicianId) ?? trade.politicianId}</bdi></td><td><a href="${links.toTrade(trade.id)}">${action} <bdi>${asset}</bdi></a>, ${trade.amountRaw}, ${renderDay(trade.transactionDate)}</td></tr>
`;
}
