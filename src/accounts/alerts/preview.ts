/** Previews how often a rule would have fired for published trades. Stores nothing. */
import type { IsoDate } from "../../domain/dates.ts";
import type { Direction } from "../../domain/direction.ts";
import type { Trade } from "../../domain/trade.ts";
import {
  type AlertRule,
  buildDirectionKey,
  findClusteredTrades,
  findTradesAfterQuiet,
  type Pause,
  type TradeFacts,
} from "./rules.ts";

/** A trade with its direction and its disclosure day, the day on which it became known. */
type TradeSummary = TradeFacts & Pick<Trade, "disclosureDate"> & { readonly direction: Direction | null };

interface PreviewedTrades<T extends TradeSummary> {
  /** All trades that match the filter, in any order, also those before `since`: `ticker_cluster` needs the earlier trades. */
  readonly matching: readonly T[];
  /** Lists all trades of a politician, even those that do not match the filter; used for `politician_activity` only. */
  listByPolitician(politicianId: string): Promise<readonly T[]>;
}

interface AlertPreview<T extends TradeSummary> {
  /** Number of days on which the rule would have fired. Trades disclosed on one day count as published together. */
  readonly timesTriggered: number;
  /** Number of trades that would have triggered the rule. */
  readonly totalMatches: number;
  /** The latest 20 of these trades, newest disclosure first. */
  readonly latest: readonly T[];
}

const LATEST = 20;
const SORTED_AT_ONCE = 1000;

/** @param since the first day that counts. A trade disclosed before this day cannot trigger the rule. */
export async function previewAlert<T extends TradeSummary>(
  rule: AlertRule,
  trades: PreviewedTrades<T>,
  since: IsoDate,
  pause: Pause,
): Promise<AlertPreview<T>> {
  const recent: T[] = [];
  for (const trade of trades.matching) {
    if (trade.disclosureDate >= since) recent.push(trade);
    await pause();
  }
  const matches = await findTriggeringTrades(rule, recent, trades, pause);
  const days = new Set<string>();
  let latest: T[] = [];
  for (const trade of matches) {
    days.add(trade.disclosureDate);
    latest.push(trade);
    // If every trade matches, sorting all of them at once would block the event loop for too long.
    if (latest.length === SORTED_AT_ONCE) latest = pickNewest(latest);
    await pause();
  }
  return { timesTriggered: days.size, totalMatches: matches.length, latest: pickNewest(latest) };
}

function pickNewest<T extends TradeSummary>(trades: readonly T[]): T[] {
  return trades.toSorted(compareNewestFirst).slice(0, LATEST);
}

async function findTriggeringTrades<T extends TradeSummary>(
  { alertType, days, politicians }: AlertRule,
  recent: readonly T[],
  trades: PreviewedTrades<T>,
  pause: Pause,
): Promise<readonly T[]> {
  if (alertType === "trade") return recent;
  const ids = new Set<string>();
  for (const { id } of recent) {
    ids.add(id);
    await pause();
  }
  const matches: T[] = [];
  const getKnownSince = ({ disclosureDate }: T): string => disclosureDate;
  if (alertType === "politician_activity") {
    for (const id of new Set(recent.map(({ politicianId }) => politicianId))) {
      const known = { trades: await trades.listByPolitician(id), getKnownSince };
      matches.push(...(await findTradesAfterQuiet(known, days ?? 0, (trade) => ids.has(trade.id), pause)));
    }
    return matches;
  }
  for (const [side, known] of await groupBySide(trades.matching, pause)) {
    if (side === null || !known.some(({ id }) => ids.has(id))) continue;
    const rule = { days: days ?? 0, politicians: politicians ?? 1 };
    const found = await findClusteredTrades({ trades: known, getKnownSince }, rule, pause);
    matches.push(...found.filter(({ id }) => ids.has(id)));
  }
  return matches;
}

async function groupBySide<T extends TradeSummary>(
  trades: readonly T[],
  pause: Pause,
): Promise<Map<string | null, T[]>> {
  const sides = new Map<string | null, T[]>();
  for (const trade of trades) {
    const side = buildDirectionKey(trade);
    const tradesOfSide = sides.get(side);
    if (tradesOfSide === undefined) sides.set(side, [trade]);
    else tradesOfSide.push(trade);
    await pause();
  }
  return sides;
}

function compareNewestFirst(a: TradeSummary, b: TradeSummary): number {
  if (a.disclosureDate !== b.disclosureDate) return a.disclosureDate < b.disclosureDate ? 1 : -1;
  if (a.transactionDate !== b.transactionDate) return a.transactionDate < b.transactionDate ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}
