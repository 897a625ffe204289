import type { Bar } from "../../domain/bar.ts";
import { toDayNumber } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { DailyDividends } from "../market.ts";
import { parsePriceUsd } from "./valid-bars.ts";

/** One dividend as a provider sent it, not yet validated. `cash` is adjusted for the same splits as the bars in the response. */
export interface ProvidedDividend {
  readonly date: IsoDate | null;
  readonly cash: unknown;
}

/**
 * Validates the dividends in the period that a provider's bars cover. An implausible dividend is rejected with a reason, and
 * dividends are then known only for the days after the rejected dividend. If any dividend has no readable day, dividends are
 * known only for the newest day. @param bars newest first.
 */
export function readValidDividends(provided: readonly ProvidedDividend[], bars: readonly Bar[]): DailyDividends | null {
  const [newest, oldest] = [bars[0], bars.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const to = toDayNumber(newest.date);
  if (provided.some(({ date }) => date === null)) {
    return { from: to, to, cash: new Map(), refused: ["a dividend has no readable ex-dividend day"] };
  }
  const cash = new Map<number, number>();
  const refused: string[] = [];
  let from = toDayNumber(oldest.date);
  for (const { date, cash: sent } of provided as readonly (ProvidedDividend & { readonly date: IsoDate })[]) {
    if (date < oldest.date || date > newest.date) continue;
    const dollars = parsePriceUsd(sent);
    const close = bars.find((bar) => bar.date <= date)?.close ?? 0;
    const day = toDayNumber(date);
    const reason = explainRefusedDividend(dollars, sent, close) ?? (cash.has(day) ? "there are two on that day" : null);
    if (reason === null) cash.set(day, dollars as number);
    else {
      refused.push(`the dividend of ${date} is rejected: ${reason}`);
      from = Math.max(from, day + 1);
    }
  }
  const knownCash = [...cash].filter(([day]) => day >= from).sort(([one], [other]) => one - other);
  return { from, to, cash: new Map(knownCash), refused };
}

function explainRefusedDividend(dollars: number | null, sent: unknown, close: number): string | null {
  if (dollars === null) return `"${String(sent).slice(0, 40)}" is not an amount of dollars above zero`;
  return dollars > close ? `${dollars} is more than the close of ${close}` : null;
}
