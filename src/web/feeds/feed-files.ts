/** `/trades.atom`, `/politicians/{id}.rss`, `/tickers/{symbol}.feed.json` and so on: new filings for feed readers. */
import { z } from "zod";
import { readTradeQuery, tradeSearchShape } from "../../api/disclosures/trade-query.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { RECENT_FIRST, type TradeFilter } from "../../domain/trade-filter.ts";
import { queryReader } from "../../http/request/query-string.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type Links, type Query, withQuery } from "../links.ts";
import type { Alternate, View, WebFile } from "../page.ts";
import { withoutEmpty } from "../read-query.ts";
import { FEED_GROUPS, feedEntries } from "./entries.ts";
import { entryIds } from "./entry-ids.ts";
import { FEED_FORMATS, type FeedFormat } from "./formats.ts";

const read = queryReader(z.object({ ...tradeSearchShape, group: z.enum(FEED_GROUPS).default("filing") }), "refused");

interface LatestTradesParts {
  readonly links: Links;
  readonly dataNotice: string | null;
}

/** The subject of a feed URL. */
interface Subject {
  readonly title: string;
  readonly description: string;
  /** Path of its page; a format's extension is appended. */
  readonly path: string;
  readonly pagePath: string;
  readonly filter: TradeFilter;
}

type Find = (view: View) => Subject | null;

export function feedFiles(parts: LatestTradesParts): readonly WebFile[] {
  const finds: readonly (readonly [string, Find])[] = [
    ["/trades", () => EVERYTHING],
    ["/politicians/:id", ({ dataset, parameters }) => ofPolitician(dataset, parameters["id"] ?? "")],
    ["/tickers/:symbol", ({ dataset, parameters }) => ofTicker(dataset, parameters["symbol"] ?? "")],
  ];
  return finds.flatMap(([path, find]) =>
    FEED_FORMATS.map((format) => ({
      name: "feed",
      path: path + format.ending,
      contentType: `${format.mediaType}; charset=utf-8`,
      render: (view: View) => {
        const subject = find(view);
        return subject && Buffer.from(written(parts, view, subject, format));
      },
    })),
  );
}

/** The feeds of a page, for its head. @param query filters of the page. */
export function feedsOf(path: string, query: Query = {}): readonly Alternate[] {
  return FEED_FORMATS.map(({ ending, name, mediaType }) => ({
    type: mediaType,
    path: withQuery(path + ending, query),
    title: `New filings (${name})`,
  }));
}

/** @throws {InvalidParametersError} naming each unsupported parameter. */
function written({ links, dataNotice }: LatestTradesParts, view: View, subject: Subject, format: FeedFormat): string {
  const { dataset } = view;
  const { group, ...asked } = read(withoutEmpty(view.query).toString());
  const { filter, sort, named } = readTradeQuery(asked);
  const query = { ...named, ...(group !== "filing" && { group }) };
  const entries = feedEntries({ dataset, links, filter: { ...filter, ...subject.filter }, sort }, group);
  const { host } = new URL(links.origin);
  return format.write(
    {
      title: subject.title,
      description: subject.description,
      pageUrl: links.absolute(withQuery(subject.pagePath, named)),
      selfUrl: links.absolute(withQuery(subject.path + format.ending, query)),
      idOf: entryIds(host),
      name: `feed${withQuery(subject.path, query)}`,
      dataNotice,
      publishedAt: dataset.publishedAt,
    },
    entries,
  );
}

const RULE = "Read from the official filings; amounts are the ranges that they print.";

const EVERYTHING: Subject = {
  title: "Stock trades of Congress",
  description: `Stock trades that members of the U.S. Senate and House disclosed. ${RULE}`,
  path: "/trades",
  pagePath: "/",
  filter: {},
};

function ofPolitician(dataset: Dataset, given: string): Subject | null {
  const id = dataset.mergedInto(given) ?? given;
  const body = dataset.politician(id);
  if (body === undefined) return null;
  const { name } = JSON.parse(body.toString("utf8")) as { readonly name: string };
  const path = `/politicians/${encodeURIComponent(id)}`;
  return {
    title: `Trades of ${name}`,
    description: `Stock trades that ${name} disclosed. ${RULE}`,
    path,
    pagePath: path,
    filter: { politicianId: [id] },
  };
}

function ofTicker(dataset: Dataset, given: string): Subject | null {
  const symbol = canonicalSymbol(given);
  if (symbol === null) return null;
  const filter = { ticker: [symbol] };
  // A delisted security is found by the symbol in its filings.
  if (dataset.ticker(symbol) === undefined && dataset.select(filter, RECENT_FIRST).length === 0) return null;
  const path = `/tickers/${encodeURIComponent(symbol)}`;
  return {
    title: `Trades of members of Congress in ${symbol}`,
    description: `Stock trades in ${symbol} that members of the U.S. Senate and House disclosed. ${RULE}`,
    path,
    pagePath: path,
    filter,
  };
}
