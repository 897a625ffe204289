/** Rate-limited logging of events caused by requests: no client can fill a disk, and an operator still sees what is happening. */
import type { Logger } from "../base/log.ts";

/** Maximum lines per message and minute. */
const LINES = 20;
const WINDOW_MS = 60_000;

export interface RequestLog {
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

/** Lines are limited per message, so `message` must be a constant; details go into `about`. */
export function createThrottledLog(log: RequestLog | Logger, readMonotonicMs: () => number): RequestLog {
  const windows = new Map<string, { endsAt: number; left: number; leftOut: number }>();
  const logOrCount = (level: "warn" | "error", about: object, message: string): void => {
    const known = windows.get(message);
    if (known && readMonotonicMs() < known.endsAt) {
      known.left -= 1;
      if (known.left < 0) known.leftOut += 1;
      else log[level](about, message);
      return;
    }
    windows.set(message, { endsAt: readMonotonicMs() + WINDOW_MS, left: LINES - 1, leftOut: 0 });
    const leftOut = known?.leftOut ?? 0;
    log[level](leftOut > 0 ? { ...about, leftOutBefore: leftOut } : about, message);
  };
  return {
    warn: (about, message) => logOrCount("warn", about, message),
    error: (about, message) => logOrCount("error", about, message),
  };
}
