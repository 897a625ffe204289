import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../dates.ts";
import { isEarlier, isPaperNumber, type Report, type StatedAmendments } from "./report.ts";

const report = (docId: string, amending: StatedAmendments | null = null): Report => ({
  id: `h${docId}`,
  source: "house-clerk",
  docId,
  title: "P",
  filedDate: "2026-02-09" as IsoDate,
  digest: null,
  isRead: true,
  linesOpen: 0,
  amending,
  isPaper: false,
  trades: [],
});

test("a document number of fewer than eight digits means a paper report", () => {
  assert.deepEqual(["8217343", "20024542", "abc"].map(isPaperNumber), [true, false, false]);
});

test("of a paper and an electronic report of the same day, the paper one is earlier only if just the other amends", () => {
  const line = { line: 1, status: "amended", rowId: null, deleted: null } as const;
  const amends = report("20024542", { report: null, lines: [line], decided: [] });
  const decidedOn = report("20024542", { report: null, lines: [], decided: [{ line: 1, supersedes: null }] });
  assert.equal(isEarlier(report("8217343"), amends), true);
  assert.equal(isEarlier(report("8217343"), decidedOn), false, "a person said that it amends nothing");
  assert.equal(isEarlier(report("8217343"), report("20024542")), false);
});
