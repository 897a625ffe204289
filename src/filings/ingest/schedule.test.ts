import assert from "node:assert/strict";
import { test } from "node:test";
import { type Clock, computeNextRun, isWorkingHour, scheduleChecks, scheduleDaily } from "./schedule.ts";

/** A clock that only moves when set; `sleep` passes time without timers, as a closed laptop does. */
function createFakeClock(start: string) {
  let nowMs = Date.parse(start);
  let timers: { at: number; callback: () => void }[] = [];
  const clock: Clock = {
    now: () => new Date(nowMs),
    callAfter(ms, callback) {
      const timer = { at: nowMs + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  };
  return {
    clock,
    async pass(ms: number) {
      const end = nowMs + ms;
      await new Promise(setImmediate);
      for (;;) {
        const [next] = timers.filter((each) => each.at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((each) => each !== next);
        nowMs = Math.max(nowMs, next.at);
        next.callback();
        await new Promise(setImmediate);
      }
      nowMs = end;
    },
    sleep(ms: number) {
      nowMs += ms;
      timers = timers.map((each) => ({ ...each, at: each.at + ms }));
    },
    /** Sets the clock without affecting the timers. */
    set(ms: number) {
      nowMs += ms;
      timers = timers.map((each) => ({ ...each, at: each.at + ms }));
    },
    timers: () => timers.length,
  };
}

const HOUR = 3_600_000;

test("the next run is later today if its time is still ahead, else tomorrow", () => {
  assert.equal(computeNextRun(new Date("2026-11-20T06:29:59Z"), "06:30").toISOString(), "2026-11-20T06:30:00.000Z");
  assert.equal(computeNextRun(new Date("2026-11-20T06:30:00Z"), "06:30").toISOString(), "2026-11-21T06:30:00.000Z");
  assert.equal(computeNextRun(new Date("2026-12-31T23:00:00Z"), "06:30").toISOString(), "2027-01-01T06:30:00.000Z");
});

test("runs at startup, then once a day at the set hour", async () => {
  const { clock, pass } = createFakeClock("2026-11-20T10:00:00Z");
  const runs: string[] = [];
  const stop = scheduleDaily(clock, "06:30", async () => {
    runs.push(clock.now().toISOString());
  });
  await pass(72 * HOUR);
  stop();
  assert.deepEqual(
    runs.map((run) => run.slice(0, 16)),
    ["2026-11-20T10:00", "2026-11-21T06:30", "2026-11-22T06:30", "2026-11-23T06:30"],
  );
  await pass(48 * HOUR);
  assert.equal(runs.length, 4);
});

test("makes up once for a run missed during sleep, soon after the machine wakes", async () => {
  const { clock, pass, sleep } = createFakeClock("2026-11-20T10:00:00Z");
  const runs: string[] = [];
  const stop = scheduleDaily(clock, "06:30", async () => {
    runs.push(clock.now().toISOString());
  });
  await pass(HOUR);
  sleep(60 * HOUR);
  await pass(HOUR);
  assert.deepEqual(
    runs.map((run) => run.slice(0, 16)),
    ["2026-11-20T10:00", "2026-11-22T23:00"],
  );
  await pass(8 * HOUR);
  assert.equal(runs.at(-1)?.slice(0, 16), "2026-11-23T06:30");
  stop();
});

test("never runs twice at the same time", async () => {
  const { clock, pass, timers } = createFakeClock("2026-11-20T06:00:00Z");
  let underWay = 0;
  let most = 0;
  let finish = () => {};
  const stop = scheduleDaily(clock, "06:30", async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    underWay -= 1;
  });
  await pass(30 * HOUR);
  assert.equal(most, 1);
  assert.equal(timers(), 0);
  finish();
  await new Promise(setImmediate);
  await pass(HOUR);
  assert.equal(underWay, 1, "the run that fell due during the long one starts after it");
  assert.equal(most, 1);
  stop();
});

test("after a clock jumps ahead and back, the next run is still at its hour, within a day", async () => {
  for (const jump of [365 * 24 * HOUR, 30 * 24 * HOUR, 25 * HOUR]) {
    const { clock, pass, set } = createFakeClock("2026-11-20T10:00:00Z");
    const runs: string[] = [];
    const stop = scheduleDaily(clock, "06:30", async () => {
      runs.push(clock.now().toISOString().slice(0, 16));
    });
    await pass(HOUR);
    set(jump);
    await pass(HOUR);
    set(-jump);
    runs.length = 0;
    await pass(48 * HOUR);
    assert.deepEqual(runs, ["2026-11-21T06:30", "2026-11-22T06:30"], `${jump / HOUR} h`);
    stop();
  }
});

test("a clock set back by an hour neither skips nor repeats a run", async () => {
  const { clock, pass, set } = createFakeClock("2026-11-20T10:00:00Z");
  const runs: string[] = [];
  const stop = scheduleDaily(clock, "06:30", async () => {
    runs.push(clock.now().toISOString().slice(11, 16));
  });
  await pass(HOUR);
  set(-HOUR);
  await pass(47 * HOUR);
  assert.deepEqual(runs, ["10:00", "06:30", "06:30"]);
  stop();
});

test("Washington's working hours are 8 to 20 local time, Monday to Friday, in summer and winter", () => {
  for (const [at, expected] of [
    ["2026-11-20T12:59:00Z", false],
    ["2026-11-20T13:00:00Z", true],
    ["2026-11-21T00:59:00Z", true],
    ["2026-11-21T01:00:00Z", false],
    ["2026-11-21T15:00:00Z", false],
    ["2026-07-06T11:59:00Z", false],
    ["2026-07-06T12:00:00Z", true],
  ] as const) {
    assert.equal(isWorkingHour(new Date(at)), expected, at);
  }
});

test("the interval between checks for new filings depends on the hour, and a shorter interval applies at once", async () => {
  const { clock, pass, set } = createFakeClock("2026-11-20T11:00:00Z");
  const checks: string[] = [];
  const getInterval = (now: Date) => (isWorkingHour(now) ? HOUR / 4 : HOUR);
  const stop = scheduleChecks(clock, getInterval, async () => {
    checks.push(clock.now().toISOString().slice(11, 16));
  });
  await pass(2.75 * HOUR);
  assert.deepEqual(checks, ["12:00", "13:00", "13:15", "13:30", "13:45"]);
  set(-24 * HOUR);
  await pass(HOUR);
  assert.deepEqual(checks.slice(5), ["14:00", "14:15", "14:30", "14:45"].slice(0, checks.length - 5));
  assert.ok(checks.length > 7);
  stop();
  const before = checks.length;
  await pass(5 * HOUR);
  assert.equal(checks.length, before);
});

test("an interval of 0 turns off the checks for new filings, and two checks never run at once", async () => {
  const { clock, pass } = createFakeClock("2026-11-20T11:00:00Z");
  let checks = 0;
  const stopNever = scheduleChecks(
    clock,
    () => 0,
    async () => {
      checks += 1;
    },
  );
  await pass(48 * HOUR);
  assert.equal(checks, 0);
  stopNever();
  const stop = scheduleChecks(
    clock,
    () => HOUR,
    () => {
      checks += 1;
      return new Promise(() => {});
    },
  );
  await pass(48 * HOUR);
  assert.equal(checks, 1);
  stop();
});
