/** The requests that the pages for first readers show are understood by the service as they are printed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { madeTrades } from "../export/made.ts";
import { startDownloadService } from "../export/service.ts";

for (const page of ["README.md", "docs/questions.md", "docs/export.md"]) {
  test(`${page}: every request that it shows is understood`, async () => {
    await using at = await startDownloadService();
    at.publish(madeTrades(10), "2026-11-20.1");
    const requests = requestsOf(readFileSync(join(import.meta.dirname, "../..", page), "utf8"));
    assert.ok(requests.length > 3);
    for (const request of requests) {
      const { status, text } = await at.get(`/api/v1${request}`);
      // What a request names need not be among the made data; its path and its parameters must be known.
      assert.notEqual(status, 400, `${request}: ${text}`);
      assert.doesNotMatch(text, /There is nothing at this path/, request);
    }
  });
}

/** `GET` requests of the shell blocks, below the base, with the variables that the blocks set put in. */
function requestsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join("");
  const filledIn = [...blocks.matchAll(/^([A-Z]+)=(\S+)$/gm)].reduce(
    (text, [, name, value]) => text.replaceAll(`$${name}`, value as string),
    blocks,
  );
  return [...filledIn.matchAll(/["']http:\/\/localhost:3000\/api\/v1(\/[^"']*)["']/g)].map(
    ([, path]) => path as string,
  );
}
