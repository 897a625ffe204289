import assert from "node:assert/strict";
import { test } from "node:test";
import { createSecret } from "../../accounts/webhooks/secret.ts";
import { buildSignatureHeader } from "../../accounts/webhooks/sign.ts";
import { createDeliveryChecker, formatDelivery, runListenCommand, toWireReceivedDelivery } from "./webhooks.ts";

const NOW = Date.parse("2026-11-20T08:00:00Z");
const secret = createSecret();

function sign(sequence: number, changes: { readonly signedWith?: string; readonly ageS?: number } = {}) {
  const id = `evt_${sequence}`;
  const body = `{"id":"${id}","type":"trade.created","sequence":${sequence}}`;
  const timestamp = NOW / 1000 - (changes.ageS ?? 0);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": buildSignatureHeader([createSecret(), changes.signedWith ?? secret], id, timestamp, body),
  };
  return [headers, Buffer.from(body)] as const;
}

function print(...deliveries: readonly (readonly [Record<string, string>, Buffer])[]): string[] {
  const watch = createDeliveryChecker(secret, () => NOW);
  return deliveries.map(([headers, body]) => {
    const [line = ""] = formatDelivery(watch(headers, body)).split("\n");
    return line.slice(line.indexOf(": ") + 2);
  });
}

test("verifies each delivery, and reports gaps and repeats in its sequence", () => {
  assert.deepEqual(print(sign(1), sign(2), sign(2), sign(5), sign(3), sign(6)), [
    "verified",
    "verified",
    "verified; seen before",
    "verified; sequence numbers 3 to 4 have not arrived yet",
    "verified",
    "verified",
  ]);
});

test("distinguishes a wrong secret, a missing signature and an old timestamp", () => {
  assert.deepEqual(
    print(
      sign(1, { signedWith: createSecret() }),
      [{ "webhook-id": "evt_1" }, Buffer.from("not JSON")],
      sign(2, { ageS: 301 }),
    ),
    ["WRONG SIGNATURE", "WITHOUT SIGNATURE", "signed, but its timestamp is more than 5 minutes off"],
  );
});

test("with --json, prints each delivery as one object, its body unchanged", () => {
  const watch = createDeliveryChecker(secret, () => NOW);
  const [headers, body] = sign(1);
  watch(headers, body);
  const next = sign(4);
  assert.deepEqual(toWireReceivedDelivery(watch(...next)), {
    received_at: "2026-11-20T08:00:00.000Z",
    id: "evt_4",
    type: "trade.created",
    sequence: 4,
    verdict: "verified",
    seen_before: false,
    missing: { from: 2, to: 3 },
    body: next[1].toString("utf8"),
  });
  const { verdict, id, missing } = toWireReceivedDelivery(watch({}, Buffer.from("x"))) as Record<string, unknown>;
  assert.deepEqual([verdict, id, missing], ["without_signature", null, null]);
});

test("rejects wrong options and says what is allowed", async () => {
  const stop = AbortSignal.abort();
  await assert.rejects(runListenCommand({ port: "x" }, stop), /--port must be a whole number from 0 to 65535, not "x"/);
  await assert.rejects(runListenCommand({ secret: "abc" }, stop), /--secret must be whsec_/);
});
