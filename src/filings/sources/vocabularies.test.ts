import assert from "node:assert/strict";
import { test } from "node:test";
import { houseVocabulary } from "./house-clerk/vocabulary.ts";
import { senateVocabulary } from "./senate-efd/vocabulary.ts";

test("parses owner codes; a blank owner is the filer in House reports, but unknown in Senate reports", () => {
  assert.equal(houseVocabulary.parseOwner(null), "self");
  assert.equal(senateVocabulary.parseOwner(null), null);
  assert.deepEqual(["SP", "JT", "DC", "sp", "XX"].map(houseVocabulary.parseOwner), [
    "spouse",
    "joint",
    "dependent",
    "spouse",
    null,
  ]);
  assert.deepEqual(["Self", "Spouse", "Joint", "Child", "Dependent Child"].map(senateVocabulary.parseOwner), [
    "self",
    "spouse",
    "joint",
    "dependent",
    "dependent",
  ]);
});

test("finds a Senate amendment in the report or the listing's title, but a House amendment only in the report", () => {
  const raw = { amendment: null } as Parameters<typeof senateVocabulary.findStatedAmendment>[0];
  const title = "Periodic Transaction Report for 12/12/2018";
  assert.equal(senateVocabulary.findStatedAmendment({ ...raw, amendment: "Amendment 12" }, title), "Amendment 12");
  assert.equal(senateVocabulary.findStatedAmendment(raw, `${title} (Amendment 2)`), "Amendment 2");
  assert.equal(senateVocabulary.findStatedAmendment(raw, title), null);
  assert.equal(houseVocabulary.findStatedAmendment(raw, `${title} (Amendment 2)`), null);
});
