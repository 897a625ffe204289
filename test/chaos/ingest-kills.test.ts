/** A short version of `ingest-kills.ts`, with a few kills. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { killIngests } from "./kill-ingests.ts";

test("an ingest killed at random moments loses and duplicates nothing", async () => {
  const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
  const upstream = await startUpstream({ material, port: 0 });
  try {
    const { kills, differences } = await killIngests(upstream, { kills: 3, seed: 2, ocr: false });
    assert.equal(kills, 3);
    assert.deepEqual(differences, []);
  } finally {
    await upstream.stop();
  }
});
