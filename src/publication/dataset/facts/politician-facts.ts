/** Totals of one politician's trades, computed from `TradeColumns`. */
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { Owner } from "../../../domain/trade.ts";
import { OWNER_CODES, type TradeColumns } from "../trade-columns.ts";
import type { LatenessCounts } from "./late-cells.ts";
import { buildLateRowsByPerson, buildLateRowsByYear, type LateRow } from "./late-record.ts";
import { groupTradesByCode, sumAmounts, type TradeBands, type TradeCounts } from "./trade-bands.ts";
import { countTradesByQuarter, type Quarter } from "./trade-sums.ts";

export interface PoliticianFacts extends TradeBands {
  readonly trades: number;
  readonly late: {
    readonly allYears: LateRow;
    /** Newest year of disclosure first. */
    readonly years: readonly LateRow[];
  };
  /** Most traded first, at most ten. */
  readonly securities: readonly TradedSecurity[];
  /** Number of trades per owner, most trades first; `owner` is null if the filing does not name the owner. */
  readonly owners: readonly { readonly owner: Owner | null; readonly trades: number }[];
  /** Quarters by transaction date, oldest first, without gaps. */
  readonly quarters: readonly Quarter[];
  readonly firstTraded: IsoDate;
  readonly lastTraded: IsoDate;
}

interface TradedSecurity extends TradeCounts {
  /**
   * Current symbol, or the filed symbol if the security is no longer traded or is unlisted. Empty for a bond, or if the symbol is
   * missing or was reused. In all these cases, `company` identifies the asset.
   */
  readonly symbol: string;
  readonly company: string;
}

const MAX_SECURITIES = 10;

/** @param positions the member's trades, at least one. @param cells the same member's cells from `groupLatenessCounts`. */
export function buildPoliticianFacts(
  columns: TradeColumns,
  positions: Uint32Array,
  cells: readonly LatenessCounts[],
): PoliticianFacts {
  const { symbols, companies } = columns;
  const [allYears] = buildLateRowsByPerson(columns, cells, {});
  const years = buildLateRowsByYear(columns, cells);
  const securities = groupTradesByCode(columns, positions, (position) => getSecurityCode(columns, position));
  const bands = sumAmounts(columns, positions);
  const owners = countTradesByOwner(columns, positions);
  const [first, last] = findTradedSpan(columns, positions);
  const quarters = countTradesByQuarter(columns, positions);
  return {
    trades: positions.length,
    ...bands,
    late: { allYears: allYears as LateRow, years },
    securities: securities.slice(0, MAX_SECURITIES).map(({ code, position, trades, buys, sells, options }) => ({
      symbol: symbols[code] ?? "",
      company: companies[columns.company[position] as number] ?? "",
      trades,
      buys,
      sells,
      options,
    })),
    owners,
    quarters,
    firstTraded: toDayText(first),
    lastTraded: toDayText(last),
  };
}

/** Code of the symbol that a trade is counted under; if there is none, the code of the asset's name, offset past all symbols. */
function getSecurityCode({ security, company, symbols }: TradeColumns, position: number): number {
  const code = security[position] as number;
  return symbols[code] === "" ? symbols.length + (company[position] as number) : code;
}

function countTradesByOwner({ owner }: TradeColumns, positions: Uint32Array): PoliticianFacts["owners"] {
  const counts = new Uint32Array(OWNER_CODES.length);
  for (const position of positions) {
    const code = owner[position] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  return OWNER_CODES.map((each, code) => ({ owner: each, trades: counts[code] as number }))
    .filter(({ trades }) => trades > 0)
    .sort((a, b) => b.trades - a.trades);
}

function findTradedSpan({ traded }: TradeColumns, positions: Uint32Array): readonly [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const position of positions) {
    const day = traded[position] as number;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return [first, last];
}
