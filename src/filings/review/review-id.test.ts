import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "../../base/errors.ts";
import { formatReviewId, parseReviewId } from "./review-id.ts";

const uuid = "0f6b2a1c-4d5e-4c3e-9d53-7b1a0193478e";

test("recognizes ids of lines, pages and filings of both chambers, and writes them uniformly", () => {
  for (const [text, id] of [
    ["txn_h8217343_03", { kind: "line", filing: "h8217343", line: 3 }],
    ["txn_h20024542_112", { kind: "line", filing: "h20024542", line: 112 }],
    [`txn_s${uuid.replaceAll("-", "")}_01`, { kind: "line", filing: `s${uuid}`, line: 1 }],
    ["h8217343/p2", { kind: "page", filing: "h8217343", page: 2 }],
    [`s${uuid}/p1`, { kind: "page", filing: `s${uuid}`, page: 1 }],
    ["h8217343", { kind: "filing", filing: "h8217343" }],
    [`s${uuid}`, { kind: "filing", filing: `s${uuid}` }],
  ] as const) {
    assert.deepEqual(parseReviewId(text), id);
    assert.equal(formatReviewId(id), text);
  }
});

test("rejects a text that is not a review id, and quotes the text in the error", () => {
  for (const text of [
    "",
    "8217343",
    "txn_h8217343",
    "txn_h8217343_3",
    "h8217343/p0",
    "h8217343/2",
    "s123",
    "txn_hx_01",
  ]) {
    assert.throws(
      () => parseReviewId(text),
      (error) => error instanceof UsageError && error.message.startsWith(`"${text}" is not an id`),
      text,
    );
  }
});
