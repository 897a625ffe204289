import type { FilingGroups } from "./dataset.ts";
import type { TradeColumns } from "./trade-columns.ts";

/** Groups positions by their filing, in the order in which each filing comes first; `limit` and `skip` count filings. */
export function groupByFiling(
  { filing, filings }: Pick<TradeColumns, "filing" | "filings">,
  positions: Uint32Array,
  limit: number,
  skip: number,
): FilingGroups {
  /** Place of each filing among those that match, from 1; 0 where it has not come yet. */
  const places = new Uint32Array(filings.length);
  const groups: { filingId: string; positions: number[] }[] = [];
  let count = 0;
  const last = skip + limit;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    const code = filing[position] as number;
    let place = places[code] as number;
    if (place === 0) {
      count += 1;
      place = count;
      places[code] = place;
      if (place > skip && place <= last) groups.push({ filingId: filings[code] ?? "", positions: [] });
    }
    if (place > skip && place <= last) groups[place - skip - 1]?.positions.push(position);
  }
  return { filings: groups, filingCount: count, tradeCount: positions.length };
}

/** Positions of the trades of one filing, ascending. */
export function positionsOfFiling(
  { filing, filings }: Pick<TradeColumns, "filing" | "filings">,
  filingId: string,
): readonly number[] {
  const code = filings.indexOf(filingId);
  const positions: number[] = [];
  if (code < 0) return positions;
  for (let at = filing.indexOf(code); at >= 0; at = filing.indexOf(code, at + 1)) positions.push(at);
  return positions;
}
