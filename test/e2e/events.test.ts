/** Events of runs that are ended in the middle, and publications that wait for a person. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import type { AccountEvent } from "../../src/domain/premium.ts";
import { type LaterFilings, withLaterFilings } from "../upstream/fictional/later.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { allTrades, endRuns, openWorkplace, serviceEnvironment, type Workplace } from "./workplace.ts";

const LATER = 12;
let sites: LaterFilings;
let upstream: Upstream;
let place: Workplace;

before(async () => {
  sites = withLaterFilings(fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }), LATER);
  upstream = await startUpstream({ material: sites.material, port: 0 });
  place = await openWorkplace(upstream.url);
  for (const { error } of await place.run()) assert.equal(error, null);
});

after(async () => {
  await place?.close();
  await upstream?.stop();
});

function cli(...args: string[]): { child: ChildProcess; said(): string } {
  const child = spawn(process.execPath, ["src/app/cli/main.ts", ...args], {
    env: { ...process.env, ...serviceEnvironment(upstream.url, place.dataDir) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
  return { child, said: () => text };
}

async function cliEnded(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { child, said } = cli(...args);
  const [code] = await once(child, "close");
  return { code: code as number | null, said: said() };
}

async function eventsOf(accountId: string): Promise<readonly AccountEvent[]> {
  return place.store.events.listAfter(accountId, 0, null, 10_000);
}

test("with runs stopped and killed at any moment, every new trade makes one event per account, without gaps in the sequence", async () => {
  const { accounts, alerts } = place.store;
  const draft = {
    alertType: "trade",
    status: "active",
    days: null,
    politicians: null,
    notificationEmail: null,
    daily: null,
  } as const;
  const [one, two] = [
    await accounts.create("one", "premium", new Date()),
    await accounts.create("two", "premium", new Date()),
  ];
  const free = await accounts.create("three", "free", new Date());
  const alert = await alerts.create(
    one.id,
    { ...draft, name: "House", filter: { chamber: "house" }, webhookIds: [] },
    new Date(),
  );
  const known = new Set((await allTrades(place.store)).map(({ id }) => id));
  while ((await sites.appear()) !== null);

  const ended = await endRuns(upstream, () => cli("ingest").child, ["SIGTERM", "SIGKILL"]);
  assert.ok(ended > 1, `${ended} runs were ended`);

  const added = (await allTrades(place.store)).map(({ id }) => id).filter((id) => !known.has(id));
  assert.ok(added.length > LATER);
  for (const account of [one, two]) {
    const events = await eventsOf(account.id);
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, index) => index + 1),
    );
    const created = events
      .filter(({ type }) => type === "trade.created")
      .map(({ body }) => (JSON.parse(body) as { data: { trade: { id: string } } }).data.trade.id);
    assert.deepEqual(created.toSorted(), added.toSorted());
    for (const { id, body } of events) assert.equal((JSON.parse(body) as { id: string }).id, id);
  }
  assert.deepEqual(await eventsOf(free.id), []);
  const matches = await alerts.listMatches(one.id, alert.id, { limit: 1, skip: 0 });
  assert.equal(matches.total, added.length);
  assert.equal((await alerts.get(one.id, alert.id))?.matchCount, added.length);
});

test("a publication that would remove more than 1% of the trades waits for a person while runs continue", async () => {
  const { store, ingest } = place;
  const before = await allTrades(store);
  const [filingId] = Object.entries(Object.groupBy(before, (trade) => trade.filingId)).find(
    ([, trades]) => (trades?.length ?? 0) >= 40,
  ) ?? [""];
  const broken = {
    filingId,
    state: "needs_review",
    reason: null,
    politicianId: null,
    rawJson: null,
    trades: [],
    rejected: [],
  } as const;
  const hold = () => store.publications.publish({ at: new Date(), outcomes: [broken] }, ingest.judge("reparsed"));

  const { held, changed } = await hold();
  assert.ok(held);
  assert.equal(changed, false);
  assert.match(
    (await cliEnded("approve")).said,
    new RegExp(`^${held.id} .*would remove \\d+ of ${before.length}`, "m"),
  );
  assert.match((await cliEnded("coverage")).said, new RegExp(`publication ${held.id} is held`, "i"));
  for (const { error } of await place.run()) assert.equal(error, null);
  assert.deepEqual(await allTrades(store), before, "a run neither publishes it nor takes it back");

  const wrong = await cliEnded("approve", "4711");
  assert.equal(wrong.code, 1);
  assert.match(wrong.said, new RegExp(`No publication "4711" is held: held: ${held.id}\\.`));
  assert.equal((await cliEnded("approve", String(held.id), "--reject")).code, 0);
  assert.match((await cliEnded("approve")).said, /No publication is held/);
  assert.deepEqual(await allTrades(store), before);

  const again = (await hold()).held;
  assert.ok(again);
  const approved = await cliEnded("approve", String(again.id));
  assert.equal(approved.code, 0, approved.said);
  assert.equal((await allTrades(store)).filter((trade) => trade.filingId === filingId).length, 0);
});
