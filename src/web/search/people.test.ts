import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSearchWords } from "../../domain/search-words.ts";
import { findPeople } from "./people.ts";

const PEOPLE = [
  person("Joseph D. Example", "house", "NY", 25),
  person("Jane Sample-Court, Jr.", "house", "CA", 11, ["Jane Van Drew"]),
  person("Bernard Specimen", "senate", "VT", null),
  person("Catherine Elevenson", "house", "CA", 1),
  person("Virginia Instance", "house", "NC", 5),
  person("Frank Joseph", "senate", "CA", null),
];

function person(name: string, chamber: string, state: string, district: number | null, otherNames: string[] = []) {
  return { name, otherNames, chamber, state, district };
}

function found(typed: string): readonly string[] {
  return findPeople(PEOPLE, splitSearchWords(typed)).map(({ name }) => name.split(" ")[0] ?? "");
}

test("finds people by any form of their name, and by short forms of given names", () => {
  assert.deepEqual(found("example"), ["Joseph"]);
  assert.deepEqual(found("Joe"), ["Joseph"]);
  assert.deepEqual(found("joe example"), ["Joseph"]);
  assert.deepEqual(found("bernie"), ["Bernard"]);
  assert.deepEqual(found("kate"), ["Catherine"]);
  assert.deepEqual(found("vandrew"), ["Jane"]);
  assert.deepEqual(found("samplecourt"), ["Jane"]);
  assert.deepEqual(found("joe specimen"), []);
});

test("finds people by state and district, with or without a name", () => {
  assert.deepEqual(found("california 11"), ["Jane"]);
  assert.deepEqual(found("CA-1"), ["Catherine"]);
  assert.deepEqual(found("california"), ["Jane", "Catherine", "Frank"]);
  assert.deepEqual(found("kate, california"), ["Catherine"]);
  assert.deepEqual(found("vermont"), ["Bernard"]);
  assert.deepEqual(found("vermont 1"), []);
  assert.deepEqual(found("virginia"), ["Virginia"]);
});
