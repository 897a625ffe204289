import assert from "node:assert/strict";
import { test } from "node:test";
import { foldName, scoreGivenNameLists, scoreLastName, sharesMiddleInitial } from "./person-names.ts";

const foldPrinted = (given: string, last: string) => foldName(given, last, null);

test("drops a degree after a name, but keeps the same letters as a first name", () => {
  assert.deepEqual(foldName("Neal Patrick MD", "Dunn, FACS", null).given, ["neal", "patrick"]);
  assert.deepEqual(foldName("JD Robert", "Vance", null).given, ["jd", "robert"]);
});

test("keeps the titles in a name that consists only of titles", () => {
  assert.deepEqual(foldName("Hon.", "Judge, Jr.", null), { given: ["hon"], last: ["judge"], generation: "jr" });
});

test("the last words of a printed first name may belong to the last name, as long as a first name is left", () => {
  const known = ["mcmorris", "rodgers"];
  assert.equal(scoreLastName(foldPrinted("Cathy", "McMorris Rodgers"), known), 3);
  assert.equal(scoreLastName(foldPrinted("Cathy McMorris", "Rodgers"), known), 2);
  assert.equal(scoreLastName(foldPrinted("McMorris", "Rodgers"), known), 1, "no first name would be left");
  assert.equal(scoreLastName(foldPrinted("Cathy", "Rodgers"), known), 1);
  assert.equal(scoreLastName(foldPrinted("Cathy", "Smith"), known), 0);
});

test("an empty last name never matches, whether printed or known", () => {
  assert.equal(scoreLastName({ given: ["ann", "smith"], last: [], generation: null }, ["smith"]), 0);
  assert.equal(scoreLastName(foldPrinted("Ann", "Smith"), []), 0);
});

test("an initial matches only the first given name", () => {
  assert.equal(scoreGivenNameLists(["b"], ["bob"]), 1);
  assert.equal(scoreGivenNameLists(["ann", "b"], ["bob"]), 0);
  assert.equal(scoreGivenNameLists(["ann", "bob"], ["bob"]), 3);
  assert.equal(scoreGivenNameLists([], ["bob"]), 1, "a missing given name contradicts nobody");
});

test("a middle initial matches the name the member goes by", () => {
  assert.equal(sharesMiddleInitial(["john", "p"], ["pete"]), true);
  assert.equal(sharesMiddleInitial(["pat"], ["pete"]), false, "a first name is not a middle name");
  assert.equal(sharesMiddleInitial(["john", "p"], []), false);
});
