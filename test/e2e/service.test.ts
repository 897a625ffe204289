/** Tests `serve` as an operator starts it: the first run, a second service on the same folder, and a stop during a run. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { eventually } from "../eventually.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { fetchJson, serve } from "./serving.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
/** One year has enough reports of both sites. */
const ONE_YEAR = { INGEST_SINCE_YEAR: "2026" };

test("serves the trades of the first run; a second service on the folder exits and names the first's process id", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const dataDir = await temporaryFolder();
  const environment = serviceEnvironment(upstream.url, dataDir, ONE_YEAR);
  const service = await serve(environment);
  try {
    await service.waitForOutput(/senate-efd: read \d+ of \d+/);
    const trades = await fetchJson(`${service.base}/trades/recent/list?limit=100`);
    assert.ok(Number(trades.body["total"]) > 100);
    assert.notEqual(trades.headers.get("x-dataset-version"), "0");
    const [first] = trades.body["trades"] as { politician_id: string }[];
    assert.equal((await fetchJson(`${service.base}/politicians/${first?.politician_id}`)).status, 200);
    assert.equal((await fetchJson(service.base.replace("/api/v1", "/health/ready"))).status, 200);

    const second = spawn(process.execPath, ["src/app/cli/main.ts", "serve"], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    second.stderr.on("data", (chunk) => {
      output += chunk;
    });
    const [code] = await once(second, "exit");
    assert.equal(code, 75);
    assert.match(output, new RegExp(`\\b${service.child.pid}\\b`));
    assert.match(output, /serve/);
    assert.equal(await service.stop(), 0);

    const again = await serve(environment);
    const same = await fetchJson(`${again.base}/trades/recent/list?limit=100`);
    assert.deepEqual(same.body, trades.body, "the published data is served at once after a restart");
    assert.equal(await again.stop(), 0);
  } finally {
    await service.stop();
    await upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("if stopped during a run, the service shuts down cleanly, and the next start completes the import", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const dataDir = await temporaryFolder();
  const environment = serviceEnvironment(upstream.url, dataDir, ONE_YEAR);
  const service = await serve(environment);
  try {
    await eventually("a request for a document", () =>
      upstream.listRequests().some(({ path }) => path.includes("/ptr-pdfs/")),
    );
    assert.equal(await service.stop(), 0);
    const again = await serve(environment);
    await again.waitForOutput(/senate-efd: read \d+ of \d+/);
    const { body } = await fetchJson(`${again.base}/trades/recent/list`);
    assert.ok(Number(body["total"]) > 100);
    assert.equal(await again.stop(), 0);
  } finally {
    await service.stop();
    await upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
