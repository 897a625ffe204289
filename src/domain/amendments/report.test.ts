import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../dates.ts";
import { isEarlier, isPaperDocId, type Report, type StatedAmendments } from "./report.ts";

const createReport = (docId: string, amending: StatedAmendments | null = null): Report => ({
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
  assert.deepEqual(["8217343", "20024542", "abc"].map(isPaperDocId), [true, false, false]);
});

test("a paper report precedes an electronic report of the same day only if the electronic report states amendments", () => {
  const line = { line: 1, status: "amended", rowId: null, deleted: null } as const;
  const amends = createReport("20024542", { report: null, lines: [line], decided: [] });
  const decidedOn = createReport("20024542", { report: null, lines: [], decided: [{ line: 1, supersedes: null }] });
  assert.equal(isEarlier(createReport("8217343"), amends), true);
  assert.equal(isEarlier(createReport("8217343"), decidedOn), false, "a person decided that it amends nothing");
  assert.equal(isEarlier(createReport("8217343"), createReport("20024542")), false);
});
