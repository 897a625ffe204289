import type { TradeFilter, TradeSort } from "../domain/trade-filter.ts";
import type { FilingGroups } from "./dataset.ts";
import type { FoundTrades } from "./search/found-trades.ts";
import type { TradeSearch } from "./search/trade-search.ts";
import type { TradeColumns } from "./trade-columns.ts";

type Filings = Pick<TradeColumns, "filing" | "filings">;

/** Trades of an order that are looked at first; then four times as many each time. */
const FIRST_LOOK = 256;

/** One page of the filings of those that match, in the order in which each comes first; `limit` and `skip` count filings. */
export function filingGroups(
  { filing, filings }: Filings,
  search: Pick<TradeSearch, "find" | "index" | "ofFilings">,
  filter: TradeFilter,
  sort: TradeSort,
  limit: number,
  skip: number,
): FilingGroups {
  const found = search.find(filter);
  const codes = filingsInOrder({ filing, filings }, found, sort, skip + limit).subarray(skip);
  const groups = new Map<number, number[]>(Array.from(codes, (code) => [code, []]));
  for (const position of found.amongst(search.ofFilings(codes)).inOrder(sort)) {
    groups.get(filing[position] as number)?.push(position);
  }
  return {
    filings: Array.from(groups, ([code, positions]) => ({ filingId: filings[code] ?? "", positions })),
    filingCount: found.countCodes(filing, search.index("filing")),
    tradeCount: found.total,
  };
}

/** Codes of the first filings, at most so many. */
function filingsInOrder({ filing, filings }: Filings, found: FoundTrades, sort: TradeSort, most: number): Uint32Array {
  const codes = new Uint32Array(Math.min(most, filings.length, found.total));
  const seen = new Uint8Array(filings.length);
  let count = 0;
  for (let [from, to] = [0, FIRST_LOOK]; from < found.total && count < codes.length; [from, to] = [to, to * 4]) {
    for (const position of found.inOrder(sort, from, to)) {
      const code = filing[position] as number;
      if (seen[code] === 1) continue;
      if (count === codes.length) break;
      seen[code] = 1;
      codes[count] = code;
      count += 1;
    }
  }
  return codes.subarray(0, count);
}
