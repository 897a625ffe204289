import assert from "node:assert/strict";
import { test } from "node:test";
import { checkHistory, type Published } from "./check-history.ts";
import type { Arrival } from "./receiver.ts";

const ENDPOINTS = ["a", "b"];
const published: Published[] = [1, 2, 3].flatMap((trade) =>
  ENDPOINTS.map((endpoint) => ({ endpoint, tradeId: `txn_${trade}` })),
);

function makeArrival(endpoint: string, sequence: number, changes: Partial<Arrival> = {}): Arrival {
  const id = `evt_${sequence}`;
  const base = {
    endpoint,
    id,
    sequence,
    type: "trade.created",
    tradeId: `txn_${sequence}`,
    digest: id,
    verified: true,
  };
  return { ...base, answer: "accepted", ...changes };
}

const whole = ENDPOINTS.flatMap((endpoint) => [1, 2, 3].map((sequence) => makeArrival(endpoint, sequence)));

test("a complete history has no fault", () => {
  const { lost, duplicates, sequenceFaults, unknown, unverified, taken } = checkHistory(published, whole);
  assert.deepEqual([lost, duplicates, sequenceFaults, unknown, unverified, taken], [0, 0, 0, 0, 0, 6]);
});

test("reports a trade as lost if an endpoint never accepted it, whether it was rejected or never delivered", () => {
  assert.equal(checkHistory(published, whole.slice(1)).lost, 1);
  assert.equal(checkHistory(published, [makeArrival("a", 1, { answer: "error" }), ...whole.slice(1)]).lost, 1);
  assert.equal(checkHistory(published, whole.slice(3)).lost, 3);
  assert.equal(checkHistory(published, []).lost, 6);
});

test("a second delivery is a duplicate, unless the first was rejected or its acknowledgement was lost", () => {
  const checkRepeated = (answer: Arrival["answer"]) =>
    checkHistory(published, [...whole, makeArrival("a", 2, { answer })]);
  assert.deepEqual([checkRepeated("accepted").duplicates, checkRepeated("accepted").duplicateShare], [1, 1 / 6]);
  assert.deepEqual(
    [checkRepeated("acknowledgement_lost").duplicates, checkRepeated("acknowledgement_lost").lostAcknowledgements],
    [0, 1],
  );
  assert.equal(checkRepeated("error").duplicates, 0);
});

test("finds gaps, reused sequence numbers, differing bodies of an event, unknown trades and wrong signatures", () => {
  const checkWith = (...more: readonly Arrival[]) => checkHistory(published, [...whole, ...more]);
  assert.equal(
    checkHistory(
      published,
      whole.filter(({ sequence }) => sequence !== 2),
    ).sequenceFaults,
    2,
  );
  assert.equal(checkWith(makeArrival("a", 2, { id: "evt_9" })).sequenceFaults, 1);
  assert.equal(checkWith(makeArrival("a", 2, { digest: "other" })).sequenceFaults, 2);
  assert.equal(checkWith(makeArrival("a", 4, { tradeId: "txn_9" })).unknown, 1);
  assert.equal(checkWith(makeArrival("a", 2, { verified: false })).unverified, 1);
});
