import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";
import type { FilingListing } from "../../src/domain/filing.ts";
import type { DocumentKeeper, StoredDocument } from "../../src/domain/stored-document.ts";
import { createSenateEfdSite } from "../../src/filings/sources/senate-efd/site.ts";
import { createPoliteClient } from "../../src/outbound/client.ts";

const read: ReadBytes = async (reader, bytes, input) => reader.read(bytes, input);
const createPage = (title: string, content = "") =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><main>${content}</main></body></html>`;
const HOME = createPage(
  "eFD: Home",
  '<form action="" method="POST" id="agreement_form"><input type="checkbox" name="prohibition_agreement" value="1"><input type="hidden" name="csrfmiddlewaretoken" value="form-token"></form>',
);
const SEARCH = createPage("eFD: Find Reports");
const PTR = createPage("eFD: Print Periodic Transaction Report", "a report");
const GIF = Buffer.from("GIF89a rest of an image");
const createId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

type Reply = { status?: number; headers?: Record<string, string | string[]>; body?: string | Buffer };
type Override = (request: IncomingMessage, body: string) => Reply | undefined;

/** Starts a small site under `/senate` that behaves like eFD: agreement, session, CSRF token, paged search, reports. */
async function startSite(t: TestContext, { reports = 3, pageLength = 100 } = {}) {
  const state = {
    sessions: new Set<string>(),
    begun: 0,
    asked: [] as string[],
    override: (() => undefined) as Override,
  };
  const home: Reply = {
    status: 302,
    headers: { location: "/senate/search/home/", "set-cookie": "csrftoken=first; Path=/" },
  };

  function createReply(request: IncomingMessage, body: string): Reply {
    const path = request.url ?? "";
    const { cookie = "", referer = "" } = request.headers;
    const csrf = /csrftoken=([^;]+)/.exec(cookie)?.[1];
    const open = state.sessions.has(/sessionid=([^;]+)/.exec(cookie)?.[1] ?? "");
    if (path.startsWith("/senate/media")) return { headers: { "content-type": "image/gif" }, body: GIF };
    if (path === "/senate/search/home/") {
      if (request.method === "GET") return { headers: { "set-cookie": "csrftoken=second; Path=/" }, body: HOME };
      const form = new URLSearchParams(body);
      if (csrf !== "second" || form.get("csrfmiddlewaretoken") !== "form-token" || !referer.endsWith("/search/home/"))
        return { status: 403 };
      if (form.get("prohibition_agreement") !== "1") return { body: HOME };
      state.begun += 1;
      state.sessions.add(`s${state.begun}`);
      return {
        status: 302,
        headers: {
          location: "/senate/search/",
          "set-cookie": [`sessionid=s${state.begun}; HttpOnly; Path=/`, "csrftoken=third; Path=/"],
        },
      };
    }
    if (!open) return home;
    if (path === "/senate/search/") return { body: SEARCH };
    if (path === "/senate/search/report/data/") {
      if (request.headers["x-csrftoken"] !== "third" || !referer.endsWith("/search/")) return { status: 403 };
      const start = Number(new URLSearchParams(body).get("start"));
      const data = Array.from({ length: reports }, (_, n) => [
        "A ",
        "B",
        "Senator",
        `<a href="/search/view/ptr/${createId(n)}/">Periodic Transaction Report</a>`,
        "01/02/2024",
      ]);
      return createJsonReply({
        draw: 1,
        recordsTotal: reports,
        recordsFiltered: reports,
        data: data.slice(start, start + pageLength),
        result: "ok",
      });
    }
    if (/\/view\/ptr\//.test(path)) return { body: PTR };
    if (/\/view\/paper\//.test(path)) {
      return {
        body: createPage(
          "eFD: View Report",
          '<img src="/logo.svg"><img class="filingImage" src="https://efd-media-public.senate.gov/media/1.gif"><img class="filingImage" src="/media/2.gif">',
        ),
      };
    }
    return { status: 404 };
  }

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    state.asked.push(`${request.method} ${request.url}`);
    const { status = 200, headers = {}, body: sent = "" } = state.override(request, body) ?? createReply(request, body);
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(sent);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const log = createLogger("silent");
  const http = createPoliteClient({ ratePerSecond: 0, contact: null, log, limits: { retryPausesMs: [] } });
  t.after(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  const keeper = createMemoryKeeper();
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/senate`;
  const source = createSenateEfdSite({ http, keeper, read, baseUrl, log });
  return { state, keeper, source, baseUrl };
}

const createJsonReply = (value: unknown): Reply => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

function createMemoryKeeper(): DocumentKeeper & { readonly kept: Map<string, StoredDocument> } {
  const kept = new Map<string, StoredDocument>();
  return {
    kept,
    findLatest: async (url) => kept.get(url),
    async save({ url, headers, body }) {
      const document = {
        url,
        headers,
        sha256: createHash("sha256").update(body).digest("hex"),
        byteLength: body.byteLength,
        fetchedAt: new Date(),
      };
      kept.set(url, document);
      return document;
    },
    read: async () => new Uint8Array(),
  };
}

/** Creates the timeout per request, because tests of other files may run first. */
const createSignal = () => AbortSignal.timeout(60_000);
const createListing = (baseUrl: string, kind: FilingListing["kind"]): FilingListing => ({
  id: `s${createId(1)}`,
  source: "senate-efd",
  docId: createId(1),
  kind,
  year: 2024,
  filer: { prefix: null, first: "A", last: "B", suffix: null },
  stateDistrict: null,
  filedDate: null,
  title: "",
  url: `${baseUrl}/search/view/${kind}/${createId(1)}/`,
});
const assertFails = (promise: Promise<unknown>, code: string) =>
  assert.rejects(promise, (error) => error instanceof SourceError && error.code === code, code);

test("accepts the agreement once, lists pages up to the total, and stores every search response", async (t) => {
  const { state, keeper, source } = await startSite(t, { reports: 250 });
  const listings = await source.list(2024, createSignal());
  assert.deepEqual(
    listings.map((each) => each.docId),
    Array.from({ length: 250 }, (_, n) => createId(n)),
  );
  assert.deepEqual(state.asked.slice(0, 4), [
    "GET /senate/search/",
    "GET /senate/search/home/",
    "POST /senate/search/home/",
    "GET /senate/search/",
  ]);
  assert.equal(state.asked.filter((line) => line.endsWith("/data/")).length, 3);
  assert.equal(keeper.kept.size, 3);
  await source.list(2023, createSignal());
  assert.equal(state.begun, 1);
});

test("requests new reports newest first, and stops at the first page with a known report", async (t) => {
  const { state, source } = await startSite(t, { reports: 250 });
  const forms: URLSearchParams[] = [];
  state.override = (request, body) => {
    if (request.url?.endsWith("/data/")) forms.push(new URLSearchParams(body));
    return undefined;
  };
  const listNewest = source.listNewest ?? assert.fail();
  const listNews = (known: string) =>
    listNewest(2024, (filing) => filing === `s${createId(Number(known))}`, createSignal());
  assert.equal((await listNews("5")).length, 100);
  assert.equal((await listNews("105")).length, 200);
  assert.equal((await listNews("999")).length, 250);
  assert.deepEqual(
    forms.map((form) => [form.get("order[0][dir]"), form.get("start")]),
    [0, 0, 100, 0, 100, 200].map((start) => ["desc", String(start)]),
  );
});

test("accepts a year without reports, and joins pages that are shorter than requested", async (t) => {
  assert.deepEqual(await (await startSite(t, { reports: 0 })).source.list(2012, createSignal()), []);
  assert.equal((await (await startSite(t, { reports: 7, pageLength: 3 })).source.list(2024, createSignal())).length, 7);
});

test("rejects search responses with missing, extra or repeated rows, or with an unexpected format", async (t) => {
  const { state, source } = await startSite(t);
  const createOverride =
    (reply: (start: number) => Reply): Override =>
    (request, body) =>
      request.url?.endsWith("/data/") ? reply(Number(new URLSearchParams(body).get("start"))) : undefined;
  const createRows = (total: number, numbers: number[]) =>
    createJsonReply({
      draw: 1,
      recordsTotal: total,
      recordsFiltered: total,
      data: numbers.map((n) => [
        "A",
        "B",
        "C",
        `<a href="/search/view/ptr/${createId(n).toUpperCase()}/">x</a>`,
        "01/02/2024",
      ]),
      result: "ok",
    });
  state.override = createOverride((start) => createRows(5, start === 0 ? [1, 2] : []));
  await assertFails(source.list(2024, createSignal()), "search_incomplete");
  state.override = createOverride(() => createRows(1, [1, 2]));
  await assertFails(source.list(2024, createSignal()), "search_incomplete");
  state.override = createOverride(() => createRows(5, [1, 2]));
  await assertFails(source.list(2024, createSignal()), "search_overlaps");
  state.override = createOverride(() => ({ body: "<html><title>Oops</title></html>" }));
  await assertFails(source.list(2024, createSignal()), "search_unknown_shape");
  state.override = createOverride(() => ({ status: 400 }));
  await assertFails(source.list(2024, createSignal()), "unexpected_status");
});

test("keeps both rows of a report that the search lists twice, even on two pages", async (t) => {
  const { state, source } = await startSite(t);
  const listed = [1, 2, 3, 3, 4, 5];
  const createPagedOverride = (rows: readonly number[], length: number): Override => {
    return (request, body) => {
      if (!request.url?.endsWith("/data/")) return undefined;
      const start = Number(new URLSearchParams(body).get("start"));
      const data = rows
        .slice(start, start + length)
        .map((n, at) => [
          "A",
          `Name ${start + at}`,
          "C",
          `<a href="/search/view/ptr/${createId(n)}/">x</a>`,
          "01/02/2024",
        ]);
      return createJsonReply({ draw: 1, recordsTotal: rows.length, recordsFiltered: rows.length, data, result: "ok" });
    };
  };
  for (const length of [2, 3, 4, 6]) {
    state.override = createPagedOverride(listed, length);
    const found = await source.list(2024, createSignal());
    assert.deepEqual(
      found.map(({ docId }) => docId),
      listed.map(createId),
      `${length} rows per page`,
    );
    assert.equal(found[3]?.filer.last, "Name 3");
  }
  const news = await (source.listNewest ?? assert.fail())(2024, () => false, createSignal());
  assert.equal(news.length, 6);
  state.override = createPagedOverride([1, 2, 3, 4, 1], 2);
  await assertFails(source.list(2024, createSignal()), "search_overlaps");
});

test("stores a report byte for byte, and reports missing_document for a report that the site does not have", async (t) => {
  const { state, keeper, source, baseUrl } = await startSite(t);
  const kept = await source.fetch(createListing(baseUrl, "ptr"), createSignal());
  assert.equal(kept.sha256, createHash("sha256").update(PTR).digest("hex"));
  assert.equal(keeper.kept.get(kept.url), kept);
  state.override = () => ({ status: 404 });
  await assertFails(source.fetch(createListing(baseUrl, "ptr"), createSignal()), "missing_document");
});

test("renews an expired session (redirect, agreement page or search form) once, then fails", async (t) => {
  const { state, source, baseUrl } = await startSite(t);
  const ptr = createListing(baseUrl, "ptr");
  await source.fetch(ptr, createSignal());
  state.sessions.clear();
  await Promise.all([source.fetch(ptr, createSignal()), source.fetch(ptr, createSignal())]);
  assert.equal(state.begun, 2);
  state.sessions.clear();
  assert.equal((await source.list(2024, createSignal())).length, 3);
  assert.equal(state.begun, 3);
  for (const instead of [HOME, SEARCH]) {
    let times = 1;
    state.override = (request) => (request.url?.includes("/view/") && times-- > 0 ? { body: instead } : undefined);
    await source.fetch(ptr, createSignal());
  }
  assert.equal(state.begun, 5);
  state.override = (request) => (request.url?.includes("/view/") ? { body: HOME } : undefined);
  await assertFails(source.fetch(ptr, createSignal()), "session_refused");
  assert.equal(state.begun, 6);
});

test("fails if the agreement is rejected or the home page has no agreement form", async (t) => {
  const refused = await startSite(t);
  refused.state.override = (request) => (request.method === "POST" ? { body: HOME } : undefined);
  await assertFails(refused.source.list(2024, createSignal()), "agreement_refused");
  const changed = await startSite(t);
  changed.state.override = (request) =>
    request.url?.endsWith("/home/") ? { body: createPage("eFD: Home", "come back later") } : undefined;
  await assertFails(changed.source.list(2024, createSignal()), "unexpected_page");
});

test("a blocked request, maintenance, another page and a truncated page have different codes, and nothing is stored", async (t) => {
  const cases: readonly [Reply, string][] = [
    [{ status: 403, body: createPage("Access Denied") }, "blocked"],
    [{ body: createPage("Access Denied") }, "blocked"],
    [{ status: 503, body: createPage("eFD: Maintenance") }, "maintenance"],
    [{ body: createPage("eFD: Site Maintenance") }, "maintenance"],
    [{ status: 500 }, "server_error"],
    [{ body: createPage("eFD: View Report") }, "unexpected_page"],
    [{ body: createPage("Hello") }, "unexpected_page"],
    [{ body: PTR.slice(0, 90) }, "truncated"],
    [{ status: 302, headers: { location: "/elsewhere/" } }, "unexpected_status"],
  ];
  for (const [reply, code] of cases) {
    const { state, keeper, source, baseUrl } = await startSite(t);
    state.override = (request) => (request.url?.includes("/view/") ? reply : undefined);
    await assertFails(source.fetch(createListing(baseUrl, "ptr"), createSignal()), code);
    assert.equal(keeper.kept.size, 0, code);
  }
});

test("stores a paper report with its page images, each downloaded once", async (t) => {
  const { state, keeper, source, baseUrl } = await startSite(t);
  const paper = createListing(baseUrl, "paper");
  await source.fetch(paper, createSignal());
  assert.deepEqual([...keeper.kept.keys()], [paper.url, `${baseUrl}/media-host/media/1.gif`, `${baseUrl}/media/2.gif`]);
  await source.fetch(paper, createSignal());
  assert.equal(state.asked.filter((line) => line.includes("media")).length, 2);
});

test("a page image that is missing, not an image or on another site is an error", async (t) => {
  const assertFetchFails = async (override: Override, code: string) => {
    const { state, source, baseUrl } = await startSite(t);
    state.override = override;
    await assertFails(source.fetch(createListing(baseUrl, "paper"), createSignal()), code);
  };
  const createViewerOverride =
    (content: string): Override =>
    (request) =>
      request.url?.includes("/view/") ? { body: createPage("eFD: View Report", content) } : undefined;
  await assertFetchFails(
    (request) => (request.url?.endsWith("1.gif") ? { status: 404 } : undefined),
    "missing_page_image",
  );
  await assertFetchFails((request) => (request.url?.endsWith("1.gif") ? { body: HOME } : undefined), "unexpected_page");
  await assertFetchFails(
    createViewerOverride('<img class="filingImage" src="http://169.254.169.254/x.gif">'),
    "unexpected_address",
  );
  await assertFetchFails(createViewerOverride("no image"), "unexpected_page");
});

test("sends the agreement only to the site itself, and rejects a form that submits elsewhere", async (t) => {
  const elsewhere: string[] = [];
  const other = createServer((request, response) => {
    elsewhere.push(`${request.method} ${request.url}`);
    response.end();
  });
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  t.after(() => other.close());
  const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  for (const action of [
    `http://${address}/take`,
    `//${address}/take`,
    `http://user:word@${address}/`,
    "http://[",
    "javascript:alert(1)",
    "data:text/plain,x",
  ]) {
    const { state, source } = await startSite(t);
    state.override = (request) =>
      request.method === "GET" && request.url === "/senate/search/home/"
        ? { body: HOME.replace('action=""', `action="${action}"`) }
        : undefined;
    await assertFails(source.list(2024, createSignal()), "unexpected_address");
    assert.ok(state.asked.every((line) => line.startsWith("GET")));
  }
  assert.deepEqual(elsewhere, []);
});

test("gives up on an endless search after a limited number of pages, and at once if the search claims millions of rows", async (t) => {
  const { state, source } = await startSite(t);
  let pages = 0;
  const createSearchOverride = (total: (start: number) => number): Override => {
    return (request, body) => {
      if (!request.url?.endsWith("/data/")) return undefined;
      pages += 1;
      const start = Number(new URLSearchParams(body).get("start"));
      const row = ["A", "B", "C", `<a href="/search/view/ptr/${createId(start)}/">x</a>`, "01/02/2024"];
      return createJsonReply({
        draw: 1,
        recordsTotal: total(start),
        recordsFiltered: total(start),
        data: [row],
        result: "ok",
      });
    };
  };
  state.override = createSearchOverride((start) => start + 2);
  await assertFails(source.list(2024, createSignal()), "search_too_long");
  assert.ok(pages <= 201, `${pages} pages`);
  pages = 0;
  state.override = createSearchOverride(() => 50_000_000);
  await assertFails(source.list(2024, createSignal()), "search_too_long");
  assert.equal(pages, 1);
});
