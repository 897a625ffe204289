/** Published statements by kind, and a sample of every kind. Pure. */
import { hash } from "node:crypto";
import { kindsOf, type SampledTrade, STATEMENTS, type StatementName } from "./statements.ts";

/** The statements of one kind. */
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
    for (const [statement, kind] of kindsOf(line)) {
      const name = `${statement} ${kind}`;
      const stratum = this.#byName.get(name) ?? { statement, kind, tradeIds: [] };
      this.#byName.set(name, stratum);
      stratum.tradeIds.push(line.trade.id);
    }
  }

  /** Sorted by statement, then by kind. */
  all(): readonly Stratum[] {
    const order = Object.keys(STATEMENTS);
    return [...this.#byName.values()].sort(
      (one, other) => order.indexOf(one.statement) - order.indexOf(other.statement) || (one.kind < other.kind ? -1 : 1),
    );
  }

  /**
   * Takes from each statement in turn, within it from each kind in turn, until there are `count` or none are left.
   * Seed and ids alone decide the order within a kind, so a few new trades change little of what is drawn.
   */
  draw(count: number, seed: number): readonly DrawnStatement[] {
    const byStatement = Map.groupBy(this.all(), ({ statement }) => statement);
    const inTurns = [...byStatement.values()].map((strata) =>
      inTurn(
        shuffled(strata, seed, ({ statement, kind }) => `${statement} ${kind}`).map((each) => drawsOf(each, seed)),
      ),
    );
    const drawn: DrawnStatement[] = [];
    for (const each of inTurn(inTurns)) {
      if (drawn.length === count) break;
      drawn.push(each);
    }
    return drawn;
  }
}

function drawsOf(stratum: Stratum, seed: number): readonly DrawnStatement[] {
  return shuffled(stratum.tradeIds, seed, (id) => `${stratum.statement} ${id}`).map((tradeId) => ({
    stratum,
    tradeId,
  }));
}

function shuffled<T>(values: readonly T[], seed: number, nameOf: (value: T) => string): readonly T[] {
  return values
    .map((value) => ({ value, place: hash("sha256", `${seed} ${nameOf(value)}`) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ value }) => value);
}

/** The first of each list, then the second of each, and so on. */
function* inTurn<T>(lists: readonly Iterable<T>[]): Generator<T> {
  let left = lists.map((list) => list[Symbol.iterator]());
  while (left.length > 0) {
    const going: Iterator<T>[] = [];
    for (const each of left) {
      const next = each.next();
      if (next.done) continue;
      yield next.value;
      going.push(each);
    }
    left = going;
  }
}
