/** Tests alert mails, sent to a fake mail server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { composeAlertMail } from "../../src/accounts/alerts/mail-text.ts";
import { startMailer } from "../../src/accounts/mailer.ts";
import { createLogger } from "../../src/base/log.ts";
import { toAnnouncedTrade } from "../../src/domain/announced-trade.ts";
import type { EmailTable, QueuedEmail } from "../../src/store/premium/emails.ts";
import { eventually } from "../eventually.ts";
import { trade } from "../store/made.ts";
import { startMailServer } from "./mail-server.ts";

/** Creates a mail queue in memory that records every failure. */
function createQueue(mails: readonly QueuedEmail[]) {
  let waiting = [...mails];
  const failures: (Date | null)[] = [];
  const emails: Pick<EmailTable, "claimDue" | "markSent" | "markFailed"> = {
    claimDue: async (limit) => waiting.slice(0, limit),
    async markSent(id) {
      waiting = waiting.filter((mail) => mail.id !== id);
    },
    async markFailed(id, retryAt) {
      failures.push(retryAt);
      waiting = waiting.filter((mail) => mail.id !== id);
    },
  };
  return { emails, failures, left: () => waiting.length };
}

const makeMail = (number: number, changes: Partial<QueuedEmail> = {}): QueuedEmail => ({
  id: `eml_${number}`,
  to: `reader${number}@example.org`,
  subject: "Apple: 1 trade",
  text: "José Muñoz bought.\n.\nThat is all.\n",
  html: null,
  attempts: 0,
  unsubscribeToken: null,
  ...changes,
});

const options = {
  from: "Alerts <alerts@example.org>",
  unsubscribeUrl: (token: string) => `https://api.example/api/v1/unsubscribe/${token}`,
  log: createLogger("silent"),
};

test("sends each queued mail to its recipient exactly once", async () => {
  const server = await startMailServer();
  const queue = createQueue([1, 2, 3].map((id) => makeMail(id)));
  const mailer = startMailer({ ...options, emails: queue.emails, smtpUrl: server.url });
  try {
    await eventually("the end of the queue", () => queue.left() === 0);
    mailer.wake();
    await mailer.stop();
    assert.deepEqual(
      server.received.map(({ to }) => to),
      ["reader1@example.org", "reader2@example.org", "reader3@example.org"],
    );
    const [first] = server.received;
    assert.match(first?.message ?? "", /^From: Alerts <alerts@example\.org>/m);
    assert.match(first?.message ?? "", /^Subject: Apple: 1 trade/m);
    assert.match(first?.message ?? "", /That is all\./);
  } finally {
    await mailer.stop();
    server.close();
  }
});

test("retries a rejected mail later, sends the next ones, and gives up after the last attempt", async () => {
  const server = await startMailServer(2);
  const queue = createQueue([makeMail(1), makeMail(2, { attempts: 6 }), makeMail(3)]);
  const mailer = startMailer({ ...options, emails: queue.emails, smtpUrl: server.url });
  try {
    await eventually("the end of the queue", () => queue.left() === 0);
    assert.equal(queue.failures.length, 2);
    const [retryAt, givenUp] = queue.failures;
    assert.ok(retryAt instanceof Date && retryAt.getTime() > Date.now());
    assert.equal(givenUp, null);
    assert.deepEqual(
      server.received.map(({ to }) => to),
      ["reader3@example.org"],
    );
  } finally {
    await mailer.stop();
    server.close();
  }
});

test("with an unreachable mail server, a mail fails and the mailer keeps running", async () => {
  const queue = createQueue([makeMail(1)]);
  const mailer = startMailer({ ...options, emails: queue.emails, smtpUrl: "smtp://127.0.0.1:1" });
  await eventually("the end of the queue", () => queue.left() === 0);
  assert.equal(queue.failures.length, 1);
  await mailer.stop();
});

test("an alert mail has an unsubscribe link and a one-click List-Unsubscribe header", async () => {
  const server = await startMailServer();
  const queue = createQueue([makeMail(1, { unsubscribeToken: "t0ken" }), makeMail(2)]);
  const mailer = startMailer({ ...options, emails: queue.emails, smtpUrl: server.url });
  try {
    await eventually("the end of the queue", () => queue.left() === 0);
    const [alert, confirmation] = server.received.map(({ message }) =>
      message.replace(/\r\n[ \t]+/g, " ").replaceAll("=\r\n", ""),
    );
    assert.match(alert ?? "", /^List-Unsubscribe: <https:\/\/api\.example\/api\/v1\/unsubscribe\/t0ken>\r$/im);
    assert.match(alert ?? "", /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im);
    assert.match(alert ?? "", /Unsubscribe this address from alerts: https:\/\/api\.example/);
    assert.match(alert ?? "", /^Auto-Submitted: auto-generated\r$/im);
    assert.doesNotMatch(confirmation ?? "", /unsubscribe/i);
  } finally {
    await mailer.stop();
    server.close();
  }
});

test("an HTML mail is sent with a text part, both with the unsubscribe link", async () => {
  const server = await startMailServer();
  const queue = createQueue([makeMail(1, { html: "<p>José</p>", unsubscribeToken: "t0ken" })]);
  const mailer = startMailer({ ...options, emails: queue.emails, smtpUrl: server.url });
  try {
    await eventually("the end of the queue", () => queue.left() === 0);
    const message = (server.received[0]?.message ?? "").replaceAll("=\r\n", "");
    assert.match(message, /^Content-Type: multipart\/alternative;/m);
    assert.match(
      message,
      /That is all\.[\s\S]+Unsubscribe this address from alerts: https:[\s\S]+Content-Type: text\/html/,
    );
    assert.match(
      message,
      /<p>Jos=C3=A9<\/p><p><a href=3D"https:\/\/api\.example\/api\/v1\/unsubscribe\/t0ken">Unsubscribe/,
    );
  } finally {
    await mailer.stop();
    server.close();
  }
});

test("a name cannot inject a line or a header", () => {
  const { subject, text } = composeAlertMail({
    alert: { id: "alr_1", name: "Apple\r\nBcc: everyone@example.org" },
    trades: [],
    total_matches: 51,
    test: true,
  });
  assert.equal(subject, "[test] congress-trades: 51 trades for Apple Bcc: everyone@example.org");
  assert.doesNotMatch(text, /^Bcc/m);
  assert.match(text, /and 51 more/);
});

test("a mail describes a trade by its headline", () => {
  const put = { assetType: "Stock Option", option: { type: "Put", strike: null, expiry: null } };
  const { text } = composeAlertMail({
    alert: { id: "alr_1", name: "Apple" },
    trades: [toAnnouncedTrade(trade("9", 1, { ...put, transactionType: "sale_full" }), "Ann Example")],
    total_matches: 1,
  });
  assert.match(text, /^Ann Example \(Democrat, house\): sale of put options on Apple Inc\. \(AAPL\)$/m);
});
