import type { FilingGroups } from "./dataset.ts";
import type { TradeColumns } from "./trade-columns.ts";

type Filings = Pick<TradeColumns, "filing" | "filings">;

/** Positions grouped by their filing, in the order in which each filing comes first; made once for all pages of a list. */
export class FilingOrder {
  readonly #columns: Filings;
  readonly positions: Uint32Array;
  /** Codes of the filings in their order. */
  readonly #codes: Uint32Array;
  /** One more than the index into `positions` of the first trade of each, and of the next trade of the same filing; 0 for none. */
  readonly #firsts: Uint32Array;
  readonly #nexts: Uint32Array;

  constructor(columns: Filings, positions: Uint32Array) {
    const { filing, filings } = columns;
    /** Place of each filing, from 1; 0 where it has not come yet. */
    const places = new Uint32Array(filings.length);
    const most = Math.min(filings.length, positions.length);
    const [codes, firsts, lasts] = [new Uint32Array(most), new Uint32Array(most), new Uint32Array(most)];
    const nexts = new Uint32Array(positions.length);
    let known = 0;
    for (let at = 0; at < positions.length; at += 1) {
      const code = filing[positions[at] as number] as number;
      if (places[code] === 0) {
        codes[known] = code;
        firsts[known] = at + 1;
        known += 1;
        places[code] = known;
      } else {
        nexts[lasts[(places[code] as number) - 1] as number] = at + 1;
      }
      lasts[(places[code] as number) - 1] = at;
    }
    this.#columns = columns;
    this.positions = positions;
    this.#codes = codes.slice(0, known);
    this.#firsts = firsts.slice(0, known);
    this.#nexts = nexts;
  }

  /** `limit` and `skip` count filings. */
  page(limit: number, skip: number): FilingGroups {
    const { filings } = this.#columns;
    const groups = Array.from(this.#codes.subarray(skip, skip + limit), (code, at) => ({
      filingId: filings[code] ?? "",
      positions: this.#positionsFrom(this.#firsts[skip + at] as number),
    }));
    return { filings: groups, filingCount: this.#codes.length, tradeCount: this.positions.length };
  }

  #positionsFrom(first: number): readonly number[] {
    const positions: number[] = [];
    for (let at = first; at > 0; at = this.#nexts[at - 1] as number) positions.push(this.positions[at - 1] as number);
    return positions;
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
