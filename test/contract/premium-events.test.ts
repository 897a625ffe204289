/** Tests the feed of events. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ATTEMPTS_AT_ONCE } from "../../src/accounts/webhooks/delivery.ts";
import { EventFeedSchema } from "../../src/api/premium/event-schema.ts";
import { type Customer, EVENTS, makeWebhook, startPremium, WEBHOOKS } from "./premium-service.ts";
import { assertProblem, createFakeClock, json } from "./service.ts";

const DAY_MS = 86_400_000;

async function sendTests(customer: Customer, webhook: unknown, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await customer.post(`${WEBHOOKS}/${webhook}/test`, undefined, 202);
}

async function readFeed(customer: Customer, query = "") {
  return EventFeedSchema.parse(json(await customer.ask("GET", `${EVENTS}${query}`)));
}

test("in an empty feed, oldest_sequence is 1 and newest_sequence is 0", async () => {
  await using here = await startPremium();
  const alice = await here.createCustomer("alice");
  const empty = { events: [], next_after: 0, has_more: false, oldest_sequence: 1, newest_sequence: 0 };
  assert.deepEqual(await readFeed(alice), empty);
  assert.deepEqual(await readFeed(alice, "?after=0"), empty);
});

test("following next_after visits every event once, in order, without a gap; each account has its own sequence", async () => {
  await using here = await startPremium();
  const [alice, bob] = [await here.createCustomer("alice"), await here.createCustomer("bob")];
  const [ofAlice, ofBob] = [await makeWebhook(alice), await makeWebhook(bob)];
  await sendTests(alice, ofAlice["id"], 4);
  await sendTests(bob, ofBob["id"], 2);
  await sendTests(alice, ofAlice["id"], 3);
  const sequences: number[] = [];
  let after = 0;
  for (;;) {
    const page = await readFeed(alice, `?after=${after}&limit=3`);
    sequences.push(...page.events.map(({ sequence }) => sequence));
    after = page.next_after;
    if (!page.has_more) break;
    assert.equal(page.events.length, 3);
  }
  assert.deepEqual(sequences, [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(await readFeed(alice, `?after=${after}`), {
    events: [],
    next_after: 7,
    has_more: false,
    oldest_sequence: 1,
    newest_sequence: 7,
  });
  assert.deepEqual(
    (await readFeed(bob)).events.map(({ sequence }) => sequence),
    [1, 2],
  );
});

test("with a filter, next_after continues after all events that were examined", async () => {
  await using here = await startPremium();
  const alice = await here.createCustomer("alice");
  const webhook = await makeWebhook(alice);
  await sendTests(alice, webhook["id"], 3);
  const none = await readFeed(alice, "?event_type=trade.created");
  assert.deepEqual([none.events, none.next_after, none.has_more], [[], 3, false]);
  const some = await readFeed(alice, "?event_type=webhook.test&limit=2");
  assert.deepEqual([some.events.length, some.next_after, some.has_more], [2, 2, true]);
  assertProblem(await alice.ask("GET", `${EVENTS}?event_type=trade.made`), "invalid_parameter");
  for (const after of ["-1", "x", "1.5", ""]) {
    assertProblem(await alice.ask("GET", `${EVENTS}?after=${after}`), "invalid_parameter");
  }
});

test("rejects an `after` beyond the newest event and names that event, so that a client notices a reset feed", async () => {
  await using here = await startPremium();
  const alice = await here.createCustomer("alice");
  assert.equal(assertProblem(await alice.ask("GET", `${EVENTS}?after=1`), "invalid_parameter")["newest_sequence"], 0);
  const webhook = await makeWebhook(alice);
  await sendTests(alice, webhook["id"], 3);
  const refused = assertProblem(await alice.ask("GET", `${EVENTS}?after=4`), "invalid_parameter");
  assert.equal(refused["newest_sequence"], 3);
  assert.deepEqual(
    [refused.errors[0]?.name, refused.errors[0]?.reason, refused.errors[0]?.max],
    ["after", "too_large", 3],
  );
  assert.equal((await readFeed(alice, "?after=3")).newest_sequence, 3);
});

test("a single event equals byte for byte the one delivered and the one in the feed", async () => {
  await using here = await startPremium();
  const alice = await here.createCustomer("alice");
  const webhook = await makeWebhook(alice);
  await sendTests(alice, webhook["id"], 1);
  const whole = await alice.ask("GET", EVENTS);
  const [event] = (await readFeed(alice)).events;
  const one = await alice.ask("GET", `${EVENTS}/${event?.id}`);
  assert.equal(one.headers["content-type"], "application/json; charset=utf-8");
  assert.ok(whole.text.includes(one.text));
  const [leased] = await here.store.deliveries.claim(
    "w",
    1,
    { leaseMs: 60_000, attemptsAtOnce: ATTEMPTS_AT_ONCE },
    new Date(Date.now() + 1000),
  );
  assert.equal(leased?.event.body, one.text);
});

test("returns 410 if events following `after` were deleted; without `after`, starts at the oldest stored event", async () => {
  const time = createFakeClock();
  await using here = await startPremium({ wallClock: time.readWallClockMs });
  const alice = await here.createCustomer("alice");
  const webhook = await makeWebhook(alice);
  await sendTests(alice, webhook["id"], 3);
  time.advance(31 * DAY_MS);
  await sendTests(alice, webhook["id"], 2);
  await here.store.events.prune(new Date(time.readWallClockMs() - 30 * DAY_MS));
  for (const after of [0, 1, 2]) {
    assert.equal(assertProblem(await alice.ask("GET", `${EVENTS}?after=${after}`), "gone")["oldest_sequence"], 4);
  }
  for (const query of ["?after=3", ""]) {
    const page = await readFeed(alice, query);
    assert.deepEqual([page.events.map(({ sequence }) => sequence), page.oldest_sequence], [[4, 5], 4]);
  }
  time.advance(31 * DAY_MS);
  await here.store.events.prune(new Date(time.readWallClockMs() - 30 * DAY_MS));
  assertProblem(await alice.ask("GET", `${EVENTS}?after=3`), "gone");
  const nothing = { events: [], next_after: 5, has_more: false, oldest_sequence: 6, newest_sequence: 5 };
  assert.deepEqual(await readFeed(alice, "?after=5"), nothing);
  assert.deepEqual(await readFeed(alice), nothing);
  await sendTests(alice, webhook["id"], 1);
  assert.deepEqual(
    (await readFeed(alice, "?after=5")).events.map(({ sequence }) => sequence),
    [6],
  );
});
