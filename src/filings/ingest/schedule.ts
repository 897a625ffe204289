/** Starts the daily run and the checks for new filings when due. Polls the clock, so that a laptop that slept past the time catches up on waking. */

export interface Clock {
  now(): Date;
  /** Calls back once after this many milliseconds; the returned function cancels the call. */
  callAfter(ms: number, callback: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => new Date(),
  callAfter(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Polling interval of the clock: timers do not run while a machine sleeps. */
const POLL_EVERY_MS = 30_000;

const DAY_MS = 86_400_000;

const WASHINGTON = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  weekday: "short",
  hour: "numeric",
  hourCycle: "h23",
});
const WEEKEND: readonly string[] = ["Sat", "Sun"];
/** Reports are filed during the day and published into the evening. Holidays count as working days: one more check costs the sites little. */
const WORKING_HOURS = { from: 8, until: 20 };

/** Returns true from Monday to Friday between 8:00 and 20:00 in Washington. */
export function isWorkingHour(at: Date): boolean {
  const parts = new Map(WASHINGTON.formatToParts(at).map(({ type, value }) => [type, value]));
  const hour = Number(parts.get("hour"));
  return !WEEKEND.includes(parts.get("weekday") ?? "") && hour >= WORKING_HOURS.from && hour < WORKING_HOURS.until;
}

/** Returns the first instant after `from` at the time of day `at` (`06:30`, UTC). */
export function computeNextRun(from: Date, at: string): Date {
  const [hours, minutes] = at.split(":").map(Number) as [number, number];
  const next = new Date(from);
  next.setUTCHours(hours, minutes, 0, 0);
  if (next <= from) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

/**
 * Runs `work` at once and then daily at `at`, never two at a time. A single run makes up for all runs missed because of sleep or
 * a longer previous run. `work` must not throw. @returns a function that stops the schedule; the caller must abort a current run.
 */
export function scheduleDaily(clock: Clock, at: string, work: () => Promise<void>): () => void {
  let due = clock.now();
  const advanceIfDue = (now: Date): boolean => {
    // The next run is at most a day ahead. If it seems later, the clock was ahead when the time was computed.
    if (due.getTime() - now.getTime() > DAY_MS) due = computeNextRun(now, at);
    if (now < due) return false;
    due = computeNextRun(now, at);
    return true;
  };
  const { pollIfDue, stop } = pollClock(clock, advanceIfDue, work);
  pollIfDue();
  return stop;
}

/**
 * Runs `work` repeatedly, never two at a time. Evaluates the pause each time the clock is polled, so that a shorter pause takes
 * effect at once. While the pause is 0, no run starts. `work` must not throw. @returns a function that stops the schedule.
 */
export function scheduleChecks(clock: Clock, pauseMs: (now: Date) => number, work: () => Promise<void>): () => void {
  let endedAt = clock.now().getTime();
  const isDue = (now: Date): boolean => {
    // If a clock was set back, checks would otherwise be delayed by the difference.
    endedAt = Math.min(endedAt, now.getTime());
    const pause = pauseMs(now);
    return pause !== 0 && now.getTime() - endedAt >= pause;
  };
  const { pollLater, stop } = pollClock(clock, isDue, async () => {
    await work();
    endedAt = clock.now().getTime();
  });
  pollLater();
  return stop;
}

/** Creates a loop that polls the clock and runs `work` when due. `pollIfDue` starts it with a poll, `pollLater` with a pause. */
function pollClock(clock: Clock, isDue: (now: Date) => boolean, work: () => Promise<void>) {
  let isStopped = false;
  let cancel = () => {};
  const pollLater = () => {
    if (!isStopped) cancel = clock.callAfter(POLL_EVERY_MS, pollIfDue);
  };
  const pollIfDue = () => {
    if (isDue(clock.now())) void work().then(pollLater);
    else pollLater();
  };
  const stop = () => {
    isStopped = true;
    cancel();
  };
  return { pollIfDue, pollLater, stop };
}
