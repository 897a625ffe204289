import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { SourceError } from "../errors.ts";
import type { PoliteClient } from "./client.ts";
import type { HttpRequest } from "./exchange.ts";
import { fetchKept } from "./fetch-kept.ts";
import type { DocumentKeeper, KeptDocument } from "./kept-document.ts";

const signal = new AbortController().signal;
const url = "https://site.example/index.zip";

function keeperOf(latest?: KeptDocument): DocumentKeeper & { readonly keptUrls: string[] } {
  const keptUrls: string[] = [];
  return {
    keptUrls,
    latest: async () => latest,
    async keep({ url, headers, body }) {
      keptUrls.push(url);
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

const kept = (body: string, headers: Record<string, string>): KeptDocument => ({
  url,
  headers,
  sha256: createHash("sha256").update(body).digest("hex"),
  byteLength: body.length,
  fetchedAt: new Date(),
});

test("asks with the validators of the newest answer; 304 gives that one back", async () => {
  const latest = kept("old", { etag: '"1"', "last-modified": "Mon, 05 Jan 2026 00:00:00 GMT" });
  const keeper = keeperOf(latest);
  const { http, asked } = answering(304);
  assert.deepEqual(await fetchKept(http, keeper, url, { signal, accept: "application/zip" }), {
    kept: latest,
    unchanged: true,
  });
  assert.deepEqual(asked[0]?.headers, {
    accept: "application/zip",
    "if-none-match": '"1"',
    "if-modified-since": "Mon, 05 Jan 2026 00:00:00 GMT",
  });
  assert.deepEqual(keeper.keptUrls, []);
});

test("a 200 is checked, kept, and unchanged only with the same bytes", async () => {
  const latest = kept("old", {});
  const keeper = keeperOf(latest);
  const first = answering(200, "new");
  const fresh = await fetchKept(first.http, keeper, url, { signal });
  assert.equal(fresh.unchanged, false);
  assert.equal(fresh.kept.sha256, kept("new", {}).sha256);
  assert.deepEqual(first.asked[0]?.headers, {});
  assert.equal((await fetchKept(answering(200, "old").http, keeper, url, { signal })).unchanged, true);
  assert.equal((await fetchKept(answering(200, "old").http, keeperOf(), url, { signal })).unchanged, false);
});

test("a page that fails its check is not kept", async () => {
  const keeper = keeperOf();
  const check = () => {
    throw new SourceError("unexpected_page", "HTML came instead of a ZIP.");
  };
  await assert.rejects(fetchKept(answering(200, "<html>").http, keeper, url, { signal, check }), {
    code: "unexpected_page",
  });
  assert.deepEqual(keeper.keptUrls, []);
});

test("404 is missing_document; every other status is unexpected_status", async () => {
  await assert.rejects(fetchKept(answering(404).http, keeperOf(), url, { signal }), { code: "missing_document" });
  for (const status of [204, 302, 304, 400, 410]) {
    await assert.rejects(fetchKept(answering(status).http, keeperOf(), url, { signal }), { code: "unexpected_status" });
  }
});
