/** Remembers for one host its pace, the wait it asked for, and how often it refused us. It decides and never waits. */
import { SourceError } from "../base/errors.ts";

const REFUSALS_BEFORE_STOP = 3;
const STOP_MS = 3_600_000;

export interface HostPolicy {
  /**
   * Milliseconds to wait at `now` before the next request to the host.
   * @throws {SourceError} `blocked` for an hour after three refusals within one, `rate_limited` when it asked for a longer wait than `longestWaitMs`.
   */
  pauseBefore(now: number): number;
  /** Notes that a request starts. */
  started(now: number): void;
  /** Notes that the host asked for a pause of some seconds. */
  askedToWait(now: number, seconds: number): void;
  /** Notes a 403. Answers in between do not wipe it out: a gate may refuse pages and let searches through. */
  refused(now: number): void;
}

/** @param spacingMs Least time between the starts of two requests. */
export function hostPolicy(host: string, spacingMs: number, longestWaitMs: number): HostPolicy {
  let nextAt = 0;
  let notBefore = 0;
  let stoppedUntil = 0;
  let refusals: number[] = [];

  return {
    pauseBefore(now) {
      if (now < stoppedUntil) {
        const seconds = Math.ceil((stoppedUntil - now) / 1000);
        throw new SourceError(
          "blocked",
          `${host} refused ${REFUSALS_BEFORE_STOP} requests (403); it is not asked again for ${seconds} seconds.`,
          { retryAfterSeconds: seconds },
        );
      }
      if (notBefore - now > longestWaitMs) {
        const seconds = Math.ceil((notBefore - now) / 1000);
        throw new SourceError("rate_limited", `${host} asked not to be asked for ${seconds} seconds.`, {
          retryAfterSeconds: seconds,
        });
      }
      return Math.max(0, nextAt - now, notBefore - now);
    },
    started(now) {
      nextAt = now + spacingMs;
    },
    askedToWait(now, seconds) {
      notBefore = Math.max(notBefore, now + seconds * 1000);
    },
    refused(now) {
      refusals = [...refusals.filter((at) => now - at < STOP_MS), now];
      if (refusals.length < REFUSALS_BEFORE_STOP) return;
      stoppedUntil = now + STOP_MS;
      refusals = [];
    },
  };
}
