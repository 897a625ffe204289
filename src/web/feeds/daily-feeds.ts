/** `/feeds/daily.atom` and the other formats: the trades published each day, one entry per day, unfiltered. */
import { createPause } from "../../base/pause.ts";
import { toVisibleText } from "../../base/visible-text.ts";
import { addDays, type IsoDate, toIsoDate } from "../../domain/dates.ts";
import { computeDigestTime } from "../../domain/digest-time.ts";
import { RECENT_FIRST } from "../../domain/trade-filter.ts";
import { throwIfUnknown } from "../../http/request/query-string.ts";
import type { Dataset, TradeSummary } from "../../publication/dataset/dataset.ts";
import { html } from "../html.ts";
import type { Links } from "../links.ts";
import type { Alternate, View, WebFile } from "../page.ts";
import { pluralize } from "../parts/words.ts";
import type { Records } from "../records.ts";
import { type FeedEntry, formatFiler, renderFeedTable } from "./entries.ts";
import { FEED_FORMATS } from "./formats.ts";

/** Time zone of the feed's days, which are those of Washington, D.C. */
const TIME_ZONE = "America/New_York";
const DAYS = 30;
/** Maximum number of trades listed in a day's entry. */
const ROWS = 50;
const PATH = "/feeds/daily";

const WRITTEN = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

interface DailyParts {
  readonly links: Links;
  readonly dataNotice: string | null;
  readonly records: Pick<Records, "readNewTrades">;
  readonly now: () => Date;
}

export function createDailyFeeds({ links, dataNotice, records, now }: DailyParts): readonly WebFile[] {
  return FEED_FORMATS.map((format) => ({
    name: "feed",
    path: PATH + format.ending,
    contentType: `${format.mediaType}; charset=utf-8`,
    // At midnight the feed gets a new day, even if nothing is published.
    revision: async () => toIsoDate(now(), TIME_ZONE),
    render: async ({ dataset, query, now: at }: View) => {
      throwIfUnknown(query.keys(), []);
      const today = toIsoDate(at, TIME_ZONE);
      const span = { from: getFirstDay(dataset, today), today };
      const since = computeDigestTime(span.from, { hour: 0, timeZone: TIME_ZONE });
      const days = await groupTradesByDay(dataset, await records.readNewTrades(since), span);
      const pause = createPause();
      const entries: FeedEntry[] = [];
      for (const [day, positions] of days) {
        entries.push(buildDailyEntry({ dataset, links }, day, positions));
        await pause();
      }
      const head = {
        title: "Stock trades of Congress, day by day",
        description: `The trades published here from each day's disclosures. Days are those of Washington, D.C., and appear when they are over.`,
        pageUrl: links.toAbsolute("/"),
        selfUrl: links.toAbsolute(PATH + format.ending),
        name: `feed${PATH}`,
        dataNotice,
        publishedAt: dataset.publishedAt,
      };
      return Buffer.from(format.write(head, entries));
    },
  }));
}

export function getDailyFeedLink(): Alternate {
  return { type: FEED_FORMATS[0]?.mediaType ?? "", path: `${PATH}.atom`, title: "One entry a day (Atom)" };
}

/** Returns the day that is 30 days before today, or before the newest disclosure if that is earlier than today. */
function getFirstDay(dataset: Dataset, today: IsoDate): IsoDate {
  const newest = dataset.tradeCount === 0 ? today : dataset.getSummaryAt(0).disclosureDate;
  return addDays(newest < today ? newest : today, -DAYS);
}

// Groups trades, as indices into the dataset, by day: newest day first, from `from` to yesterday. A trade belongs to the day when
// it was published here. The disclosure date is used instead if the trade's filing was already in its source's first complete
// listing, or is of an earlier year than that listing (see `readNewTrades`).
async function groupTradesByDay(
  dataset: Dataset,
  news: Awaited<ReturnType<Records["readNewTrades"]>>,
  { from, today }: { readonly from: IsoDate; readonly today: IsoDate },
): Promise<readonly (readonly [day: IsoDate, positions: readonly number[]])[]> {
  const pause = createPause();
  const publishedOn = new Map<string, IsoDate>();
  const positions = new Set(dataset.select({ disclosedFrom: from }, RECENT_FIRST));
  for (const { id, filingId, firstSeenAt } of news) {
    publishedOn.set(id, toIsoDate(firstSeenAt, TIME_ZONE));
    for (const position of dataset.findTradesOfFiling(filingId)) positions.add(position);
    await pause();
  }
  const placed: { readonly day: IsoDate; readonly position: number }[] = [];
  for (const position of [...positions].sort((a, b) => a - b)) {
    const { id, disclosureDate } = dataset.getSummaryAt(position);
    placed.push({ day: publishedOn.get(id) ?? disclosureDate, position });
    await pause();
  }
  const days = Map.groupBy(
    placed.filter(({ day }) => day >= from && day < today),
    ({ day }) => day,
  );
  return [...days]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, trades]) => [day, trades.map(({ position }) => position)]);
}

function buildDailyEntry(
  { dataset, links }: { readonly dataset: Dataset; readonly links: Links },
  day: IsoDate,
  positions: readonly number[],
): FeedEntry {
  const rows = positions.map((position) => dataset.getSummaryAt(position));
  const disclosed = rows.map(({ disclosureDate }) => disclosureDate).toSorted();
  const [members, filings] = [new Set(rows.map((row) => row.politicianId)), new Set(rows.map((row) => row.filingId))];
  const late = rows.filter((row) => row.late).length;
  const shown = Map.groupBy(rows.slice(0, ROWS), ({ politicianId }) => politicianId);
  const remaining = rows.length - ROWS;
  const url = links.origin + links.toLatestTrades({ disclosed_from: disclosed[0], disclosed_to: disclosed.at(-1) });
  const body = html`<p>${pluralize(rows.length, "trade")} of ${pluralize(members.size, "member")} in ${pluralize(filings.size, "filing")}, ${late === 0 ? "none known to be late" : `${late} disclosed late`}.</p>
${[...shown.values()].map(
  (memberRows) => html`<h3>${formatFiler(memberRows[0] as TradeSummary)}</h3>
${renderFeedTable(links, memberRows)}`,
)}${remaining > 0 && html`<p><a href="${url}">${pluralize(remaining, "more trade")}</a></p>`}`;
  return {
    id: `day/${day}`,
    title: `${WRITTEN.format(new Date(day))}: ${pluralize(rows.length, "trade")} of ${pluralize(members.size, "member")}`,
    url,
    date: computeDigestTime(addDays(day, 1), { hour: 0, timeZone: TIME_ZONE }),
    html: toVisibleText(String(body)),
  };
}
