/** Names that resolve to something else each time, against a canary inside that must never be reached. */
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
  // Every address of the machine, so that no form of it slips by.
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
const at = (address: string): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 });
const post = (url: string, resolve: ResolveName) =>
  createSender({ guard, resolve, timeoutMs: 200, connectTimeoutMs: 100 })({ url, headers: {}, body: "{}" });

test("1,000 attempts at rebinding names: each ends in blocked_address, without a connection to the canary", async () => {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const address = at(inner[attempt % inner.length] ?? "");
    const beside = [
      [address],
      [at("93.184.215.14"), address],
      [address, at("93.184.215.14")],
      [at("2606:2800:21f:cb07:6820:80da:af6b:8b2c"), at("93.184.215.14"), address],
    ][attempt % 4];
    const scheme = attempt % 2 === 0 ? "http" : "https";
    const outcome = await post(`${scheme}://rebinding.example.com:${port}/`, async () => beside ?? []);
    assert.deepEqual([outcome.statusCode, outcome.error], [null, "blocked_address"]);
  }
  assert.equal(reached, 0);
});

test("looks a name up once per attempt, and dials the address it checked", async () => {
  let asked = 0;
  const flipping: ResolveName = async () => {
    asked += 1;
    return [at(asked % 2 === 1 ? "198.51.101.1" : "127.0.0.1")];
  };
  const first = await post(`http://flipping.example.com:${port}/`, flipping);
  assert.equal(asked, 1);
  assert.notEqual(first.error, null);
  assert.equal((await post(`http://flipping.example.com:${port}/`, flipping)).error, "blocked_address");
  assert.equal(reached, 0);
});

test("blocks internal addresses in every form at the connection too, even without a lookup", async () => {
  for (const internal of INTERNAL_URLS) {
    const url = internal.replace("https:", "http:").replace(/\/hook$/, `:${port}/hook`);
    const outcome = await post(url, async () => [at("127.0.0.1")]);
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
