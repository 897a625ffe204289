/** Tests `serve` if no site can be reached, if one of the two cannot, or if one is off: what is served, and where it says why. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { dropDatabase } from "../database.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { fetchJson, serve } from "./serving.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
/** One year has enough reports of both sites. */
const ONE_YEAR = { INGEST_SINCE_YEAR: "2026" };

test("without a network: serves empty lists at once, and the terminal, the page and /health/ready say why; SIGUSR2 retries at once", async () => {
  const dataDir = await temporaryFolder();
  const port = await findFreePort();
  const service = await serve(serviceEnvironment(`http://127.0.0.1:${port}`, dataDir, ONE_YEAR));
  await using upstream = new AsyncDisposableStack();
  try {
    const { status, headers, body } = await fetchJson(`${service.base}/politicians/`);
    assert.equal(status, 200);
    assert.deepEqual(body, { politicians: [], total: 0, limit: 50, skip: 0 });
    assert.equal(headers.get("x-dataset-version"), "0");
    assert.match(await service.waitForOutput(/npm run demo/), /No source could be reached/);
    const ready = await fetchJson(service.base.replace("/api/v1", "/health/ready"));
    assert.equal(ready.status, 503);
    assert.match(JSON.stringify(ready.body), /legislators.*network/);
    const page = await (await fetch(service.base.replace("/api/v1", "/"))).text();
    assert.match(page, /The directory of members: http[^<]* cannot be reached: [^<]* No answer so far/);
    assert.match(page, /Next attempt: <time datetime="[^"]+">|Retrying now\./);
    assert.equal((await fetchJson(service.base.replace("/api/v1", "/health/live"))).status, 200);
    const started = await startUpstream({ material, port });
    upstream.defer(() => started.stop());
    service.child.kill("SIGUSR2");
    await service.waitForOutput(/house-clerk: read \d+ of \d+/);
    assert.equal(await service.stop(), 0);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("with one site reachable: serves its data, and the terminal and the pages say that the other could not be read", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const dataDir = await temporaryFolder();
  const silent = `http://127.0.0.1:${await findFreePort()}`;
  const service = await serve(serviceEnvironment(upstream.url, dataDir, { ...ONE_YEAR, SENATE_EFD_URL: silent }));
  try {
    const output = await service.waitForOutput(/senate-efd could not be read/);
    assert.match(output, /house-clerk: read \d+ of \d+ new documents/);
    assert.match(
      output,
      /senate-efd could not be read: http[^ ]* cannot be reached: [^\n]* Next attempt at \d\d:\d\d UTC\./,
    );
    assert.doesNotMatch(output, /No source could be reached/);
    const { body } = await fetchJson(`${service.base}/trades/recent/list`);
    assert.notEqual(body["total"], 0);
    const page = await (await fetch(service.base.replace("/api/v1", "/"))).text();
    assert.match(page, /The Senate&#39;s site failed at the last attempt/);
  } finally {
    await service.stop();
    await upstream.stop();
    dropDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("the Senate stays off, and says so, until the operator accepts its agreement", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const dataDir = await temporaryFolder();
  const service = await serve({
    ...serviceEnvironment(upstream.url, dataDir, ONE_YEAR),
    SENATE_EFD_ACCEPT_TERMS: "false",
  });
  try {
    await service.waitForOutput(/Senate reports are off/);
    await service.waitForOutput(/house-clerk: read \d+ of \d+/);
    const page = await (await fetch(service.base.replace("/api/v1", "/"))).text();
    assert.match(
      page,
      /The Senate&#39;s site is off\. To turn it on, accept its agreement .* restart with SENATE_EFD_ACCEPT_TERMS=true\./,
    );
    assert.equal(upstream.listRequests().filter(({ site }) => site === "senate").length, 0);
    assert.match(
      JSON.stringify((await fetchJson(service.base.replace("/api/v1", "/health/ready"))).body),
      /SENATE_EFD_ACCEPT_TERMS/,
    );
  } finally {
    await service.stop();
    await upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
