import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ATTEMPTS_AT_ONCE } from "../../src/accounts/webhooks/delivery.ts";
import { AppError, ConflictError, LimitError, NotFoundError } from "../../src/base/errors.ts";
import { judgedBy } from "./judged-by.ts";
import { NOON, politician } from "./made.ts";
import { alertDraft, createAccountWithEndpoints, endpointDraft, later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

testWithStore("accounts have a unique name and a plan", async ({ accounts }) => {
  const first = await accounts.create("Example Ltd", "premium", NOON);
  assert.match(first.id, /^acc_[0-9A-HJKMNP-TV-Z]{26}$/);
  await assert.rejects(
    accounts.create("Example Ltd", "free", NOON),
    (error: unknown) => error instanceof AppError && error.code === "account_exists",
  );
  const second = await accounts.create("Other", "free", later(1));
  await accounts.setPlan(second.id, "premium", later(2));
  assert.deepEqual(await accounts.findByName("Example Ltd"), first);
  assert.deepEqual(await accounts.get(second.id), { ...second, plan: "premium" });
  assert.deepEqual(await accounts.listAll(), [first, { ...second, plan: "premium" }]);
  assert.equal(await accounts.get("acc_none"), undefined);
  await assert.rejects(accounts.setPlan("acc_none", "free", NOON), NotFoundError);
});

testWithStore("an account has at most two live keys, which can be found only by digest", async ({ accounts, keys }) => {
  const account = await accounts.create("Example", "premium", NOON);
  const createDraft = (digest: string, expiresAt: Date | null = null) => ({
    accountId: account.id,
    display: "ctd_live_7Hq2…hR8G",
    expiresAt,
    digest,
  });
  const first = await keys.create(createDraft("d1", later(60)), NOON);
  const second = await keys.create(createDraft("d2"), NOON);
  const isKeyLimitError = (error: unknown) =>
    error instanceof LimitError && error.limit === 2 && error.code === "limit_reached";
  await assert.rejects(keys.create(createDraft("d3"), NOON), isKeyLimitError);
  await assert.rejects(keys.create({ ...createDraft("d9"), accountId: "acc_none" }, NOON), NotFoundError);
  assert.deepEqual(await keys.findByDigest("d1"), { key: first, account });
  assert.equal(await keys.findByDigest("d3"), undefined);
  const third = await keys.create(createDraft("d3"), later(61));
  assert.deepEqual(await keys.revoke("acc_other", second.id, later(62)), []);
  assert.deepEqual(await keys.revoke(account.id, second.id, later(62)), [second.id]);
  assert.deepEqual(await keys.revoke(account.id, second.id, later(63)), []);
  assert.deepEqual((await keys.findByDigest("d2"))?.key.revokedAt, later(62));
  await keys.touch(third.id, later(70));
  await keys.touch(third.id, later(100));
  assert.deepEqual(
    (await keys.listForAccount(account.id)).map((key) => key.lastUsedAt),
    [null, null, later(70)],
  );
  await keys.touch(third.id, later(131));
  assert.deepEqual((await keys.findByDigest("d3"))?.key.lastUsedAt, later(131));
});

testWithStore("two keys requested at once do not exceed the limit", async ({ accounts, keys }) => {
  const account = await accounts.create("Example", "premium", NOON);
  const made = await Promise.allSettled(
    ["a", "b", "c", "d", "e"].map((digest) =>
      keys.create({ accountId: account.id, display: "x", expiresAt: null, digest }, NOON),
    ),
  );
  assert.equal(made.filter(({ status }) => status === "fulfilled").length, 2);
});

testWithStore("stores, lists and conditionally replaces alerts, and hides those of other accounts", async (store) => {
  const { accounts, alerts } = store;
  const own = (await accounts.create("Own", "premium", NOON)).id;
  const other = (await accounts.create("Other", "premium", NOON)).id;
  const { id: webhook } = await store.endpoints.create(own, endpointDraft(), new Uint8Array(1), NOON);
  const draft = alertDraft({ alertType: "ticker_cluster", days: 30, politicians: 3, webhookIds: [webhook] });
  const first = await alerts.create(own, draft, NOON);
  assert.deepEqual(await alerts.get(own, first.id), {
    ...draft,
    id: first.id,
    accountId: own,
    nextDigestAt: null,
    createdAt: NOON,
    updatedAt: NOON,
    lastTriggeredAt: null,
    matchCount: 0,
  });
  assert.equal(await alerts.get(other, first.id), undefined);
  const paused = alertDraft({ status: "paused" });
  assert.equal(await alerts.replace(other, first.id, paused, null, NOON), undefined);
  assert.equal(await alerts.replace(own, first.id, paused, NOON.getTime() - 1, NOON), undefined);
  const changed = await alerts.replace(own, first.id, paused, NOON.getTime(), NOON);
  assert.equal(
    changed?.updatedAt.getTime(),
    NOON.getTime() + 1,
    "two versions within one millisecond have different timestamps",
  );
  assert.equal(await alerts.remove(own, first.id, NOON.getTime()), false);
  const second = await alerts.create(own, alertDraft(), later(1));
  assert.deepEqual(await alerts.list(own, null, { limit: 1, skip: 0 }), { rows: [second], total: 2 });
  assert.deepEqual(await alerts.list(own, "paused", { limit: 9, skip: 0 }), { rows: [changed], total: 1 });
  assert.deepEqual(await alerts.list(other, null, { limit: 9, skip: 0 }), { rows: [], total: 0 });
  assert.equal(await alerts.remove(other, first.id, null), false);
  assert.equal(await alerts.remove(own, first.id, null), true);
  for (let made = 1; made < 100; made += 1) await alerts.create(own, alertDraft(), NOON);
  await assert.rejects(
    alerts.create(own, alertDraft(), NOON),
    (error) => error instanceof LimitError && error.limit === 100,
  );
});

testWithStore(
  "stores endpoints with their sealed secrets, at most five former ones",
  async ({ accounts, endpoints }) => {
    const own = (await accounts.create("Own", "premium", NOON)).id;
    const other = (await accounts.create("Other", "premium", NOON)).id;
    const createSealed = (number: number) => new Uint8Array([1, 2, number]);
    const first = await endpoints.create(own, endpointDraft({ description: "ours" }), createSealed(0), NOON);
    assert.deepEqual(await endpoints.get(own, first.id), first);
    assert.equal(await endpoints.get(other, first.id), undefined);
    assert.equal(first.status, "enabled");
    const listSecrets = async (at: Date) =>
      (await endpoints.listSecrets(first.id, at)).map(({ sealed, expiresAt }) => [sealed[2], expiresAt]);
    assert.deepEqual(await listSecrets(NOON), [[0, null]]);
    for (const number of [1, 2, 3, 4, 5])
      await endpoints.rotate(own, first.id, createSealed(number), later(600 + number), NOON);
    await assert.rejects(endpoints.rotate(own, first.id, createSealed(6), later(700), NOON), LimitError);
    assert.deepEqual(await listSecrets(later(602)), [
      [5, null],
      [4, later(605)],
      [3, later(604)],
      [2, later(603)],
    ]);
    await endpoints.rotate(own, first.id, createSealed(7), later(603), later(603));
    assert.equal(
      (await endpoints.listSecrets(first.id, later(603))).length,
      1,
      "a rotation that expires at once ends all former secrets",
    );
    assert.deepEqual(await listSecrets(later(603)), [[7, null]], "only the new secret is left");
    await assert.rejects(endpoints.rotate(other, first.id, createSealed(8), later(1), NOON), NotFoundError);

    const stopped = await endpoints.replace(
      own,
      first.id,
      endpointDraft({ status: "disabled" }),
      NOON.getTime(),
      later(1),
    );
    assert.deepEqual(
      [stopped?.status, stopped?.disabledReason, stopped?.disabledAt],
      ["disabled", "operator", later(1)],
    );
    const again = await endpoints.replace(own, first.id, endpointDraft(), null, later(2));
    assert.deepEqual([again?.status, again?.disabledReason, again?.disabledAt], ["enabled", null, null]);
    assert.equal(await endpoints.replace(own, first.id, endpointDraft(), NOON.getTime(), later(3)), undefined);
    for (let made = 1; made < 10; made += 1) await endpoints.create(own, endpointDraft(), createSealed(0), NOON);
    await assert.rejects(
      endpoints.create(own, endpointDraft(), createSealed(0), NOON),
      (error) => error instanceof LimitError && error.limit === 10,
    );
    assert.equal((await endpoints.list(own, { limit: 3, skip: 9 })).total, 10);
    assert.equal(await endpoints.remove(other, first.id, null), false);
    assert.equal(await endpoints.remove(own, first.id, null), true);
    assert.deepEqual(await endpoints.listSecrets(first.id, NOON), []);
  },
);

testWithStore("a key appears nowhere in the data folder", async (store, { options }) => {
  const secret = "ctd_live_7Hq2mVx9KpLz4RtYw8BnCd3FgJs6AaQe0ChR8G";
  const { id } = await store.accounts.create("Own", "premium", NOON);
  await store.keys.create(
    { accountId: id, display: `${secret.slice(0, 13)}…${secret.slice(-4)}`, expiresAt: null, digest: "ab" },
    NOON,
  );
  if (options.databaseUrl !== null) return;
  for (const name of readdirSync(options.dataDir)) {
    assert.equal(readFileSync(join(options.dataDir, name)).includes(secret), false, name);
  }
});

testWithStore(
  "one event with the period stands for the events that an account missed on the free plan",
  async (store) => {
    const account = await store.accounts.create("Example", "premium", NOON);
    const publish = (at: Date, id: string) =>
      store.publications.publish(
        { at, politicians: [politician(id)], outcomes: [] },
        judgedBy(async (_change, scope) => {
          for (const each of await scope.listPremiumAccounts())
            await scope.appendEvent(each.id, "dataset.published", {});
        }),
      );
    await publish(later(10), "E000001");
    await store.accounts.setPlan(account.id, "free", later(20));
    await publish(later(30), "E000002");
    await store.accounts.setPlan(account.id, "free", later(35));
    await publish(later(40), "E000003");
    await store.accounts.setPlan(account.id, "premium", later(50));
    await store.accounts.setPlan(account.id, "premium", later(55));
    await publish(later(60), "E000004");
    const events = (await store.events.listAfter(account.id, 0, null, 10)).map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      events.map(({ sequence, type }) => [sequence, type]),
      [
        [1, "dataset.published"],
        [2, "plan.resumed"],
        [3, "dataset.published"],
      ],
    );
    assert.deepEqual(events[1].data, {
      from: "2026-11-20T12:00:20Z",
      until: "2026-11-20T12:00:50Z",
      from_dataset_version: "2026-11-20.1",
      until_dataset_version: "2026-11-20.3",
    });
  },
);

testWithStore(
  "an endpoint used by an alert cannot be removed, and an alert cannot use a removed one",
  async (store) => {
    const { id: account } = await store.accounts.create("Example", "premium", NOON);
    const { id } = await store.endpoints.create(account, endpointDraft(), new Uint8Array(1), NOON);
    const alert = await store.alerts.create(account, alertDraft({ webhookIds: [id] }), NOON);
    await assert.rejects(
      store.endpoints.remove(account, id, null),
      (error: unknown) => error instanceof ConflictError && error.obstacles["alert_ids"]?.[0] === alert.id,
    );
    assert.equal((await store.endpoints.get(account, id))?.id, id);
    await store.alerts.replace(account, alert.id, alertDraft({ webhookIds: [] }), null, later(1));
    assert.equal(await store.endpoints.remove(account, id, null), true);
    await assert.rejects(store.alerts.create(account, alertDraft({ webhookIds: [id] }), NOON), NotFoundError);
    await assert.rejects(
      store.alerts.replace(account, alert.id, alertDraft({ webhookIds: [id] }), null, later(2)),
      NotFoundError,
    );
  },
);

testWithStore(
  "sends nothing to a disabled or expired account, and reports the period once it is active again",
  async (store) => {
    const { account, endpoints } = await createAccountWithEndpoints(store, "own", 1, ["plan.resumed"]);
    const id = endpoints[0]?.id ?? "";
    let published = 0;
    const publish = async (at: Date) => {
      published += 1;
      const politicians = [politician(`E00000${published}`)];
      await store.publications.publish(
        { at, politicians, outcomes: [] },
        judgedBy(async (_change, scope) => {
          for (const each of await scope.listPremiumAccounts())
            await scope.appendEvent(each.id, "dataset.published", {});
        }),
      );
    };
    const countClaimed = async (at: Date) =>
      (await store.deliveries.claim("w", 9, { leaseMs: 60_000, attemptsAtOnce: ATTEMPTS_AT_ONCE }, at)).length;
    await store.alerts.create(account, alertDraft(), NOON);
    await publish(later(1));
    await store.deliveries.sendOne(account, id, "webhook.test", {}, later(2));
    await store.accounts.setDisabled(account, true, later(3));
    await publish(later(4));
    assert.equal(await countClaimed(later(5)), 0, "queued deliveries wait");
    await store.accounts.setDisabled(account, false, later(6));
    assert.equal(await countClaimed(later(7)), 2);
    await store.accounts.setEnd(account, later(20), later(8));
    await publish(later(19));
    await publish(later(30));
    await store.accounts.setEnd(account, null, later(40));
    const events = (await store.events.listAfter(account, 0, null, 20)).map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      events.map(({ type }) => type),
      ["dataset.published", "webhook.test", "plan.resumed", "dataset.published", "plan.resumed"],
    );
    assert.deepEqual(
      [events[2].data, events[4].data].map(({ from, from_dataset_version }) => [from, from_dataset_version]),
      [
        ["2026-11-20T12:00:03Z", "2026-11-20.1"],
        ["2026-11-20T12:00:20Z", "2026-11-20.3"],
      ],
    );
    await store.accounts.remove(account);
    assert.equal(await store.accounts.get(account), undefined);
    assert.deepEqual(await store.deliveries.countByStatus(), { pending: 0, succeeded: 0, failed: 0, held: 0 });
    await assert.rejects(store.accounts.remove(account), NotFoundError);
  },
);
