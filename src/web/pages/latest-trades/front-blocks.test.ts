import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_COVERED } from "../../../publication/dataset/coverage.ts";
import { createLinks } from "../../links.ts";
import { renderNewTradesLine } from "./front-blocks.ts";

const links = createLinks("http://127.0.0.1/api/v1");
const createCoverage = (needs_ocr: number, pending: number) => ({
  totals: { ...NOTHING_COVERED.totals, states: { ...NOTHING_COVERED.totals.states, needs_ocr, pending } },
});
const newest = { since: "2026-11-20", trades: 31, filings: 11, members: 1 } as Parameters<
  typeof renderNewTradesLine
>[1];
const renderText = (...[found, scans, pending]: [typeof newest, number, number]) =>
  String(renderNewTradesLine(links, found, createCoverage(scans, pending))).replaceAll(/<[^>]+>/g, "");

test("shows the date in words, the counts of the linked list, and the number of reports not read yet", () => {
  assert.equal(renderText(newest, 0, 0), "New since Friday, Nov 20, 2026: 31 trades in 11 filings by 1 member.");
  assert.match(
    String(renderNewTradesLine(links, newest, createCoverage(0, 0))),
    /href="\/\?disclosed_from=2026-11-20"/,
  );
  assert.match(renderText(newest, 191, 0), /member\. 191 scanned reports are not read yet\.$/);
  assert.match(renderText(newest, 1, 2), /1 scanned report and 2 other reports are not read yet\.$/);
  assert.equal(renderText(null, 0, 1), "No trade is published yet. 1 report is not read yet.");
});
