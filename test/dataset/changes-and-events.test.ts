/** Tests that `GET /changes` between two versions agrees with the events of an account's feed between these versions. */
import assert from "node:assert/strict";
import { createPublicationJudge } from "../../src/accounts/alerts/judge.ts";
import { PUBLICATION_POLICY } from "../../src/filings/ingest/publication-policy.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { PastVersions } from "../../src/publication/dataset/past-versions.ts";
import type { Judgement } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { makePast } from "../contract/made-dataset.ts";
import { type Service, startService } from "../contract/service.ts";
import { NOON } from "../store/made.ts";
import { testWithStore } from "../store/with-store.ts";
import { publishSomething, random, removeMember } from "./random-publications.ts";

const VERSIONS = 40;
const PAIRS = 80;

interface Row {
  readonly id: string;
}

/** The listed trades by id, without their members' names and ids. */
type Listed = ReadonlyMap<string, object | null>;

interface SentEvent {
  readonly type: string;
  readonly dataset_version: string;
  readonly data: { readonly trade?: Row; readonly trade_id?: string };
}

testWithStore("the changes between any two versions equal the events announced in between", async (store) => {
  const datasets = new DatasetHolder(store);
  const versions = new PastVersions(store.history, () => datasets.getCurrent());
  const past = { ...makePast(), versions, getNewestVersion: () => datasets.getCurrent().version };
  await using service = await startService({ datasets, past });
  const { id: account } = await store.accounts.create("Reader", "premium", NOON);
  // All filings are listed after the first complete listing, so their trades are announced.
  await store.sources.recordListingCompleted("house-clerk", new Date(0));
  const names: string[] = [];
  for (let n = 0; n < VERSIONS; n += 1) {
    await publishSomething(store, n, createJudgement(store));
    const { version } = await datasets.reload();
    if (version !== names.at(-1)) names.push(version);
  }
  const events = await listEvents(store, account);
  const types = new Set(events.map(({ type }) => type));
  for (const type of ["trade.created", "trade.updated", "trade.removed"]) assert.ok(types.has(type), type);
  const listedAt = replay(names, events);
  for (let tried = 0; tried < PAIRS; tried += 1) {
    const [from = 0, to = 0] = [random(names.length), random(names.length)].sort((a, b) => a - b);
    const label = `${names[from]} to ${names[to]}`;
    assert.deepEqual(
      await readChanges(service, names[from], names[to]),
      listDifferences(listedAt[from] ?? new Map(), listedAt[to] ?? new Map()),
      label,
    );
  }
});

/** Creates the service's own judgement, except that no publication is held for a person. */
function createJudgement(store: Store): Judgement {
  const judge = createPublicationJudge({
    sources: store.sources,
    bodies: [],
    emails: false,
    baseUrl: "https://api.example/api/v1",
    reason: "reparsed",
  });
  return { policy: { ...PUBLICATION_POLICY, findHoldReason: () => null }, judge };
}

async function listEvents(store: Store, account: string): Promise<readonly SentEvent[]> {
  const told: SentEvent[] = [];
  for (let after = 0; ; ) {
    const events = await store.events.listAfter(account, after, null, 100);
    const last = events.at(-1);
    if (last === undefined) return told;
    told.push(...events.map(({ body }) => JSON.parse(body) as SentEvent));
    after = last.sequence;
  }
}

/** Returns the trades that a reader of the feed has at each version, starting from none. */
function replay(names: readonly string[], events: readonly SentEvent[]): readonly Listed[] {
  const held = new Map<string, object | null>();
  return names.map((name) => {
    for (const { data } of events.filter((event) => event.dataset_version === name)) {
      if (data.trade !== undefined) held.set(data.trade.id, removeMember(data.trade));
      else if (data.trade_id !== undefined) held.delete(data.trade_id);
    }
    return new Map(held);
  });
}

/** Returns the differences as a list of changes, by id. */
function listDifferences(before: Listed, after: Listed): readonly object[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
  return ids.flatMap((id) => {
    const [former, trade] = [before.get(id) ?? null, after.get(id) ?? null];
    return JSON.stringify(former) === JSON.stringify(trade) ? [] : [{ id, trade, former }];
  });
}

async function readChanges(service: Service, from = "", to = ""): Promise<readonly object[]> {
  const { text } = await service.ask(`/api/v1/changes?from=${from}&to=${to}&limit=100`);
  const { changes, total } = JSON.parse(text) as { changes: (Row & { trade: Row; former: Row })[]; total: number };
  assert.equal(changes.length, total);
  return changes.map(({ id, trade, former }) => ({ id, trade: removeMember(trade), former: removeMember(former) }));
}
