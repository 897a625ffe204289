import assert from "node:assert/strict";
import { test } from "node:test";
import { AnswerTurns } from "./answer-turns.ts";

/** `AnswerTurns` with clocks that only the test advances; records which answers have started. */
function openTurns() {
  let now = 0;
  let cpu = 0;
  const started: string[] = [];
  const charged = new Map<string, number>();
  let chargedTo = 0;
  const turns = new AnswerTurns({
    readMonotonicMs: () => now,
    readCpuMs: () => cpu,
    charge(caller, from, to) {
      charged.set(caller, (charged.get(caller) ?? 0) + to - Math.max(from, chargedTo));
      chargedTo = to;
    },
  });
  const work = (ms: number) => {
    now += ms;
    cpu += ms;
  };
  const waits: number[] = [];
  return {
    started,
    charged,
    waits,
    pass: (ms: number) => {
      now += ms;
    },
    /** Queues an answer that does its work in a microtask, like an answer from the store. */
    ask(name: string, ms: number, { route = "route", caller = name } = {}) {
      turns.beginOrQueue(
        caller,
        () => route,
        (waitedMs) => {
          started.push(name);
          waits.push(waitedMs);
          void Promise.resolve()
            .then(() => {})
            .then(() => work(ms));
          return false;
        },
      );
    },
    askAtOnce(name: string, ms: number, route = "route") {
      turns.beginOrQueue(
        name,
        () => route,
        () => {
          started.push(name);
          work(ms);
          return true;
        },
      );
    },
  };
}

const waitOneTurn = () => new Promise((done) => setImmediate(done));

test("starts one costly response per turn when several arrive together", async () => {
  const { ask, started } = openTurns();
  for (const name of ["a", "b", "c", "d"]) ask(name, 5);
  assert.deepEqual(started, ["a"]);
  for (let passed = 2; passed <= 4; passed += 1) {
    await waitOneTurn();
    assert.equal(started.length, passed);
  }
  await waitOneTurn();
  assert.deepEqual(started, ["a", "b", "c", "d"]);
});

test("starts immediate responses in the same turn until the turn's time is used up", async () => {
  const { askAtOnce, started } = openTurns();
  for (let n = 0; n < 6; n += 1) askAtOnce(String(n), 1);
  assert.deepEqual(started, ["0", "1", "2", "3"]);
  await waitOneTurn();
  assert.equal(started.length, 6);
});

test("cheap queued responses share a turn, even if they continue in microtasks", async () => {
  const { ask, started } = openTurns();
  for (let n = 0; n < 9; n += 1) ask(String(n), 1);
  await waitOneTurn();
  assert.deepEqual(started, ["0", "1", "2", "3", "4"]);
});

test("routes take turns, and so do the callers of a route", async () => {
  const { ask, started } = openTurns();
  const requests = [
    ["a1", "herd", "a"],
    ["a2", "herd", "a"],
    ["a3", "herd", "a"],
    ["b1", "herd", "b"],
    ["c1", "other", "c"],
    ["a4", "other", "a"],
  ] as const;
  for (const [name, route, caller] of requests) ask(name, 5, { route, caller });
  for (const _ of requests) await waitOneTurn();
  assert.deepEqual(started, ["a1", "a2", "c1", "b1", "a4", "a3"]);
});

test("starts a new request at once, unless the turn has run long and the same route has queued requests", async () => {
  const short = openTurns();
  for (const name of ["a", "b", "c"]) short.ask(name, 5, { route: "herd" });
  await waitOneTurn();
  short.askAtOnce("visitor", 1, "herd");
  assert.deepEqual(short.started, ["a", "b", "visitor"]);
  const { ask, askAtOnce, started } = openTurns();
  for (const name of ["a", "b", "c", "d"]) ask(name, 50, { route: "herd" });
  await waitOneTurn();
  askAtOnce("herd again", 1, "herd");
  askAtOnce("visitor", 1, "other");
  assert.deepEqual(started, ["a", "b", "visitor"]);
});

test("measures the wait for a response in processor time, without the time the process was suspended", async () => {
  const { ask, pass, waits } = openTurns();
  for (const name of ["a", "b", "c"]) ask(name, 100);
  pass(5000);
  for (let turns = 0; turns < 4; turns += 1) await waitOneTurn();
  assert.deepEqual(waits, [0, 100, 200]);
});

test("charges each caller for the time of the caller's own response", async () => {
  const { ask, charged } = openTurns();
  for (const [name, ms] of [
    ["a", 20],
    ["b", 30],
  ] as const)
    ask(name, ms);
  for (let turns = 0; turns < 3; turns += 1) await waitOneTurn();
  assert.deepEqual(
    [...charged],
    [
      ["a", 20],
      ["b", 30],
    ],
  );
});
