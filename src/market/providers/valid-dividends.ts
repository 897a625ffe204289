import type { Bar } from "../../domain/bar.ts";
import { dayNumber } from "../../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../domain/dates.ts";
import type { DailyDividends } from "../market.ts";
import { priceUsd } from "./valid-bars.ts";

/** One dividend as a provider sent it, not yet validated; `cash` on the scale of the bars of the same answer. */
export interface ProvidedDividend {
  readonly date: IsoDate | null;
  readonly cash: unknown;
}

/**
 * The dividends of an answer within the days of its bars. One that cannot be believed is refused with its reason, and the dividends
 * are known from the day after it on; where it has no day, none are.
 * @param bars newest first.
 */
export function validDividends(given: readonly ProvidedDividend[], bars: readonly Bar[]): DailyDividends | null {
  const [newest, oldest] = [bars[0], bars.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  if (given.some(({ date }) => date === null)) {
    return {
      from: newest.date,
      to: newest.date,
      cash: new Map(),
      refused: ["a dividend has no readable ex-dividend day"],
    };
  }
  const cash = new Map<number, number>();
  const refused: string[] = [];
  let from = oldest.date;
  for (const { date, cash: told } of given as readonly (ProvidedDividend & { readonly date: IsoDate })[]) {
    if (date < oldest.date || date > newest.date) continue;
    const dollars = priceUsd(told);
    const close = bars.find((bar) => bar.date <= date)?.close ?? 0;
    const reason = refusalOf(dollars, told, close) ?? (cash.has(dayNumber(date)) ? "there are two of that day" : null);
    if (reason === null) cash.set(dayNumber(date), dollars as number);
    else {
      refused.push(`that of ${date} is not taken: ${reason}`);
      if (date >= from) from = addDays(date, 1);
    }
  }
  const known = [...cash].filter(([day]) => day >= dayNumber(from)).sort(([one], [other]) => one - other);
  return { from, to: newest.date, cash: new Map(known), refused };
}

function refusalOf(dollars: number | null, told: unknown, close: number): string | null {
  if (dollars === null) return `"${String(told).slice(0, 40)}" is no amount of dollars above zero`;
  return dollars > close ? `${dollars} is more than the close of ${close}` : null;
}
