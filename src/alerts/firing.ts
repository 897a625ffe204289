/** Which trades of a publication an alert fires for: the rules, asked of what the publishing transaction sees. */
import { addDays, type IsoDate } from "../domain/dates.ts";
import type { Alert } from "../domain/premium.ts";
import type { Trade } from "../domain/trade.ts";
import { matchesTrade } from "../domain/trade-filter.ts";
import type { PublicationChange, PublicationScope } from "../store/premium.ts";
import { directionOf, endsOfQuiet, inCluster } from "./rules.ts";

export type Member = { readonly name: string; readonly state: string };

/** Whose trade it is, from what the publication's transaction sees. */
export interface People {
  of(trade: Trade): Member;
}

/** By id, the trades that took the place of others in this publication, with the former ones. */
export function replacementsIn({ superseded }: PublicationChange): ReadonlyMap<string, Trade> {
  return new Map(superseded.flatMap(({ former, replacement }) => (replacement ? [[replacement.id, former]] : [])));
}

/** Which announced trades an alert fires for, by its kind. What the store is asked for one alert serves the others too. */
export function createRules(
  change: PublicationChange,
  announced: readonly Trade[],
  people: People,
  scope: PublicationScope,
): { firing(alert: Alert): Promise<readonly Trade[]> } {
  const replacements = replacementsIn(change);
  const isNew = ({ id }: Trade) => !replacements.has(id);
  const fresh = announced.filter(isNew);
  const newOf = Map.groupBy(change.added.filter(isNew), ({ politicianId }) => politicianId);
  const matching = ({ filter }: Alert) => fresh.filter((trade) => matchesTrade(filter, trade, people.of(trade)));

  /** An amendment makes a trade known to an alert only when its filter did not name it as it was. */
  const named = ({ filter }: Alert) =>
    announced.filter((trade) => {
      const former = replacements.get(trade.id);
      if (former !== undefined && matchesTrade(filter, former, people.of(former))) return false;
      return matchesTrade(filter, trade, people.of(trade));
    });

  /** Day of a politician's latest trade before this publication. */
  const lastBefore = remembered(async (politicianId: string) => {
    const ids = (newOf.get(politicianId) ?? []).map(({ id }) => id);
    return (await scope.lastTradeBefore(politicianId, ids)) as IsoDate | null;
  });

  /** @param key ticker, direction, first and last day. */
  const tradesBetween = remembered(async (key: string) => {
    const [ticker, types, from, to] = JSON.parse(key) as [string, string[], string, string];
    return scope.politiciansTrading(ticker, types, from, to);
  });

  const endingQuiet = async (alert: Alert): Promise<readonly Trade[]> => {
    const found = matching(alert);
    const ids = new Set<string>();
    for (const politicianId of new Set(found.map((trade) => trade.politicianId))) {
      const own = newOf.get(politicianId) ?? [];
      for (const { id } of endsOfQuiet(own, await lastBefore(politicianId), alert.days ?? 0)) ids.add(id);
    }
    return found.filter(({ id }) => ids.has(id));
  };

  const clustered = async (alert: Alert): Promise<readonly Trade[]> => {
    const days = alert.days ?? 0;
    const fired: Trade[] = [];
    for (const trade of matching(alert)) {
      const { ticker, transactionDate } = trade;
      const types = directionOf(trade.transactionType);
      if (ticker === "" || types === undefined) continue;
      const span = [addDays(transactionDate, -days), addDays(transactionDate, days)];
      const others: Trade[] = [];
      for (const { trade: other } of await tradesBetween(JSON.stringify([ticker, types, ...span]))) {
        const member = await scope.politicianOf(other.politicianId);
        if (member !== undefined && matchesTrade(alert.filter, other, member)) others.push(other);
      }
      if (inCluster(trade, others, { days, politicians: alert.politicians ?? 1 })) fired.push(trade);
    }
    return fired;
  };

  return {
    async firing(alert) {
      if (alert.alertType === "trade") return named(alert);
      return alert.alertType === "politician_activity" ? endingQuiet(alert) : clustered(alert);
    },
  };
}

/** Asks once for each key. */
function remembered<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const answer = known.get(key) ?? ask(key);
    known.set(key, answer);
    return answer;
  };
}
