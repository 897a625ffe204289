/**
 * `deliver` as a separate process: it sends queued deliveries, logs a line per attempt, and returns its leases when it is
 * stopped.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Webhook } from "standardwebhooks";
import { ATTEMPTS_AT_ONCE } from "../../src/accounts/webhooks/delivery.ts";
import { createSecret, createSecretBox, loadOrCreateMasterKey } from "../../src/accounts/webhooks/secret.ts";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";
import { ensureDatabase } from "../database.ts";

const MAIN = fileURLToPath(new URL("../../src/app/cli/main.ts", import.meta.url));

test("deliver sends, reports its work, and returns its lease on SIGTERM", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "deliver-"));
  const requests: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly body: string }[] =
    [];
  const arrived = { next: () => {} };
  const receiver = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    requests.push({ request, response, body: Buffer.concat(pieces).toString("utf8") });
    arrived.next();
  }).listen(0, "127.0.0.1");
  const waitForArrival = () => new Promise<void>((resolve) => Object.assign(arrived, { next: resolve }));
  await once(receiver, "listening");
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?token=canary`;
  const store = await openStore({
    dataDir,
    databaseUrl: ensureDatabase(dataDir),
    dataNotice: null,
    log: createLogger("silent"),
  });
  try {
    const secret = createSecret();
    const sealed = createSecretBox(loadOrCreateMasterKey({ MASTER_KEY: null }, dataDir)).seal(secret);
    const { id: accountId } = await store.accounts.create("Receiver", "premium", new Date());
    const draft = { url, description: null, eventTypes: ["webhook.test" as const], status: "enabled" as const };
    const { id: endpointId } = await store.endpoints.create(accountId, draft, sealed, new Date());
    const queueDelivery = () =>
      store.deliveries.sendOne(accountId, endpointId, "webhook.test", { message: "test" }, new Date());

    const first = await queueDelivery();
    const firstArrival = waitForArrival();
    const worker = spawn(process.execPath, [MAIN, "deliver", "--json"], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: ensureDatabase(dataDir) ?? "",
        MASTER_KEY: "",
        WEBHOOK_ALLOW_HTTP: "true",
        WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32",
        DELIVERY_POLL: "50ms",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    let out = "";
    worker.stdout.on("data", (text) => {
      out += text;
    });
    worker.stderr.on("data", (text) => {
      log += text;
    });
    await firstArrival;
    const [sent] = requests;
    new Webhook(secret).verify(sent?.body ?? "", sent?.request.headers as Record<string, string>);
    sent?.response.writeHead(204).end();

    const secondArrival = waitForArrival();
    const second = await queueDelivery();
    await secondArrival;
    worker.kill("SIGTERM");
    const [code] = await once(worker, "close");
    assert.equal(code, 0);
    assert.equal(out, '{"state":"sending"}\n{"state":"stopped"}\n');

    const done = await store.deliveries.get(accountId, endpointId, first.id);
    assert.deepEqual([done?.delivery.status, done?.attempts.length], ["succeeded", 1]);
    assert.match(log, /"msg":"webhook attempt"/);
    assert.ok(log.includes(first.id));
    for (const text of [secret, secret.slice(6), "canary"]) assert.ok(!log.includes(text), "the log contains a secret");
    const claimed = await store.deliveries.claim(
      "another",
      10,
      { leaseMs: 60_000, attemptsAtOnce: ATTEMPTS_AT_ONCE },
      new Date(),
    );
    assert.deepEqual(
      claimed.map(({ delivery }) => [delivery.id, delivery.attempts]),
      [[second.id, 0]],
    );
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
