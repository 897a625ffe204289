import assert from "node:assert/strict";
import { test } from "node:test";
import { CACHE_CONTROL } from "../api/http/response/caching.ts";
import { KeptPages, type PageAnswer } from "./kept-pages.ts";

const page = (text: string): PageAnswer => ({
  detail: text,
  body: Buffer.from(text),
  contentType: "text/html",
  cacheControl: CACHE_CONTROL.page,
  etag: null,
  headers: [],
});

test("pages of a former edition are let go, also those that were being made when it ended", async () => {
  const kept = new KeptPages(1000);
  kept.turnTo("1");
  await kept.make("/late", async () => page("one"));
  const ready = Promise.withResolvers<PageAnswer>();
  const late = kept.make("/", () => ready.promise);
  assert.equal(kept.find("/"), late);
  kept.turnTo("2");
  assert.equal(kept.find("/late"), undefined);
  assert.equal(kept.find("/"), undefined);
  const newer = kept.make("/", async () => page("two"));
  ready.resolve(page("one"));
  assert.equal((await late).detail, "one");
  assert.equal((await newer).detail, "two");
  assert.equal((await kept.find("/"))?.detail, "two");
});
