import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { createSecret } from "./secret.ts";
import { buildSignatureHeader, computeSignature, decodeSigningKey, isSignedWith } from "./sign.ts";

const NEW = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const OLD = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
const BODY =
  '{"id":"evt_01HZX8Q4V3N6T8W2Y5B7D9F1G3","type":"trade.created","timestamp":"2026-11-20T08:00:00Z","data":{"politician":"José Muñoz ✓","amount_range":"$1,001 - $15,000"}}';
const ID = "evt_01HZX8Q4V3N6T8W2Y5B7D9F1G3";

test("signs the specification's test vector", () => {
  assert.equal(
    computeSignature(
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "msg_p5jXN8AQM9LWM0D4loKWxJek",
      1614265330,
      '{"test": 2432232314}',
    ),
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

test("signs the documented non-ASCII example with the new secret first, then the rotated-out one", () => {
  assert.equal(Buffer.byteLength(BODY), 172);
  assert.equal(
    createHash("sha256").update(BODY).digest("hex"),
    "b7bacfd4417c95a763f761002da9a797ee5fa5130d093de2b6ca7299b3657e78",
  );
  assert.equal(
    buildSignatureHeader([NEW, OLD], ID, 1795161600, BODY),
    "v1,IWFySiJVmlobAeTOUG24AXjRCPbVx3yAV5EjDNP6EG8= v1,Jcz1thzY4tN3lbCOYOgx7PR5N6fcx4ypQXa7JLkWiSg=",
  );
});

test("accepts a message if any of several signatures matches; rejects a different secret, timestamp, id or body", () => {
  const header = buildSignatureHeader([NEW, OLD], ID, 1795161600, BODY);
  assert.ok(isSignedWith(NEW, ID, 1795161600, BODY, header));
  assert.ok(isSignedWith(OLD, ID, 1795161600, Buffer.from(BODY), header));
  assert.ok(!isSignedWith(createSecret(), ID, 1795161600, BODY, header));
  assert.ok(!isSignedWith(NEW, ID, 1795161601, BODY, header));
  assert.ok(!isSignedWith(NEW, `${ID}x`, 1795161600, BODY, header));
  assert.ok(!isSignedWith(NEW, ID, 1795161600, `${BODY} `, header));
  assert.ok(!isSignedWith(NEW, ID, 1795161600, BODY, ""));
});

test("rejects malformed secrets", () => {
  for (const secret of [
    "",
    "whsec_",
    "whsec_abc",
    "whsec_****************************************",
    "whsec_MTIzNA==",
  ]) {
    assert.throws(() => decodeSigningKey(secret), RangeError, secret);
  }
});

test("the official library verifies 10,000 random payloads and rejects each one after a byte changes", () => {
  const now = Math.floor(Date.now() / 1000);
  let verified = 0;
  const json = fc.oneof(
    fc.json(),
    fc
      .dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }))
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(json, fc.integer({ min: -250, max: 250 }), fc.boolean(), (body, age, rotated) => {
      const secret = createSecret();
      const id = `evt_${verified}`;
      const timestamp = now + age;
      const secrets = rotated ? [createSecret(), secret] : [secret];
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": buildSignatureHeader(secrets, id, timestamp, body),
      };
      const library = new Webhook(secret);
      library.verify(body, headers);
      verified += 1;
      assert.throws(() => library.verify(`${body} `, headers), WebhookVerificationError);
    }),
    { numRuns: 10_000 },
  );
  assert.equal(verified, 10_000);
});
