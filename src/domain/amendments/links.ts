/**
 * Links superseded trades to their replacements. Chains have no cycles, in whatever order links are added. A chain ends in a
 * current trade or the filing that deletes its last trade. A trade supersedes at most one other; at most one other supersedes it.
 */
import type { Trade } from "../trade.ts";

export class Links {
  /** Maps a trade's id to the id of its replacement, or of the filing that deletes it. */
  readonly supersededBy = new Map<string, string>();
  readonly supersedes = new Map<string, string>();
  readonly #trades: ReadonlyMap<string, Trade>;

  constructor(trades: readonly Trade[]) {
    this.#trades = new Map(trades.map((trade) => [trade.id, trade]));
  }

  getTrade(id: string): Trade | undefined {
    return this.#trades.get(id);
  }

  /** Returns the id at the end of the chain: the id of a current trade or of the filing that deletes the trade. */
  findChainEnd(id: string): string {
    let end = id;
    for (let next = this.supersededBy.get(end); next !== undefined; next = this.supersededBy.get(end)) end = next;
    return end;
  }

  /** Returns the trade at the end of a trade's chain, possibly the trade itself; null if a filing deletes the trade. */
  findCurrentTrade({ id }: Trade): Trade | null {
    return this.getTrade(this.findChainEnd(id)) ?? null;
  }

  /**
   * Links a trade to its replacement. @returns false, without changes, if `previous` is already superseded or `latter` already
   * supersedes a trade. Also false if the chain would form a cycle.
   */
  linkToReplacement(previous: Trade, latter: Trade): boolean {
    if (this.supersedes.has(latter.id) || !this.linkToOriginal(previous, latter)) return false;
    this.supersedes.set(latter.id, previous.id);
    return true;
  }

  /**
   * Marks a copy of a trade as superseded by the original trade. The copy only repeats the original's line, so the copy is not
   * an earlier version of the original. The original's entry in `supersedes` therefore does not change. @returns false, without
   * changes, if the copy is already superseded. Also false if the chain would form a cycle.
   */
  linkToOriginal(copy: Trade, original: Trade): boolean {
    if (this.supersededBy.has(copy.id) || this.findChainEnd(original.id) === copy.id) return false;
    this.supersededBy.set(copy.id, original.id);
    return true;
  }

  /** Links a trade to the filing that deletes it. @returns false, without changes, if the trade is already superseded. */
  linkToDeletion(previous: Trade, filingId: string): boolean {
    if (this.supersededBy.has(previous.id)) return false;
    this.supersededBy.set(previous.id, filingId);
    return true;
  }
}
