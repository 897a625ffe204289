/** Stores the returns of decisions in columns, which take a tenth of the memory of objects. */
import { UNPRICED_REASONS } from "./abnormal-return.ts";
import type { Decision } from "./decision.ts";
import type { DecisionReturn } from "./performance.ts";

/** Outcomes by code: the reasons, then each combination of return kind and delisting. */
const CODES = [
  ...UNPRICED_REASONS,
  { kind: "price", delisted: false },
  { kind: "price", delisted: true },
  { kind: "total", delisted: false },
  { kind: "total", delisted: true },
] as const;
const FIRST_PRICED = UNPRICED_REASONS.length;

export class ReturnColumns {
  readonly decisions: readonly Decision[];
  readonly codes: Uint8Array;
  readonly fromDay: Int32Array;
  readonly toDay: Int32Array;
  readonly security: Float64Array;
  readonly benchmark: Float64Array;

  constructor(decisions: readonly Decision[]) {
    const { length } = decisions;
    this.decisions = decisions;
    this.codes = new Uint8Array(length);
    this.fromDay = new Int32Array(length);
    this.toDay = new Int32Array(length);
    this.security = new Float64Array(length);
    this.benchmark = new Float64Array(length);
  }

  get length(): number {
    return this.decisions.length;
  }

  set(place: number, outcome: DecisionReturn["outcome"]): void {
    if (typeof outcome === "string") {
      this.codes[place] = UNPRICED_REASONS.indexOf(outcome);
      return;
    }
    this.codes[place] = FIRST_PRICED + 2 * Number(outcome.kind === "total") + Number(outcome.delisted);
    this.fromDay[place] = outcome.fromDay;
    this.toDay[place] = outcome.toDay;
    this.security[place] = outcome.security;
    this.benchmark[place] = outcome.benchmark;
  }

  /** @throws {RangeError} for an index not below `length`. */
  at(place: number): DecisionReturn {
    const [decision, code] = [this.decisions[place], CODES[this.codes[place] as number]];
    if (decision === undefined || code === undefined) throw new RangeError(`there is no decision ${place}`);
    if (typeof code === "string") return { decision, outcome: code };
    const [security, benchmark] = [this.security[place] as number, this.benchmark[place] as number];
    const [fromDay, toDay] = [this.fromDay[place] as number, this.toDay[place] as number];
    return { decision, outcome: { fromDay, toDay, security, benchmark, abnormal: security - benchmark, ...code } };
  }

  /** Like `Array.prototype.slice`, for non-negative indices. */
  slice(from: number, to: number): DecisionReturn[] {
    const places = Array.from({ length: Math.max(0, Math.min(to, this.length) - from) }, (_, at) => from + at);
    return places.map((place) => this.at(place));
  }
}
