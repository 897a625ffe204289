/** A version that is built in a process of its own is the one that is built in slices, and is kept. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { VersionBuilder } from "../../src/dataset/apart/version-builder.ts";
import { buildContents } from "../../src/dataset/build.ts";
import { DatasetHolder } from "../../src/dataset/holder.ts";
import { KeptVersions } from "../../src/dataset/kept/kept-versions.ts";
import { createLogger } from "../../src/log.ts";
import { openStore } from "../../src/store/open.ts";
import { listing, outcome, politician, trade } from "../store/made.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "apart-"));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const place = { dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") };
const NOTHING_KEPT = { load: async () => null, keep: async () => {} };

test("a holder swaps to what the process has built and kept", async () => {
  const store = await openStore(place);
  try {
    await new VersionBuilder(place).run({ isServing: false });
    assert.equal(await new KeptVersions(place).load(null), null, "nothing is published");
    const publish = async (docId: string) => {
      await store.filings.recordListings([listing(docId)], new Date());
      const trades = [trade(docId, 1, { politicianId: "E000001" }), trade(docId, 2, { politicianId: "E000001" })];
      await store.publications.publish({
        at: new Date(),
        outcomes: [outcome(docId, trades, { politicianId: "E000001" })],
        politicians: [politician("E000001")],
      });
    };
    await publish("20000001");
    const kept = new KeptVersions(place);
    const runs: boolean[] = [];
    const counted = {
      run(request: { readonly isServing: boolean }) {
        runs.push(request.isServing);
        return new VersionBuilder(place).run(request);
      },
    };
    const holder = new DatasetHolder(store, { kept, apart: counted, apartFrom: 0 });
    const first = await holder.reload();
    await publish("20000002");
    const second = await holder.reload();
    await holder.idle();
    assert.deepEqual([first.tradeCount, second.tradeCount], [2, 4]);
    assert.deepEqual(runs, [false, true], "the second was built beside requests");
    assert.deepEqual(await kept.load(null), await buildContents(store));
    assert.equal(holder.kept(first.version), first, "for clients on their way through its pages");
  } finally {
    await store.close();
  }
});

test("the first version is built apart too where the store is large", async () => {
  const store = await openStore(place);
  try {
    const { countTrades } = store.publications;
    const firstOf = async (apartFrom: number) => {
      const runs: boolean[] = [];
      const apart = { run: async ({ isServing }: { readonly isServing: boolean }) => void runs.push(isServing) };
      const holder = new DatasetHolder(store, { kept: NOTHING_KEPT, apart, apartFrom, countTrades });
      assert.equal((await holder.reload()).tradeCount, 4);
      return runs.length;
    };
    assert.deepEqual([await firstOf(4), await firstOf(5)], [1, 0]);
  } finally {
    await store.close();
  }
});

test("where the process cannot keep a version, it is built in slices", async () => {
  const store = await openStore(place);
  try {
    const holder = new DatasetHolder(store, { kept: NOTHING_KEPT, apart: new VersionBuilder(place), apartFrom: 0 });
    assert.equal((await holder.reload()).tradeCount, 4);
  } finally {
    await store.close();
  }
});
