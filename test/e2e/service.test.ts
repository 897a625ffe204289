/** `serve` as an operator starts it: at once, without a network, twice, and stopped in the middle of its work. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { dropDatabaseOf } from "../database.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { serve } from "./serving.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });

async function json(url: string): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(url);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

test("without a network: empty lists at once, the terminal, the page and /health/ready say why; once it is back, SIGUSR2 asks at once", async () => {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const service = await serve(serviceEnvironment(`http://127.0.0.1:${port}`, dataDir));
  await using upstream = new AsyncDisposableStack();
  try {
    const { status, headers, body } = await json(`${service.base}/politicians/`);
    assert.equal(status, 200);
    assert.deepEqual(body, { politicians: [], total: 0, limit: 50, skip: 0 });
    assert.equal(headers.get("x-dataset-version"), "0");
    assert.match(await service.says(/npm run demo/), /No source could be reached/);
    const ready = await json(service.base.replace("/api/v1", "/health/ready"));
    assert.equal(ready.status, 503);
    assert.match(JSON.stringify(ready.body), /legislators.*network/);
    const page = await (await fetch(service.base.replace("/api/v1", "/"))).text();
    assert.match(page, /The directory of members: http[^<]* cannot be reached: [^<]* It has never answered/);
    assert.match(page, /asked again at <time datetime="[^"]+">/);
    assert.equal((await json(service.base.replace("/api/v1", "/health/live"))).status, 200);
    const started = await startUpstream({ material, port });
    upstream.defer(() => started.stop());
    service.child.kill("SIGUSR2");
    await service.says(/house-clerk: read \d+ of \d+/);
    assert.equal(await service.stop(), 0);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("with one of the two sites: what it gives is served, and the terminal and the pages say that the other could not be read", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const dataDir = await temporaryFolder();
  const silent = `http://127.0.0.1:${await freePort()}`;
  const service = await serve(serviceEnvironment(upstream.url, dataDir, { SENATE_EFD_URL: silent }));
  try {
    const said = await service.says(/senate-efd could not be read/);
    assert.match(said, /house-clerk: read \d+ of \d+ new documents/);
    assert.match(
      said,
      /senate-efd could not be read: http[^ ]* cannot be reached: [^\n]* It is asked again at \d\d:\d\d UTC\./,
    );
    assert.doesNotMatch(said, /No source could be reached/);
    const { body } = await json(`${service.base}/trades/recent/list`);
    assert.notEqual(body["total"], 0);
    const page = await (await fetch(service.base.replace("/api/v1", "/"))).text();
    assert.match(page, /The Senate&#39;s site could not be read at the last attempt/);
  } finally {
    await service.stop();
    await upstream.stop();
    dropDatabaseOf(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("the first run fills the lists while the service answers; a second service is told who holds the folder", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const dataDir = await temporaryFolder();
  const environment = serviceEnvironment(upstream.url, dataDir);
  const service = await serve(environment);
  try {
    await service.says(/senate-efd: read \d+ of \d+/);
    const trades = await json(`${service.base}/trades/recent/list?limit=100`);
    assert.ok(Number(trades.body["total"]) > 100);
    assert.notEqual(trades.headers.get("x-dataset-version"), "0");
    const [first] = trades.body["trades"] as { politician_id: string }[];
    assert.equal((await json(`${service.base}/politicians/${first?.politician_id}`)).status, 200);
    assert.equal((await json(service.base.replace("/api/v1", "/health/ready"))).status, 200);

    const second = spawn(process.execPath, ["src/cli/main.ts", "serve"], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    second.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(second, "exit");
    assert.equal(code, 75);
    assert.match(said, new RegExp(`\\b${service.child.pid}\\b`));
    assert.match(said, /serve/);
    assert.equal(await service.stop(), 0);

    const again = await serve(environment);
    const same = await json(`${again.base}/trades/recent/list?limit=100`);
    assert.deepEqual(same.body, trades.body, "what was published is served at once after a restart");
    assert.equal(await again.stop(), 0);
  } finally {
    await service.stop();
    await upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("stopped in the middle of a run, the service ends well and the next one completes the import", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const dataDir = await temporaryFolder();
  const environment = serviceEnvironment(upstream.url, dataDir);
  const service = await serve(environment);
  try {
    await eventually("a request for a document", () =>
      upstream.requests().some(({ path }) => path.includes("/ptr-pdfs/")),
    );
    assert.equal(await service.stop(), 0);
    const again = await serve(environment);
    await again.says(/senate-efd: read \d+ of \d+/);
    const { body } = await json(`${again.base}/trades/recent/list`);
    assert.ok(Number(body["total"]) > 100);
    assert.equal(await again.stop(), 0);
  } finally {
    await service.stop();
    await upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("the Senate stays off, and says so, while the operator has not accepted its agreement", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const dataDir = await temporaryFolder();
  const service = await serve({ ...serviceEnvironment(upstream.url, dataDir), SENATE_EFD_ACCEPT_TERMS: "false" });
  try {
    await service.says(/The Senate is off/);
    await service.says(/house-clerk: read \d+ of \d+/);
    assert.equal(upstream.requests().filter(({ site }) => site === "senate").length, 0);
    assert.match(
      JSON.stringify((await json(service.base.replace("/api/v1", "/health/ready"))).body),
      /SENATE_EFD_ACCEPT_TERMS/,
    );
  } finally {
    await service.stop();
    await upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
