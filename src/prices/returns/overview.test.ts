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

/** Resolves after everything that waits only for promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("computes all members at every horizon and the path, and chambers and parties at three months, from both anchors", async () => {
  const asked: string[] = [];
  const overview = await buildOverview(
    { version: "v", edition: "e", benchmarkGap: "failed", monthly: MONTHLY },
    async function* (members, questions) {
      for (const { anchors, horizons, path = false } of questions) {
        asked.push(`${JSON.stringify(members)} ${anchors.join()} ${horizons.join()} ${path}`);
        const begun = anchors.flatMap((anchor) => horizons.map((horizon) => ({ anchor, horizon })));
        const answers = begun.map((each) => ({
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
  assert.deepEqual(asked, [
    "{} skill 63 true",
    "{} skill 5,21,63,126,252 false",
    "{} copy 5,21,63,126,252 false",
    ...["senate", "house"].map((chamber) => `{"chamber":"${chamber}"} skill,copy 63 false`),
    ...["Democrat", "Republican", "Independent"].map((party) => `{"party":"${party}"} skill,copy 63 false`),
  ]);
  const { differences, ...rest } = overview;
  assert.deepEqual(rest, {
    version: "v",
    edition: "e",
    benchmarkGap: "failed",
    decisions: 7,
    pricesTo: null,
    path: PATH,
    monthly: MONTHLY,
  });
  assert.equal(differences.length, 20);
  for (const { anchor, horizon, figure } of differences) assert.equal(figure.state, `${anchor} ${horizon}`);
});

function keeper(make: (version: string) => Promise<Overview>) {
  const state = { now: 0, edition: "one", made: [] as string[], failures: [] as unknown[] };
  const kept = new OverviewCache({
    make: ({ version }, edition) => {
      state.made.push(`${version} ${edition}`);
      return make(version).then((overview) => ({ ...overview, version, edition }));
    },
    readEdition: async () => state.edition,
    readMonotonicMs: () => state.now,
    onFailure: (error) => state.failures.push(error),
  });
  return { kept, state };
}

test("has no overview until it is computed, and computes it once for simultaneous callers", async () => {
  const { kept, state } = keeper(async () => MADE as unknown as Overview);
  const [version, next] = VERSIONS as unknown as [{ version: string }, { version: string }];
  assert.equal(kept.getLatest(version), null);
  assert.equal(kept.getLatest(version), null);
  await settled();
  assert.equal(kept.getLatest(version)?.version, version.version);
  assert.deepEqual(state.made, ["2026-11-20.1 one"]);
  assert.equal(kept.getLatest(next), null, "another version's is not shown for this one");
  await settled();
  assert.equal(kept.getLatest(next)?.version, next.version);
});

test("newer prices replace the overview after a hundred times its computing time, half an hour at most", async () => {
  let tookMs = 60_000;
  const { kept, state } = keeper(async () => {
    state.now += tookMs;
    return MADE as unknown as Overview;
  });
  const [version] = VERSIONS;
  kept.getLatest(version);
  await settled();
  state.edition = "two";
  tookMs = 0;
  state.now = 30 * 60_000;
  kept.getLatest(version);
  await settled();
  assert.equal(kept.getLatest(version)?.edition, "one");
  state.now = 32 * 60_000;
  assert.equal(kept.getLatest(version)?.edition, "one");
  await settled();
  assert.equal(kept.getLatest(version)?.edition, "two");
  state.edition = "three";
  state.now += 59_000;
  kept.getLatest(version);
  await settled();
  assert.equal(kept.getLatest(version)?.edition, "two", "never less than a minute");
  state.now += 2_000;
  kept.getLatest(version);
  await settled();
  assert.equal(kept.getLatest(version)?.edition, "three");
  state.now += 62_000;
  kept.getLatest(version);
  await settled();
  assert.equal(state.made.length, 3, "the same prices are not reckoned with again");
});

test("reports a failed computation, and retries after a minute", async () => {
  let isAway = true;
  const { kept, state } = keeper(async () => {
    if (isAway) throw new Error("the store does not answer");
    return MADE as unknown as Overview;
  });
  const [version] = VERSIONS;
  kept.getLatest(version);
  await settled();
  assert.match(String(state.failures), /the store does not answer/);
  isAway = false;
  state.now = 59_000;
  assert.equal(kept.getLatest(version), null);
  await settled();
  assert.equal(state.made.length, 1);
  state.now = 61_000;
  kept.getLatest(version);
  await settled();
  assert.equal(kept.getLatest(version)?.version, version.version);
});
