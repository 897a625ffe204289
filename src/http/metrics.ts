/** The service's metrics for `/metrics`. */
import { Counter, collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { linesLost } from "../base/log.ts";
import { meterRequests } from "./request-meter.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Registers the metrics; `openConnections` is read at each scrape. */
export function createMetrics(registry: Registry, openConnections: () => number) {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });
  const limited = counter("http_rate_limited_total", "Requests refused with 429.");
  const badTokens = counter("http_bad_tokens_total", "Requests with a key that is unknown, revoked or expired.");
  const shed = counter(
    "http_shed_total",
    "Requests refused with 503 since the event loop was behind: of callers who took most of its time (caller), or of all (all).",
    "of",
  );
  const forgotten = counter(
    "rate_limit_forgotten_total",
    "Identities forgotten inside their window to bound the memory.",
  );
  const counted = counter(
    "rate_limit_counted_total",
    "Requests counted by Redis for all processes (store), or by the share of this one (share).",
    "by",
  );
  const parser = counter("http_parser_errors_total", "What the HTTP parser refused, by problem.", "code");
  const refused = counter(
    "http_connections_refused_total",
    "Connections closed at once, by the bound they met.",
    "reason",
  );
  const closedIdle = counter(
    "http_connections_closed_idle_total",
    "Connections that were idle for longest when a new one found no room.",
  );
  observe(registers, openConnections);
  return {
    answered: meterRequests(registry),
    rateLimited: () => limited.inc(),
    shed: (of: "caller" | "all") => shed.inc({ of }),
    badToken: () => badTokens.inc(),
    forgotten: (identities: number) => forgotten.inc(identities),
    /** Counts how requests were counted: by the store that processes share, or by this process's share. */
    counted: (by: "store" | "share") => counted.inc({ by }),
    parserError: (code: string) => parser.inc({ code }),
    closedIdleConnection: () => closedIdle.inc(),
    refusedConnection: (reason: "total" | "address" | "network" | "pipelined") => refused.inc({ reason }),
  };
}

/** Gauges read at each scrape. */
function observe(registers: Registry[], openConnections: () => number): void {
  new Counter({
    name: "log_lines_lost_total",
    help: "Lines of log and output that could not be written.",
    registers,
    collect() {
      this.reset();
      this.inc(linesLost());
    },
  });
  new Gauge({
    name: "http_connections",
    help: "Open connections.",
    registers,
    collect() {
      this.set(openConnections());
    },
  });
}
