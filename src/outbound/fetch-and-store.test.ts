import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { SourceError } from "../base/errors.ts";
import type { PoliteClient } from "./client.ts";
import { fetchAndStore } from "./fetch-and-store.ts";
import type { HttpRequest } from "./http-request.ts";
import type { DocumentKeeper, StoredDocument } from "./stored-document.ts";

const signal = new AbortController().signal;
const url = "https://site.example/index.zip";

function keeperOf(latest?: StoredDocument): DocumentKeeper & { readonly storedUrls: string[] } {
  const storedUrls: string[] = [];
  return {
    storedUrls,
    findLatest: async () => latest,
    async keep({ url, headers, body }) {
      storedUrls.push(url);
      const sha256 = createHash("sha256").update(body).digest("hex");
      return { url, headers, sha256, byteLength: body.byteLength, fetchedAt: new Date() };
    },
    read: async () => new Uint8Array(),
  };
}

function answering(status: number, body = "") {
  const asked: HttpRequest[] = [];
  const http: PoliteClient = {
    async request(request) {
      asked.push(request);
      return { url: request.url, status, headers: { etag: '"2"' }, setCookies: [], body: Buffer.from(body) };
    },
    close: async () => {},
  };
  return { http, asked };
}

const stored = (body: string, headers: Record<string, string>): StoredDocument => ({
  url,
  headers,
  sha256: createHash("sha256").update(body).digest("hex"),
  byteLength: body.length,
  fetchedAt: new Date(),
});

test("sends the validators of the newest response; a 304 returns that one", async () => {
  const latest = stored("old", { etag: '"1"', "last-modified": "Mon, 05 Jan 2026 00:00:00 GMT" });
  const keeper = keeperOf(latest);
  const { http, asked } = answering(304);
  assert.deepEqual(await fetchAndStore(http, keeper, url, { signal, accept: "application/zip" }), {
    stored: latest,
    unchanged: true,
  });
  assert.deepEqual(asked[0]?.headers, {
    accept: "application/zip",
    "if-none-match": '"1"',
    "if-modified-since": "Mon, 05 Jan 2026 00:00:00 GMT",
  });
  assert.deepEqual(keeper.storedUrls, []);
});

test("checks and stores a 200; it is unchanged only with the same bytes", async () => {
  const latest = stored("old", {});
  const keeper = keeperOf(latest);
  const first = answering(200, "new");
  const fresh = await fetchAndStore(first.http, keeper, url, { signal });
  assert.equal(fresh.unchanged, false);
  assert.equal(fresh.stored.sha256, stored("new", {}).sha256);
  assert.deepEqual(first.asked[0]?.headers, {});
  assert.equal((await fetchAndStore(answering(200, "old").http, keeper, url, { signal })).unchanged, true);
  assert.equal((await fetchAndStore(answering(200, "old").http, keeperOf(), url, { signal })).unchanged, false);
});

test("does not store a page that fails its check", async () => {
  const keeper = keeperOf();
  const check = () => {
    throw new SourceError("unexpected_page", "HTML came instead of a ZIP.");
  };
  await assert.rejects(fetchAndStore(answering(200, "<html>").http, keeper, url, { signal, check }), {
    code: "unexpected_page",
  });
  assert.deepEqual(keeper.storedUrls, []);
});

test("404 becomes missing_document; every other status becomes unexpected_status", async () => {
  await assert.rejects(fetchAndStore(answering(404).http, keeperOf(), url, { signal }), { code: "missing_document" });
  for (const status of [204, 302, 304, 400, 410]) {
    await assert.rejects(fetchAndStore(answering(status).http, keeperOf(), url, { signal }), {
      code: "unexpected_status",
    });
  }
});
