/** The query of the feed: the filters and sorts of `GET /trades`, and the number of a page. */
import { z } from "zod";
import {
  canonicalFilters,
  readTradeFilter,
  readTradeSort,
  tradeFilterShape,
  tradeSortShape,
} from "../api/disclosures/trade-query.ts";
import { queryReader } from "../api/http/request/query-string.ts";
import { RECENT_FIRST, type TradeFilter, type TradeSort } from "../domain/trade-filter.ts";
import { type Faults, readQuery } from "./read-query.ts";

const MOST_PAGES = 100_000;
const FeedQuerySchema = z.object({
  ...tradeFilterShape,
  ...tradeSortShape,
  page: z.int().min(1).max(MOST_PAGES).default(1),
});
const read = queryReader(FeedQuerySchema, "refused");

/** Names of the parameters. */
export const FEED_PARAMETERS: readonly string[] = Object.keys(FeedQuerySchema.shape);

export interface FeedQuery {
  readonly filter: TradeFilter;
  readonly sort: TradeSort;
  readonly page: number;
  /** The filters and the order as parameters in a fixed order, without the page. */
  readonly named: Readonly<Record<string, string>>;
}

/** @param query without empty values. */
export function readFeedQuery(query: URLSearchParams): FeedQuery | Faults {
  return readQuery(() => {
    const { sort: order, page, ...filters } = read(query.toString());
    const filter = readTradeFilter(filters);
    const sort = readTradeSort(order);
    const usual = sort.by === RECENT_FIRST.by && sort.descending === RECENT_FIRST.descending;
    const named: [string, string | undefined][] = Object.entries({
      ...canonicalFilters(filter),
      ...(usual ? {} : { sort: order }),
    });
    const given = named.filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { filter, sort, page, named: Object.fromEntries(given) };
  });
}
