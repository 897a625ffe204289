import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { createAddressGuard, findUrlRejection, type GuardSettings } from "../../src/accounts/webhooks/address-guard.ts";
import { INTERNAL_URLS } from "./internal-urls.ts";

const DEFAULTS: GuardSettings = { allowedCidrs: [], allowHttp: false };
const ALLOWING: GuardSettings = { allowedCidrs: ["127.0.0.1/32", "10.1.0.0/16"], allowHttp: true, ownPorts: [3000] };

test(`rejects every form of an internal address (${INTERNAL_URLS.length} URLs)`, () => {
  assert.ok(new Set(INTERNAL_URLS).size >= 120);
  for (const url of INTERNAL_URLS) assert.equal(findUrlRejection(url, DEFAULTS), "address_not_allowed", url);
});

test("accepts public receivers", () => {
  for (const url of [
    "https://example.com/hooks/trades?token=1",
    "https://EXAMPLE.com",
    "https://hooks.example.co.uk:8443/a/b",
    "https://8.8.8.8/hook",
    "https://[2606:4700:4700::1111]/hook",
    "https://xn--bcher-kva.example.com/",
    "https://bücher.example.com/",
    "https://example.com:443/a@b",
    "https://metadata.example.com/",
    `https://example.com/${"a".repeat(2000)}`,
  ]) {
    assert.equal(findUrlRejection(url, DEFAULTS), null, url);
  }
});

test("gives a distinct reason for a bad scheme, userinfo, fragment, port or length", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["http://example.com/", "scheme_not_allowed"],
    ["ftp://example.com/", "scheme_not_allowed"],
    ["file:///etc/passwd", "scheme_not_allowed"],
    ["gopher://example.com/", "scheme_not_allowed"],
    ["javascript:alert(1)", "scheme_not_allowed"],
    ["wss://example.com/", "scheme_not_allowed"],
    ["/hooks/trades", "scheme_not_allowed"],
    ["example.com/hook", "scheme_not_allowed"],
    ["", "scheme_not_allowed"],
    ["https://", "not_a_url"],
    ["https://exa mple.com/", "not_a_url"],
    ["https://example.com:70000/", "not_a_url"],
    ["https://1.2.3.4.5/", "not_a_url"],
    ["https://u:p@example.com/", "userinfo_not_allowed"],
    ["https://u@example.com/", "userinfo_not_allowed"],
    ["https://:@example.com/", "userinfo_not_allowed"],
    ["https://@example.com/", "userinfo_not_allowed"],
    ["https://example.com@127.0.0.1/", "userinfo_not_allowed"],
    ["https://example.com/#a", "fragment_not_allowed"],
    ["https://example.com/#", "fragment_not_allowed"],
    ["https://example.com:22/", "port_not_allowed"],
    ["https://example.com:25/", "port_not_allowed"],
    ["https://example.com:6379/", "port_not_allowed"],
    ["https://example.com:5432/", "port_not_allowed"],
    ["https://example.com:0/", "port_not_allowed"],
    [`https://example.com/${"a".repeat(2100)}`, "too_long"],
  ];
  for (const [url, reason] of cases) assert.equal(findUrlRejection(url, DEFAULTS), reason, url);
});

test("an operator can allow plain http and specific networks, and nothing else", () => {
  const accepted = [
    "http://127.0.0.1:8080/",
    "http://localhost:8080/",
    "https://[::ffff:127.0.0.1]/",
    "http://10.1.2.3/",
    "http://receiver:8080/",
    "https://ci.internal/",
  ];
  for (const url of accepted) assert.equal(findUrlRejection(url, ALLOWING), null, url);
  for (const url of [
    "http://127.0.0.2/",
    "http://10.2.0.1/",
    "http://169.254.169.254/",
    "http://metadata.google.internal/",
    "http://[::1]/",
  ]) {
    assert.equal(findUrlRejection(url, ALLOWING), "address_not_allowed", url);
  }
  const loopback = { allowedCidrs: ["127.0.0.1/32"], allowHttp: true };
  for (const url of ["http://receiver/", "http://metadata.google.internal/", "http://db.internal/"]) {
    assert.equal(findUrlRejection(url, loopback), "address_not_allowed", url);
  }
});

test("rejects the service's own port on this machine even in an allowed network", () => {
  for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"]) {
    assert.equal(findUrlRejection(`http://${host}:3000/`, ALLOWING), "address_not_allowed", host);
  }
  assert.equal(findUrlRejection("http://10.1.0.9:3000/", ALLOWING), null);
});

test("rejects the addresses of this machine's interfaces, including public ones", () => {
  const guard = createAddressGuard(DEFAULTS);
  for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    assert.ok(guard.refusesAddress(address, 443), address);
  }
});

test("rejects every IPv4 and IPv6 address that ipaddr.js does not classify as unicast", () => {
  const guard = createAddressGuard(DEFAULTS);
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      if (ipaddr.parse(address).range() !== "unicast") assert.ok(guard.refusesAddress(address, 443), address);
    }),
    { numRuns: 5000 },
  );
  for (const text of ["fe80::1%eth0", "2606:4700::1%lo", "", "example.com", "1.2.3"]) {
    assert.ok(guard.refusesAddress(text, 443), text);
  }
});
