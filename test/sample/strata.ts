/** Groups published statements by kind and draws a sample of every kind. Pure. */
import { hash } from "node:crypto";
import { listKinds, type SampledTrade, STATEMENTS, type StatementName } from "./statements.ts";

/** All statements of one kind. */
export interface Stratum {
  readonly statement: StatementName;
  readonly kind: string;
  readonly tradeIds: string[];
}

export interface DrawnStatement {
  readonly stratum: Stratum;
  readonly tradeId: string;
}

export class Strata {
  readonly #byName = new Map<string, Stratum>();

  add(line: SampledTrade): void {
    for (const [statement, kind] of listKinds(line)) {
      const name = `${statement} ${kind}`;
      const stratum = this.#byName.get(name) ?? { statement, kind, tradeIds: [] };
      this.#byName.set(name, stratum);
      stratum.tradeIds.push(line.trade.id);
    }
  }

  /** Sorted by statement, then by kind. */
  list(): readonly Stratum[] {
    const order = Object.keys(STATEMENTS);
    return [...this.#byName.values()].sort(
      (one, other) => order.indexOf(one.statement) - order.indexOf(other.statement) || (one.kind < other.kind ? -1 : 1),
    );
  }

  /**
   * Alternates between the statements, and within a statement between its kinds, until `count` are drawn or none are left.
   * Only the seed and the ids decide the order within a kind, so a few new trades change little of the sample.
   */
  draw(count: number, seed: number): readonly DrawnStatement[] {
    const byStatement = Map.groupBy(this.list(), ({ statement }) => statement);
    const byTurns = [...byStatement.values()].map((strata) =>
      interleave(
        shuffle(strata, seed, ({ statement, kind }) => `${statement} ${kind}`).map((each) =>
          drawFromStratum(each, seed),
        ),
      ),
    );
    const drawn: DrawnStatement[] = [];
    for (const each of interleave(byTurns)) {
      if (drawn.length === count) break;
      drawn.push(each);
    }
    return drawn;
  }
}

function drawFromStratum(stratum: Stratum, seed: number): readonly DrawnStatement[] {
  return shuffle(stratum.tradeIds, seed, (id) => `${stratum.statement} ${id}`).map((tradeId) => ({
    stratum,
    tradeId,
  }));
}

function shuffle<T>(values: readonly T[], seed: number, getName: (value: T) => string): readonly T[] {
  return values
    .map((value) => ({ value, place: hash("sha256", `${seed} ${getName(value)}`) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ value }) => value);
}

/** Yields the first value of each list, then the second of each, and so on. */
function* interleave<T>(lists: readonly Iterable<T>[]): Generator<T> {
  let left = lists.map((list) => list[Symbol.iterator]());
  while (left.length > 0) {
    const unfinished: Iterator<T>[] = [];
    for (const each of left) {
      const next = each.next();
      if (next.done) continue;
      yield next.value;
      unfinished.push(each);
    }
    left = unfinished;
  }
}
