/** Tests the path from a filing to a webhook receiver: a complete service over stand-in sites, with reports that appear later. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { createApiKey, formatKeyForDisplay, hashApiKey } from "../../src/accounts/keys/api-key.ts";
import { hasValidSignature, type Receiver, startReceiver } from "../../src/app/demo/receiver.ts";
import { startService } from "../../src/app/server.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";
import { startMailServer } from "../alerts/mail-server.ts";
import { ensureDatabase } from "../database.ts";
import { eventually } from "../eventually.ts";
import { judgedBy } from "../store/judged-by.ts";
import { withLaterFilings } from "../upstream/fictional/later.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

/** Polling interval for endpoints with a rate limit. */
const LIMITED_POLLING = { everyMs: 250 };
const log = createLogger("silent");
const sites = withLaterFilings(fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }), 4);
const key = createApiKey();

let upstream: Upstream;
let receiver: Receiver;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let dataDir: string;
let service: Awaited<ReturnType<typeof startService>>;
let secret: string;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}

before(async () => {
  upstream = await startUpstream({ material: sites.material, port: 0 });
  receiver = await startReceiver();
  mails = await startMailServer();
  dataDir = await temporaryFolder();
  const config = readConfig(
    serviceEnvironment(upstream.url, dataDir, {
      WEBHOOK_ALLOW_HTTP: "true",
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32",
      SMTP_URL: mails.url,
    }),
  );
  const store = await openStore({ dataDir, databaseUrl: ensureDatabase(dataDir), dataNotice: null, log });
  const account = await store.accounts.create("reader", "premium", new Date());
  await store.keys.create(
    { accountId: account.id, display: formatKeyForDisplay(key), expiresAt: null, digest: hashApiKey(key) },
    new Date(),
  );
  await store.close();
  const firstRun = Promise.withResolvers<void>();
  service = await startService(config, log, {
    onRunStart: () => {},
    onProgress: () => {},
    onRunEnd: () => firstRun.resolve(),
    onScanning: () => {},
    onScansRead: () => {},
  });
  const endpoint = await ask("POST", "/premium/webhooks", {
    url: receiver.url,
    event_types: ["trade.created", "trade.updated", "alert.triggered"],
  });
  assert.equal(endpoint.status, 201, JSON.stringify(endpoint.body));
  secret = String(endpoint.body["secret"]);
  await firstRun.promise;
});

after(async () => {
  await service?.close();
  await receiver?.close();
  mails?.close();
  await upstream?.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

async function ask(method: string, path: string, json?: unknown) {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(json !== undefined && { "content-type": "application/json" }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> };
}

/** All events in the account's feed. */
async function listEvents(): Promise<Event[]> {
  const events: Event[] = [];
  for (let after: unknown; ; ) {
    const { status, body } = await ask(
      "GET",
      `/premium/events?limit=100${after === undefined ? "" : `&after=${after}`}`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    events.push(...(body["events"] as Event[]));
    if (body["has_more"] !== true) return events;
    after = body["next_after"];
  }
}

const filterByType = (events: readonly Event[], type: string) => events.filter((event) => event.type === type);
const getTrade = ({ data }: Pick<Event, "data">) =>
  data["trade"] as { readonly id: string; readonly disclosure_date: string };

function waitForWebhooks(type: string, count: number) {
  return eventually(`${count} ${type}`, () => {
    const found = receiver.received.filter(({ event }) => event.type === type);
    return found.length >= count && found;
  });
}

test("the first import is backfill: announces publications, but no trades", async () => {
  const events = await listEvents();
  assert.ok(events.length > 0);
  assert.deepEqual([...new Set(events.map(({ type }) => type))], ["dataset.published"]);
  assert.equal(receiver.received.length, 0);
});

test("a new filing reaches the receiver in signed webhooks, with the alert that it triggers", async (t) => {
  const alert = await ask("POST", "/premium/alerts", {
    name: "House",
    filter: { chamber: "house" },
    notification_email: "ann@example.org",
  });
  assert.equal(alert.status, 201, JSON.stringify(alert.body));
  assert.equal(alert.body["email_status"], "unconfirmed");
  const [question] = await eventually("the confirmation mail", () => mails.received.length > 0 && mails.received);
  assert.equal(question?.to, "ann@example.org");
  const code = /^ {2}([0-9A-Z]{16})\r?$/m.exec(question?.message ?? "")?.[1];
  const confirmed = await ask("POST", "/premium/emails/confirm", { code });
  assert.deepEqual(confirmed.body, { address: "ann@example.org", status: "confirmed" });
  const other = await ask("POST", "/premium/alerts", { name: "Senate", filter: { chamber: "senate" } });
  assert.equal(other.status, 201, JSON.stringify(other.body));

  const filing = await sites.appear();
  await service.lookForFilings();
  const ended = Date.now();
  const trades = filterByType(await listEvents(), "trade.created").map(getTrade);
  assert.ok(trades.length > 0);
  assert.ok(trades.every(({ id }) => id.startsWith(`txn_h${filing?.docId}_`)));

  const arrived = await waitForWebhooks("trade.created", trades.length);
  const [fired] = await waitForWebhooks("alert.triggered", 1);
  t.diagnostic(
    `the last webhook came ${Math.max(...receiver.received.map(({ at }) => at)) - ended} ms after the poll's end`,
  );
  for (const webhook of receiver.received) {
    assert.ok(hasValidSignature(webhook, secret), "the signature verifies");
    assert.ok(!hasValidSignature({ ...webhook, body: `${webhook.body} ` }, secret));
    assert.equal(webhook.id, webhook.event.id);
    assert.equal((await ask("GET", `/premium/events/${webhook.id}`)).text, webhook.body, "the feed has the same bytes");
  }
  assert.deepEqual(arrived.map(({ event }) => getTrade(event).id).toSorted(), trades.map(({ id }) => id).toSorted());
  assert.equal(fired?.event.data["total_matches"], trades.length);
  assert.deepEqual(fired?.event.data["alert"], { id: alert.body["id"], name: "House" });

  const listed = await ask("GET", "/trades/recent/list?limit=100");
  const first = trades.at(-1);
  assert.deepEqual(
    (listed.body["trades"] as { id: string }[]).find(({ id }) => id === first?.id),
    first,
    "the event has the same trade as the list",
  );
  const [, mail] = await eventually("the mail", () => mails.received.length > 1 && mails.received);
  assert.equal(mail?.to, "ann@example.org");
  assert.match(mail?.message ?? "", new RegExp(`^Subject: congress-trades: ${trades.length} trades for House`, "m"));
  const [, unsubscribeUrl = ""] =
    /^List-Unsubscribe: <([^>]+)>/m.exec((mail?.message ?? "").replace(/\r\n[ \t]+/g, " ")) ?? [];
  assert.match(unsubscribeUrl, /\/api\/v1\/unsubscribe\/[\w-]{32}$/);
  const outbox = await ask("GET", "/premium/emails");
  const emails = outbox.body["emails"] as { readonly kind: string; readonly status: string }[];
  assert.deepEqual(
    emails.map(({ kind }) => kind),
    ["alert", "confirmation"],
  );

  const matches = await ask("GET", `/premium/alerts/${alert.body["id"]}/matches`);
  assert.equal(matches.body["total"], trades.length);
});

test("a listing corrected by its source changes the trades: trade.updated has the former value", async () => {
  const [created] = filterByType(await listEvents(), "trade.created");
  assert.ok(created);
  const { id, disclosure_date: former } = getTrade(created);
  const docId = /^txn_h(\d+)_/.exec(id)?.[1] ?? "";
  const next = new Date(Date.parse(former) + 86_400_000).toISOString().slice(0, 10);
  const [year, month, day] = next.split("-").map(Number);
  sites.correctFilingDate(docId, `${month}/${day}/${year}`);
  await service.lookForFilings();
  const updated = filterByType(await listEvents(), "trade.updated");
  assert.ok(updated.length > 0);
  for (const { data } of updated) {
    assert.deepEqual(data["previous"], { disclosure_date: former });
    assert.equal(getTrade({ data }).disclosure_date, next);
    assert.equal(data["reason"], "amended");
  }
  await waitForWebhooks("trade.updated", updated.length);
  assert.equal(filterByType(await listEvents(), "alert.triggered").length, 1, "a match is not announced twice");
});

test("sequences have no gap and no repeat, and a poll that finds nothing new sends nothing", async () => {
  const before = await listEvents();
  assert.deepEqual(
    before.map(({ sequence }) => sequence),
    before.map((_, index) => index + 1),
  );
  assert.equal(new Set(before.map(({ id }) => id)).size, before.length);
  await service.lookForFilings();
  assert.equal((await listEvents()).length, before.length);
});

test("a daily alert collects new trades for one mail and webhook, and a click unsubscribes", async () => {
  const alert = await ask("POST", "/premium/alerts", {
    name: "Every morning",
    filter: { chamber: "house" },
    notification_email: "ann@example.org",
    cadence: "daily",
    hour: (new Date().getUTCHours() + 12) % 24,
    time_zone: "UTC",
  });
  assert.equal(alert.status, 201, JSON.stringify(alert.body));
  const path = `/premium/alerts/${alert.body["id"]}`;
  const listOwnEvents = async () =>
    filterByType(await listEvents(), "alert.triggered").filter(
      ({ data }) => (data["alert"] as { readonly id: unknown }).id === alert.body["id"],
    );
  await sites.appear();
  await service.lookForFilings();
  const { match_count: count } = (await ask("GET", path)).body;
  assert.ok(Number(count) > 0);
  assert.deepEqual(await listOwnEvents(), [], "the digest waits for its hour");

  await ask("PATCH", path, { cadence: null, hour: null, time_zone: null });
  const mail = await eventually("the digest", () =>
    mails.received.find(({ message }) => /^Subject: congress-trades: \d+ trades? for Every morning, /m.test(message)),
  );
  assert.equal(mail.to, "ann@example.org");
  const text = mail.message.replaceAll("=\r\n", "");
  assert.match(text, /^Content-Type: text\/plain/m);
  assert.match(text, /^Content-Type: text\/html/m);
  assert.match(text, /<a href=(?:3D)?"[^"]+\/trades\/txn_h\d+_01">/);
  const [event, ...more] = await listOwnEvents();
  assert.deepEqual([event?.data["total_matches"], more], [count, []]);
  await eventually("its webhook", () => receiver.received.find(({ id }) => id === event?.id));

  const [, unsubscribeUrl = ""] = /^List-Unsubscribe: <([^>]+)>/m.exec(mail.message.replace(/\r\n[ \t]+/g, " ")) ?? [];
  const ended = await fetch(`${service.url}${new URL(unsubscribeUrl).pathname.replace("/api/v1", "")}`, {
    method: "POST",
  });
  assert.equal(ended.status, 200);
  assert.equal((await ask("GET", path)).body["email_status"], "unsubscribed");
});

test("/health/ready names a held publication, which is served soon after another process approves it", async () => {
  const store = await openStore({ dataDir, databaseUrl: ensureDatabase(dataDir), dataNotice: null, log });
  try {
    const before = (await Array.fromAsync(store.publications.streamTrades())).flat();
    const [filingId, gone = []] =
      Object.entries(Object.groupBy(before, (trade) => trade.filingId)).find(
        ([, trades]) => (trades?.length ?? 0) >= 40,
      ) ?? [];
    assert.ok(filingId);
    const broken = { filingId, state: "needs_review", reason: null, politicianId: null, rawJson: null } as const;
    const { held } = await store.publications.publish(
      { at: new Date(), outcomes: [{ ...broken, trades: [], rejected: [] }] },
      judgedBy(async () => {}),
    );
    assert.ok(held);
    const ready = service.url.replace("/api/v1", "/health/ready");
    const said = await eventually(
      "the check",
      async () => {
        const text = await (await fetch(ready)).text();
        return text.includes(`held-publication-${held.id}`) && text;
      },
      LIMITED_POLLING,
    );
    assert.match(said, /would remove \d+ of \d+ published trades/);

    // Not spawnSync: the service runs in this process, and a transaction that it has begun would stay open until the command ends.
    await promisify(execFile)(process.execPath, ["src/app/cli/main.ts", "approve", String(held.id)], {
      env: { ...process.env, ...serviceEnvironment(upstream.url, dataDir) },
    });
    await eventually(
      "the smaller list",
      async () => {
        const { body } = await ask("GET", "/trades/recent/list?limit=1");
        return body["total"] === before.length - gone.length;
      },
      LIMITED_POLLING,
    );
  } finally {
    await store.close();
  }
});
