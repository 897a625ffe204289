import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "./errors.ts";
import { FairQueue } from "./fair-queue.ts";

/** Starts tasks that the test ends, and records the order in which they begin. */
function startTasks(queue: FairQueue, began: string[]) {
  const ends: (() => void)[] = [];
  const ask = (caller: string, name: string) =>
    queue.run(caller, () => {
      began.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  const endOne = async () => {
    ends.shift()?.();
    // The next task begins in the turn of the event loop after the one in which this one ends.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  return { ask, endOne };
}

const OPTIONS = { concurrency: 1, waitingOfCaller: 3, waiting: 5, order: "oldest first" } as const;

test("callers take turns, however many tasks one of them has", async () => {
  const began: string[] = [];
  const { ask, endOne } = startTasks(new FairQueue(OPTIONS), began);
  const all = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("a", "a4"), ask("b", "b1"), ask("c", "c1")];
  for (const _ of all) await endOne();
  await Promise.all(all);
  assert.deepEqual(began, ["a1", "b1", "c1", "a2", "a3", "a4"]);
});

test("a caller without a recent turn goes before frequent callers, but does not starve those already waiting", async () => {
  const began: string[] = [];
  const { ask, endOne } = startTasks(new FairQueue({ ...OPTIONS, waiting: 500 }), began);
  const all = ["a", "b", "c", "a", "b", "c"].map((name) => ask(name, name));
  for (let turn = 0; turn < 3; turn += 1) await endOne();
  all.push(ask("new", "new"));
  for (let turn = 0; turn < 4; turn += 1) await endOne();
  assert.deepEqual(began, ["a", "b", "c", "a", "new", "b", "c"]);
  all.push(ask("last", "last"), ask("a", "a again"));
  for (let newcomer = 0; newcomer < 60; newcomer += 1) {
    all.push(ask(`other ${newcomer}`, "other"));
    await endOne();
  }
  assert.ok(began.includes("a again"), "sixty new callers did not starve the caller that was already waiting");
  for (const _ of all) await endOne();
  await Promise.all(all);
});

test('with "newest first", runs a caller\'s newest task first', async () => {
  const began: string[] = [];
  const { ask, endOne } = startTasks(new FairQueue({ ...OPTIONS, order: "newest first" }), began);
  const all = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("b", "b1")];
  for (const _ of all) await endOne();
  await Promise.all(all);
  assert.deepEqual(began, ["a1", "b1", "a3", "a2"]);
});

const isOfYours = (error: unknown) => error instanceof UnavailableError && /of yours/.test(error.message);

test("limits the waiting tasks, per caller and in total", async () => {
  const { ask, endOne } = startTasks(new FairQueue(OPTIONS), []);
  const all = ["a1", "a2", "a3", "a4"].map((name) => ask("a", name));
  await assert.rejects(ask("a", "a5"), isOfYours);
  for (const _ of all) await endOne();
  await Promise.all(all);
  const others = ["a", "b", "c", "d", "e", "f"].map((caller) => ask(caller, caller));
  await assert.rejects(ask("g", "g"), (error) => error instanceof UnavailableError && !isOfYours(error));
  for (const _ of others) await endOne();
  await Promise.all(others);
});

test("a full queue drops the last task of the caller with the most, in favor of one with fewer", async () => {
  const began: string[] = [];
  const { ask, endOne } = startTasks(new FairQueue(OPTIONS), began);
  const all = ["a1", "a2", "a3"].map((name) => ask("a", name));
  const refused = assert.rejects(ask("a", "a4"), isOfYours);
  all.push(ask("b", "b1"), ask("c", "c1"), ask("d", "d1"));
  await refused;
  for (const _ of all) await endOne();
  await Promise.all(all);
  assert.deepEqual(began, ["a1", "b1", "c1", "d1", "a2", "a3"]);
});

test("a failed task frees its slot for the next", async () => {
  const queue = new FairQueue(OPTIONS);
  const failing = queue.run("a", () => Promise.reject(new Error("broken")));
  const next = queue.run("b", async () => "answered");
  await assert.rejects(failing, /broken/);
  assert.equal(await next, "answered");
});

test("the next task starts only after the previous caller's continuations have run", async () => {
  const queue = new FairQueue(OPTIONS);
  const happened: string[] = [];
  const runContinuations = async () => {
    await queue.run("a", async () => {});
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    happened.push("a has gone on");
  };
  await Promise.all([runContinuations(), queue.run("b", async () => happened.push("b begins"))]);
  assert.deepEqual(happened, ["a has gone on", "b begins"]);
});
