/** The trades highlighted on the home page and in digests, with the rules that select them. */
import { getOrAdd } from "../../base/get-or-add.ts";
import { toTradeSign } from "../../domain/direction.ts";
import type { StandoutRule } from "../../domain/premium.ts";
import { RECENT_FIRST } from "../../domain/trade-filter.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";

/** Returns, for each highlighted trade's id, the rules that select the trade. */
export async function findStandouts(dataset: Dataset): Promise<ReadonlyMap<string, readonly StandoutRule[]>> {
  const standouts = new Map<string, StandoutRule[]>();
  const addRule = (position: number, rule: StandoutRule) => {
    const { id } = dataset.getSummaryAt(position);
    getOrAdd(standouts, id, () => []).push(rule);
  };
  const page = await dataset.facts.getFrontPageFacts();
  for (const { position, rule } of page?.highlights.found ?? []) addRule(position, rule);
  if (page === null || page.cluster === null) return standouts;
  const { symbol, side, from, to } = page.cluster;
  for (const position of dataset.select({ ticker: [symbol], tradedFrom: from, tradedTo: to }, RECENT_FIRST)) {
    const { instrument, transactionType, isRepeat } = dataset.getSummaryAt(position);
    if (instrument !== "security" || isRepeat) continue;
    if (toTradeSign(transactionType) === (side === "buys" ? 1 : -1)) addRule(position, "cluster");
  }
  return standouts;
}
