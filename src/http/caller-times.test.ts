import assert from "node:assert/strict";
import { test } from "node:test";
import { CallerTimes } from "./caller-times.ts";

const takeAll = (ms: number) => ms;

test("finds the fewest callers that together took half of the time", () => {
  const times = new CallerTimes(takeAll);
  times.charge("a", 0, 900);
  times.charge("b", 900, 1500);
  times.charge("c", 1500, 1800);
  times.charge("reader", 1800, 1810);
  assert.deepEqual([...times.findHeaviest(1810)], ["a", "b"]);
});

test("finds no heavy callers if most of the time went to many callers with little time each", () => {
  const times = new CallerTimes(takeAll);
  assert.equal(times.findHeaviest(0).size, 0);
  for (let at = 0; at < 100; at += 1) times.charge(`caller ${at}`, at * 20, at * 20 + 20);
  assert.equal(times.findHeaviest(2000).size, 0);
  times.charge("a", 2000, 2300);
  assert.equal(times.findHeaviest(2300).size, 0, "300 ms are not half of 2,300");
});

test("charges overlapping time only to the caller that was charged first", () => {
  const times = new CallerTimes(takeAll);
  times.charge("a", 0, 400);
  times.charge("b", 0, 500);
  assert.deepEqual([...times.findHeaviest(500)], ["a"]);
});

test("forgets a caller's time after five seconds, even without a query in between", () => {
  const times = new CallerTimes(takeAll);
  times.charge("a", 0, 2000);
  assert.deepEqual([...times.findHeaviest(2600)], ["a"], "the time before the last five seconds counts, too");
  assert.equal(times.hasOneCaller, true);
  times.charge("b", 7000, 7010);
  assert.equal(times.findHeaviest(7010).size, 0);
  times.charge("a", 7010, 9000);
  assert.equal(times.findHeaviest(60_000).size, 0);
});

test("a flood of callers does not hide a heavy caller", () => {
  const times = new CallerTimes(takeAll);
  for (let at = 0; at < 50_000; at += 1) times.charge(`flood ${at}`, at / 1000, (at + 1) / 1000);
  times.charge("a", 50, 1050);
  assert.deepEqual([...times.findHeaviest(1050)], ["a"]);
});

test("charges a caller for the thread's working time, not for the time the thread was suspended", () => {
  const times = new CallerTimes((ms) => Math.min(ms, 100));
  times.charge("a", 0, 1300);
  assert.equal(times.findHeaviest(1300).size, 0, "100 ms are too little");
  times.charge("a", 1300, 1400);
  times.charge("a", 1400, 1500);
  assert.deepEqual([...times.findHeaviest(1500)], ["a"]);
});
