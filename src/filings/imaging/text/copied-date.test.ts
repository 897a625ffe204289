import assert from "node:assert/strict";
import { test } from "node:test";
import { weighedByCopies } from "./copied-date.ts";

const spelled = [
  { date: "04/06/2021", chance: 0.5 },
  { date: "04/01/2021", chance: 0.3 },
];
const times = (count: number, date: string) => Array<string>(count).fill(date);

test("a date that all passes for copies read becomes likelier, and the others less", () => {
  const [first, second] = weighedByCopies(spelled, times(4, "04/06/2021"));
  assert.deepEqual([first?.date, second?.date], ["04/06/2021", "04/01/2021"]);
  assert.ok((first?.chance ?? 0) > 0.8 && (second?.chance ?? 1) < 0.1);
});

test("no more than likely where the network finds it less, for other rows to confirm; certain where the network finds it likely", () => {
  assert.ok((weighedByCopies(spelled, times(4, "04/06/2021"))[0]?.chance ?? 1) < 0.9);
  const likely = [{ date: "04/06/2021", chance: 0.92 }];
  assert.ok((weighedByCopies(likely, times(4, "04/06/2021"))[0]?.chance ?? 0) > 0.98);
});

test("they outweigh the network where it hesitates", () => {
  assert.equal(weighedByCopies(spelled, times(4, "04/01/2021"))[0]?.date, "04/01/2021");
});

test("passes that differ as often as they agree say nothing, nor does a lone one", () => {
  assert.equal(weighedByCopies(spelled, [...times(2, "04/06/2021"), ...times(2, "04/01/2021")]), spelled);
  assert.equal(weighedByCopies(spelled, ["04/06/2021"]), spelled);
  assert.equal(weighedByCopies(spelled, []), spelled);
});

test("a round digit that the network reads otherwise is not settled by them", () => {
  assert.equal(weighedByCopies(spelled, times(4, "04/08/2021")), spelled);
});

test("a date that the network does not name is never sure by them", () => {
  const named = weighedByCopies(spelled, times(4, "11/14/2022")).find(({ date }) => date === "11/14/2022");
  assert.ok((named?.chance ?? 0) > 0 && (named?.chance ?? 1) < 0.1);
});
