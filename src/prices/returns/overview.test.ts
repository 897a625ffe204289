import assert from "node:assert/strict";
import { test } from "node:test";
import { buildOverview, type Overview, OverviewCache } from "./overview.ts";
import type { Figure } from "./performance.ts";
import type { NonEmpty } from "./return-calculator.ts";
import type { TradePath } from "./trade-path.ts";

const PATH: TradePath = { points: [], medianDisclosure: 20 };
const VERSIONS = ["2026-11-20.1", "2026-11-21.1"].map((version) => ({ version })) as unknown as NonEmpty<{
  readonly version: string;
}>;
const MONTHLY = { bought: ["no_bars"], sold: [] } as const;
const MADE = { pricesTo: null, benchmarkGap: null, decisions: 0, differences: [], path: PATH, monthly: MONTHLY };

/** Resolves after all code that waits only for resolved promises. */
const waitForPromises = () => new Promise((resolve) => setImmediate(resolve));

test("computes both anchors at every horizon for all members, and at three months for each chamber and party", async () => {
  const requested: string[] = [];
  const overview = await buildOverview(
    { version: "v", revision: "e", benchmarkGap: "failed", monthly: MONTHLY },
    async function* (members, questions) {
      for (const { anchors, horizons, path = false } of questions) {
        requested.push(`${JSON.stringify(members)} ${anchors.join()} ${horizons.join()} ${path}`);
        const pairs = anchors.flatMap((anchor) => horizons.map((horizon) => ({ anchor, horizon })));
        const answers = pairs.map((each) => ({
          question: each,
          result: {
            performance: { decisions: 7, difference: { state: `${each.anchor} ${each.horizon}` } as unknown as Figure },
            path: path ? PATH : null,
            pricesTo: null,
          },
        }));
        yield answers as unknown as NonEmpty<(typeof answers)[number]>;
      }
    },
  );
  assert.deepEqual(requested, [
    "{} skill 63 true",
    "{} skill 5,21,63,126,252 false",
    "{} copy 5,21,63,126,252 false",
    ...["senate", "house"].map((chamber) => `{"chamber":"${chamber}"} skill,copy 63 false`),
    ...["Democrat", "Republican", "Independent"].map((party) => `{"party":"${party}"} skill,copy 63 false`),
  ]);
  const { differences, ...rest } = overview;
  assert.deepEqual(rest, {
    version: "v",
    revision: "e",
    benchmarkGap: "failed",
    decisions: 7,
    pricesTo: null,
    path: PATH,
    monthly: MONTHLY,
  });
  assert.equal(differences.length, 20);
  for (const { anchor, horizon, figure } of differences) assert.equal(figure.state, `${anchor} ${horizon}`);
});

function createKeeper(make: (version: string) => Promise<Overview>) {
  const state = { now: 0, revision: "one", made: [] as string[], failures: [] as unknown[] };
  const kept = new OverviewCache({
    make: ({ version }, revision) => {
      state.made.push(`${version} ${revision}`);
      return make(version).then((overview) => ({ ...overview, version, revision }));
    },
    readRevision: async () => state.revision,
    readMonotonicMs: () => state.now,
    onFailure: (error) => state.failures.push(error),
  });
  return { kept, state };
}

test("returns null until the overview of a version is computed, and computes each overview only once", async () => {
  const { kept, state } = createKeeper(async () => MADE as unknown as Overview);
  const [version, next] = VERSIONS as unknown as [{ version: string }, { version: string }];
  assert.equal(kept.getLatest(version), null);
  assert.equal(kept.getLatest(version), null);
  await waitForPromises();
  assert.equal(kept.getLatest(version)?.version, version.version);
  assert.deepEqual(state.made, ["2026-11-20.1 one"]);
  assert.equal(kept.getLatest(next), null, "the overview of another version is not shown");
  await waitForPromises();
  assert.equal(kept.getLatest(next)?.version, next.version);
});

test("recomputes the overview for newer prices after a minute, or after half an hour if computing takes long", async () => {
  let tookMs = 60_000;
  const { kept, state } = createKeeper(async () => {
    state.now += tookMs;
    return MADE as unknown as Overview;
  });
  const [version] = VERSIONS;
  kept.getLatest(version);
  await waitForPromises();
  state.revision = "two";
  tookMs = 0;
  state.now = 30 * 60_000;
  kept.getLatest(version);
  await waitForPromises();
  assert.equal(kept.getLatest(version)?.revision, "one");
  state.now = 32 * 60_000;
  assert.equal(kept.getLatest(version)?.revision, "one");
  await waitForPromises();
  assert.equal(kept.getLatest(version)?.revision, "two");
  state.revision = "three";
  state.now += 59_000;
  kept.getLatest(version);
  await waitForPromises();
  assert.equal(kept.getLatest(version)?.revision, "two", "an overview is kept for at least a minute");
  state.now += 2_000;
  kept.getLatest(version);
  await waitForPromises();
  assert.equal(kept.getLatest(version)?.revision, "three");
  state.now += 62_000;
  kept.getLatest(version);
  await waitForPromises();
  assert.equal(state.made.length, 3, "not computed again from the same prices");
});

test("reports a failed computation, and retries after a minute", async () => {
  let isAway = true;
  const { kept, state } = createKeeper(async () => {
    if (isAway) throw new Error("the store does not answer");
    return MADE as unknown as Overview;
  });
  const [version] = VERSIONS;
  kept.getLatest(version);
  await waitForPromises();
  assert.match(String(state.failures), /the store does not answer/);
  isAway = false;
  state.now = 59_000;
  assert.equal(kept.getLatest(version), null);
  await waitForPromises();
  assert.equal(state.made.length, 1);
  state.now = 61_000;
  kept.getLatest(version);
  await waitForPromises();
  assert.equal(kept.getLatest(version)?.version, version.version);
});
