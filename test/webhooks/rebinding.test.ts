/** Names that resolve to different addresses each time. A canary server on this machine must never be reached. */
import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, before, test } from "node:test";
import { createAddressGuard } from "../../src/accounts/webhooks/address-guard.ts";
import { createSender } from "../../src/accounts/webhooks/send.ts";
import { AttemptFailure, connectGuarded, type ResolveName } from "../../src/outbound/guarded-connection.ts";
import { INTERNAL_URLS } from "./internal-urls.ts";

const guard = createAddressGuard({ allowedCidrs: [], allowHttp: true });
let reached = 0;
const canary = createServer((socket) => {
  reached += 1;
  socket.destroy();
});
let port = 0;
before(async () => {
  // Listens on every address of this machine, so that a connection to any of them is noticed.
  canary.listen(0);
  await once(canary, "listening");
  port = (canary.address() as AddressInfo).port;
});
after(() => canary.close());

const inner = [
  "127.0.0.1",
  "127.8.8.8",
  "::1",
  "::ffff:127.0.0.1",
  "0.0.0.0",
  "::",
  "10.0.0.1",
  "169.254.169.254",
  "fd00:ec2::254",
];
const createLookupAddress = (address: string): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 });
const attemptPost = (url: string, resolve: ResolveName) =>
  createSender({ guard, resolve, timeoutMs: 200, connectTimeoutMs: 100 })({ url, headers: {}, body: "{}" });

test("1,000 attempts to reach rebinding names all end in blocked_address, without a connection to the canary", async () => {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const address = createLookupAddress(inner[attempt % inner.length] ?? "");
    const addresses = [
      [address],
      [createLookupAddress("93.184.215.14"), address],
      [address, createLookupAddress("93.184.215.14")],
      [createLookupAddress("2606:2800:21f:cb07:6820:80da:af6b:8b2c"), createLookupAddress("93.184.215.14"), address],
    ][attempt % 4];
    const scheme = attempt % 2 === 0 ? "http" : "https";
    const outcome = await attemptPost(`${scheme}://rebinding.example.com:${port}/`, async () => addresses ?? []);
    assert.deepEqual([outcome.statusCode, outcome.error], [null, "blocked_address"]);
  }
  assert.equal(reached, 0);
});

test("looks up a name once per attempt, and connects to the address that it checked", async () => {
  let asked = 0;
  const alternateAddresses: ResolveName = async () => {
    asked += 1;
    return [createLookupAddress(asked % 2 === 1 ? "198.51.101.1" : "127.0.0.1")];
  };
  const first = await attemptPost(`http://flipping.example.com:${port}/`, alternateAddresses);
  assert.equal(asked, 1);
  assert.notEqual(first.error, null);
  assert.equal(
    (await attemptPost(`http://flipping.example.com:${port}/`, alternateAddresses)).error,
    "blocked_address",
  );
  assert.equal(reached, 0);
});

test("also blocks every form of an internal address when connecting, even without a lookup", async () => {
  for (const internal of INTERNAL_URLS) {
    const url = internal.replace("https:", "http:").replace(/\/hook$/, `:${port}/hook`);
    const outcome = await attemptPost(url, async () => [createLookupAddress("127.0.0.1")]);
    assert.equal(outcome.error, "blocked_address", url);
  }
  assert.equal(reached, 0);
});

test("checks the connected address again after connecting", async () => {
  let judged = 0;
  const changing = { refusesName: () => false, refusesAddress: () => judged++ > 0 };
  const connection = connectGuarded({ host: "127.0.0.1", port, tls: false }, changing, async () => [], 500);
  await assert.rejects(connection, (error) => error instanceof AttemptFailure && error.kind === "blocked_address");
});
