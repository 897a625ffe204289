import { Counter, collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { getLostLineCount } from "../base/log.ts";
import { createRequestMeter } from "./request-meter.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** @param countOpenConnections called at each scrape. */
export function createMetrics(registry: Registry, countOpenConnections: () => number) {
  const registers = [registry];
  const createCounter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });
  const limited = createCounter("http_rate_limited_total", "Requests refused with 429.");
  const badTokens = createCounter("http_bad_tokens_total", "Requests with a key that is unknown, revoked or expired.");
  const countShed = createCounter(
    "http_shed_total",
    "Requests refused with 503 because the event loop was behind: from callers who used most of its time (caller), or from anyone (all).",
    "of",
  );
  const countForgotten = createCounter(
    "rate_limit_forgotten_total",
    "Callers whose request counts were dropped early, possibly within their window, to limit memory.",
  );
  const countCounting = createCounter(
    "rate_limit_counted_total",
    "Requests checked against a rate limit: by Redis for all processes (store), or by this process against its share of the limit (share).",
    "by",
  );
  const parser = createCounter("http_parser_errors_total", "Requests refused by the HTTP parser, by problem.", "code");
  const refused = createCounter(
    "http_connections_refused_total",
    "Connections closed immediately, by the limit they exceeded.",
    "reason",
  );
  const closedIdle = createCounter(
    "http_connections_closed_idle_total",
    "Longest-idle connections closed to make room for a new one.",
  );
  registerProcessMetrics(registers, countOpenConnections);
  return {
    answered: createRequestMeter(registry),
    countRateLimited: () => limited.inc(),
    countShed: (of: "caller" | "all") => countShed.inc({ of }),
    countBadToken: () => badTokens.inc(),
    countForgotten: (identities: number) => countForgotten.inc(identities),
    /** Counts a request by what checked its rate limit: the shared store, or this process's own share of the limit. */
    countCounting: (by: "store" | "share") => countCounting.inc({ by }),
    countParserError: (code: string) => parser.inc({ code }),
    countClosedIdle: () => closedIdle.inc(),
    countRefusedConnection: (reason: "total" | "address" | "network" | "pipelined") => refused.inc({ reason }),
  };
}

/** Registers metrics whose values are read at each scrape. */
function registerProcessMetrics(registers: Registry[], countOpenConnections: () => number): void {
  new Counter({
    name: "log_lines_lost_total",
    help: "Log and output lines that could not be written.",
    registers,
    collect() {
      this.reset();
      this.inc(getLostLineCount());
    },
  });
  new Gauge({
    name: "http_connections",
    help: "Open connections.",
    registers,
    collect() {
      this.set(countOpenConnections());
    },
  });
}
