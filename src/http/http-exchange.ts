/** One request and its answer, from the first byte that the parser accepted to the last byte sent. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiContext } from "./api-context.ts";
import type { Connection } from "./connection/connections.ts";
import type { Caller } from "./credentials/callers.ts";
import type { Plan, RateState } from "./rate-limit/rate-limit.ts";
import type { Target } from "./request/request-target.ts";
import type { CachedAnswer } from "./response/cached-answers.ts";
import type { CallerState } from "./route.ts";

export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** Id sent in `X-Request-Id`. */
  readonly id: string;
  readonly target: Target;
  /** The cached answer to the same target; undefined if none is valid. */
  cached: CachedAnswer | undefined;
  /** Identity that the request counts against: the address, or the account of a valid key. */
  identity: string;
  plan: Plan;
  caller: Caller;
  /** Read to its end before the request is routed; null if no body is needed. */
  body: Buffer | null;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  /** Metrics label; `none` until a route is found. */
  route: string;
  /** Time of the request in the rate limiter's log; null if the request does not count. */
  admittedAt: number | null;
  /** Rate-limit state right after this request was counted; null if the limiter was not called. */
  rate: RateState | null;
}

/** The caller's rate-limit state, known for each routed request below the base path. @throws {TypeError} if it is unknown. */
export function getCallerState(
  { readWallClockMs }: Pick<ApiContext, "readWallClockMs">,
  { identity, rate }: HttpExchange,
): CallerState {
  if (rate === null) throw new TypeError("The request was routed before rate limiting.");
  return { identity, rate, wallMs: readWallClockMs() };
}

/** Calls `done` once the caller's rate-limit state is known. For an uncounted request, first gets the state from the limiter. */
export function runWhenCallerStateKnown(
  { limiter }: Pick<ApiContext, "limiter">,
  exchange: HttpExchange,
  done: () => void,
): void | Promise<void> {
  if (exchange.rate === null) {
    const state = limiter.peek(exchange.identity, exchange.plan);
    if (state instanceof Promise) {
      return state.then((rate) => {
        exchange.rate = rate;
        done();
      });
    }
    exchange.rate = state;
  }
  done();
}

/** Returns whether the client is a browser asking for a page: it accepts HTML, which programs rarely do. */
export function wantsHtmlPage({ target, request }: HttpExchange): boolean {
  return !target.underBase && (request.headers.accept ?? "").includes("text/html");
}
