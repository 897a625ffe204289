/** One request and its answer, from the first byte that the parser accepted to the last that was sent. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiContext } from "./api-context.ts";
import type { Connection } from "./connection/connections.ts";
import type { Caller } from "./credentials/callers.ts";
import type { Plan, RateState } from "./rate-limit/rate-limit.ts";
import type { Target } from "./request/request-target.ts";
import type { CachedAnswer } from "./response/cached-answers.ts";
import type { Standing } from "./route.ts";

export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** The id that is sent in `X-Request-Id`. */
  readonly id: string;
  readonly target: Target;
  /** The answer, where the same target was answered before and nothing has changed since. */
  cached: CachedAnswer | undefined;
  /** Identity whose budget the request counts against: the address, or the account of a valid key. */
  identity: string;
  /** The budget. */
  plan: Plan;
  caller: Caller;
  /** Read to its end before the request is routed; null where none is asked for. */
  body: Buffer | null;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  /** Label of its metrics; `none` until a route is found. */
  route: string;
  /** Its entry in the rate limiter; null when it does not count. */
  admittedAt: number | null;
  /** The client's standing right after this request was counted; null when the limiter was not asked. */
  rate: RateState | null;
}

/** The client's standing; every request below the base has one before it is routed. */
export function standingOf({ wallClock }: Pick<ApiContext, "wallClock">, { identity, rate }: HttpExchange): Standing {
  if (rate === null) throw new TypeError("The request was routed before the limiter was asked.");
  return { identity, rate, wallMs: wallClock() };
}

/** Calls `done` once the client's standing is known; the limiter is asked when this request did not count. */
export function withStanding(
  { limiter }: Pick<ApiContext, "limiter">,
  exchange: HttpExchange,
  done: () => void,
): void | Promise<void> {
  if (exchange.rate === null) {
    const standing = limiter.peek(exchange.identity, exchange.plan);
    if (standing instanceof Promise) {
      return standing.then((rate) => {
        exchange.rate = rate;
        done();
      });
    }
    exchange.rate = standing;
  }
  done();
}

/** A browser that asks for a page names HTML; programs seldom do. */
export function isForPeople({ target, request }: HttpExchange): boolean {
  return !target.underBase && (request.headers.accept ?? "").includes("text/html");
}
