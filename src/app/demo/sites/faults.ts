/** Faults of public sites, as they were seen: blocked, down, slow, cut off, or a web page where a document was asked for. */
import type { Answer } from "./site.ts";
import { html } from "./site.ts";

export const FAULTS = ["forbidden", "unavailable", "too_many", "slow", "truncated", "html", "reset"] as const;
export type Fault = (typeof FAULTS)[number];

/** Faults that `--faults` injects. `too_many` and `reset` are there for tests that ask for them. */
export const INJECTED = ["forbidden", "unavailable", "slow", "truncated", "html"] as const satisfies readonly Fault[];

/** Chooses the fault that a request meets; null for none. */
export interface FaultPlan {
  next(path: string): Fault | null;
  /** Every request whose path matches meets this fault, the next `times` times (until cleared when not told). */
  force(path: string | RegExp, fault: Fault, times?: number): void;
  /** Ends all faults, drawn ones too: the sites are well from now on. */
  clear(): void;
}

/**
 * Seeded: whether the nth request of a path meets a fault depends on the seed, the path and n only, not on what else is
 * asked in between. `rate` is the share of requests from 0 to 1.
 */
export function faultPlan({ rate = 0, seed = 1, kinds = INJECTED as readonly Fault[] } = {}): FaultPlan {
  const asked = new Map<string, number>();
  let forced: { path: string | RegExp; fault: Fault; left: number }[] = [];
  let isOver = rate === 0;
  return {
    next(path) {
      const order = forced.find((each) => each.left > 0 && matches(each.path, path));
      if (order) {
        order.left -= 1;
        return order.fault;
      }
      if (isOver) return null;
      const turn = (asked.get(path) ?? 0) + 1;
      asked.set(path, turn);
      const draw = hash(`${seed} ${turn} ${path}`);
      return draw / 2 ** 32 < rate ? (kinds[draw % kinds.length] ?? null) : null;
    },
    force(path, fault, times = Number.POSITIVE_INFINITY) {
      forced.push({ path, fault, left: times });
    },
    clear() {
      forced = [];
      isOver = true;
    },
  };
}

/** The whole answer of a fault that replaces the site's own; null for those that spoil it on the way. */
export function faultAnswer(fault: Fault, retryAfterSeconds: number): Answer | null {
  const retry = { "retry-after": String(retryAfterSeconds) };
  switch (fault) {
    case "forbidden":
      return html(
        403,
        "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>Reference #18.0</BODY></HTML>",
      );
    case "unavailable":
      return html(
        503,
        "<html><head><title>Site Under Maintenance</title></head><body>Please come back later.</body></html>",
        retry,
      );
    case "too_many":
      return { status: 429, headers: { "content-type": "text/plain", ...retry }, body: "Too Many Requests\r\n" };
    case "html":
      return html(
        200,
        "<!DOCTYPE html><html><head><title>Site Under Maintenance</title></head><body><p>Scheduled maintenance is in progress.</p></body></html>",
      );
    case "slow":
    case "truncated":
    case "reset":
      return null;
  }
}

function matches(pattern: string | RegExp, path: string): boolean {
  return typeof pattern === "string" ? path.includes(pattern) : pattern.test(path);
}

/** FNV-1a with a final mix, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
