import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { SourceError } from "../base/errors.ts";
import type { DocumentKeeper, StoredDocument } from "../domain/stored-document.ts";
import type { PoliteClient } from "./client.ts";
import { fetchAndStore } from "./fetch-and-store.ts";
import type { HttpRequest } from "./http-request.ts";

const signal = new AbortController().signal;
const url = "https://site.example/index.zip";

function createKeeper(latest?: StoredDocument): DocumentKeeper & { readonly storedUrls: string[] } {
  const storedUrls: string[] = [];
  return {
    storedUrls,
    findLatest: async () => latest,
    async save({ url, headers, body }) {
      storedUrls.push(url);
      const sha256 = createHash("sha256").update(body).digest("hex");
      return { url, headers, sha256, byteLength: body.byteLength, fetchedAt: new Date() };
    },
    read: async () => new Uint8Array(),
  };
}

function createClient(status: number, body = "") {
  const requests: HttpRequest[] = [];
  const http: PoliteClient = {
    async request(request) {
      requests.push(request);
      return { url: request.url, status, headers: { etag: '"2"' }, setCookies: [], body: Buffer.from(body) };
    },
    close: async () => {},
  };
  return { http, requests };
}

const createStored = (body: string, headers: Record<string, string>): StoredDocument => ({
  url,
  headers,
  sha256: createHash("sha256").update(body).digest("hex"),
  byteLength: body.length,
  fetchedAt: new Date(),
});

test("sends the validators of the latest stored response, and returns that response after a 304", async () => {
  const latest = createStored("old", { etag: '"1"', "last-modified": "Mon, 05 Jan 2026 00:00:00 GMT" });
  const keeper = createKeeper(latest);
  const { http, requests } = createClient(304);
  assert.deepEqual(await fetchAndStore(http, keeper, url, { signal, accept: "application/zip" }), {
    stored: latest,
    unchanged: true,
  });
  assert.deepEqual(requests[0]?.headers, {
    accept: "application/zip",
    "if-none-match": '"1"',
    "if-modified-since": "Mon, 05 Jan 2026 00:00:00 GMT",
  });
  assert.deepEqual(keeper.storedUrls, []);
});

test("stores a 200 response, and reports it as unchanged only if its bytes are the same", async () => {
  const latest = createStored("old", {});
  const keeper = createKeeper(latest);
  const first = createClient(200, "new");
  const fresh = await fetchAndStore(first.http, keeper, url, { signal });
  assert.equal(fresh.unchanged, false);
  assert.equal(fresh.stored.sha256, createStored("new", {}).sha256);
  assert.deepEqual(first.requests[0]?.headers, {});
  assert.equal((await fetchAndStore(createClient(200, "old").http, keeper, url, { signal })).unchanged, true);
  assert.equal((await fetchAndStore(createClient(200, "old").http, createKeeper(), url, { signal })).unchanged, false);
});

test("does not store a page that fails its check", async () => {
  const keeper = createKeeper();
  const check = () => {
    throw new SourceError("unexpected_page", "HTML came instead of a ZIP.");
  };
  await assert.rejects(fetchAndStore(createClient(200, "<html>").http, keeper, url, { signal, check }), {
    code: "unexpected_page",
  });
  assert.deepEqual(keeper.storedUrls, []);
});

test("404 becomes missing_document; every other status becomes unexpected_status", async () => {
  await assert.rejects(fetchAndStore(createClient(404).http, createKeeper(), url, { signal }), {
    code: "missing_document",
  });
  for (const status of [204, 302, 304, 400, 410]) {
    await assert.rejects(fetchAndStore(createClient(status).http, createKeeper(), url, { signal }), {
      code: "unexpected_status",
    });
  }
});
