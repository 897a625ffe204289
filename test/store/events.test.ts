import assert from "node:assert/strict";
import { test } from "node:test";
import { buildEventBody } from "../../src/store/premium/event-writer.ts";
import { NOON } from "./made.ts";
import { createAccountWithEndpoints, later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

const DAY = 86_400;

testWithStore("an account's events are numbered without gaps, even if several are appended at once", async (store) => {
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 2);
  const [endpoint] = endpoints;
  assert.ok(endpoint);
  assert.equal(await store.events.readSequenceRange(account), null);
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      store.deliveries.sendOne(account, endpoint.id, "webhook.test", { message: `test ${number}` }, NOON),
    ),
  );
  const events = await store.events.listAfter(account, 0, null, 100);
  assert.deepEqual(
    events.map((event) => event.sequence),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  for (const event of events) {
    const body = JSON.parse(event.body) as Record<string, unknown>;
    assert.deepEqual(Object.keys(body), [
      "id",
      "type",
      "timestamp",
      "api_version",
      "sequence",
      "dataset_version",
      "data",
    ]);
    assert.deepEqual(
      [body["id"], body["type"], body["timestamp"], body["api_version"], body["sequence"], body["dataset_version"]],
      [event.id, "webhook.test", "2026-11-20T12:00:00Z", "v1", event.sequence, null],
    );
    assert.deepEqual(await store.events.get(account, event.id), event);
    assert.equal(await store.events.get("acc_other", event.id), undefined);
  }
  assert.deepEqual(
    (await store.events.listAfter(account, 17, "webhook.test", 2)).map((event) => event.sequence),
    [18, 19],
  );
  assert.deepEqual(await store.events.listAfter(account, 0, "trade.created", 100), []);
  assert.deepEqual(await store.events.readSequenceRange(account), { oldest: 1, newest: 20 });
});

testWithStore("prunes events only at the start of the feed, with their deliveries", async (store) => {
  const { account, endpoints } = await createAccountWithEndpoints(store, "own", 1);
  const id = endpoints[0]?.id ?? "";
  const send = (at: Date) => store.deliveries.sendOne(account, id, "webhook.test", {}, at);
  await send(NOON);
  await send(later(DAY));
  // The clock was set back, so the third event looks older than the second.
  await send(later(60));
  await send(later(2 * DAY));
  assert.equal(await store.events.prune(later(120)), 1);
  assert.deepEqual(await store.events.readSequenceRange(account), { oldest: 2, newest: 4 });
  assert.equal(
    (await store.deliveries.list(account, id, { status: null, eventType: null }, { limit: 9, skip: 0 })).total,
    3,
  );
  assert.equal(await store.events.prune(later(30 * DAY)), 3);
  assert.deepEqual(await store.events.readSequenceRange(account), { oldest: 5, newest: 4 });
  assert.deepEqual(await store.deliveries.countByStatus(), { pending: 0, succeeded: 0, failed: 0, held: 0 });
  await send(later(31 * DAY));
  assert.deepEqual(await store.events.readSequenceRange(account), { oldest: 5, newest: 5 });
});

const head = { id: "evt_1", type: "trade.created", at: NOON, sequence: 7, datasetVersion: "2026-11-20.1" } as const;

test("a body of more than 20 KiB loses its longest comments and then its last trades, and lists both in `truncated`", () => {
  const short = { trade: { id: "a", comment: "x".repeat(15_000) } };
  const kept = JSON.parse(buildEventBody(head, short)) as Record<string, unknown>;
  assert.deepEqual([kept["data"], "truncated" in kept], [short, false]);

  const long = { trade: { id: "a", comment: "é".repeat(12_000) }, previous: { comment: "short" } };
  const cut = JSON.parse(buildEventBody(head, long)) as Record<string, unknown>;
  assert.deepEqual(cut["data"], { trade: { id: "a", comment: null }, previous: { comment: "short" } });
  assert.deepEqual(cut["truncated"], ["comment"]);
  assert.equal(long.trade.comment.length, 12_000, "the input is not changed");

  const trades = Array.from({ length: 50 }, (_, at) => ({ id: `t${at}`, company: "c".repeat(500), comment: "why" }));
  const body = buildEventBody(head, { alert: { id: "alr_1" }, trades, total_matches: 50 });
  const list = JSON.parse(body) as { data: { trades: unknown[]; total_matches: number }; truncated: string[] };
  assert.ok(Buffer.byteLength(body) <= 20 * 1024);
  assert.ok(list.data.trades.length > 30 && list.data.trades.length < 50);
  assert.deepEqual([list.data.total_matches, list.truncated], [50, ["comment", "trades"]]);
});
