/** Starts the daily run, and the checks for new filings between two of them, when they are due. The clock is read often, so that a laptop that slept through the hour catches up when it wakes. */

export interface Clock {
  now(): Date;
  /** Calls back once after that many milliseconds; the returned function cancels. */
  after(ms: number, callback: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => new Date(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Timers do not run while a machine sleeps, so the clock is read this often instead of being waited for. */
const LOOK_EVERY_MS = 30_000;

const DAY_MS = 86_400_000;

const WASHINGTON = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  weekday: "short",
  hour: "numeric",
  hourCycle: "h23",
});
const WEEKEND: readonly string[] = ["Sat", "Sun"];
/** Reports are filed through the day and published into the evening. Holidays count as working days: one more check costs the sites little. */
const WORKING_HOURS = { from: 8, until: 20 };

/** Monday to Friday, from 8 to 20 o'clock in Washington. */
export function areWorkingHours(at: Date): boolean {
  const parts = new Map(WASHINGTON.formatToParts(at).map(({ type, value }) => [type, value]));
  const hour = Number(parts.get("hour"));
  return !WEEKEND.includes(parts.get("weekday") ?? "") && hour >= WORKING_HOURS.from && hour < WORKING_HOURS.until;
}

/** The first instant after `from` that has the time of day `at` (`06:30`, UTC). */
export function nextRunAfter(from: Date, at: string): Date {
  const [hours, minutes] = at.split(":").map(Number) as [number, number];
  const next = new Date(from);
  next.setUTCHours(hours, minutes, 0, 0);
  if (next <= from) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

/**
 * Runs `work` at once and then each day at `at`; never two at a time. A run that was missed, by sleep or by a longer run before it, is made up for once.
 * `work` must not throw. @returns stops the schedule; a run under way is the caller's to abort.
 */
export function scheduleDaily(clock: Clock, at: string, work: () => Promise<void>): () => void {
  let stopped = false;
  let cancel = () => {};
  let due = clock.now();

  const look = () => {
    if (stopped) return;
    // The next run is never more than a day ahead: if it seems so, the clock was ahead when it was set, and is not now.
    if (due.getTime() - clock.now().getTime() > DAY_MS) due = nextRunAfter(clock.now(), at);
    if (clock.now() < due) {
      cancel = clock.after(LOOK_EVERY_MS, look);
      return;
    }
    due = nextRunAfter(clock.now(), at);
    void work().then(() => {
      if (!stopped) cancel = clock.after(LOOK_EVERY_MS, look);
    });
  };
  look();

  return () => {
    stopped = true;
    cancel();
  };
}

/**
 * Runs `work` again and again, each time after a pause that is asked for at every reading of the clock, so that a shorter pause takes effect
 * at once; 0 means no run now. Never two at a time. `work` must not throw. @returns stops the schedule.
 */
export function scheduleLooks(clock: Clock, pauseMs: (now: Date) => number, work: () => Promise<void>): () => void {
  let stopped = false;
  let endedAt = clock.now().getTime();
  let cancel = () => {};

  const wait = () => {
    if (!stopped) cancel = clock.after(LOOK_EVERY_MS, look);
  };
  const look = () => {
    const now = clock.now();
    // If a clock was set back, the checks would otherwise wait for as long as it had been ahead.
    endedAt = Math.min(endedAt, now.getTime());
    const pause = pauseMs(now);
    if (pause === 0 || now.getTime() - endedAt < pause) return wait();
    void work().then(() => {
      endedAt = clock.now().getTime();
      wait();
    });
  };
  wait();

  return () => {
    stopped = true;
    cancel();
  };
}
