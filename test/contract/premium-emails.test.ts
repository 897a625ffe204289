/** Tests mails of alerts: confirming an address, test mails, listing mails and their outcomes, and unsubscribing. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ALERTS, type Customer, makeAlert, PREMIUM, startPremium } from "./premium-service.ts";
import { assertProblem, json } from "./service.ts";

const EMAILS = `${PREMIUM}/emails`;
const here = await startPremium();
after(() => here[Symbol.asyncDispose]());

/** Returns the mails that a mailer would send now. */
async function listOutbox() {
  const mails = await here.store.emails.claimDue(100, new Date());
  for (const { id } of mails) await here.store.emails.markSent(id, new Date());
  return mails;
}

const findCode = (text: string) => /^ {2}([0-9A-Z]{16})$/m.exec(text)?.[1] ?? "";

async function createConfirmedAlert(customer: Customer, address: string) {
  const alert = await makeAlert(customer, { notification_email: address });
  const [asking] = await listOutbox();
  await customer.post(`${EMAILS}/confirm`, { code: findCode(asking?.text ?? "") }, 200);
  return `${ALERTS}/${alert["id"]}`;
}

test("asks a new address to confirm, and email_status is unconfirmed until the code is submitted", async () => {
  const ann = await here.createCustomer("ann");
  const woken = here.woken();
  const alert = await makeAlert(ann, { notification_email: "ann@example.org" });
  assert.equal(alert["email_status"], "unconfirmed");
  assert.equal(here.woken(), woken + 1);
  const second = await makeAlert(ann, { notification_email: "ann@example.org" });
  const [asking, ...more] = await listOutbox();
  assert.deepEqual(more, [], "a second alert does not ask the address again");
  assert.equal(asking?.to, "ann@example.org");
  assert.match(asking?.subject ?? "", /^congress-trades: /);
  assert.equal(asking?.unsubscribeToken, null);
  const code = findCode(asking?.text ?? "");

  assertProblem(await ann.ask("POST", `${ALERTS}/${alert["id"]}/test-email`), "conflict");
  assertProblem(await ann.ask("POST", `${EMAILS}/confirm`, { code: "0000000000000000" }), "conflict");
  const bob = await here.createCustomer("bob");
  assertProblem(await bob.ask("POST", `${EMAILS}/confirm`, { code }), "conflict");
  const answer = await ann.post(`${EMAILS}/confirm`, { code: code.toLowerCase() }, 200);
  assert.deepEqual(answer, { address: "ann@example.org", status: "confirmed" });
  assertProblem(await ann.ask("POST", `${EMAILS}/confirm`, { code }), "conflict");
  for (const { id } of [alert, second]) {
    assert.equal((await ann.get(`${ALERTS}/${id}`))["email_status"], "confirmed");
  }
  const moved = await ann.ask("PATCH", `${ALERTS}/${alert["id"]}`, { notification_email: "new@example.org" });
  assert.equal(json(moved)["email_status"], "unconfirmed");
  assert.deepEqual(
    (await listOutbox()).map(({ to }) => to),
    ["new@example.org"],
  );
  const none = await ann.ask("PATCH", `${ALERTS}/${alert["id"]}`, { notification_email: null });
  assert.equal(json(none)["email_status"], null);
  assertProblem(await ann.ask("PATCH", `${ALERTS}/${alert["id"]}`, { email_status: "confirmed" }), "invalid_parameter");
});

test("sends a new code on request, which replaces the previous one", async () => {
  const carol = await here.createCustomer("carol");
  await makeAlert(carol, { notification_email: "carol@example.org" });
  const [first] = await listOutbox();
  const again = await carol.ask("POST", `${EMAILS}/confirmations`, { address: "carol@example.org" });
  assert.equal(again.status, 202, again.text);
  const [second] = await listOutbox();
  assert.equal(json(again)["email_id"], second?.id);
  assertProblem(await carol.ask("POST", `${EMAILS}/confirm`, { code: findCode(first?.text ?? "") }), "conflict");
  await carol.post(`${EMAILS}/confirm`, { code: findCode(second?.text ?? "") }, 200);
  const ask = (address: string) => carol.ask("POST", `${EMAILS}/confirmations`, { address });
  assertProblem(await ask("carol@example.org"), "conflict");
  assertProblem(await ask("a-stranger@example.org"), "conflict");
  await makeAlert(carol, { notification_email: "slow@example.org" });
  for (let times = 0; times < 2; times += 1) assert.equal((await ask("slow@example.org")).status, 202);
  assert.equal(assertProblem(await ask("slow@example.org"), "limit_reached")["limit"], 3);
  await listOutbox();
});

test("a test mail goes to the confirmed address, and mails are listed with their outcome", async () => {
  const dora = await here.createCustomer("dora");
  const alert = await createConfirmedAlert(dora, "dora@example.org");
  const { email_id: id } = await dora.post(`${alert}/test-email`, undefined, 202);
  assertProblem(await dora.ask("POST", `${ALERTS}/alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G/test-email`), "not_found");
  const queued = (await dora.get(`${EMAILS}?limit=1`))["emails"]?.[0];
  assert.deepEqual([queued?.["id"], queued?.["status"], queued?.["attempt_count"]], [id, "queued", 0]);
  const [mail] = await listOutbox();
  assert.match(mail?.subject ?? "", /^\[test\] congress-trades: 1 trade for Apple$/);
  assert.equal(typeof mail?.unsubscribeToken, "string");
  const { emails, total } = await dora.get(EMAILS);
  const [sent, asked] = emails as unknown as Record<string, unknown>[];
  assert.deepEqual(
    [total, sent?.["kind"], sent?.["status"], sent?.["to"], sent?.["alert_id"], asked?.["kind"]],
    [2, "test", "sent", "dora@example.org", alert.split("/").at(-1), "confirmation"],
  );
  assert.doesNotMatch(JSON.stringify(emails), /[0-9A-Z]{16}\\n/);
  const emil = await here.createCustomer("emil");
  assert.equal((await emil.get(EMAILS))["total"], 0);
});

test("a reader unsubscribes with one click: opening the page does nothing, submitting it does", async () => {
  const fay = await here.createCustomer("fay");
  const alert = await createConfirmedAlert(fay, "<fay>@example.org".replace(/[<>]/g, ""));
  await fay.post(`${alert}/test-email`, undefined, 202);
  const [mail] = await listOutbox();
  const way = `/api/v1/unsubscribe/${mail?.unsubscribeToken}`;
  const page = await here.service.ask(way);
  assert.equal(page.status, 200);
  assert.match(String(page.headers["content-type"]), /^text\/html/);
  assert.match(page.text, /<form method="post">/);
  assert.equal((await fay.get(alert))["email_status"], "confirmed");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const click = { method: "POST", headers, body: "List-Unsubscribe=One-Click" };
  const ended = await here.service.ask(way, click);
  assert.equal(ended.status, 200, ended.text);
  assert.equal((await here.service.ask(way, click)).status, 200, "a second click changes nothing");
  assert.equal((await fay.get(alert))["email_status"], "unsubscribed");
  assertProblem(await fay.ask("POST", `${alert}/test-email`), "conflict");
  assertProblem(await here.service.ask("/api/v1/unsubscribe/nobody", click), "not_found");
  assert.equal((await here.service.ask(way, { method: "DELETE" })).status, 405);
});
