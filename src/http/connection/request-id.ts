import { randomUUID } from "node:crypto";

const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;

/** Returns the client's `X-Request-Id` if it is at most 128 letters, digits and `._~-`; otherwise a new UUID v7 (RFC 9562). */
export function chooseRequestId(sentId: string | string[] | undefined, wallMs: number): string {
  return typeof sentId === "string" && WELL_FORMED.test(sentId) ? sentId : createUuidV7(wallMs);
}

let prefixMs = Number.NaN;
let prefix = "";

/** Creates a UUID v7 from 48 bits of Unix milliseconds and the random bits of a UUID v4. */
function createUuidV7(wallMs: number): string {
  if (wallMs !== prefixMs) {
    // The prefix is cached, since many requests share a millisecond.
    const time = Math.trunc(wallMs).toString(16).padStart(12, "0");
    prefixMs = wallMs;
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  }
  return prefix + randomUUID().slice(15);
}
