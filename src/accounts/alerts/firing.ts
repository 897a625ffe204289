/** Finds the trades of a publication that trigger an alert, within the publishing transaction. */
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { findDirection } from "../../domain/direction.ts";
import { findIndustry, type Industry } from "../../domain/industry.ts";
import type { Alert } from "../../domain/premium.ts";
import type { Trade } from "../../domain/trade.ts";
import { matchesTrade, type TradeContext } from "../../domain/trade-filter.ts";
import type { PublicationChange, PublicationScope } from "../../store/publication.ts";
import {
  buildDirectionKey,
  findClusteredTrades,
  findTradesAfterQuiet,
  type Pause,
  TYPES_WITH_DIRECTION,
} from "./rules.ts";

export type Member = { readonly name: string; readonly state: string };

export interface People {
  getMember(trade: Trade): Member;
}

export function mapReplacedTrades({ superseded }: PublicationChange): ReadonlyMap<string, Trade> {
  return new Map(superseded.flatMap(({ previous, replacement }) => (replacement ? [[replacement.id, previous]] : [])));
}

interface Judged {
  readonly change: PublicationChange;
  /** Trades reported as new. */
  readonly announced: readonly Trade[];
  readonly people: People;
  /** Industries of the trades by current symbol; empty if no alert uses them. */
  readonly industries: ReadonlyMap<string, Industry>;
  readonly scope: PublicationScope;
  /** All alerts for which `findTriggeringTrades` will be called. */
  readonly alerts: readonly Alert[];
  readonly pause: Pause;
}

type Rule = (alert: Alert) => Promise<readonly Trade[]>;

/**
 * Creates a function that finds the announced trades that trigger an alert, in list order. Each alert type has its own rule.
 * Alerts with the same condition are evaluated only once. The trades of each politician are read only once for all
 * alerts. The trades in each combination of ticker and direction are also read only once.
 */
export function createTriggeringTradeFinder(judged: Judged): { readonly findTriggeringTrades: Rule } {
  const { change, announced, people, industries, pause } = judged;
  const buildTradeContext = (trade: Trade, member = people.getMember(trade)): TradeContext => ({
    ...member,
    sic: findIndustry(trade, industries)?.sic ?? null,
  });
  const replacements = mapReplacedTrades(change);
  const isNew = ({ id }: Trade) => !replacements.has(id);
  const fresh = announced.filter(isNew);
  const newIds = new Set(change.added.filter(isNew).map(({ id }) => id));
  // Returns a new trade's disclosure day, the day that previews use for every trade. Returns `""` if the trade, or a trade that
  // it replaces, was published earlier.
  const getKnownSince = ({ id, disclosureDate }: Trade): string => (newIds.has(id) ? disclosureDate : "");

  const findNewMatches: Rule = async ({ filter }) => {
    const found: Trade[] = [];
    for (const trade of fresh) {
      if (matchesTrade(filter, trade, buildTradeContext(trade))) found.push(trade);
      await pause();
    }
    return found;
  };

  /** A trade that replaces another triggers an alert only if the filter did not match the replaced trade. */
  const findAnnouncedMatches: Rule = async ({ filter }) => {
    const found: Trade[] = [];
    for (const trade of announced) {
      const previous = replacements.get(trade.id);
      const didMatch = previous !== undefined && matchesTrade(filter, previous, buildTradeContext(previous));
      if (!didMatch && matchesTrade(filter, trade, buildTradeContext(trade))) found.push(trade);
      await pause();
    }
    return found;
  };

  const rules: Readonly<Record<Alert["alertType"], Rule>> = {
    trade: findAnnouncedMatches,
    politician_activity: createQuietPeriodRule({ ...judged, fresh, getKnownSince, findNewMatches, buildTradeContext }),
    ticker_cluster: createClusterRule({ ...judged, fresh, getKnownSince, findNewMatches, buildTradeContext }),
  };
  const cached = new Map<string, Promise<readonly Trade[]>>();
  return {
    findTriggeringTrades(alert) {
      const { alertType, days, politicians, filter } = alert;
      const key = JSON.stringify([alertType, days, politicians, filter]);
      const answer = cached.get(key) ?? rules[alertType](alert);
      cached.set(key, answer);
      return answer;
    },
  };
}

interface Rules extends Judged {
  readonly fresh: readonly Trade[];
  getKnownSince(trade: Trade): string;
  readonly findNewMatches: Rule;
  buildTradeContext(trade: Trade, member: Member): TradeContext;
}

function createQuietPeriodRule({ alerts, fresh, scope, getKnownSince, findNewMatches, pause }: Rules): Rule {
  const longest = findMaxDays(alerts, "politician_activity");
  const freshByMember = Map.groupBy(fresh, ({ politicianId }) => politicianId);
  const getTradesOfMember = memoizeByKey((politicianId: string) =>
    scope.listTradesOfPolitician(politicianId, ...computeSpanAround(freshByMember.get(politicianId) ?? [], longest)),
  );
  return async (alert) => {
    const found = await findNewMatches(alert);
    const ids = new Set(found.map(({ id }) => id));
    const ends = new Set<string>();
    for (const politicianId of new Set(found.map((trade) => trade.politicianId))) {
      const known = { trades: await getTradesOfMember(politicianId), getKnownSince };
      for (const { id } of await findTradesAfterQuiet(known, alert.days ?? 0, (trade) => ids.has(trade.id), pause))
        ends.add(id);
    }
    return found.filter(({ id }) => ends.has(id));
  };
}

function createClusterRule({
  alerts,
  fresh,
  scope,
  getKnownSince,
  findNewMatches,
  buildTradeContext,
  pause,
}: Rules): Rule {
  const longest = findMaxDays(alerts, "ticker_cluster");
  const getSideKey = (trade: Trade) => buildDirectionKey({ ticker: trade.ticker, direction: findDirection(trade) });
  const bySide = Map.groupBy(fresh, getSideKey);
  // Lists a side's trades from `longest` days before its first new trade to `longest` days after its last new trade, each with
  // its politician. A side is a ticker and a direction.
  const listTradesOfSide = memoizeByKey(async (side: string) => {
    const added = bySide.get(side) ?? [];
    const rows = await scope.listTradesOfTicker(
      added[0]?.ticker ?? "",
      TYPES_WITH_DIRECTION,
      ...computeSpanAround(added, longest),
    );
    const found: { readonly trade: Trade; readonly member: Member }[] = [];
    for (const trade of rows) {
      if (getSideKey(trade) !== side) continue;
      const member = await scope.findPolitician(trade.politicianId);
      if (member !== undefined) found.push({ trade, member });
    }
    return found;
  });
  return async (alert) => {
    const found = await findNewMatches(alert);
    const fired = new Set<string>();
    for (const side of new Set(found.map(getSideKey))) {
      if (side === null) continue;
      const trades: Trade[] = [];
      for (const { trade, member } of await listTradesOfSide(side)) {
        if (matchesTrade(alert.filter, trade, buildTradeContext(trade, member))) trades.push(trade);
        await pause();
      }
      const rule = { days: alert.days ?? 0, politicians: alert.politicians ?? 1 };
      for (const { id } of await findClusteredTrades({ trades, getKnownSince }, rule, pause)) fired.add(id);
    }
    return found.filter(({ id }) => fired.has(id));
  };
}

function findMaxDays(alerts: readonly Alert[], alertType: Alert["alertType"]): number {
  return alerts.reduce((longest, alert) => Math.max(longest, alert.alertType === alertType ? (alert.days ?? 0) : 0), 0);
}

/** Returns the days that are `days` days before the first trade and `days` days after the last one. */
function computeSpanAround(trades: readonly Trade[], days: number): [from: string, to: string] {
  const dates = trades.map(({ transactionDate }) => transactionDate).toSorted();
  const day = "1970-01-01" as IsoDate;
  return [addDays(dates[0] ?? day, -days), addDays(dates.at(-1) ?? day, days)];
}

function memoizeByKey<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const cached = new Map<string, Promise<T>>();
  return (key) => {
    const answer = cached.get(key) ?? load(key);
    cached.set(key, answer);
    return answer;
  };
}
