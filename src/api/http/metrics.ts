/** Metrics of the service for `/metrics`. */
import { Counter, collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { linesLost } from "../../log.ts";
import { meterRequests } from "./request-meter.ts";

export interface Metrics {
  answered(route: string, status: number, seconds: number): void;
  rateLimited(): void;
  badToken(): void;
  forgotten(identities: number): void;
  /** A request was counted by the store that several processes share, or by this process's fair share. */
  counted(by: "store" | "share"): void;
  parserError(code: string): void;
  refusedConnection(reason: "total" | "address" | "network" | "pipelined"): void;
  closedIdleConnection(): void;
}

/** Registers the meters; `openConnections` is read when they are asked for. */
export function createMetrics(registry: Registry, openConnections: () => number): Metrics {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const limited = new Counter({ name: "http_rate_limited_total", help: "Requests refused with 429.", registers });
  const badTokens = new Counter({
    name: "http_bad_tokens_total",
    help: "Requests with a key that is unknown, revoked or expired.",
    registers,
  });
  const forgotten = new Counter({
    name: "rate_limit_forgotten_total",
    help: "Identities forgotten inside their window to bound the memory.",
    registers,
  });
  const counted = new Counter({
    name: "rate_limit_counted_total",
    help: "Requests counted by Redis for all processes (store), or by the fair share of this one (share).",
    labelNames: ["by"],
    registers,
  });
  const parser = new Counter({
    name: "http_parser_errors_total",
    help: "What the HTTP parser refused, by problem.",
    labelNames: ["code"],
    registers,
  });
  const refused = new Counter({
    name: "http_connections_refused_total",
    help: "Connections closed at once, by the bound they met.",
    labelNames: ["reason"],
    registers,
  });
  const closedIdle = new Counter({
    name: "http_connections_closed_idle_total",
    help: "Connections that were idle for longest when a new one found no room.",
    registers,
  });
  observe(registers, openConnections);
  return {
    answered: meterRequests(registry),
    rateLimited: () => limited.inc(),
    badToken: () => badTokens.inc(),
    forgotten: (identities) => forgotten.inc(identities),
    counted: (by) => counted.inc({ by }),
    parserError: (code) => parser.inc({ code }),
    closedIdleConnection: () => closedIdle.inc(),
    refusedConnection: (reason) => refused.inc({ reason }),
  };
}

/** Meters that are read when they are asked for. */
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
