/** Tests the worst case for an earlier version: the newest version has changed every trade. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { RECENT_FIRST } from "../../src/domain/trade-filter.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { PastVersions } from "../../src/publication/dataset/past-versions.ts";
import { openStore } from "../../src/store/open.ts";
import { temporaryFolder } from "../e2e/workplace.ts";
import { createFiling, createMembers } from "./large-trades.ts";
import { LoopWatch, measureCalibrationMs, USUAL_CALIBRATION_MS } from "./loop-watch.ts";

const [FILINGS, LINES] = [600, 50];
/** Maximum processor time of one turn, including a garbage collection, on a machine on which the calibration work takes 60 ms. */
const TURN_MS = 35;

test("opening, listing and comparing a former version blocks the event loop only briefly, even if every trade changed", async (t) => {
  const dataDir = await temporaryFolder();
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  t.after(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const filings = Array.from({ length: FILINGS }, (_, n) => createFiling(n, n, LINES));
  const days = [new Date("2026-01-01T12:00:00Z"), new Date("2026-01-02T12:00:00Z")] as const;
  await store.filings.recordListings(
    filings.map(({ listing }) => listing),
    days[0],
  );
  const outcomes = filings.map(({ outcome }) => outcome);
  const changed = outcomes.map((outcome) => ({
    ...outcome,
    trades: outcome.trades.map((trade) => ({ ...trade, comment: "changed" })),
  }));
  await store.publications.publish({ at: days[0], outcomes, politicians: createMembers() });
  await store.publications.publish({ at: days[1], outcomes: changed });
  const datasets = new DatasetHolder(store);
  await datasets.reload();

  const watch = new LoopWatch();
  const turns = { open: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY, changes: Number.POSITIVE_INFINITY };
  const recordLowest = async (what: keyof typeof turns, work: () => Promise<void>) => {
    watch.begin();
    await work();
    turns[what] = Math.min(turns[what], watch.end().busyMs);
  };
  // The code is cold the first time.
  for (let tried = 0; tried < 3; tried += 1) {
    const versions = new PastVersions(store.history, () => datasets.getCurrent());
    const [from, to] = [await versions.find(days[0]), await versions.find(days[1])];
    if ("missing" in from || "missing" in to) assert.fail("a version is missing");
    await recordLowest("open", async () => assert.ok((await versions.open(from, "a")).size > FILINGS * LINES));
    const former = await versions.open(from, "a");
    await recordLowest("list", async () => {
      assert.equal((await former.listTrades({}, RECENT_FIRST, 100, 500)).total, FILINGS * LINES);
    });
    await recordLowest("changes", async () => {
      assert.equal((await versions.listChanges(from, to, { limit: 100, skip: 0, caller: "a" })).total, FILINGS * LINES);
    });
  }
  const maxMs = TURN_MS * Math.max(1, measureCalibrationMs() / USUAL_CALIBRATION_MS);
  for (const [what, ms] of Object.entries(turns)) assert.ok(ms <= maxMs, `${what}: ${ms} ms, at most ${maxMs}`);
});
