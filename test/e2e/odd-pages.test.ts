/** Tests a site with pages made to stall their reader: only that source fails, and the other is read completely. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { runIngest } from "../../src/filings/ingest/run.ts";
import { openFictionalWorkplace } from "./workplace.ts";

const title = "<html><head><title>eFD: Home</title></head><body>";
/** Pages that a site may send instead of its agreement page; `e2e/hostile.test.ts` has more. */
const PAGES: readonly (readonly [string, string])[] = [
  ["6 MB of unclosed comments", title + "<!--".repeat(1_500_000)],
  [
    "a form that leads nowhere",
    `${title}<form id="agreement_form" action="http://["><input name="csrfmiddlewaretoken" value="t"></form></body></html>`,
  ],
];

for (const [what, body] of PAGES) {
  test(`a Senate home page with ${what} fails only the Senate's import, and does not block the process`, async (t) => {
    const site = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
    });
    await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
    t.after(() => {
      site.closeAllConnections();
      site.close();
    });
    const SENATE_EFD_URL = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const { ingest } = await openFictionalWorkplace(t, { SENATE_EFD_URL });
    let longest = 0;
    let last = process.cpuUsage();
    const pulse = setInterval(() => {
      // Measures this process's processor time, since elapsed time would include other programs.
      const { user, system } = process.cpuUsage(last);
      longest = Math.max(longest, (user + system) / 1000);
      last = process.cpuUsage();
    }, 20);
    const progress = await runIngest(ingest, { sinceYear: 2026, since: null }, new AbortController().signal);
    clearInterval(pulse);
    const [house, senate] = progress;
    assert.equal(house?.error, null);
    assert.ok((house?.done ?? 0) > 0);
    assert.match(String(senate?.error?.code), /^(reader_|unexpected_)/);
    assert.ok(longest < 3_000, `the event loop was blocked for ${longest} ms of processor time`);
  });
}
