/** Applies the rules to find the trades of a publication that fire an alert, as seen by the publishing transaction. */
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { findDirection } from "../../domain/direction.ts";
import { findIndustry, type Industry } from "../../domain/industry.ts";
import type { Alert } from "../../domain/premium.ts";
import type { Trade } from "../../domain/trade.ts";
import { matchesTrade, type TradeContext } from "../../domain/trade-filter.ts";
import type { PublicationChange, PublicationScope } from "../../store/publication.ts";
import { buildDirectionKey, DIRECTED, findClusteredTrades, findEndsOfQuiet, type Pause } from "./rules.ts";

export type Member = { readonly name: string; readonly state: string };

/** Access to the politicians of the trades, within the publication's transaction. */
export interface People {
  getMember(trade: Trade): Member;
}

/** Maps the ids of trades that replaced others in this publication to the former trades. */
export function mapReplacements({ superseded }: PublicationChange): ReadonlyMap<string, Trade> {
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
  /** All alerts that will be evaluated. */
  readonly alerts: readonly Alert[];
  readonly pause: Pause;
}

type Rule = (alert: Alert) => Promise<readonly Trade[]>;

/**
 * Creates one rule for each type of alert: it finds the announced trades for which an alert fires, in list order. Store reads are
 * shared between alerts, and alerts with the same condition are evaluated once: the trades of each ticker and
 * politician are read once per publication.
 */
export function createRules(judged: Judged): { readonly findFiringTrades: Rule } {
  const { change, announced, people, industries, pause } = judged;
  const buildTradeContext = (trade: Trade, member = people.getMember(trade)): TradeContext => ({
    ...member,
    sic: findIndustry(trade, industries)?.sic ?? null,
  });
  const replacements = mapReplacements(change);
  const isNew = ({ id }: Trade) => !replacements.has(id);
  const fresh = announced.filter(isNew);
  const together = new Set(change.added.filter(isNew).map(({ id }) => id));
  /**
   * Returns the day since which a trade is known. A trade new in this publication is known from its disclosure day, as in
   * a preview; all others, also those that replace a published trade, were known before (`""`).
   */
  const getKnownSince = ({ id, disclosureDate }: Trade): string => (together.has(id) ? disclosureDate : "");

  const findMatching: Rule = async ({ filter }) => {
    const found: Trade[] = [];
    for (const trade of fresh) {
      if (matchesTrade(filter, trade, buildTradeContext(trade))) found.push(trade);
      await pause();
    }
    return found;
  };

  /** An amendment fires an alert only if the alert's filter did not match the former version. */
  const findAnnouncedMatches: Rule = async ({ filter }) => {
    const found: Trade[] = [];
    for (const trade of announced) {
      const previous = replacements.get(trade.id);
      const was = previous !== undefined && matchesTrade(filter, previous, buildTradeContext(previous));
      if (!was && matchesTrade(filter, trade, buildTradeContext(trade))) found.push(trade);
      await pause();
    }
    return found;
  };

  const rules: Readonly<Record<Alert["alertType"], Rule>> = {
    trade: findAnnouncedMatches,
    politician_activity: createQuietRule({ ...judged, fresh, getKnownSince, findMatching, buildTradeContext }),
    ticker_cluster: createClusterRule({ ...judged, fresh, getKnownSince, findMatching, buildTradeContext }),
  };
  const known = new Map<string, Promise<readonly Trade[]>>();
  return {
    findFiringTrades(alert) {
      const { alertType, days, politicians, filter } = alert;
      const key = JSON.stringify([alertType, days, politicians, filter]);
      const answer = known.get(key) ?? rules[alertType](alert);
      known.set(key, answer);
      return answer;
    },
  };
}

interface Rules extends Judged {
  readonly fresh: readonly Trade[];
  getKnownSince(trade: Trade): string;
  readonly findMatching: Rule;
  buildTradeContext(trade: Trade, member: Member): TradeContext;
}

function createQuietRule({ alerts, fresh, scope, getKnownSince, findMatching, pause }: Rules): Rule {
  const longest = findLongestDays(alerts, "politician_activity");
  const own = Map.groupBy(fresh, ({ politicianId }) => politicianId);
  const getTradesOfMember = memoizeByKey((politicianId: string) =>
    scope.listTradesOfPolitician(politicianId, ...computeSpanAround(own.get(politicianId) ?? [], longest)),
  );
  return async (alert) => {
    const found = await findMatching(alert);
    const ids = new Set(found.map(({ id }) => id));
    const ends = new Set<string>();
    for (const politicianId of new Set(found.map((trade) => trade.politicianId))) {
      const known = { trades: await getTradesOfMember(politicianId), getKnownSince };
      for (const { id } of await findEndsOfQuiet(known, alert.days ?? 0, (trade) => ids.has(trade.id), pause))
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
  findMatching,
  buildTradeContext,
  pause,
}: Rules): Rule {
  const longest = findLongestDays(alerts, "ticker_cluster");
  const getSideKey = (trade: Trade) => buildDirectionKey({ ticker: trade.ticker, direction: findDirection(trade) });
  const bySide = Map.groupBy(fresh, getSideKey);
  /** Returns the trades of a side (ticker and direction) on all relevant days, each with its politician. */
  const tradesOf = memoizeByKey(async (side: string) => {
    const own = bySide.get(side) ?? [];
    const rows = await scope.listTradesOfTicker(own[0]?.ticker ?? "", DIRECTED, ...computeSpanAround(own, longest));
    const found: { readonly trade: Trade; readonly member: Member }[] = [];
    for (const trade of rows) {
      if (getSideKey(trade) !== side) continue;
      const member = await scope.findPolitician(trade.politicianId);
      if (member !== undefined) found.push({ trade, member });
    }
    return found;
  });
  return async (alert) => {
    const found = await findMatching(alert);
    const fired = new Set<string>();
    for (const side of new Set(found.map(getSideKey))) {
      if (side === null) continue;
      const trades: Trade[] = [];
      for (const { trade, member } of await tradesOf(side)) {
        if (matchesTrade(alert.filter, trade, buildTradeContext(trade, member))) trades.push(trade);
        await pause();
      }
      const rule = { days: alert.days ?? 0, politicians: alert.politicians ?? 1 };
      for (const { id } of await findClusteredTrades({ trades, getKnownSince }, rule, pause)) fired.add(id);
    }
    return found.filter(({ id }) => fired.has(id));
  };
}

function findLongestDays(alerts: readonly Alert[], alertType: Alert["alertType"]): number {
  return alerts.reduce((longest, alert) => Math.max(longest, alert.alertType === alertType ? (alert.days ?? 0) : 0), 0);
}

/** Returns the first and the last day relevant to these trades. */
function computeSpanAround(trades: readonly Trade[], days: number): [from: string, to: string] {
  const dates = trades.map(({ transactionDate }) => transactionDate).toSorted();
  const day = "1970-01-01" as IsoDate;
  return [addDays(dates[0] ?? day, -days), addDays(dates.at(-1) ?? day, days)];
}

/** Caches the result for each key. */
function memoizeByKey<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const answer = known.get(key) ?? load(key);
    known.set(key, answer);
    return answer;
  };
}
