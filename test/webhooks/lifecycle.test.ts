/** The lifecycle of an endpoint with a real store: retries, 410 Gone, held and recovered deliveries, and a rotated secret. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Registry } from "prom-client";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { startDeliveries } from "../../src/accounts/webhooks/deliveries.ts";
import { createSecret, createSecretBox } from "../../src/accounts/webhooks/secret.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { EVENT_TYPES } from "../../src/domain/premium.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually } from "../eventually.ts";
import { testWithStore } from "../store/with-store.ts";

interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Creates an account, a receiver that answers each path with set status codes, and a worker that sends to it. */
async function setUp(store: Store) {
  const arrivals: Arrival[] = [];
  const answers = new Map<string, readonly number[]>();
  const receiver = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const path = request.url ?? "";
    const [status = 204, ...later] = answers.get(path) ?? [];
    if (later.length > 0) answers.set(path, later);
    response.writeHead(status).end();
    arrivals.push({ path, headers: request.headers, body: Buffer.concat(pieces).toString("utf8") });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const box = createSecretBox(new Uint8Array(32).fill(3));
  const { id: accountId } = await store.accounts.create("Receiver", "premium", new Date());
  const registry = new Registry();
  const worker = startDeliveries({
    config: readConfig({
      WEBHOOK_ALLOW_HTTP: "true",
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32",
      DELIVERY_SCHEDULE: "0s 10ms 20ms",
      DELIVERY_POLL: "20ms",
    }),
    store,
    secrets: box,
    registry,
    log: createLogger("silent"),
  });
  return {
    accountId,
    arrivals,
    answers,
    box,
    registry,
    async createEndpoint(path: string) {
      const secret = createSecret();
      const draft = {
        url: `http://127.0.0.1:${port}${path}`,
        description: null,
        eventTypes: EVENT_TYPES,
        status: "enabled" as const,
      };
      const { id } = await store.endpoints.create(accountId, draft, box.seal(secret), new Date());
      return { id, secret, draft };
    },
    async sendTest(endpointId: string) {
      const { id } = await store.deliveries.sendOne(
        accountId,
        endpointId,
        "webhook.test",
        { message: "test" },
        new Date(),
      );
      worker.wake();
      return id;
    },
    wake: () => worker.wake(),
    /** Waits until the delivery has the status, and returns it with its attempts. */
    async waitForStatus(endpointId: string, id: string, status: "succeeded" | "failed") {
      return eventually(`the delivery has ${status}`, async () => {
        const found = await store.deliveries.get(accountId, endpointId, id);
        return found?.delivery.status === status && found;
      });
    },
    async close() {
      await worker.stop();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

testWithStore("retries a failed delivery with the same id and body, and gives up after the schedule", async (store) => {
  const place = await setUp(store);
  try {
    const { id, secret } = await place.createEndpoint("/a");
    place.answers.set("/a", [500, 503, 200]);
    const delivery = await place.sendTest(id);
    const { attempts } = await place.waitForStatus(id, delivery, "succeeded");
    assert.equal(place.arrivals.length, 3);
    assert.equal(new Set(place.arrivals.map(({ body }) => body)).size, 1);
    assert.equal(new Set(place.arrivals.map(({ headers }) => headers["webhook-id"])).size, 1);
    for (const { body, headers } of place.arrivals) new Webhook(secret).verify(body, headers as Record<string, string>);
    assert.deepEqual(
      attempts.map(({ number, statusCode, error }) => [number, statusCode, error]),
      [
        [1, 500, "http_status"],
        [2, 503, "http_status"],
        [3, 200, null],
      ],
    );
    place.answers.set("/a", [500]);
    const hopeless = await place.sendTest(id);
    await place.waitForStatus(id, hopeless, "failed");
    assert.equal(place.arrivals.length, 6);
    assert.ok(await store.deliveries.retry(place.accountId, id, hopeless, new Date()));
    place.answers.set("/a", [200]);
    place.wake();
    await place.waitForStatus(id, hopeless, "succeeded");
  } finally {
    await place.close();
  }
});

testWithStore(
  "410 disables an endpoint, notifies the others and holds its events; once it is enabled and recovered, all arrive",
  async (store) => {
    const place = await setUp(store);
    try {
      const gone = await place.createEndpoint("/gone");
      const other = await place.createEndpoint("/other");
      place.answers.set("/gone", [410]);
      const since = new Date(Date.now() - 60_000);
      const first = await place.sendTest(gone.id);
      const notice = await eventually("the other endpoint gets a message", () =>
        place.arrivals.find(({ path }) => path === "/other"),
      );
      const event = new Webhook(other.secret).verify(notice.body, notice.headers as Record<string, string>) as {
        readonly type: string;
        readonly data: { readonly webhook: { readonly id: string }; readonly reason: string };
      };
      assert.deepEqual([event.type, event.data.webhook.id, event.data.reason], ["webhook.disabled", gone.id, "gone"]);
      const disabled = await store.endpoints.get(place.accountId, gone.id);
      assert.deepEqual([disabled?.status, disabled?.disabledReason], ["disabled", "gone"]);
      assert.match(await place.registry.metrics(), /webhook_endpoints_disabled_total\{reason="gone"\} 1/);
      const second = await place.sendTest(gone.id);
      const getStatuses = async () =>
        Promise.all(
          [first, second].map(
            async (id) => (await store.deliveries.get(place.accountId, gone.id, id))?.delivery.status,
          ),
        );
      assert.deepEqual(await getStatuses(), ["held", "held"]);
      place.answers.set("/gone", [204]);
      await store.endpoints.replace(place.accountId, gone.id, gone.draft, null, new Date());
      // If enabling the endpoint released held deliveries, they would arrive before this delivery to the other endpoint.
      await place.waitForStatus(other.id, await place.sendTest(other.id), "succeeded");
      assert.equal(place.arrivals.filter(({ path }) => path === "/gone").length, 1);
      assert.ok((await store.deliveries.recover(place.accountId, gone.id, since, new Date(), new Date())) >= 2);
      place.wake();
      await eventually("both deliveries succeed", async () =>
        (await getStatuses()).every((status) => status === "succeeded"),
      );
    } finally {
      await place.close();
    }
  },
);

testWithStore(
  "during the overlap both secrets verify a delivery, and afterward only the new one does",
  async (store) => {
    const place = await setUp(store);
    try {
      const { id, secret: former } = await place.createEndpoint("/a");
      const secret = createSecret();
      const overlapEnds = new Date(Date.now() + 1500);
      await store.endpoints.rotate(place.accountId, id, place.box.seal(secret), overlapEnds, new Date());
      await place.sendTest(id);
      await eventually("the first delivery arrives", () => place.arrivals.length === 1);
      const [within] = place.arrivals;
      const headers = within?.headers as Record<string, string>;
      for (const each of [secret, former]) new Webhook(each).verify(within?.body ?? "", headers);
      assert.equal(headers["webhook-signature"]?.split(" ").length, 2);
      await sleep(Math.max(0, overlapEnds.getTime() - Date.now() + 20));
      await place.sendTest(id);
      await eventually("the second delivery arrives", () => place.arrivals.length === 2);
      const afterwards = place.arrivals[1];
      const later = afterwards?.headers as Record<string, string>;
      new Webhook(secret).verify(afterwards?.body ?? "", later);
      assert.throws(() => new Webhook(former).verify(afterwards?.body ?? "", later), WebhookVerificationError);
    } finally {
      await place.close();
    }
  },
);
