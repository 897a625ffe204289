/**
 * This test has its own file, because a process that has used its trusted certificates once does not trust certificates added
 * later.
 */
import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { attempt } from "./attempt.ts";
import { type Certificate, createCertificate } from "./certificates.ts";

test("TLS: requires a trusted, current certificate for the name; anything else is tls_error", async () => {
  const year = 365 * 86_400_000;
  const span = { from: new Date(Date.now() - year), to: new Date(Date.now() + year) };
  const authority = createCertificate({ name: "Test authority", ...span, authority: true });
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, authority.cert]);
  const attemptOverTls = (
    certificate: Certificate,
    listener: RequestListener = (_request, response) => void response.end(),
  ) =>
    attempt(createTlsServer({ cert: certificate.cert, key: certificate.key }, listener), {
      scheme: "https",
      host: "localhost",
    });
  try {
    const good = await attemptOverTls(createCertificate({ name: "localhost", ...span, issuer: authority }));
    assert.deepEqual([good.statusCode, good.error], [200, null]);
    const bad = {
      "self-signed": createCertificate({ name: "localhost", ...span }),
      expired: createCertificate({
        name: "localhost",
        from: span.from,
        to: new Date(Date.now() - 60_000),
        issuer: authority,
      }),
      "not yet valid": createCertificate({
        name: "localhost",
        from: new Date(Date.now() + 3_600_000),
        to: span.to,
        issuer: authority,
      }),
      "for another name": createCertificate({ name: "example.com", ...span, issuer: authority }),
    };
    for (const [what, certificate] of Object.entries(bad)) {
      let asked = false;
      const outcome = await attemptOverTls(certificate, () => {
        asked = true;
      });
      assert.deepEqual([outcome.statusCode, outcome.error, asked], [null, "tls_error", false], what);
    }
    const plain = await attempt(
      createTcpServer((socket) => void socket.on("error", () => {}).end("HTTP/1.1 200 OK\r\n\r\n")),
      { scheme: "https" },
    );
    assert.deepEqual([plain.statusCode, plain.error], [null, "tls_error"]);
    const silent = await attempt(
      createTcpServer((socket) => void socket.on("error", () => {})),
      { scheme: "https" },
    );
    assert.deepEqual([silent.statusCode, silent.error], [null, "connect_timeout"]);
  } finally {
    setDefaultCACertificates(trusted);
  }
});
