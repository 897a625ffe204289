import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPageLinks } from "./page-links.ts";

const formatLinks = (limit: number, skip: number, total: number): string =>
  formatPageLinks("?", { limit, skip }, total).replace(/<\?limit=\d+&skip=(\d+)>; rel="(\w+)"/g, "$2 $1");

test("links to the neighboring pages", () => {
  assert.equal(formatLinks(10, 0, 25), "first 0, next 10, last 20");
  assert.equal(formatLinks(10, 10, 25), "first 0, prev 0, next 20, last 20");
  assert.equal(formatLinks(10, 20, 25), "first 0, prev 10, last 20");
  assert.equal(formatLinks(10, 0, 20), "first 0, next 10, last 10");
  assert.equal(formatLinks(10, 10, 20), "first 0, prev 0, last 10");
});

test("has only first and last links if there is one page or none", () => {
  assert.equal(formatLinks(10, 0, 10), "first 0, last 0");
  assert.equal(formatLinks(10, 0, 0), "first 0, last 0");
});

test("the links reach the end of the list even if skip is not a multiple of limit", () => {
  assert.equal(formatLinks(10, 3, 25), "first 0, prev 0, next 13, last 23");
  assert.equal(formatLinks(10, 13, 25), "first 0, prev 3, next 23, last 23");
});

test("past the end, the previous page is the last page", () => {
  assert.equal(formatLinks(10, 1000, 25), "first 0, prev 20, last 20");
  assert.equal(formatLinks(10, 9007199254740991, 25), "first 0, prev 21, last 21");
  assert.equal(formatLinks(10, 5, 3), "first 0, prev 0, last 0");
});
