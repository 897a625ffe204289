import assert from "node:assert/strict";
import { test } from "node:test";
import { type Decision, Decisions, type MissedDecision, type PageDecision } from "./decision.ts";

const signed = { at: "2026-11-20T12:00:00Z", author: "reviewer", reason: "seen on the page" };
const page = { filing: "h1", document: "digest", page: 2 };
const missed: MissedDecision = { ...signed, ...page, subject: "missed", after: 3, rows: [{ owner: "SP" }] };
const typed: PageDecision = { ...signed, ...page, subject: "page", rows: [{ owner: "JT" }] };
const filer: Decision = { ...signed, subject: "filer", filing: "h1", politician: "E000001" };

const listMissed = (...later: Decision[]) => new Decisions([missed, ...later]).findForFiling("h1").missed;

test("rows added to a page apply until all rows of the page are typed in from the same revision of the document", () => {
  assert.deepEqual(listMissed(typed), []);
  assert.deepEqual(listMissed({ ...typed, page: 3 }), [missed], "another page");
  assert.deepEqual(listMissed({ ...typed, document: "another" }), [missed], "another revision of the document");
  const { rows: _, ...seen } = typed;
  assert.deepEqual(listMissed({ ...seen, seen: [] }), [missed], "the detected rows were accepted, none was typed in");
  assert.deepEqual(listMissed(filer), [missed]);
});

test("the later of two decisions on the filer wins, even if other decisions follow", () => {
  const other = { ...filer, politician: "E000002" };
  assert.equal(new Decisions([filer, other, typed]).findForFiling("h1").filer, other);
  assert.equal(new Decisions([typed]).findForFiling("h1").filer, null);
});

test("only identity decisions merge ids, and they are not decisions on a filing", () => {
  const merged: Decision = { ...signed, subject: "identity", from: "E000001", to: "E000002" };
  const decisions = new Decisions([filer, merged, typed]);
  assert.deepEqual([...decisions.identities], [["E000001", "E000002"]]);
  assert.deepEqual(decisions.filings, ["h1"]);
});
