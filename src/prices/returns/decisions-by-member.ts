import { type Decision, DecisionWriter, type ReportedTrade, UNPRICED_KINDS, type UnpricedKind } from "./decision.ts";

export interface MemberDecisions {
  /** Bioguide id. */
  readonly id: string;
  readonly decisions: readonly Decision[];
  /** Rows that are not a decision on a listed share or fund, by reason. */
  readonly unpriced: Readonly<Record<UnpricedKind, number>>;
}

/** Returns the decisions of each member, in the order of their trades, and all rows that are not decisions. */
export async function groupDecisionsByMember(
  trades: AsyncIterable<readonly ReportedTrade[]>,
  pause: () => Promise<void>,
): Promise<{ readonly members: readonly MemberDecisions[]; readonly unpriced: MemberDecisions["unpriced"] }> {
  const writers = new Map<string, DecisionWriter>();
  for await (const some of trades) {
    for (const trade of some) {
      const writer = writers.get(trade.politicianId) ?? new DecisionWriter();
      writers.set(trade.politicianId, writer);
      writer.add(trade);
    }
    await pause();
  }
  const members = Array.from(writers, ([id, writer]) => ({ id, ...writer.toDecisions() }));
  const unpriced = Object.fromEntries(
    UNPRICED_KINDS.map((kind) => [kind, members.reduce((sum, each) => sum + each.unpriced[kind], 0)]),
  ) as Record<UnpricedKind, number>;
  return { members, unpriced };
}
