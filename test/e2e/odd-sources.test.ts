/** Sources that throw or never answer: each is that source's failure, and the others go on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runIngest, type SourceProgress } from "../../src/filings/ingest/run.ts";
import type { SourceSite } from "../../src/filings/sources/source.ts";
import type { Store } from "../../src/store/store.ts";
import { fictionalPlace } from "./workplace.ts";

const scope = { sinceYear: 2026, since: null };

const FAULTY: readonly (readonly [string, SourceSite["list"]])[] = [
  [
    "throws an unexpected error",
    async () => {
      throw new TypeError("x is not a function");
    },
  ],
  [
    "throws a string",
    async () => {
      throw "a text";
    },
  ],
];

/** The Senate's site with what it does when it is asked for a list. */
function withSenate(sources: readonly SourceSite[], list: SourceSite["list"]): readonly SourceSite[] {
  const senate: SourceSite = {
    id: "senate-efd",
    fetch: () => new Promise(() => {}),
    deriveListing: async () => null,
    list,
  };
  return sources.map((source) => (source.id === "senate-efd" ? senate : source));
}

/** The House has been read, and the Senate has failed with that code. */
async function assertAlone(
  store: Store,
  [house, failed]: readonly Readonly<SourceProgress>[],
  code: RegExp,
): Promise<void> {
  assert.equal(house?.error, null);
  assert.ok((house?.done ?? 0) > 0);
  assert.match(String(failed?.error?.code), code);
  const statuses = await store.sources.listAll();
  assert.match(statuses.find(({ source }) => source === "senate-efd")?.lastError?.code ?? "", code);
}

for (const [what, list] of FAULTY) {
  test(`a source that ${what} fails alone: the other is read to its end`, async (t) => {
    const { ingest, store } = await fictionalPlace(t);
    const parts = { ...ingest, sources: withSenate(ingest.sources, list) };
    const progress = await runIngest(parts, scope, new AbortController().signal);
    await assertAlone(store, progress, /^unexpected_error$/);
  });
}

test("a source that never answers fails alone: the other is read to its end", async (t) => {
  const { ingest, store } = await fictionalPlace(t);
  // The test decides when progress is looked for, since any work may pause on a busy machine for as long as the silent source.
  t.mock.timers.enable({ apis: ["setInterval"] });
  const parts = { ...ingest, sources: withSenate(ingest.sources, () => new Promise(() => {})), patienceMs: 100 };
  let hasEnded = false;
  const run = runIngest(parts, scope, new AbortController().signal).finally(() => {
    hasEnded = true;
  });
  run.catch(() => {});
  const isHouseDone = async () =>
    (await store.sources.listAll()).some(
      ({ source, lastSuccessAt, lastErrorAt }) => source === "house-clerk" && (lastSuccessAt ?? lastErrorAt) !== null,
    );
  while (!hasEnded) {
    if (await isHouseDone()) t.mock.timers.tick(parts.patienceMs);
    await sleep(20);
  }
  await assertAlone(store, await run, /^no_progress$/);
});
