/** Tests a client that walks through all changes between two versions, and the cost of its walk. */
import assert from "node:assert/strict";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { PastVersions } from "../../src/publication/dataset/past-versions.ts";
import type { Store } from "../../src/store/store.ts";
import { makePast } from "../contract/made-dataset.ts";
import { startService } from "../contract/service.ts";
import { testWithStore } from "../store/with-store.ts";
import { publishSomething } from "./random-publications.ts";

const VERSIONS = 16;
/** Enough versions for tests in which it does not matter which trades differ. */
const FEW_VERSIONS = 10;
const PAGE = 3;

interface ChangesBody {
  readonly changes: readonly { readonly id: string }[];
  readonly total: number;
}

/** Wraps the tables of former versions, and counts the requests to them. */
function countRequests({ history }: Store) {
  const asked = { pairs: 0, atOnce: 0, mostAtOnce: 0, trades: 0 };
  return {
    asked,
    history: {
      ...history,
      async readChangedTradeIds(from: number, to: number) {
        asked.pairs += 1;
        asked.atOnce += 1;
        asked.mostAtOnce = Math.max(asked.mostAtOnce, asked.atOnce);
        try {
          return await history.readChangedTradeIds(from, to);
        } finally {
          asked.atOnce -= 1;
        }
      },
      readTradesAt(ids: readonly string[], serial: number) {
        asked.trades += ids.length;
        return history.readTradesAt(ids, serial);
      },
    },
  };
}

async function publishAll(store: Store, datasets: DatasetHolder, versions: number): Promise<readonly string[]> {
  const names: string[] = [];
  for (let n = 0; n < versions; n += 1) {
    await publishSomething(store, n);
    const { version } = await datasets.reload();
    if (version !== names.at(-1)) names.push(version);
  }
  return names;
}

testWithStore(
  "a walk by links sees every change once while new versions are published; a page reads only its own trades",
  async (store) => {
    const datasets = new DatasetHolder(store);
    const [first = ""] = await publishAll(store, datasets, VERSIONS);
    const { history, asked } = countRequests(store);
    const versions = new PastVersions(history, () => datasets.getCurrent());
    const past = { ...makePast(), versions, getNewestVersion: () => datasets.getCurrent().version };
    await using service = await startService({ datasets, past });
    const whole = JSON.parse(
      (await service.ask(`/api/v1/changes?from=${first}&to=${datasets.getCurrent().version}&limit=100`)).text,
    ) as ChangesBody;
    assert.ok(whole.total > 4 * PAGE && whole.total <= 100);

    const seen: string[] = [];
    let target: string | undefined = `/api/v1/changes?from=${first}&limit=${PAGE}`;
    for (let pages = 0; target !== undefined; pages += 1) {
      asked.trades = 0;
      const { status, text, headers } = await service.ask(target);
      assert.equal(status, 200);
      const body = JSON.parse(text) as ChangesBody;
      assert.equal(body.total, whole.total);
      assert.ok(asked.trades <= 2 * PAGE, `${asked.trades} trades for a page of ${PAGE}`);
      seen.push(...body.changes.map(({ id }) => id));
      await publishSomething(store, VERSIONS + pages);
      await datasets.reload();
      const next = /<[^>]*(\/api\/v1\/changes\?[^>]*)>; rel="next"/.exec(String(headers["link"] ?? ""));
      target = next?.[1];
    }
    assert.deepEqual(
      seen,
      whole.changes.map(({ id }) => id),
    );
    assert.equal(asked.pairs, 1, "the pair was compared once for all pages and callers");
  },
);

testWithStore("remembers a limited number of changes, and drops the pairs least recently requested", async (store) => {
  const datasets = new DatasetHolder(store);
  const names = await publishAll(store, datasets, FEW_VERSIONS);
  const { history, asked } = countRequests(store);
  const manyIds = Array.from({ length: 150_000 }, (_, n) => [`txn_h${n}_01`, false] as const);
  const large = {
    ...history,
    async readChangedTradeIds(from: number, to: number) {
      await history.readChangedTradeIds(from, to);
      return new Map(manyIds);
    },
    findTradeIdsInVersion: async (ids: readonly string[]) => new Set(ids),
  };
  const versions = new PastVersions(large, () => datasets.getCurrent());
  const serials = await Promise.all(
    names.slice(0, 5).map(async (name) => {
      const found = await versions.find(name);
      return "missing" in found ? assert.fail(name) : found;
    }),
  );
  const [to = assert.fail()] = serials.splice(-1);
  const ask = (from: typeof to) => versions.listChanges(from, to, { limit: 1, skip: 200_000, caller: "a" });
  for (const from of serials) assert.equal((await ask(from)).total, manyIds.length);
  assert.equal(asked.pairs, 4);
  for (const from of serials.slice(-2)) await ask(from);
  assert.equal(asked.pairs, 4, "the last two are remembered");
  for (const from of serials.slice(0, 2)) await ask(from);
  assert.equal(asked.pairs, 6, "the first two had been dropped");
});

testWithStore(
  "compares pairs of versions one at a time, and a pair that many callers request only once",
  async (store) => {
    const datasets = new DatasetHolder(store);
    const names = await publishAll(store, datasets, FEW_VERSIONS);
    const { history, asked } = countRequests(store);
    const versions = new PastVersions(history, () => datasets.getCurrent());
    const numbered = await Promise.all(
      names.map(async (name) => {
        const found = await versions.find(name);
        return "missing" in found ? assert.fail(name) : found;
      }),
    );
    const [oldest = assert.fail(), second = assert.fail()] = numbered;
    const newest = numbered.at(-1) ?? assert.fail();
    const readPage = (from: typeof oldest, caller: string) =>
      versions.listChanges(from, newest, { limit: 10, skip: 0, caller });
    const answers = await Promise.all(["a", "a", "b", "c"].map((caller) => readPage(oldest, caller)));
    assert.equal(asked.pairs, 1);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    await Promise.all([
      readPage(second, "a"),
      readPage(numbered[2] ?? oldest, "a"),
      readPage(numbered[3] ?? oldest, "b"),
    ]);
    assert.equal(asked.pairs, 4);
    assert.equal(asked.mostAtOnce, 1);
  },
);
