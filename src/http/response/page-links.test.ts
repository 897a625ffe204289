import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPageLinks } from "./page-links.ts";

const of = (limit: number, skip: number, total: number): string =>
  formatPageLinks("?", { limit, skip }, total).replace(/<\?limit=\d+&skip=(\d+)>; rel="(\w+)"/g, "$2 $1");

test("links to the neighboring pages", () => {
  assert.equal(of(10, 0, 25), "first 0, next 10, last 20");
  assert.equal(of(10, 10, 25), "first 0, prev 0, next 20, last 20");
  assert.equal(of(10, 20, 25), "first 0, prev 10, last 20");
  assert.equal(of(10, 0, 20), "first 0, next 10, last 10");
  assert.equal(of(10, 10, 20), "first 0, prev 0, last 10");
});

test("links for one page, or none", () => {
  assert.equal(of(10, 0, 10), "first 0, last 0");
  assert.equal(of(10, 0, 0), "first 0, last 0");
});

test("pages that start at an odd skip still reach the end", () => {
  assert.equal(of(10, 3, 25), "first 0, prev 0, next 13, last 23");
  assert.equal(of(10, 13, 25), "first 0, prev 3, next 23, last 23");
});

test("past the end, prev links to the last page", () => {
  assert.equal(of(10, 1000, 25), "first 0, prev 20, last 20");
  assert.equal(of(10, 9007199254740991, 25), "first 0, prev 21, last 21");
  assert.equal(of(10, 5, 3), "first 0, prev 0, last 0");
});
