import type { TradeFilter, TradeSort } from "../domain/trade-filter.ts";
import type { FilingGroups } from "./dataset.ts";
import type { TradeSearch } from "./search/trade-search.ts";
import type { TradeColumns } from "./trade-columns.ts";

/** One page of the filings of the matching trades, in the order of the first match of each; `limit` and `skip` count filings. */
export function filingGroups(
  { filing, filings }: Pick<TradeColumns, "filing" | "filings">,
  search: Pick<TradeSearch, "find">,
  filter: TradeFilter,
  sort: TradeSort,
  limit: number,
  skip: number,
): FilingGroups {
  const found = search.find(filter);
  /** Number of each filing among those found, from 1; 0 until one of its trades comes. */
  const places = new Uint32Array(filings.length);
  const page: { readonly filingId: string; readonly positions: number[] }[] = [];
  let filingCount = 0;
  for (const position of found.inOrder(sort)) {
    const code = filing[position] as number;
    if (places[code] === 0) {
      filingCount += 1;
      places[code] = filingCount;
      if (filingCount > skip && page.length < limit) page.push({ filingId: filings[code] ?? "", positions: [] });
    }
    page[(places[code] as number) - skip - 1]?.positions.push(position);
  }
  return { filings: page, filingCount, tradeCount: found.total };
}
