/**
 * Counts requests in the log of another process. All that is asked within one turn of the event loop goes there in one
 * message; the log counts it in the order in which it was asked.
 */
import type { Admission, Plan, RateState, RequestCounter } from "./rate-limit.ts";

/** `quota` of an admission and of a look; the entry that a refund takes back. */
type Asked = readonly [what: "admit" | "peek" | "refund", identity: string, planName: string, quota: number];

/** Entry (-1: refused), remaining, and the two waits of a `RateState`, of each admission and each look. */
type Counted = readonly [admittedAt: number, remaining: number, nextInMs: number, fullInMs: number];

export interface CountOrder {
  readonly id: number;
  /** The version that the asking process would answer with. */
  readonly version: string;
  readonly asked: readonly Asked[];
}

export interface CountReply {
  readonly id: number;
  /** The version is not the one in force: nothing was counted of the admissions, and none of them may be answered there. */
  readonly isOutdated: boolean;
  readonly counted: readonly Counted[];
}

const REFUSED = -1;
const NOTHING: Counted = [REFUSED, 0, 0, 0];

/** Counts what another process asks; answers at once where the limiter does. */
export function countFor(
  limiter: RequestCounter,
  versionInForce: string,
  { id, version, asked }: CountOrder,
): CountReply | Promise<CountReply> {
  const isOutdated = version !== versionInForce;
  const counted = asked
    .filter(([what, identity, , entry]) => {
      if (what === "refund") limiter.refund(identity, entry);
      return what !== "refund";
    })
    .map(([what, identity, name, quota]) => {
      if (what === "peek") return whenKnown(limiter.peek(identity, { name, quota }), (state) => counts(null, state));
      if (isOutdated) return NOTHING;
      return whenKnown(limiter.admit(identity, { name, quota }), (found) =>
        found === null ? NOTHING : counts(found.admittedAt, found.state),
      );
    });
  if (!counted.some((each) => each instanceof Promise)) {
    return { id, isOutdated, counted: counted as readonly Counted[] };
  }
  return Promise.all(counted).then((known) => ({ id, isOutdated, counted: known }));
}

function whenKnown<T>(found: T | Promise<T>, say: (known: T) => Counted): Counted | Promise<Counted> {
  return found instanceof Promise ? found.then(say) : say(found);
}

function counts(admittedAt: number | null, { remaining, nextInMs, fullInMs }: RateState): Counted {
  return [admittedAt ?? REFUSED, remaining, nextInMs, fullInMs];
}

interface RemoteLimiterOptions {
  readonly version: () => string;
  readonly send: (order: CountOrder) => void;
}

type Waiting = (counted: Counted, isOutdated: boolean) => void;

export class RemoteLimiter implements RequestCounter {
  readonly #options: RemoteLimiterOptions;
  readonly #sent = new Map<number, readonly Waiting[]>();
  #asked: Asked[] = [];
  #waiting: Waiting[] = [];
  #lastId = 0;

  constructor(options: RemoteLimiterOptions) {
    this.#options = options;
  }

  admit(identity: string, plan: Plan): Promise<Admission | null> {
    return new Promise((resolve) => {
      this.#ask(["admit", identity, plan.name, plan.quota], (counted, isOutdated) =>
        resolve(isOutdated ? null : admissionOf(counted, plan)),
      );
    });
  }

  refund(identity: string, admittedAt: number): void {
    this.#ask(["refund", identity, "", admittedAt], null);
  }

  peek(identity: string, plan: Plan): Promise<RateState> {
    return new Promise((resolve) => {
      this.#ask(["peek", identity, plan.name, plan.quota], (counted) => resolve(admissionOf(counted, plan).state));
    });
  }

  /** The other process has answered. */
  take({ id, isOutdated, counted }: CountReply): void {
    const waiting = this.#sent.get(id) ?? [];
    this.#sent.delete(id);
    waiting.forEach((answer, at) => {
      answer(counted[at] ?? NOTHING, isOutdated);
    });
  }

  #ask(asked: Asked, waiting: Waiting | null): void {
    if (this.#asked.length === 0) setImmediate(() => this.#flush());
    this.#asked.push(asked);
    if (waiting !== null) this.#waiting.push(waiting);
  }

  #flush(): void {
    this.#lastId += 1;
    const order = { id: this.#lastId, version: this.#options.version(), asked: this.#asked };
    this.#sent.set(order.id, this.#waiting);
    this.#asked = [];
    this.#waiting = [];
    this.#options.send(order);
  }
}

function admissionOf([admittedAt, remaining, nextInMs, fullInMs]: Counted, plan: Plan): Admission {
  return {
    admittedAt: admittedAt === REFUSED ? null : admittedAt,
    state: { plan, remaining, nextInMs, fullInMs },
  };
}
