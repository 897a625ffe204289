/** Tests a service that is suspended for a moment, as on a shared machine: no client that waited for it gets a 503. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { serve } from "./serving.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

const WAITING_CLIENTS = 20;

test("an idle service that was suspended answers all waiting and later requests with 200", async (t) => {
  const upstream = await startUpstream({
    material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }),
    port: 0,
  });
  t.after(() => upstream.stop());
  const folder = await temporaryFolder();
  t.after(() => rm(folder, { recursive: true, force: true }));
  const serving = await serve(serviceEnvironment(upstream.url, folder, { TRUSTED_PROXIES: "127.0.0.0/8" }));
  t.after(() => serving.stop());
  await serving.waitForOutput(/senate-efd: read \d+ of \d+/);
  let callers = 0;
  const ask = async () => {
    callers += 1;
    const headers = { "x-forwarded-for": `198.51.${callers >> 8}.${callers & 255}` };
    return (await fetch(`${serving.base}/trades/recent/list?limit=${callers}`, { headers })).status;
  };
  const askAll = () => Promise.all(Array.from({ length: WAITING_CLIENTS }, ask));
  for (const stoppedMs of [300, 700, 1300]) {
    await sleep(300);
    serving.child.kill("SIGSTOP");
    const waiting = askAll();
    await sleep(stoppedMs);
    serving.child.kill("SIGCONT");
    const statuses = [...(await waiting), ...(await askAll())];
    assert.deepEqual(
      statuses.filter((status) => status !== 200),
      [],
      `stopped for ${stoppedMs} ms`,
    );
  }
});
