/**
 * Links between superseded trades and those in their place. However it is filled, a chain ends in a line that is served or in a filing that
 * takes it back; it never forms a cycle; a line supersedes at most one other, and at most one supersedes it.
 */
import type { Trade } from "../trade.ts";

export class Links {
  /** Maps a trade to the id of the trade in its place, or of the filing that takes it back. */
  readonly supersededBy = new Map<string, string>();
  readonly supersedes = new Map<string, string>();
  readonly #trades: ReadonlyMap<string, Trade>;

  constructor(trades: readonly Trade[]) {
    this.#trades = new Map(trades.map((trade) => [trade.id, trade]));
  }

  trade(id: string): Trade | undefined {
    return this.#trades.get(id);
  }

  /** The id at the end of the chain: a served trade's, or a filing's. */
  endOf(id: string): string {
    let end = id;
    for (let next = this.supersededBy.get(end); next !== undefined; next = this.supersededBy.get(end)) end = next;
    return end;
  }

  /** The trade that is served in place of this one, or this one; null where a filing takes it back. */
  standing({ id }: Trade): Trade | null {
    return this.trade(this.endOf(id)) ?? null;
  }

  /** @returns false, and does nothing, where one of them has its place already or the chain would form a circle. */
  replace(former: Trade, latter: Trade): boolean {
    if (this.supersedes.has(latter.id) || !this.giveWay(former, latter)) return false;
    this.supersedes.set(latter.id, former.id);
    return true;
  }

  /** A copy is not replaced: it is the same line once more. @returns as `replace`. */
  giveWay(copy: Trade, original: Trade): boolean {
    if (this.supersededBy.has(copy.id) || this.endOf(original.id) === copy.id) return false;
    this.supersededBy.set(copy.id, original.id);
    return true;
  }

  /** @returns as `replace`. */
  takeBack(former: Trade, filingId: string): boolean {
    if (this.supersededBy.has(former.id)) return false;
    this.supersededBy.set(former.id, filingId);
    return true;
  }
}
