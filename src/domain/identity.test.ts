import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../base/errors.ts";
import { mergeIdentities, resolveMergedIdentities } from "./identity.ts";
import type { Politician, Term } from "./politician.ts";

const createTerm = (chamber: Term["chamber"], start: string): Term =>
  ({
    chamber,
    start,
    end: `${Number(start.slice(0, 4)) + 2}-01-03`,
    state: "VT",
    district: null,
    parties: [],
  }) as unknown as Term;
const createPerson = (id: string, last: string, terms: readonly Term[], current = false): Politician => ({
  id,
  name: `A. ${last}`,
  names: [{ first: "A.", middle: null, last, suffix: null, nickname: null, officialFull: null }],
  terms,
  committees: [],
  current,
});
const house = createPerson("A000001", "Former", [createTerm("house", "2013-01-03"), createTerm("house", "2015-01-03")]);
const senate = createPerson("B000001", "Latter", [createTerm("senate", "2017-01-03")], true);
const other = createPerson("C000001", "Other", [createTerm("house", "2013-01-03")]);

test("follows chains of merged ids; the later of two decisions wins, and an id can be separated again", () => {
  const pairs = [
    ["A", "B"],
    ["B", "C"],
    ["D", "A"],
    ["E", "A"],
    ["E", "E"],
  ] as const;
  assert.deepEqual(
    [...resolveMergedIdentities(pairs)],
    [
      ["A", "C"],
      ["B", "C"],
      ["D", "C"],
    ],
  );
  assert.deepEqual(
    [
      ...resolveMergedIdentities([
        ["A", "B"],
        ["A", "C"],
      ]),
    ],
    [["A", "C"]],
  );
});

test("rejects a circle of merged ids, and names the ids in the error", () => {
  assert.throws(
    () =>
      resolveMergedIdentities([
        ["A", "B"],
        ["B", "A"],
      ]),
    (error) => error instanceof ConfigError && /A -> B -> A/.test(error.message),
  );
});

test("a merged member has the names and terms of both ids, in order", () => {
  const folded = mergeIdentities([house, senate, other], new Map([["A000001", "B000001"]]));
  assert.deepEqual(folded.map(({ id }) => id).sort(), ["B000001", "C000001"]);
  const joined = folded.find(({ id }) => id === "B000001");
  assert.deepEqual(
    [joined?.name, joined?.current, joined?.names.map(({ last }) => last), joined?.terms.map(({ start }) => start)],
    ["A. Latter", true, ["Latter", "Former"], ["2013-01-03", "2015-01-03", "2017-01-03"]],
  );
});

test("still serves a member merged into an unknown id", () => {
  assert.deepEqual(mergeIdentities([house, other], new Map([["A000001", "Z000009"]])), [house, other]);
});

test("two members whose ids are both merged into the same unknown id stay separate", () => {
  const merged = new Map([
    ["A000001", "Z000009"],
    ["C000001", "Z000009"],
  ]);
  assert.deepEqual(mergeIdentities([house, other], merged), [house, other]);
});

test("a merged member without committees under the new id keeps those of the old id", () => {
  const seated = { ...house, committees: [{ id: "HSAG", name: "Committee", rank: null }] } as unknown as Politician;
  const [joined] = mergeIdentities([senate, seated], new Map([["A000001", "B000001"]]));
  assert.deepEqual(joined?.committees, seated.committees);
});
