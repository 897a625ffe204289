/** Tests how soon a publication by someone other than the service is served while a run is under way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startService } from "../../src/app/server.ts";
import { createLogger } from "../../src/base/log.ts";
import { eventually } from "../eventually.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { openImportedPlace } from "./imported-place.ts";

test("serves data published outside the service within five seconds, even during a run", async (t) => {
  const upstream = await startUpstream({
    material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }),
    port: 0,
    slowMs: 120_000,
  });
  const place = await openImportedPlace(upstream.url, { MARKET_WARM: "false" });
  t.after(async () => {
    await place.close();
    await upstream.stop();
  });
  upstream.force(/^\/house\//, "slow");
  upstream.clearLog();
  const doNothing = () => {};
  let isRunning = false;
  const began = new Date();
  const service = await startService(place.config, createLogger("silent"), {
    onRunStart: () => {
      isRunning = true;
    },
    onProgress: doNothing,
    onRunEnd: () => assert.fail("the run should still be under way"),
    onScanning: doNothing,
    onScansRead: doNothing,
  });
  try {
    // A run first imports the list of members, which would overwrite the politician published below.
    const hasMembers = async () =>
      (await place.store.sources.listAll()).some(
        ({ source, lastSuccessAt }) => source === "legislators" && lastSuccessAt !== null && lastSuccessAt >= began,
      );
    await eventually("the list of members", async () => isRunning && (await hasMembers()));
    const [member] = await place.store.reference.listPoliticians();
    assert.ok(member);
    const name = "Decided By A Person";
    const { changed } = await place.store.publications.publish({
      at: new Date(),
      outcomes: [],
      politicians: [{ ...member, id: "Z000999", name }],
    });
    assert.equal(changed, true);
    const from = performance.now();
    await eventually(
      "the new name",
      async () => {
        const answer = await fetch(`${service.url}/politicians/Z000999`);
        return answer.status === 200 && ((await answer.json()) as { name: string }).name === name;
      },
      { withinMs: 6_000, everyMs: 400 },
    );
    assert.ok(performance.now() - from < 5_000, `${performance.now() - from} ms`);
  } finally {
    await service.close();
  }
});
