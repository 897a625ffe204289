import assert from "node:assert/strict";
import { test } from "node:test";
import { weighByCopyModel } from "./copied-date.ts";

const spelled = [
  { date: "04/06/2021", chance: 0.5 },
  { date: "04/01/2021", chance: 0.3 },
];
const times = (count: number, date: string) => Array<string>(count).fill(date);

test("a date that all passes with the model for copies read gains probability, and the others lose it", () => {
  const [first, second] = weighByCopyModel(spelled, times(4, "04/06/2021"));
  assert.deepEqual([first?.date, second?.date], ["04/06/2021", "04/01/2021"]);
  assert.ok((first?.chance ?? 0) > 0.8 && (second?.chance ?? 1) < 0.1);
});

test("agreeing passes make a date less likely to the network only likely, and a likely one certain", () => {
  assert.ok((weighByCopyModel(spelled, times(4, "04/06/2021"))[0]?.chance ?? 1) < 0.9);
  const likely = [{ date: "04/06/2021", chance: 0.92 }];
  assert.ok((weighByCopyModel(likely, times(4, "04/06/2021"))[0]?.chance ?? 0) > 0.98);
});

test("agreeing passes outweigh a hesitant network", () => {
  assert.equal(weighByCopyModel(spelled, times(4, "04/01/2021"))[0]?.date, "04/01/2021");
});

test("split passes or a single pass have no effect", () => {
  assert.equal(weighByCopyModel(spelled, [...times(2, "04/06/2021"), ...times(2, "04/01/2021")]), spelled);
  assert.equal(weighByCopyModel(spelled, ["04/06/2021"]), spelled);
  assert.equal(weighByCopyModel(spelled, []), spelled);
});

test("passes cannot settle a round digit that the network reads differently", () => {
  assert.equal(weighByCopyModel(spelled, times(4, "04/08/2021")), spelled);
});

test("passes never make a date certain that the network does not list", () => {
  const named = weighByCopyModel(spelled, times(4, "11/14/2022")).find(({ date }) => date === "11/14/2022");
  assert.ok((named?.chance ?? 0) > 0 && (named?.chance ?? 1) < 0.1);
});
