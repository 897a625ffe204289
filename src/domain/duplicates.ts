/** Finds identical trades in two filings of a member: one lot reported twice, or two equal lots; the filings do not say which. */
import type { Trade } from "./trade.ts";

interface PossibleDuplicate {
  /** Ids of the identical trades in other filings. */
  readonly identicalIds: readonly string[];
  /** True if an identical trade was filed earlier. Totals that exclude possible repeats do not count this trade. */
  readonly isRepeat: boolean;
}

/** Maps trade ids to possible duplicates. @param listed all listed trades of one member. */
export function findPossibleDuplicates(listed: readonly Trade[]): ReadonlyMap<string, PossibleDuplicate> {
  const found = new Map<string, PossibleDuplicate>();
  for (const identical of Map.groupBy(listed, buildTradeKey).values()) {
    for (const trade of identical) {
      const others = identical.filter((other) => other.filingId !== trade.filingId && mayHaveSameOwner(trade, other));
      if (others.length === 0) continue;
      const isRepeat = others.some((other) => isFiledBefore(other, trade));
      found.set(trade.id, { identicalIds: others.map(({ id }) => id).sort(), isRepeat });
    }
  }
  return found;
}

// Builds a key from ticker, asset class, day, type, amount and account. For an asset without a ticker and for an option, the key
// includes the asset's name; for an option, the key has its terms instead of the asset class.
function buildTradeKey(trade: Trade): string {
  const { ticker, assetType, transactionDate, transactionType, amount, account } = trade;
  const name = trade.assetNameRaw.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const security = ticker === "" || trade.option !== null ? [ticker, name, trade.option] : [ticker];
  const label = trade.option === null ? assetType : null;
  const holder = account?.toUpperCase().trim() ?? null;
  return JSON.stringify([security, label, transactionDate, transactionType, amount.lowUsd, amount.highUsd, holder]);
}

/** False if the reports state different owners. On the House's form, a blank owner means the filer, but may be an omission. */
function mayHaveSameOwner(one: Trade, other: Trade): boolean {
  const [left, right] = [getPrintedOwner(one), getPrintedOwner(other)];
  return left === null || right === null || left === right;
}

function getPrintedOwner({ chamber, owner }: Trade): Trade["owner"] {
  return chamber === "house" && owner === "self" ? null : owner;
}

function isFiledBefore(one: Trade, other: Trade): boolean {
  const [left, right] = [one, other].map(({ filedDate, filingId }) => `${filedDate} ${filingId}`) as [string, string];
  return left < right;
}
