import assert from "node:assert/strict";
import { test } from "node:test";
import { SourceError } from "../../../base/errors.ts";
import { createLogger } from "../../../base/log.ts";
import type { ReadBytes } from "../../../domain/bytes-reader.ts";
import type { FilingListing } from "../../../domain/filing.ts";
import type { DocumentKeeper, StoredDocument } from "../../../domain/stored-document.ts";
import type { HttpAnswer, HttpRequest } from "../../../outbound/http-request.ts";
import { createHouseClerkSite } from "./site.ts";

const BASE = "http://clerk.test/house";
const ZIP = Buffer.from(`PK\x03\x04 rows PK\x05\x06${"\0".repeat(18)}`, "latin1");
const listing: FilingListing = {
  id: "h20029079",
  source: "house-clerk",
  docId: "20029079",
  kind: "ptr",
  year: 2025,
  filer: { prefix: null, first: "A", last: "B", suffix: null },
  stateDistrict: "FL02",
  filedDate: null,
  title: "P",
  url: "/public_disc/ptr-pdfs/2025/20029079.pdf",
};

/** A site that gives `answers` in turn, and an in-memory keeper. */
function createSite(...answers: Partial<HttpAnswer>[]) {
  return createSiteOn("2026-11-20T12:00:00Z", ...answers);
}

function createSiteOn(now: string, ...answers: Partial<HttpAnswer>[]) {
  const requests: HttpRequest[] = [];
  const stored = new Map<string, StoredDocument & { body: Uint8Array }>();
  const keeper: DocumentKeeper = {
    findLatest: async (url) => stored.get(url),
    async save({ url, headers, body }) {
      const sha256 = Buffer.from(body).toString("hex");
      const document = { url, sha256, byteLength: body.length, fetchedAt: new Date(0), headers, body };
      stored.set(url, document);
      return document;
    },
    read: async (sha256) => Buffer.from(sha256, "hex"),
  };
  const read = (async (reader, bytes, input) => {
    assert.equal(reader.name, "house-index");
    assert.deepEqual(Buffer.from(bytes), ZIP);
    assert.deepEqual(input, { year: 2025 });
    return [listing];
  }) as ReadBytes;
  const http = {
    async request(request: HttpRequest): Promise<HttpAnswer> {
      requests.push(request);
      const answer = answers.shift() ?? {};
      return { url: request.url, status: 200, headers: {}, setCookies: [], body: new Uint8Array(), ...answer };
    },
    close: async () => {},
  };
  const house = createHouseClerkSite({
    http,
    keeper,
    read,
    baseUrl: BASE,
    log: createLogger("silent"),
    now: () => new Date(now),
  });
  return { house, requests, stored };
}
const signal = new AbortController().signal;

test("stores and reads the index, and requests the index again with the stored validators", async () => {
  const { house, requests, stored } = createSite({ body: ZIP, headers: { etag: '"1"' } }, { status: 304 });
  const expected = [{ ...listing, url: `${BASE}/public_disc/ptr-pdfs/2025/20029079.pdf` }];
  assert.deepEqual(await house.list(2025, signal), expected);
  assert.deepEqual(await house.list(2025, signal), expected);
  assert.deepEqual(
    requests.map(({ url, headers }) => [url, headers?.["if-none-match"]]),
    [
      [`${BASE}/public_disc/financial-pdfs/2025FD.zip`, undefined],
      [`${BASE}/public_disc/financial-pdfs/2025FD.zip`, '"1"'],
    ],
  );
  assert.equal(stored.size, 1);
});

test("stores a document byte for byte", async () => {
  const body = Buffer.from("%PDF-1.4 ... %%EOF\n");
  const { house, stored } = createSite({ body });
  const document = await house.fetch({ ...listing, url: `${BASE}/x.pdf` }, signal);
  assert.equal(document.byteLength, body.length);
  assert.deepEqual(stored.get(`${BASE}/x.pdf`)?.body, body);
});

const html = { headers: { "content-type": "text/html" }, body: Buffer.from("<html><title>Maintenance</title></html>") };
const refused: [what: string, code: string, answer: Partial<HttpAnswer>][] = [
  ["a page instead", "unexpected_page", html],
  ["an empty answer", "unexpected_page", {}],
  ["a missing document", "missing_document", { status: 404 }],
  ["a redirect", "unexpected_status", { status: 302 }],
  ["a document that is cut short", "truncated", { body: Buffer.from("%PDF-1.4 PK\x03\x04") }],
];
for (const [what, code, answer] of refused) {
  test(`${what} is a SourceError, and nothing is stored`, async () => {
    const { house, stored } = createSite(answer);
    const isRefusal = (error: unknown) => error instanceof SourceError && error.code === code;
    await assert.rejects(house.fetch({ ...listing, url: `${BASE}/x.pdf` }, signal), isRefusal);
    assert.equal(stored.size, 0);
  });
}

test("rejects a truncated index, and a web page instead of the index with the page's title in the error", async () => {
  await assert.rejects(
    createSite(html).house.list(2025, signal),
    /text\/html, titled "Maintenance"; a ZIP archive was expected/,
  );
  await assert.rejects(createSite({ body: ZIP.subarray(0, 8) }).house.list(2025, signal), { code: "truncated" });
});

test("a year without an index has no filings until 15 January; later, a missing index is an error", async () => {
  const missing = { status: 404 };
  assert.deepEqual(await createSiteOn("2026-01-15T23:59:59Z", missing).house.list(2026, signal), []);
  for (const [now, year] of [
    ["2026-01-16T00:00:00Z", 2026],
    ["2026-01-02T00:00:00Z", 2025],
  ] as const) {
    await assert.rejects(createSiteOn(now, missing).house.list(year, signal), { code: "missing_document" });
  }
  const { house } = createSiteOn("2025-01-10T12:00:00Z", { body: ZIP }, missing);
  assert.equal((await house.list(2025, signal)).length, 1);
  await assert.rejects(house.list(2025, signal), { code: "missing_document" }, "an index that existed before");
});
