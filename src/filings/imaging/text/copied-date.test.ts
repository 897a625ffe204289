import assert from "node:assert/strict";
import { test } from "node:test";
import { weighByPassCounts } from "./copied-date.ts";

const spelled = [
  { date: "04/06/2021", chance: 0.5 },
  { date: "04/01/2021", chance: 0.3 },
];
const repeatDate = (count: number, date: string) => Array<string>(count).fill(date);

test("if all passes of the photocopy model agree, their date becomes more likely and the other dates less likely", () => {
  const [first, second] = weighByPassCounts(spelled, repeatDate(4, "04/06/2021"));
  assert.deepEqual([first?.date, second?.date], ["04/06/2021", "04/01/2021"]);
  assert.ok((first?.chance ?? 0) > 0.8 && (second?.chance ?? 1) < 0.1);
});

test("if the passes agree, a date unlikely to the neural network stays below 90%, and a likely date exceeds 98%", () => {
  assert.ok((weighByPassCounts(spelled, repeatDate(4, "04/06/2021"))[0]?.chance ?? 1) < 0.9);
  const likely = [{ date: "04/06/2021", chance: 0.92 }];
  assert.ok((weighByPassCounts(likely, repeatDate(4, "04/06/2021"))[0]?.chance ?? 0) > 0.98);
});

test("if the neural network is unsure, the date on which all passes agree is the most likely", () => {
  assert.equal(weighByPassCounts(spelled, repeatDate(4, "04/01/2021"))[0]?.date, "04/01/2021");
});

test("a tie between OCR passes, a single pass, or no pass has no effect on the dates", () => {
  assert.equal(weighByPassCounts(spelled, [...repeatDate(2, "04/06/2021"), ...repeatDate(2, "04/01/2021")]), spelled);
  assert.equal(weighByPassCounts(spelled, ["04/06/2021"]), spelled);
  assert.equal(weighByPassCounts(spelled, []), spelled);
});

test("OCR passes have no effect if the neural network prefers a date that differs only in an easily confused digit", () => {
  assert.equal(weighByPassCounts(spelled, repeatDate(4, "04/08/2021")), spelled);
});

test("a date that the neural network does not list has a probability below 10%, even if all passes read that date", () => {
  const named = weighByPassCounts(spelled, repeatDate(4, "11/14/2022")).find(({ date }) => date === "11/14/2022");
  assert.ok((named?.chance ?? 0) > 0 && (named?.chance ?? 1) < 0.1);
});
