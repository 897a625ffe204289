import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeNames } from "./judge-names.ts";

const name = (reading: string | null, confidence: number, sure = true) => ({ reading, confidence, sure, printed: 1.8 });
const sureOf = (...names: ReturnType<typeof name>[]) => judgeNames(names).map(({ sure }) => sure);

test("a name with a doubtful word is not believed, and a fairly sure one is where the page's others are", () => {
  const others = [name("APPLE INC", 0.95), name("DOVER CORP", 0.9), name("SAP SE", 0.93)];
  assert.deepEqual(sureOf(name("LG! Homes", 0.68), name("nVent Electric", 0.8), ...others), [
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("where few names of a page are borne out, only the surest of them are believed", () => {
  const unlike = Array.from({ length: 4 }, () => name("AD0J ITI", 0.5, false));
  assert.deepEqual(sureOf(name("PHILIP MORALS", 0.75), name("STANLEY", 0.9), ...unlike).slice(0, 2), [false, true]);
  assert.deepEqual(sureOf(name("PHILIP MORALS", 0.75), name("AD0J ITI", 0.5, false)), [true, false], "too few to tell");
});

test("a blank cell stays surely blank", () => {
  assert.deepEqual(sureOf(name(null, 1), name(null, 0, false)), [true, false]);
});
