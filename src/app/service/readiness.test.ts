import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../base/config.ts";
import { UnavailableError } from "../../base/errors.ts";
import { toSourceCheck, trackReadiness } from "./readiness.ts";

test("a source without a success for more than 26 hours is not ready, and says since when", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const subtractHours = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  assert.deepEqual(toSourceCheck("house-clerk", { lastError: null, lastSuccessAt: subtractHours(25.9) }, now), {
    name: "house-clerk",
    ready: true,
    detail: subtractHours(25.9).toISOString(),
  });
  const late = toSourceCheck("house-clerk", { lastError: null, lastSuccessAt: subtractHours(26.1) }, now);
  assert.equal(late.ready, false);
  assert.match(late.detail, /26 hours/);
  assert.equal(toSourceCheck("house-clerk", { lastError: null, lastSuccessAt: null }, now).ready, false);
});

test("reports an archive folder of another store, but stays ready", async () => {
  const nothing = { listAll: async () => [], list: async () => [] };
  const archive = { explainWrongFolder: async () => "The archive has another id." };
  const dataset = { version: "2026-11-20.1", tradeCount: 3, politicianCount: 2 };
  const readiness = await trackReadiness(
    readConfig({}),
    { sources: nothing, held: nothing, archive } as never,
    () => dataset as never,
  );
  const { ready, checks } = readiness.buildReadiness(null, []);
  assert.equal(ready, true);
  assert.deepEqual(
    checks.find(({ name }) => name === "archive"),
    { name: "archive", ready: false, detail: "The archive has another id." },
  );
});

test("reports a database that fails or hangs, but stays ready", async () => {
  let now = 0;
  let answerQuery: () => Promise<[]> = async () => [];
  const store = {
    sources: { listAll: () => answerQuery() },
    held: { list: async () => [] },
    archive: { explainWrongFolder: async () => null },
  };
  const getDataset = () => ({ version: "2026-11-20.1", tradeCount: 3, politicianCount: 2 });
  const readiness = await trackReadiness(readConfig({}), store as never, getDataset as never, () => now);
  const findDatabaseCheck = () => readiness.buildReadiness(null, []).checks.find(({ name }) => name === "database");
  assert.deepEqual(findDatabaseCheck(), { name: "database", ready: true, detail: "Answers." });

  answerQuery = async () => {
    throw new UnavailableError("service_unavailable", "no connection", 5);
  };
  await assert.rejects(readiness.refresh());
  now = 5000;
  assert.equal(readiness.isDatabaseAnswering(), false);
  assert.deepEqual(findDatabaseCheck(), {
    name: "database",
    ready: false,
    detail: "Not responding for 5 s, with `service_unavailable`.",
  });
  assert.equal(readiness.buildReadiness(null, []).ready, true);

  answerQuery = async () => [];
  await readiness.refresh();
  assert.equal(readiness.isDatabaseAnswering(), true);

  let queries = 0;
  answerQuery = () => {
    queries += 1;
    return new Promise(() => {});
  };
  void readiness.refresh();
  void readiness.refresh();
  now += 20_000;
  assert.equal(queries, 1, "queries to a database that hangs do not pile up");
  assert.match(String(findDatabaseCheck()?.detail), /^Not responding for 20 s\.$/);
});
