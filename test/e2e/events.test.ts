/** Tests the events of runs that are ended midway, and publications that wait for a person's approval. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import type { AccountEvent } from "../../src/domain/premium.ts";
import { type LaterFilings, withLaterFilings } from "../upstream/fictional/later.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { allTrades, interruptRuns, openWorkplace, serviceEnvironment, type Workplace } from "./workplace.ts";

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

function startCli(...args: string[]): { child: ChildProcess; readOutput(): string } {
  const child = spawn(process.execPath, ["src/app/cli/main.ts", ...args], {
    env: { ...process.env, ...serviceEnvironment(upstream.url, place.dataDir) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
  return { child, readOutput: () => text };
}

async function runCli(...args: string[]): Promise<{ code: number | null; output: string }> {
  const { child, readOutput } = startCli(...args);
  const [code] = await once(child, "close");
  return { code: code as number | null, output: readOutput() };
}

async function listEvents(accountId: string): Promise<readonly AccountEvent[]> {
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

  const ended = await interruptRuns(upstream, () => startCli("ingest").child, ["SIGTERM", "SIGKILL"]);
  assert.ok(ended > 1, `${ended} runs were ended`);

  const added = (await allTrades(place.store)).map(({ id }) => id).filter((id) => !known.has(id));
  assert.ok(added.length > LATER);
  for (const account of [one, two]) {
    const events = await listEvents(account.id);
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
  assert.deepEqual(await listEvents(free.id), []);
  const matches = await alerts.listMatches(one.id, alert.id, { limit: 1, skip: 0 });
  assert.equal(matches.total, added.length);
  assert.equal((await alerts.get(one.id, alert.id))?.matchCount, added.length);
});

test("a publication that would remove more than 1% of the trades waits for approval, and runs continue meanwhile", async () => {
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
    (await runCli("approve")).output,
    new RegExp(`^${held.id} .*would remove \\d+ of ${before.length}`, "m"),
  );
  assert.match((await runCli("coverage")).output, new RegExp(`publication ${held.id} is held`, "i"));
  for (const { error } of await place.run()) assert.equal(error, null);
  assert.deepEqual(await allTrades(store), before, "a run neither publishes it nor drops it");

  const wrong = await runCli("approve", "4711");
  assert.equal(wrong.code, 1);
  assert.match(wrong.output, new RegExp(`No publication "4711" is held: held: ${held.id}\\.`));
  assert.equal((await runCli("approve", String(held.id), "--reject")).code, 0);
  assert.match((await runCli("approve")).output, /No publication is held/);
  assert.deepEqual(await allTrades(store), before);

  const again = (await hold()).held;
  assert.ok(again);
  const approved = await runCli("approve", String(again.id));
  assert.equal(approved.code, 0, approved.output);
  assert.equal((await allTrades(store)).filter((trade) => trade.filingId === filingId).length, 0);
});
