/** Tests sources that throw or never answer: only that source fails, and the others continue. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { runIngest, type SourceProgress } from "../../src/filings/ingest/run.ts";
import type { SourceSite } from "../../src/filings/sources/source.ts";
import type { Store } from "../../src/store/store.ts";
import { openFictionalWorkplace } from "./workplace.ts";

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

/** Replaces the Senate's site with one that lists filings by `list` and never completes a fetch. */
function replaceSenate(sources: readonly SourceSite[], list: SourceSite["list"]): readonly SourceSite[] {
  const senate: SourceSite = {
    id: "senate-efd",
    fetch: () => new Promise(() => {}),
    deriveListing: async () => null,
    list,
  };
  return sources.map((source) => (source.id === "senate-efd" ? senate : source));
}

/** Asserts that the House was read and that only the Senate failed, with this code. */
async function assertOnlySenateFailed(
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
  test(`a source that ${what} fails alone, and the other is read completely`, async (t) => {
    const { ingest, store } = await openFictionalWorkplace(t);
    const parts = { ...ingest, sources: replaceSenate(ingest.sources, list) };
    const progress = await runIngest(parts, scope, new AbortController().signal);
    await assertOnlySenateFailed(store, progress, /^unexpected_error$/);
  });
}

test("a source that never answers fails alone, and the other is read completely", async (t) => {
  const { ingest, store } = await openFictionalWorkplace(t);
  // The test triggers the progress checks, since on a busy machine the other source may pause for as long as the silent one.
  t.mock.timers.enable({ apis: ["setInterval"] });
  const parts = { ...ingest, sources: replaceSenate(ingest.sources, () => new Promise(() => {})), patienceMs: 100 };
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
  await assertOnlySenateFailed(store, await run, /^no_progress$/);
});
