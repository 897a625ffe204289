import assert from "node:assert/strict";
import { LimitError } from "../../src/base/errors.ts";
import type { Store } from "../../src/store/store.ts";
import { judgedBy } from "./judged-by.ts";
import { listing, NOON, outcome, politician, trade } from "./made.ts";
import { confirmAddress, later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

testWithStore(
  "starts a request with an idempotency key once, replays it for a day, and rejects the key for another request",
  async (store) => {
    const { idempotency } = store;
    const account = (await store.accounts.create("Own", "premium", NOON)).id;
    const other = (await store.accounts.create("Other", "premium", NOON)).id;
    const begin = (at: Date, fingerprint = "f1", route = "alerts") =>
      idempotency.begin(account, route, "key 1", fingerprint, at);
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin(NOON)));
    assert.deepEqual(begun.map(({ kind }) => kind).toSorted(), ["running", "running", "running", "running", "started"]);
    assert.deepEqual(await begin(NOON, "f2"), { kind: "other" });
    assert.deepEqual(await begin(NOON, "f2", "webhooks"), { kind: "started" });
    assert.deepEqual(await idempotency.begin(other, "alerts", "key 1", "f3", NOON), { kind: "started" });
    await idempotency.forget(account, "alerts", "key 1");
    assert.deepEqual(await begin(NOON), { kind: "started" });
    const answer = { status: 201, headers: '{"etag":"\\"1\\""}', body: '{"id":"alr_1"}' };
    await idempotency.finish(account, "alerts", "key 1", answer);
    assert.deepEqual(await begin(later(86_399)), { kind: "finished", ...answer });
    await idempotency.forget(account, "alerts", "key 1");
    assert.deepEqual(
      await begin(later(86_399)),
      { kind: "finished", ...answer },
      "a finished request is not forgotten",
    );
    assert.deepEqual(await begin(later(86_399), "f2"), { kind: "other" });
    assert.deepEqual(await begin(later(86_400)), { kind: "started" }, "a day later the key can be used again");
  },
);

testWithStore("a request whose process died may start again", async (store) => {
  const account = (await store.accounts.create("Own", "premium", NOON)).id;
  const begin = (at: Date) => store.idempotency.begin(account, "alerts", "k", "f", at);
  assert.deepEqual(await begin(NOON), { kind: "started" });
  assert.deepEqual(await begin(later(59)), { kind: "running" });
  assert.deepEqual(await begin(later(60)), { kind: "started" });
});

/** Queues e-mails of an account's alert to `number` confirmed addresses. */
async function queueEmails(store: Store, number: number, name = "Own") {
  const { id: accountId } = await store.accounts.create(name, "premium", NOON);
  const addresses = Array.from({ length: number }, (_, each) => `${each + 1}@example.org`);
  const tokens: string[] = [];
  for (const address of addresses) tokens.push(await confirmAddress(store, accountId, address));
  await store.filings.recordListings([listing("1")], NOON);
  const publication = { at: NOON, politicians: [politician("E000001")], outcomes: [outcome("1", [trade("1", 1)])] };
  await store.publications.publish(
    publication,
    judgedBy(async (_change, scope) => {
      for (const notificationEmail of addresses) {
        await scope.queueEmail({ id: "alr_1", accountId, notificationEmail }, "Alert", "Text");
      }
    }),
  );
  return { accountId, tokens };
}

testWithStore(
  "each e-mail is claimed once, retried if requested, and kept without its text after it ends",
  async (store) => {
    const { emails } = store;
    const { accountId, tokens } = await queueEmails(store, 3);
    assert.deepEqual(await emails.claimDue(9, later(-1)), []);
    const [first, second] = await emails.claimDue(2, NOON);
    assert.ok(first && second);
    assert.deepEqual([first.to, first.attempts, second.to], ["1@example.org", 0, "2@example.org"]);
    assert.equal(first.unsubscribeToken, tokens[0]);
    const [third, ...none] = await emails.claimDue(9, NOON);
    assert.deepEqual([third?.to, none], ["3@example.org", []]);
    await emails.markSent(first.id, later(1));
    await emails.markFailed(second.id, later(30), later(2));
    await emails.markFailed(third?.id ?? "", null, later(3));
    assert.deepEqual(await emails.claimDue(9, later(29)), []);
    const { rows, total } = await emails.list(accountId, { limit: 3, skip: 0 });
    assert.equal(total, 6, "the list includes the three confirmation requests");
    assert.deepEqual(
      rows.map(({ to, kind, status, attempts, nextAttemptAt, endedAt }) => [
        to,
        kind,
        status,
        attempts,
        nextAttemptAt,
        endedAt,
      ]),
      [
        ["3@example.org", "alert", "failed", 1, null, later(3)],
        ["2@example.org", "alert", "queued", 1, later(30), null],
        ["1@example.org", "alert", "sent", 1, null, later(1)],
      ],
    );
    const again = await emails.claimDue(9, later(30));
    assert.deepEqual(
      again.map(({ to, attempts }) => [to, attempts]),
      [["2@example.org", 1]],
    );
    assert.deepEqual(
      (await emails.claimDue(9, later(400))).map(({ id }) => id),
      [second.id],
      "the e-mail is due again, because its claim expired",
    );
    assert.equal(await emails.prune(NOON), 0);
    assert.equal(await emails.prune(later(1)), 6);
  },
);

testWithStore(
  "queued e-mails of a disabled, expired or free account wait, and are deleted with the account",
  async (store) => {
    const { accounts, emails } = store;
    const { accountId } = await queueEmails(store, 1);
    const countDue = async (at: Date) => (await emails.claimDue(9, at)).length;
    await accounts.setDisabled(accountId, true, NOON);
    assert.equal(await countDue(later(1000)), 0);
    await accounts.setDisabled(accountId, false, NOON);
    await accounts.setEnd(accountId, later(500), NOON);
    assert.equal(await countDue(later(1000)), 0);
    await accounts.setEnd(accountId, null, NOON);
    await accounts.setPlan(accountId, "free", NOON);
    assert.equal(await countDue(later(1000)), 0);
    await accounts.setPlan(accountId, "premium", NOON);
    assert.equal(await countDue(later(1000)), 1);
    await accounts.remove(accountId);
    assert.equal(await countDue(later(9000)), 0);
    assert.equal((await emails.list(accountId, { limit: 9, skip: 0 })).total, 0);
  },
);

testWithStore(
  "an unsubscribed reader gets no e-mails, not even queued ones, until a new confirmation code is returned",
  async (store) => {
    const { emails } = store;
    const { accountId, tokens } = await queueEmails(store, 2);
    const [token = ""] = tokens;
    assert.equal(await emails.findAddress(token), "1@example.org");
    assert.equal(await emails.findAddress("another"), undefined);
    await emails.unsubscribe(token, later(1));
    assert.equal(await emails.readAddressStatus(accountId, "1@example.org"), "unsubscribed");
    assert.deepEqual(
      (await emails.claimDue(9, later(10))).map(({ to }) => to),
      ["2@example.org"],
    );
    const mail = { subject: "May we?", text: "Again" };
    const confirmation = { codeDigest: "new", token: "other", mail };
    assert.equal(
      await emails.askToConfirm(accountId, "1@example.org", { ...confirmation, onlyFirst: true }, later(11)),
      null,
    );
    assert.notEqual(await emails.askToConfirm(accountId, "1@example.org", confirmation, later(11)), null);
    assert.equal(
      await emails.readAddressStatus(accountId, "1@example.org"),
      "unsubscribed",
      "a confirmation request alone does not resubscribe the address",
    );
    assert.equal(await emails.confirm(accountId, "wrong", later(12)), undefined);
    assert.equal(await emails.confirm("acc_other", "new", later(12)), undefined);
    assert.equal(await emails.confirm(accountId, "new", later(11 + 3 * 86_400)), undefined, "the code has expired");
    assert.equal(await emails.confirm(accountId, "new", later(12)), "1@example.org");
    assert.equal(await emails.readAddressStatus(accountId, "1@example.org"), "confirmed");
  },
);

testWithStore("an account cannot flood a mailbox", async ({ accounts, emails }) => {
  const { id } = await accounts.create("Own", "premium", NOON);
  const requestConfirmation = (address: string, at = NOON) =>
    emails.askToConfirm(id, address, { codeDigest: "c", token: address, mail: { subject: "", text: "" } }, at);
  for (let each = 0; each < 3; each += 1) await requestConfirmation("ann@example.org");
  await assert.rejects(requestConfirmation("ann@example.org"), LimitError);
  for (let each = 3; each < 20; each += 1) await requestConfirmation(`${each}@example.org`);
  await assert.rejects(requestConfirmation("last@example.org"), LimitError);
  await assert.rejects(
    emails.queueTest({ id: "alr_1", accountId: id }, "a@example.org", { subject: "", text: "" }, NOON),
    LimitError,
  );
  assert.notEqual(await requestConfirmation("ann@example.org", later(86_401)), null);
});
