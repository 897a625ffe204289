/** Tests a CDN in front of the service: tags on responses that are the same for everyone, and the request that purges them. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createCdnPurge } from "../../src/app/service/cdn-purge.ts";
import { createLogger } from "../../src/base/log.ts";
import { RECENT, startService } from "../contract/service.ts";

const log = createLogger("silent");

for (const [cdn, header] of [
  ["fastly", "surrogate-key"],
  ["cloudflare", "cache-tag"],
] as const) {
  test(`for ${cdn}, tags mark responses that are the same for everyone, and no others`, async () => {
    await using service = await startService({ cdn });
    const getTag = async (path: string) => (await service.ask(path)).headers[header];
    assert.equal(await getTag("/openapi.json"), "documents");
    assert.equal(await getTag("/methodology"), "pages");
    assert.equal(await getTag(RECENT), undefined);
    assert.equal((await service.ask("/methodology")).headers["cdn-cache-control"]?.includes("max-age=60"), true);
  });

  test(`requests ${cdn} to purge the tags, and retries a failure`, async () => {
    const requests: { request: IncomingMessage; body: string }[] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const piece of request) body += String(piece);
      requests.push({ request, body });
      response.writeHead(requests.length === 1 ? 503 : 200).end("{}");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const CDN_PURGE_URL = `http://127.0.0.1:${port}/purge`;
    const settings = { CDN: cdn, CDN_PURGE_URL, CDN_TOKEN: "secret", CONTACT: null };
    await createCdnPurge(settings, log, 1)?.();
    server.close();
    const [, { request, body } = assert.fail("only one request was sent")] = requests;
    assert.equal(request.method, "POST");
    if (cdn === "fastly") {
      assert.equal(request.headers["fastly-key"], "secret");
      assert.equal(request.headers["surrogate-key"], "pages documents latest");
    } else {
      assert.equal(request.headers.authorization, "Bearer secret");
      assert.deepEqual(JSON.parse(body), { tags: ["pages", "documents", "latest"] });
    }
  });
}

test("sends no request without a purge URL, and sets no tags without a CDN", async () => {
  assert.equal(createCdnPurge({ CDN: "fastly", CDN_PURGE_URL: null, CDN_TOKEN: null, CONTACT: null }, log), null);
  await using service = await startService();
  const { headers } = await service.ask("/methodology");
  assert.deepEqual([headers["surrogate-key"], headers["cache-tag"]], [undefined, undefined]);
});
