/** Trade counts of some members. */
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { TradeColumns } from "../trade-columns.ts";
import type { TradeGroup } from "./trade-bands.ts";

export interface MemberTrades {
  readonly id: string;
  readonly name: string;
  readonly trades: number;
  readonly buys: number;
  readonly sells: number;
  readonly options: number;
  readonly lastTraded: IsoDate;
}

/** @param groups by person code. */
export function toMemberTrades({ people }: TradeColumns, groups: readonly TradeGroup[]): readonly MemberTrades[] {
  return groups.map(({ code, trades, buys, sells, options, lastTraded }) => ({
    id: people[code]?.id ?? "",
    name: people[code]?.name ?? "",
    trades,
    buys,
    sells,
    options,
    lastTraded: toDayText(lastTraded),
  }));
}
