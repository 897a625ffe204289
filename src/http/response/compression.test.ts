import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { CompressedBodies, readAcceptEncoding } from "./compression.ts";

test("negotiates Accept-Encoding", () => {
  for (const [header, coding, refusesIdentity] of [
    [undefined, null, false],
    ["", null, false],
    ["gzip", "gzip", false],
    ["x-gzip", "gzip", false],
    ["GZIP, BR", "br", false],
    ["gzip;q=1.0, br;q=0.9", "gzip", false],
    ["br ; q=0.8 , gzip ; q=0.2", "br", false],
    ["identity, gzip;q=0.5", null, false],
    ["identity;q=0.5, gzip", "gzip", false],
    ["identity;q=0", null, true],
    ["*;q=0", null, true],
    ["*;q=0, gzip", "gzip", true],
    ["*, br;q=0", "gzip", false],
    ["gzip;q=2", null, false],
    ["gzip;q=abc, br", "br", false],
    ["zstd", null, false],
  ] as const) {
    const { acceptsGzip, ...wish } = readAcceptEncoding(header);
    assert.deepEqual(wish, { coding, refusesIdentity }, header);
    if (coding === "gzip") assert.ok(acceptsGzip, header);
    if (coding === null) assert.ok(!acceptsGzip, header);
  }
});

test("recognizes whether a client that prefers br also accepts gzip", () => {
  assert.equal(readAcceptEncoding("br ; q=0.8 , gzip ; q=0.2").acceptsGzip, true);
  assert.equal(readAcceptEncoding("br, gzip;q=0").acceptsGzip, false);
  assert.equal(readAcceptEncoding("br").acceptsGzip, false);
});

test("compresses a body once, even for simultaneous requests", async () => {
  const bodies = new CompressedBodies(1_000_000);
  const body = Buffer.from("x".repeat(5000));
  const first = bodies.compressAndCache("k", "gzip", body);
  assert.equal(bodies.compressAndCache("k", "gzip", Buffer.from("other")), first);
  assert.equal(bodies.getCompressed("k", "gzip"), undefined);
  const compressed = await first;
  assert.equal(gunzipSync(compressed).toString(), body.toString());
  assert.equal(bodies.getCompressed("k", "gzip"), compressed);
  assert.equal(bodies.getCompressed("k", "br"), undefined);
});

test("limits the total size of cached bodies", async () => {
  const bodies = new CompressedBodies(500);
  const createBytes = (seed: number) => Buffer.from(Array.from({ length: 300 }, (_, n) => (n * seed * 7919) % 251));
  await bodies.compressAndCache("a", "gzip", createBytes(3));
  await bodies.compressAndCache("b", "gzip", createBytes(5));
  assert.equal(bodies.getCompressed("a", "gzip"), undefined);
  assert.notEqual(bodies.getCompressed("b", "gzip"), undefined);
});
