/** Tests that no account reads another's data, and that no key is stored or logged. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createApiKey } from "../../src/accounts/keys/api-key.ts";
import { issueKey } from "../../src/accounts/keys/issue-key.ts";
import { createPremiumRoutes } from "../../src/api/premium/premium-routes.ts";
import { dumpDatabase } from "../database.ts";
import {
  ALERTS,
  type Customer,
  EVENTS,
  KEYS,
  makeAlert,
  makeWebhook,
  startPremium,
  URL_GIVEN,
  WEBHOOKS,
} from "./premium-service.ts";
import { type Answered, assertProblem, RECENT } from "./service.ts";

const here = await startPremium();
after(() => here[Symbol.asyncDispose]());

/** Creates one of everything that has an id. */
async function createPossessions(customer: Customer) {
  const webhook = await makeWebhook(customer);
  const alert = await makeAlert(customer);
  const { delivery_id: delivery } = await customer.post(`${WEBHOOKS}/${webhook["id"]}/test`, undefined, 202);
  const { events } = await customer.get(EVENTS);
  const event = events?.[0]?.["id"];
  return { webhook: webhook["id"], alert: alert["id"], delivery, event, key: customer.keyId };
}

type Possessions = Awaited<ReturnType<typeof createPossessions>>;

const BODIES: Readonly<Record<string, unknown>> = {
  alert_change: { name: "mine now" },
  webhook_change: { url: URL_GIVEN },
  webhook_recover: { since: new Date(Date.now() - 1000).toISOString() },
};

/**
 * Yields requests to every route with an id: with ids of `theirs`, with an `own` endpoint and a delivery of `theirs`, and with
 * ids that are of another type or malformed.
 */
function* listAttempts(theirs: Possessions, own: Possessions) {
  const routes = createPremiumRoutes({
    tables: here.store,
    box: { seal: (text) => Buffer.from(text), open: (sealed) => Buffer.from(sealed).toString() },
    explainRefusedAddress: () => null,
    wake: () => {},
    datasets: here.datasets,
    baseUrl: "",
    quota: 200,
    onKeyEnd: () => {},
  });
  for (const { name, method, path } of routes) {
    if (!path.includes(":")) continue;
    const prefix = path.split("/")[2];
    const id = { alerts: "alert", webhooks: "webhook", events: "event", keys: "key" }[
      prefix ?? ""
    ] as keyof Possessions;
    const fillPath = (first: unknown, delivery: unknown) =>
      `/api/v1${path.replace(":id", String(first)).replace(":delivery", String(delivery))}`;
    yield { name, method, path: fillPath(theirs[id], theirs.delivery) };
    if (path.includes(":delivery")) yield { name, method, path: fillPath(own[id], theirs.delivery) };
    for (const other of Object.values(theirs)) yield { name, method, path: fillPath(other, other) };
    for (const other of ["x", "..%2f", "%00", "alr_", `alr_${"0".repeat(26)}`, "' OR 1=1 --", "💥"]) {
      yield { name, method, path: fillPath(encodeURIComponent(other), encodeURIComponent(other)) };
    }
  }
}

test("returns 404 for every route with another account's id, as for an unknown id", async () => {
  const [alice, bob] = [await here.createCustomer("alice"), await here.createCustomer("bob")];
  const [ofAlice, ofBob] = [await createPossessions(alice), await createPossessions(bob)];
  const before = await takeSnapshot(alice, ofAlice);
  let asked = 0;
  for (const { name, method, path } of listAttempts(ofAlice, ofBob)) {
    const body = BODIES[name] ?? (method === "POST" ? {} : undefined);
    const answer = await bob.ask(method, path, body);
    assertProblem(answer, "not_found");
    for (const id of [ofAlice.event, alice.account.id, alice.account.name]) {
      assert.ok(!answer.text.includes(String(id)) || path.includes(String(id)), `${method} ${path}`);
    }
    asked += 1;
  }
  assert.ok(asked > 150, `${asked}`);
  assert.deepEqual(await takeSnapshot(alice, ofAlice), before, "nothing in the other account has changed");
  for (const path of [ALERTS, WEBHOOKS, KEYS, EVENTS]) {
    const { text } = await bob.ask("GET", path);
    for (const id of Object.values(ofAlice)) assert.ok(!text.includes(String(id)), path);
  }
});

async function takeSnapshot(customer: Customer, { webhook, alert, delivery, event }: Possessions): Promise<string[]> {
  const paths = [`${WEBHOOKS}/${webhook}`, `${ALERTS}/${alert}`, `${WEBHOOKS}/${webhook}/deliveries/${delivery}`];
  paths.push(`${EVENTS}/${event}`, ALERTS, WEBHOOKS, EVENTS);
  const answers: Answered[] = [];
  for (const path of paths) answers.push(await customer.ask("GET", path));
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  return answers.map(({ text }) => text);
}

test("an unknown path below premium returns a plain 404", async () => {
  const carol = await here.createCustomer("carol");
  for (const path of ["/api/v1/premium", "/api/v1/premium/", `${ALERTS}/`, `${ALERTS}/x/y`, `${WEBHOOKS}/x/secret`]) {
    assertProblem(await carol.ask("GET", path), "not_found");
  }
});

function readEveryByte(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Buffer.concat([
    dumpDatabase(folder),
    ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))),
  ]);
}

test("none of 1,000 issued keys appears in the database, its write-ahead log, or the log", async () => {
  await using service = await startPremium();
  const secrets: string[] = [];
  for (let n = 0; n < 500; n += 1) {
    const account = await service.store.accounts.create(`account ${n}`, "premium", new Date());
    for (let m = 0; m < 2; m += 1) {
      secrets.push((await issueKey(service.store.keys, account.id, { expiresAt: null }, new Date())).key);
    }
  }
  for (const key of secrets.slice(0, 50)) {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "Idempotency-Key": key.slice(9, 30),
    };
    assert.equal((await service.service.ask(ALERTS, { headers })).status, 200);
    const body = JSON.stringify({ url: URL_GIVEN, event_types: ["*"] });
    const made = await service.service.ask(WEBHOOKS, { method: "POST", headers, body });
    assert.equal(made.status, 201);
    secrets.push(String(JSON.parse(made.text).secret));
    const gone = await service.service.ask(`${KEYS}/key_${"0".repeat(26)}`, { method: "DELETE", headers });
    assertProblem(gone, "not_found");
  }
  const kept = readEveryByte(service.dataDir);
  assert.ok(kept.includes(Buffer.from("account 499")), "the files are read");
  for (const secret of secrets) {
    for (const form of [secret, secret.slice(9, 41), Buffer.from(secret).toString("base64").slice(4, -4)]) {
      assert.ok(!kept.includes(Buffer.from(form)), "a secret is in the data folder");
      assert.ok(!service.logged().includes(form), "a secret is in the log");
    }
  }
});

test("replays the creation of an API key for a repeated Idempotency-Key, but stores the API key in no file", async () => {
  await using service = await startPremium();
  const dora = await service.createCustomer("dora");
  const headers = { "Idempotency-Key": "make my key" };
  const [first, again] = [await dora.ask("POST", KEYS, {}, headers), await dora.ask("POST", KEYS, {}, headers)];
  assert.equal(again.headers["idempotency-replayed"], "true");
  const { key } = JSON.parse(again.text);
  assert.equal(again.text, first.text);
  assert.ok(!readEveryByte(service.dataDir).includes(Buffer.from(key)));
});

test("a canary key sent through every route, error and store failure leaves no trace in the log", async () => {
  const canary = createApiKey();
  let failing = false;
  await using service = await startPremium({
    limits: { slowMs: -1, premiumQuota: 1_000_000 },
    parts: (parts) => ({
      ...parts,
      tables: {
        ...parts.tables,
        alerts: {
          ...parts.tables.alerts,
          list: (...asked) => {
            if (failing) throw new Error(`it broke on Bearer ${canary} and ?access_token=${canary}`);
            return parts.tables.alerts.list(...asked);
          },
        },
        keys: {
          ...parts.tables.keys,
          findByDigest: (digest) => {
            if (failing && digest === "x") throw new Error(canary);
            return parts.tables.keys.findByDigest(digest);
          },
          touch: () => Promise.reject(new Error(`no touch of ${canary}`)),
        },
      },
    }),
  });
  const emil = await service.createCustomer("emil");
  const secrets = [canary, emil.key];
  failing = true;
  for (const key of secrets) {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const ask = (method: string, path: string, body?: string) =>
      service.service.ask(path, { method, headers, ...(body === undefined ? {} : { body }) });
    for (const path of [RECENT, ALERTS, WEBHOOKS, KEYS, EVENTS, "/api/v1/premium/account", "/api/v1/nope", "/"]) {
      await ask("GET", path);
      await ask("GET", `${path}?access_token=${key}&api_key=${key}`);
      await ask("POST", path, `{"secret":"${key}"`);
      await ask("POST", path, JSON.stringify({ key, token: key }));
      await ask("GET", `${path}/${key}`);
    }
  }
  await service.service.sendRaw(`GET ${ALERTS}?token=${canary} HTTP/1.1\r\nAuthorization: Bearer ${canary}\r\n\r\n`);
  await service.service.sendRaw(`BREW / HTTP/1.1\r\nAuthorization: Bearer ${canary}\r\n\r\n`);
  const logged = service.logged();
  assert.match(logged, /it broke on Bearer \[redacted\]/);
  assert.match(logged, /slow answer/);
  for (const secret of secrets) assert.ok(!logged.includes(secret.slice(9, 30)), "a key is in the log");
});
