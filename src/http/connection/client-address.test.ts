import assert from "node:assert/strict";
import { test } from "node:test";
import { createClientAddressResolver } from "./client-address.ts";

test("an identity is the IPv4 address, the /64 of an IPv6 address, or the IPv4 in an IPv4-mapped IPv6 address", () => {
  const { getIdentity } = createClientAddressResolver([]);
  for (const [peer, key] of [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::", "2001:db8:1:3::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    [undefined, "unknown"],
  ] as const) {
    assert.equal(getIdentity(peer, "1.2.3.4"), key);
  }
});

test("reads X-Forwarded-For from the right, past trusted hops only", () => {
  const { getIdentity, isTrusted } = createClientAddressResolver(["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.1"]);
  assert.deepEqual(
    [isTrusted("10.9.9.9"), isTrusted("192.0.2.1"), isTrusted("192.0.2.2"), isTrusted("::ffff:10.0.0.1")],
    [true, true, false, true],
  );
  for (const [peer, forwarded, key] of [
    ["203.0.113.7", "1.2.3.4", "203.0.113.7"],
    ["10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", "9.9.9.9, 1.2.3.4", "1.2.3.4"],
    ["10.0.0.1", "9.9.9.9, 1.2.3.4, 10.0.0.2,192.0.2.1", "1.2.3.4"],
    ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["10.0.0.1", "9.9.9.9, unknown", "10.0.0.1"],
    ["10.0.0.1", "9.9.9.9, 127.1, 10.0.0.2", "10.0.0.2"],
    ["10.0.0.1", "1.2.3.4:5678", "1.2.3.4"],
    ["10.0.0.1", "[2001:db8::1]:5678", "2001:db8:0:0::/64"],
    ["2001:db8:ffff::9", "::ffff:1.2.3.4", "1.2.3.4"],
  ] as const) {
    assert.equal(getIdentity(peer, forwarded), key, `${peer} ${forwarded}`);
  }
});

test("an IPv6 peer's network is its /48; an IPv4 peer, mapped or not, has none", () => {
  const { getNetwork } = createClientAddressResolver([]);
  assert.equal(getNetwork("2001:db8:1:2:3::4"), "2001:db8:1::/48");
  assert.equal(getNetwork("2001:db8:1:ffff::1"), "2001:db8:1::/48");
  assert.equal(getNetwork("2001:db8:2::1"), "2001:db8:2::/48");
  for (const none of ["203.0.113.7", "::ffff:203.0.113.7", "unknown", undefined]) assert.equal(getNetwork(none), null);
});

test("rejects a trusted proxy that is not an address, and names it", () => {
  for (const wrong of ["everyone", "10.0.0.0/33", "10.0.0.0/8/8", ""]) {
    assert.throws(() => createClientAddressResolver([wrong]), { code: "config", message: new RegExp(`"${wrong}"`) });
  }
});
