/** Finds identical trades in two filings of one member: the same lot reported twice, or two equal lots; the filings do not say which. */
import type { Trade } from "./trade.ts";

interface PossibleDuplicate {
  /** Ids of the identical trades in other filings. */
  readonly of: readonly string[];
  /** An identical trade was filed earlier; totals without possible repeats leave this trade out. */
  readonly isRepeat: boolean;
}

/** Possible duplicates by trade id. @param listed all listed trades of one member. */
export function findPossibleDuplicates(listed: readonly Trade[]): ReadonlyMap<string, PossibleDuplicate> {
  const found = new Map<string, PossibleDuplicate>();
  for (const alike of Map.groupBy(listed, buildSamenessKey).values()) {
    for (const trade of alike) {
      const others = alike.filter((other) => other.filingId !== trade.filingId && mayShareOwner(trade, other));
      if (others.length === 0) continue;
      const isRepeat = others.some((other) => isBefore(other, trade));
      found.set(trade.id, { of: others.map(({ id }) => id).sort(), isRepeat });
    }
  }
  return found;
}

/**
 * Key of security, day, type, amount and account. For an asset without a ticker it includes the name; for an option, of any class, it includes the
 * terms.
 */
function buildSamenessKey(trade: Trade): string {
  const { ticker, assetType, transactionDate, transactionType, amount, account } = trade;
  const name = trade.assetNameRaw.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const security = ticker === "" || trade.option !== null ? [ticker, name, trade.option] : [ticker];
  const classed = trade.option === null ? assetType : null;
  const place = account?.toUpperCase().trim() ?? null;
  return JSON.stringify([security, classed, transactionDate, transactionType, amount.lowUsd, amount.highUsd, place]);
}

/** False if two trades print different owners. The House's form leaves the owner blank for the filer, but it may also have been forgotten. */
function mayShareOwner(one: Trade, other: Trade): boolean {
  const [left, right] = [getPrintedOwner(one), getPrintedOwner(other)];
  return left === null || right === null || left === right;
}

function getPrintedOwner({ chamber, owner }: Trade): Trade["owner"] {
  return chamber === "house" && owner === "self" ? null : owner;
}

function isBefore(one: Trade, other: Trade): boolean {
  const [left, right] = [one, other].map(({ filedDate, filingId }) => `${filedDate} ${filingId}`) as [string, string];
  return left < right;
}
