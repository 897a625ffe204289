/** Marks every trade that an unresolved amendment by the same member may affect. */
import type { AmendmentPending } from "../trade.ts";
import type { Report } from "./report.ts";
import type { UnsettledAmendment } from "./settlement.ts";

interface PendingCandidates {
  readonly reason: string;
  readonly amends: Set<string>;
  readonly amendedBy: Set<string>;
}

/** Maps trades to pending amendments. An amending trade without candidates is pending too, because what it amends is unknown. */
export function findPendingTrades(
  reports: readonly Report[],
  supersedes: ReadonlyMap<string, string>,
  unsettled: readonly UnsettledAmendment[],
): ReadonlyMap<string, AmendmentPending> {
  const byId = new Map(reports.map((report) => [report.id, report]));
  const found = new Map<string, PendingCandidates>();
  const getOrAddCandidates = (trade: string, reason: string): PendingCandidates => {
    const known = found.get(trade) ?? { reason, amends: new Set(), amendedBy: new Set() };
    found.set(trade, known);
    return known;
  };
  for (const { id, filingId, kind, reason, candidates } of unsettled) {
    const ownTrades = byId.get(filingId)?.trades ?? [];
    const amending = ownTrades.filter((trade) => (kind === "report" ? !supersedes.has(trade.id) : trade.id === id));
    for (const trade of amending) {
      const { amends } = getOrAddCandidates(trade.id, reason);
      for (const candidate of candidates) amends.add(candidate);
    }
    for (const candidate of candidates) {
      const trades = byId.get(candidate)?.trades.map((trade) => trade.id) ?? [candidate];
      for (const trade of trades) getOrAddCandidates(trade, reason).amendedBy.add(id);
    }
  }
  return new Map(
    [...found].map(([trade, { reason, amends, amendedBy }]) => [
      trade,
      { reason, amends: [...amends].sort(), amendedBy: [...amendedBy].sort() },
    ]),
  );
}
