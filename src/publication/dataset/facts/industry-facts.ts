/** Totals of the trades by the issuer's industry, computed from `TradeColumns`. */
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { Industry } from "../../../domain/industry.ts";
import type { TradeColumns } from "../trade-columns.ts";
import {
  groupTradesByCode,
  type MemberTrades,
  sumAmounts,
  type TradeBands,
  type TradeCounts,
  type TradeGroup,
  toMemberTrades,
} from "./trade-bands.ts";
import { countTradesByQuarter, getTransactionKindIndex, KINDS, type Quarter } from "./trade-sums.ts";

export interface IndustryRow extends Industry {
  readonly trades: number;
  /** Purchases and sales of the assets themselves, without options and short sales. */
  readonly buys: number;
  readonly sells: number;
  readonly securities: number;
  /** Number of distinct members who traded. */
  readonly members: number;
  readonly lastTraded: IsoDate;
}

/** Sorts by number of trades, highest first, then by code. */
export function buildIndustryRows(columns: TradeColumns): readonly IndustryRow[] {
  const { industry, industries, person, current, traded } = columns;
  const rows = industries.map((each) => ({ each, counts: [0, 0], trades: 0, last: 0 }));
  const people = industries.map(() => new Set<number>());
  const securities = industries.map(() => new Set<number>());
  const [buys, sells] = [KINDS.indexOf("buys"), KINDS.indexOf("sells")];
  for (let position = 0; position < columns.length; position += 1) {
    const code = industry[position] as number;
    const row = rows[code];
    if (row === undefined || row.each === null) continue;
    row.trades += 1;
    const kind = getTransactionKindIndex(columns, position);
    if (kind === buys || kind === sells)
      row.counts[kind === buys ? 0 : 1] = (row.counts[kind === buys ? 0 : 1] ?? 0) + 1;
    row.last = Math.max(row.last, traded[position] as number);
    people[code]?.add(person[position] as number);
    securities[code]?.add(current[position] as number);
  }
  return rows
    .flatMap(({ each, counts, trades, last }, code) =>
      each === null || trades === 0
        ? []
        : [
            {
              ...each,
              trades,
              buys: counts[0] ?? 0,
              sells: counts[1] ?? 0,
              securities: securities[code]?.size ?? 0,
              members: people[code]?.size ?? 0,
              lastTraded: toDayText(last),
            },
          ],
    )
    .sort((a, b) => b.trades - a.trades || (a.sic < b.sic ? -1 : 1));
}

export interface IndustryFacts extends TradeBands {
  readonly trades: number;
  readonly memberCount: number;
  /** Sorted by number of trades, highest first; at most ten. */
  readonly members: readonly MemberTrades[];
  readonly securityCount: number;
  /** Sorted by number of trades, highest first; at most twenty. */
  readonly securities: readonly SecurityTrades[];
  readonly quarters: readonly Quarter[];
}

interface SecurityTrades extends TradeCounts {
  /** Current symbol. */
  readonly ticker: string;
  readonly company: string;
  readonly lastTraded: IsoDate;
}

const MAX_MEMBERS = 10;
const MAX_SECURITIES = 20;

/** Undefined if there are no trades. @param positions trades in the industry. */
export function buildIndustryFacts(columns: TradeColumns, positions: Uint32Array): IndustryFacts | undefined {
  if (positions.length === 0) return undefined;
  const members = groupTradesByCode(columns, positions, (position) => columns.person[position] as number);
  const securities = groupTradesByCode(columns, positions, (position) => columns.current[position] as number);
  return {
    trades: positions.length,
    ...sumAmounts(columns, positions),
    memberCount: members.length,
    members: toMemberTrades(columns, members.slice(0, MAX_MEMBERS)),
    securityCount: securities.length,
    securities: securities.slice(0, MAX_SECURITIES).map((group) => toSecurityTrades(columns, group)),
    quarters: countTradesByQuarter(columns, positions),
  };
}

function toSecurityTrades(
  { symbols, companies, company }: TradeColumns,
  { code, position, lastTraded, ...counts }: TradeGroup,
): SecurityTrades {
  return {
    ticker: symbols[code] ?? "",
    company: companies[company[position] as number] ?? "",
    ...counts,
    lastTraded: toDayText(lastTraded),
  };
}
