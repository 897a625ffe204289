/** First stage of a request: assigns its id, caller and plan, refuses it if it cannot be served, and reads its whole body. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiContext } from "./api-context.ts";
import type { Connection, Connections } from "./connection/connections.ts";
import { chooseRequestId } from "./connection/request-id.ts";
import { ANONYMOUS, type Caller } from "./credentials/callers.ts";
import type { HttpExchange } from "./http-exchange.ts";
import type { Problem } from "./problems.ts";
import type { RateAdmission, RateState } from "./rate-limit/rate-limit.ts";
import { buildRateLimitFields, computeRetryAfterSeconds } from "./rate-limit/rate-limit-headers.ts";
import { getBodyLength, receiveBody } from "./request/request-body.ts";
import { createTooLargeProblem, findMethodFault, findRequestFault } from "./request/request-faults.ts";
import type { Target } from "./request/request-target.ts";
import { answerPreflight, sendProblem } from "./response/send-answer.ts";

interface AdmissionParts {
  readonly context: ApiContext;
  readonly connections: Connections;
  readonly parseTarget: (url: string) => Target;
  /** Methods that a path allows; null if there is no such path. */
  readonly findMethods: (path: string) => readonly string[] | null;
  readonly acceptsForm: (path: string) => boolean;
  /** Paths whose requests do not count against the rate limit. */
  readonly free: ReadonlySet<string>;
  readonly getRouteName: (exchange: HttpExchange) => string;
  /** Answers a request that is well-formed, within its budget and fully read. */
  readonly answer: (exchange: HttpExchange) => void;
}

type Step = (exchange: HttpExchange) => void;

export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  readonly handleRequest = (request: IncomingMessage, response: ServerResponse): void =>
    this.#runGuarded(request, response, this.#identify);

  /** Handler of `checkExpectation`, an event for any `Expect` other than `100-continue` (RFC 9110 section 10.1.1). */
  readonly handleExpectation = (request: IncomingMessage, response: ServerResponse): void =>
    this.#runGuarded(request, response, this.#refuseExpectation);

  /** Catches every exception: a bug that one request triggers must not end the process that serves all the others. */
  #runGuarded(request: IncomingMessage, response: ServerResponse, step: Step): void {
    this.#parts.connections.startOrQueue(request.socket, (connection) => {
      try {
        const exchange = this.#beginExchange(request, response, connection);
        this.#runMeasured(exchange, () => step(exchange));
      } catch (error) {
        this.#destroyAfterFailure(request, error);
      }
    });
  }

  // Runs a step of admission and charges the step's time to the caller. `AnswerTurns` charges the time of the answer itself, but
  // only until the answer first waits for an event.
  #runMeasured(exchange: HttpExchange, step: () => void): void {
    const { readMonotonicMs, callerTimes } = this.#parts.context;
    const from = readMonotonicMs();
    try {
      step();
    } finally {
      callerTimes.charge(exchange.identity, from, readMonotonicMs());
    }
  }

  #destroyAfterFailure({ socket }: IncomingMessage, error: unknown): void {
    this.#parts.context.log.error({ err: error }, "request failed before it was routed");
    socket.destroy();
  }

  #beginExchange(request: IncomingMessage, response: ServerResponse, connection: Connection): HttpExchange {
    const { context, connections } = this.#parts;
    const forwarded = connection.peerIsTrusted ? request.headers["x-forwarded-for"] : undefined;
    const url = request.url ?? "";
    const cached = request.method === "GET" ? context.cached.find(url) : undefined;
    const exchange: HttpExchange = {
      request,
      response,
      connection,
      id: chooseRequestId(request.headers["x-request-id"], context.readWallClockMs()),
      target: cached?.target ?? this.#parts.parseTarget(url),
      cached,
      identity:
        typeof forwarded === "string"
          ? context.addresses.getForwardedIdentity(request.socket.remoteAddress, forwarded)
          : connection.peerIdentity,
      plan: context.plan,
      caller: ANONYMOUS,
      body: null,
      startedAt: context.readMonotonicMs(),
      route: "none",
      admittedAt: null,
      rate: null,
    };
    connections.addExchange(exchange);
    response.on("close", () => this.#finishExchange(exchange));
    return exchange;
  }

  #finishExchange(exchange: HttpExchange): void {
    const { context, connections } = this.#parts;
    connections.endExchange(exchange);
    const { route, id: requestId } = exchange;
    const elapsedMs = context.readMonotonicMs() - exchange.startedAt;
    context.metrics.answered(route, exchange.response.statusCode, elapsedMs / 1000);
    if (elapsedMs > context.limits.slowMs) context.log.warn({ route, requestId, elapsedMs }, "slow answer");
  }

  readonly #identify = (exchange: HttpExchange): void => {
    const { request, identity } = exchange;
    const caller = this.#parts.context.callers?.identify(request, identity) ?? ANONYMOUS;
    if (caller instanceof Promise) {
      caller
        .then((known) => this.#runMeasured(exchange, () => this.#setCallerAndContinue(exchange, known)))
        .catch((error: unknown) => this.#destroyAfterFailure(request, error));
    } else this.#setCallerAndContinue(exchange, caller);
  };

  #setCallerAndContinue(exchange: HttpExchange, caller: Caller): void {
    const { context } = this.#parts;
    exchange.caller = caller;
    if (caller.kind === "key") {
      exchange.identity = caller.account.id;
      if (caller.account.plan === "premium") exchange.plan = context.premiumPlan;
    }
    this.#continueIfAllowed(exchange, this.#receiveIfAdmitted);
  }

  readonly #receiveIfAdmitted = (exchange: HttpExchange): void => {
    const { context, findMethods } = this.#parts;
    const { request, target } = exchange;
    const { loop } = context;
    if (loop.isLoopBehind() && this.#shedIfNeeded(exchange, loop.isOverloaded())) return;
    // For GET and HEAD, which are nearly all requests, `dispatch` sends 404 and 405.
    const reads = request.method === "GET" || request.method === "HEAD";
    const fault = findRequestFault(exchange, context.limits) ?? (reads ? null : findMethodFault(exchange, this.#parts));
    if (fault) this.#refuse(exchange, fault);
    else if (request.method === "OPTIONS") answerPreflight(context, exchange, findMethods(target.path) ?? []);
    else this.#receiveBodyIfPresent(exchange);
  };

  // Refuses requests of the heaviest callers while the event loop is behind. Returns true if the request is refused. The heaviest
  // callers together used at least half of the loop's time. If the loop's lag reaches a second, higher limit, the loop is
  // overloaded. If there is only one caller, that caller is refused only while the loop is overloaded. If `findHeaviest` returns
  // no callers, an overloaded loop refuses all API requests.
  #shedIfNeeded(exchange: HttpExchange, isOverloaded: boolean): boolean {
    const { context, acceptsForm } = this.#parts;
    const { callerTimes, metrics } = context;
    const { underBase, path } = exchange.target;
    if (!(underBase || acceptsForm(path))) return false;
    const heaviest = callerTimes.findHeaviest(context.readMonotonicMs());
    const isOfHeaviest = heaviest.has(exchange.identity);
    const isShed = isOfHeaviest
      ? !callerTimes.hasOneCaller || isOverloaded
      : heaviest.size === 0 && underBase && isOverloaded;
    if (!isShed) return false;
    metrics.countShed(isOfHeaviest ? "caller" : "all");
    const detail = isOfHeaviest
      ? "The service is overloaded, mostly by your requests. Try again in a moment."
      : "The service is overloaded. Try again in a moment.";
    this.#refuse(exchange, { code: "service_unavailable", detail, retryAfterSeconds: 1 });
    return true;
  }

  /** Counts the request against the rate limit before its answer is known. Calls `next` unless the limit refuses the request. */
  #continueIfAllowed(exchange: HttpExchange, next: Step): void {
    const admitted = this.#applyRateLimit(exchange);
    if (admitted instanceof Promise) {
      admitted
        .then((isAdmitted) => isAdmitted && this.#runMeasured(exchange, () => next(exchange)))
        .catch((error: unknown) => this.#destroyAfterFailure(exchange.request, error));
    } else if (admitted) next(exchange);
  }

  /** Returns false if the limit refused the request. */
  #applyRateLimit(exchange: HttpExchange): boolean | Promise<boolean> {
    const { context, free } = this.#parts;
    if (!exchange.target.underBase || exchange.request.method === "OPTIONS") return true;
    const { identity, plan } = exchange;
    if (free.has(exchange.target.path)) {
      const state = context.limiter.peek(identity, plan);
      const recordRate = (rate: RateState) => {
        exchange.rate = rate;
        return true;
      };
      return state instanceof Promise ? state.then(recordRate) : recordRate(state);
    }
    const admission = context.limiter.admit(identity, plan);
    if (!(admission instanceof Promise)) return this.#applyAdmission(exchange, admission);
    return admission.then((found) => this.#applyAdmission(exchange, found));
  }

  #applyAdmission(exchange: HttpExchange, { admittedAt, state }: RateAdmission): boolean {
    const { context } = this.#parts;
    exchange.admittedAt = admittedAt;
    exchange.rate = state;
    if (admittedAt !== null) return true;
    context.metrics.countRateLimited();
    const seconds = computeRetryAfterSeconds(state);
    this.#refuse(exchange, {
      code: "rate_limit_exceeded",
      detail: `The plan '${state.plan.name}' allows ${state.plan.quota} requests in any 60 seconds. Try again in ${seconds} s.`,
      retryAfterSeconds: seconds,
      extra: buildRateLimitFields(state.plan, seconds),
    });
    return false;
  }

  #receiveBodyIfPresent(exchange: HttpExchange): void {
    const { context, acceptsForm } = this.#parts;
    const { request, caller, target } = exchange;
    const { bodyBytes: maxBytes } = context.limits;
    const length = getBodyLength(request);
    if (length === 0) {
      this.#answerOrQueue(exchange);
      return;
    }
    if (length > maxBytes && length !== Number.POSITIVE_INFINITY) {
      this.#refuse(exchange, createTooLargeProblem(maxBytes));
      return;
    }
    const keep = caller.kind === "key" || acceptsForm(target.path);
    receiveBody(request, { maxBytes, keep }, (body) => {
      if (body === null) {
        this.#refuse(exchange, createTooLargeProblem(maxBytes));
        return;
      }
      exchange.body = body;
      this.#answerOrQueue(exchange);
    });
  }

  /** Answers now or in a later event-loop turn. `#shedIfNeeded` may refuse a request that waited `behindLagMs` or longer. */
  #answerOrQueue(exchange: HttpExchange): void {
    const { context, getRouteName, answer } = this.#parts;
    const { behindLagMs, overloadLagMs } = context.limits;
    const { response, identity } = exchange;
    context.turns.beginOrQueue(
      identity,
      () => getRouteName(exchange),
      (waitedMs) => {
        if (response.destroyed) return true;
        try {
          if (waitedMs < behindLagMs || !this.#shedIfNeeded(exchange, waitedMs >= overloadLagMs)) answer(exchange);
        } catch (error) {
          this.#destroyAfterFailure(exchange.request, error);
        }
        return response.writableEnded;
      },
    );
  }

  readonly #refuseExpectation = (exchange: HttpExchange): void => {
    this.#continueIfAllowed(exchange, () => {
      const detail = "The only supported expectation is '100-continue'.";
      this.#refuse(exchange, { code: "expectation_failed", detail, close: true });
    });
  };

  /** Refuses the request, and closes the connection if the rest of the request is too large to read. */
  #refuse(exchange: HttpExchange, problem: Problem): void {
    const { request } = exchange;
    const { context } = this.#parts;
    const close = problem.close === true || (!request.complete && getBodyLength(request) > context.limits.bodyBytes);
    sendProblem(context, exchange, close ? { ...problem, close } : problem);
  }
}
