/** Tracks one host: its request rate, the wait that it asked for, and its refusals. Computes waits but never waits itself. */
import { SourceError } from "../base/errors.ts";

const REFUSALS_BEFORE_STOP = 3;
const STOP_MS = 3_600_000;

export interface HostPolicy {
  /**
   * Returns the milliseconds to wait at `now` before the next request to the host. @throws {SourceError} `blocked` for an hour
   * after three refusals within an hour; `rate_limited` while a wait that the host requested lasts longer than `longestWaitMs`.
   */
  computePause(now: number): number;
  recordRequestStart(now: number): void;
  recordPauseRequest(now: number, seconds: number): void;
  /** Records a 403. Successful responses in between do not reset the count: a site may refuse pages and allow searches. */
  recordRefusal(now: number): void;
}

/** @param spacingMs minimum time between the starts of two requests. */
export function createHostPolicy(host: string, spacingMs: number, longestWaitMs: number): HostPolicy {
  let nextAt = 0;
  let notBefore = 0;
  let stoppedUntil = 0;
  let refusals: number[] = [];

  return {
    computePause(now) {
      if (now < stoppedUntil) {
        const seconds = Math.ceil((stoppedUntil - now) / 1000);
        throw new SourceError(
          "blocked",
          `${host} refused ${REFUSALS_BEFORE_STOP} requests (403), so we will send it no requests for ${seconds} seconds.`,
          { retryAfterSeconds: seconds },
        );
      }
      if (notBefore - now > longestWaitMs) {
        const seconds = Math.ceil((notBefore - now) / 1000);
        throw new SourceError("rate_limited", `${host} asked us to send no requests for ${seconds} seconds.`, {
          retryAfterSeconds: seconds,
        });
      }
      return Math.max(0, nextAt - now, notBefore - now);
    },
    recordRequestStart(now) {
      nextAt = now + spacingMs;
    },
    recordPauseRequest(now, seconds) {
      notBefore = Math.max(notBefore, now + seconds * 1000);
    },
    recordRefusal(now) {
      refusals = [...refusals.filter((at) => now - at < STOP_MS), now];
      if (refusals.length < REFUSALS_BEFORE_STOP) return;
      stoppedUntil = now + STOP_MS;
      refusals = [];
    },
  };
}
