/** Tests processes with different roles on one PostgreSQL: one imports, the others serve what it publishes. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { eventually } from "../eventually.ts";
import { startPostgres } from "../postgres.ts";
import { startRedis } from "../redis.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { type Serving, serve } from "./serving.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

const postgres = await startPostgres();
const redis = await startRedis();
const skip = "skipped" in postgres ? postgres.skipped : "skipped" in redis ? redis.skipped : false;
after(() => Promise.all([postgres, redis].map((server) => ("skipped" in server ? undefined : server.stop()))));
/** An API process serves a version within two seconds of its publication; this allows for a busy test machine. */
const SERVED_WITHIN_MS = 5_000;

/** Reads it from `/health/ready`, which does not count against the rate limit. */
async function readVersion({ base }: Serving): Promise<string | undefined> {
  const answer = await fetch(base.replace("/api/v1", "/health/ready"));
  return /Version ([\d.-]+\d):/.exec(await answer.text())?.[1];
}

test("api processes serve what the ingest process publishes, and continue while PostgreSQL is down", {
  skip,
  timeout: 180_000,
}, async () => {
  assert.ok(!("skipped" in postgres) && !("skipped" in redis));
  const announced: string[] = [];
  const messages = new Redis(redis.url);
  messages.on("message", (channel: string) => announced.push(channel));
  await messages.subscribe("congress-trades:version");
  const { url } = postgres;
  const upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  const folders: string[] = [];
  const running: Serving[] = [];
  const start = async (role: string) => {
    const folder = await temporaryFolder();
    folders.push(folder);
    const more = {
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      ROLE: role,
      MARKET_WARM: "false",
      MASTER_KEY: "a passphrase of the tests",
    };
    const service = await serve(serviceEnvironment(upstream.url, folder, more));
    running.push(service);
    return service;
  };
  try {
    const api = await start("api");
    await api.waitForOutput(/Downloading is off \(ROLE=api\)/);
    await sleep(1_000);
    assert.equal(upstream.listRequests().length, 0, "an api process sends no request to a source");
    assert.equal(await readVersion(api), undefined);
    const ingest = await start("ingest");
    await ingest.waitForOutput(/senate-efd: read \d+ of \d+/);
    const isServedByBoth = async () => {
      const version = await readVersion(ingest);
      return version !== undefined && (await readVersion(api)) === version;
    };
    await eventually("both serve one version", isServedByBoth, { withinMs: SERVED_WITHIN_MS });
    assert.ok(announced.length > 0, "the publishing process notifies the others");
    const late = await start("api");
    assert.equal(await readVersion(late), await readVersion(ingest));
    postgres.freeze();
    for (const each of [api, late]) {
      const { status } = await fetch(`${each.base}/trades/recent/list`, { signal: AbortSignal.timeout(5_000) });
      assert.equal(status, 200);
    }
    postgres.thaw();
  } finally {
    postgres.thaw();
    await Promise.all(running.map((each) => each.stop()));
    await upstream.stop();
    messages.disconnect();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
});
