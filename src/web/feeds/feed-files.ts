/** `/trades.atom`, `/politicians/{id}.rss`, `/tickers/{symbol}.feed.json` and so on: new filings for feed readers. */
import { z } from "zod";
import { readTradeQuery, tradeSearchShape } from "../../api/disclosures/trade-query.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { RECENT_FIRST, type TradeFilter } from "../../domain/trade-filter.ts";
import { createQueryReader } from "../../http/request/query-string.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { appendQuery, type Links, type Query } from "../links.ts";
import type { Alternate, View, WebFile } from "../page.ts";
import { readPoliticianFields } from "../politician-list.ts";
import { removeEmptyParameters } from "../read-query.ts";
import { buildFeedEntries, FEED_GROUPS } from "./entries.ts";
import { FEED_FORMATS, type FeedFormat } from "./formats.ts";

const read = createQueryReader(
  z.object({ ...tradeSearchShape, group: z.enum(FEED_GROUPS).default("filing") }),
  "refused",
);

interface FeedFilesParts {
  readonly links: Links;
  readonly dataNotice: string | null;
}

interface Subject {
  readonly title: string;
  readonly description: string;
  /** Path of the feed, to which the extension of a format is appended. */
  readonly path: string;
  readonly pagePath: string;
  readonly filter: TradeFilter;
}

type FindSubject = (view: View) => Subject | null;

export function createFeedFiles(parts: FeedFilesParts): readonly WebFile[] {
  const finders: readonly (readonly [string, FindSubject])[] = [
    ["/trades", () => EVERYTHING],
    ["/politicians/:id", ({ dataset, parameters }) => findPoliticianSubject(dataset, parameters["id"] ?? "")],
    ["/tickers/:symbol", ({ dataset, parameters }) => findTickerSubject(dataset, parameters["symbol"] ?? "")],
  ];
  return finders.flatMap(([path, find]) =>
    FEED_FORMATS.map((format) => ({
      name: "feed",
      path: path + format.ending,
      contentType: `${format.mediaType}; charset=utf-8`,
      render: (view: View) => {
        const subject = find(view);
        return subject && Buffer.from(formatFeed(parts, view, subject, format));
      },
    })),
  );
}

/** Lists a page's feeds, one per feed format, to link in the HTML `<head>` or on the page. @param query filters of the page. */
export function listPageFeeds(path: string, query: Query = {}): readonly Alternate[] {
  return FEED_FORMATS.map(({ ending, name, mediaType }) => ({
    type: mediaType,
    path: appendQuery(path + ending, query),
    title: `New filings (${name})`,
  }));
}

/** @throws {InvalidParametersError} naming each unsupported parameter. */
function formatFeed({ links, dataNotice }: FeedFilesParts, view: View, subject: Subject, format: FeedFormat): string {
  const { dataset } = view;
  const { group, ...requested } = read(removeEmptyParameters(view.query).toString());
  const { filter, sort, named } = readTradeQuery(requested);
  const query = { ...named, ...(group !== "filing" && { group }) };
  const entries = buildFeedEntries({ dataset, links, filter: { ...filter, ...subject.filter }, sort }, group);
  return format.write(
    {
      title: subject.title,
      description: subject.description,
      pageUrl: links.toAbsolute(appendQuery(subject.pagePath, named)),
      selfUrl: links.toAbsolute(appendQuery(subject.path + format.ending, query)),
      name: `feed${appendQuery(subject.path, query)}`,
      dataNotice,
      publishedAt: dataset.publishedAt,
    },
    entries,
  );
}

const RULE = "The data is read from the official filings; amounts are the ranges printed in them.";

const EVERYTHING: Subject = {
  title: "Stock trades of Congress",
  description: `Stock trades that members of the U.S. Senate and House disclosed. ${RULE}`,
  path: "/trades",
  pagePath: "/",
  filter: {},
};

function findPoliticianSubject(dataset: Dataset, idOrMergedId: string): Subject | null {
  const id = dataset.getMergedId(idOrMergedId) ?? idOrMergedId;
  const name = readPoliticianFields(dataset, id)?.name;
  if (name === undefined) return null;
  const path = `/politicians/${encodeURIComponent(id)}`;
  return {
    title: `Trades of ${name}`,
    description: `Stock trades that ${name} disclosed. ${RULE}`,
    path,
    pagePath: path,
    filter: { politicianId: [id] },
  };
}

function findTickerSubject(dataset: Dataset, text: string): Subject | null {
  const symbol = toCanonicalSymbol(text);
  if (symbol === null) return null;
  const filter = { ticker: [symbol] };
  // Some trades, such as those in bonds, are not counted under any symbol. A search finds them by the symbol in their filings.
  if (dataset.getTicker(symbol) === undefined && dataset.select(filter, RECENT_FIRST).length === 0) return null;
  const path = `/tickers/${encodeURIComponent(symbol)}`;
  return {
    title: `Trades of members of Congress in ${symbol}`,
    description: `Stock trades in ${symbol} that members of the U.S. Senate and House disclosed. ${RULE}`,
    path,
    pagePath: path,
    filter,
  };
}
