import assert from "node:assert/strict";
import { test } from "node:test";
import { CACHE_CONTROL } from "../http/response/caching.ts";
import { CachedPages, type PageAnswer } from "./cached-pages.ts";

const createPage = (text: string): PageAnswer => ({
  detail: text,
  body: Buffer.from(text),
  contentType: "text/html",
  cacheControl: CACHE_CONTROL.page,
  etag: null,
  headers: [],
});

test("drops pages of a former revision, including those in progress when it ended", async () => {
  const cached = new CachedPages(1000);
  cached.setRevision("1");
  await cached.renderOnce("/late", async () => createPage("one"));
  const ready = Promise.withResolvers<PageAnswer>();
  const late = cached.renderOnce("/", () => ready.promise);
  assert.equal(cached.find("/"), late);
  cached.setRevision("2");
  assert.equal(cached.find("/late"), undefined);
  assert.equal(cached.find("/"), undefined);
  const newer = cached.renderOnce("/", async () => createPage("two"));
  ready.resolve(createPage("one"));
  assert.equal((await late).detail, "one");
  assert.equal((await newer).detail, "two");
  assert.equal((await cached.find("/"))?.detail, "two");
});
