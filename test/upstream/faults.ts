/** Observed faults of public sites: blocked, down, slow, truncated, or a web page instead of a document. */
import type { Answer } from "../../src/app/demo/sites/site.ts";
import { toHtmlAnswer } from "../../src/app/demo/sites/site.ts";

export const FAULTS = ["forbidden", "unavailable", "too_many", "slow", "truncated", "html", "reset"] as const;
export type Fault = (typeof FAULTS)[number];

/** Faults that `--faults` injects by default. `too_many` and `reset` occur only if requested. */
export const INJECTED = ["forbidden", "unavailable", "slow", "truncated", "html"] as const satisfies readonly Fault[];

/** Chooses the fault for a request; null for none. */
export interface FaultPlan {
  drawFault(path: string): Fault | null;
  /** Gives this fault to the next `times` requests with a matching path; without `times`, to all of them until `clear`. */
  force(path: string | RegExp, fault: Fault, times?: number): void;
  /** Ends all faults, including random ones. */
  clear(): void;
}

/**
 * Creates a seeded plan: whether the nth request of a path gets a fault depends only on the seed, the path and n, not on
 * other requests. `rate` is the share of requests that get a fault, from 0 to 1.
 */
export function createFaultPlan({ rate = 0, seed = 1, kinds = INJECTED as readonly Fault[] } = {}): FaultPlan {
  const requested = new Map<string, number>();
  let forced: { path: string | RegExp; fault: Fault; left: number }[] = [];
  let isOver = rate === 0;
  return {
    drawFault(path) {
      const match = forced.find((each) => each.left > 0 && matchesPath(each.path, path));
      if (match) {
        match.left -= 1;
        return match.fault;
      }
      if (isOver) return null;
      const turn = (requested.get(path) ?? 0) + 1;
      requested.set(path, turn);
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

/** Creates the response that replaces the site's own; null for faults that delay, truncate or reset the site's own response. */
export function createFaultAnswer(fault: Fault, retryAfterSeconds: number): Answer | null {
  const retry = { "retry-after": String(retryAfterSeconds) };
  switch (fault) {
    case "forbidden":
      return toHtmlAnswer(
        403,
        "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>Reference #18.0</BODY></HTML>",
      );
    case "unavailable":
      return toHtmlAnswer(
        503,
        "<html><head><title>Site Under Maintenance</title></head><body>Please come back later.</body></html>",
        retry,
      );
    case "too_many":
      return { status: 429, headers: { "content-type": "text/plain", ...retry }, body: "Too Many Requests\r\n" };
    case "html":
      return toHtmlAnswer(
        200,
        "<!DOCTYPE html><html><head><title>Site Under Maintenance</title></head><body><p>Scheduled maintenance is in progress.</p></body></html>",
      );
    case "slow":
    case "truncated":
    case "reset":
      return null;
  }
}

function matchesPath(pattern: string | RegExp, path: string): boolean {
  return typeof pattern === "string" ? path.includes(pattern) : pattern.test(path);
}

/** Computes a 32-bit FNV-1a hash with a final mix. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
