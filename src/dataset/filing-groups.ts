import type { FilingGroups } from "./dataset.ts";
import type { TradeColumns } from "./trade-columns.ts";

type Filings = Pick<TradeColumns, "filing" | "filings">;

/** Positions grouped by their filing, in the order in which each filing comes first; made once for all pages of a list. */
export class FilingOrder {
  readonly #columns: Filings;
  readonly positions: Uint32Array;
  /** Codes of the filings in their order. */
  readonly #codes: Uint32Array;
  /** Index into `positions` of the first trade of each, and the number of its trades. */
  readonly #firsts: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(columns: Filings, positions: Uint32Array) {
    const { filing, filings } = columns;
    /** Place of each filing, from 1; 0 where it has not come yet. */
    const places = new Uint32Array(filings.length);
    const most = Math.min(filings.length, positions.length);
    const [codes, firsts, counts] = [new Uint32Array(most), new Uint32Array(most), new Uint32Array(most)];
    let known = 0;
    for (let at = 0; at < positions.length; at += 1) {
      const code = filing[positions[at] as number] as number;
      if (places[code] === 0) {
        codes[known] = code;
        firsts[known] = at;
        known += 1;
        places[code] = known;
      }
      const index = (places[code] as number) - 1;
      counts[index] = (counts[index] as number) + 1;
    }
    this.#columns = columns;
    this.positions = positions;
    this.#codes = codes.slice(0, known);
    this.#firsts = firsts.slice(0, known);
    this.#counts = counts.slice(0, known);
  }

  /** `limit` and `skip` count filings. */
  page(limit: number, skip: number): FilingGroups {
    const { filing, filings } = this.#columns;
    const codes = this.#codes.subarray(skip, skip + limit);
    const groups = new Map(
      Array.from(codes, (code) => [code, { filingId: filings[code] ?? "", positions: [] as number[] }]),
    );
    let open = this.#counts.subarray(skip, skip + limit).reduce((sum, count) => sum + count, 0);
    for (let at = this.#firsts[skip] ?? 0; open > 0; at += 1) {
      const position = this.positions[at] as number;
      const group = groups.get(filing[position] as number);
      if (group === undefined) continue;
      group.positions.push(position);
      open -= 1;
    }
    return { filings: [...groups.values()], filingCount: this.#codes.length, tradeCount: this.positions.length };
  }
}

/** Positions of the trades of one filing, ascending. */
export function positionsOfFiling({ filing, filings }: Filings, filingId: string): readonly number[] {
  const code = filings.indexOf(filingId);
  const positions: number[] = [];
  if (code < 0) return positions;
  for (let at = filing.indexOf(code); at >= 0; at = filing.indexOf(code, at + 1)) positions.push(at);
  return positions;
}
