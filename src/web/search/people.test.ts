import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSearchWords } from "../../domain/search-words.ts";
import { findPeople } from "./people.ts";

const PEOPLE = [
  toPerson("Joseph D. Example", "house", "NY", 25),
  toPerson("Jane Sample-Court, Jr.", "house", "CA", 11, ["Jane Van Drew"]),
  toPerson("Bernard Specimen", "senate", "VT", null),
  toPerson("Catherine Elevenson", "house", "CA", 1),
  toPerson("Virginia Instance", "house", "NC", 5),
  toPerson("Frank Joseph", "senate", "CA", null),
];

function toPerson(name: string, chamber: string, state: string, district: number | null, otherNames: string[] = []) {
  return { name, otherNames, chamber, state, district };
}

function find(typed: string): readonly string[] {
  return findPeople(PEOPLE, splitSearchWords(typed)).map(({ name }) => name.split(" ")[0] ?? "");
}

test("finds people by any form of their name, and by short forms of given names", () => {
  assert.deepEqual(find("example"), ["Joseph"]);
  assert.deepEqual(find("Joe"), ["Joseph"]);
  assert.deepEqual(find("joe example"), ["Joseph"]);
  assert.deepEqual(find("bernie"), ["Bernard"]);
  assert.deepEqual(find("kate"), ["Catherine"]);
  assert.deepEqual(find("vandrew"), ["Jane"]);
  assert.deepEqual(find("samplecourt"), ["Jane"]);
  assert.deepEqual(find("joe specimen"), []);
});

test("finds people by state and district, with or without a name", () => {
  assert.deepEqual(find("california 11"), ["Jane"]);
  assert.deepEqual(find("CA-1"), ["Catherine"]);
  assert.deepEqual(find("california"), ["Jane", "Catherine", "Frank"]);
  assert.deepEqual(find("kate, california"), ["Catherine"]);
  assert.deepEqual(find("vermont"), ["Bernard"]);
  assert.deepEqual(find("vermont 1"), []);
  assert.deepEqual(find("virginia"), ["Virginia"]);
});
