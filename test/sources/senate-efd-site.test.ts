import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";
import type { FilingListing } from "../../src/domain/filing.ts";
import { createSenateEfd } from "../../src/filings/sources/senate-efd/site.ts";
import { createPoliteClient } from "../../src/outbound/client.ts";
import type { DocumentKeeper, StoredDocument } from "../../src/outbound/stored-document.ts";

const read: ReadBytes = async (reader, bytes, input) => reader.read(bytes, input);
const page = (title: string, content = "") =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><main>${content}</main></body></html>`;
const HOME = page(
  "eFD: Home",
  '<form action="" method="POST" id="agreement_form"><input type="checkbox" name="prohibition_agreement" value="1"><input type="hidden" name="csrfmiddlewaretoken" value="form-token"></form>',
);
const SEARCH = page("eFD: Find Reports");
const PTR = page("eFD: Print Periodic Transaction Report", "a report");
const GIF = Buffer.from("GIF89a rest of an image");
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

type Reply = { status?: number; headers?: Record<string, string | string[]>; body?: string | Buffer };
type Override = (request: IncomingMessage, body: string) => Reply | undefined;

/** A small site under `/senate` that behaves as eFD does: agreement, session, cross-site token, search by pages, reports. */
async function site(t: TestContext, { reports = 3, pageLength = 100 } = {}) {
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

  function answer(request: IncomingMessage, body: string): Reply {
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
        `<a href="/search/view/ptr/${id(n)}/">Periodic Transaction Report</a>`,
        "01/02/2024",
      ]);
      return json({
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
        body: page(
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
    const { status = 200, headers = {}, body: sent = "" } = state.override(request, body) ?? answer(request, body);
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
  const keeper = memoryKeeper();
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/senate`;
  const source = createSenateEfd({ http, keeper, read, baseUrl, log });
  return { state, keeper, source, baseUrl };
}

const json = (value: unknown): Reply => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

function memoryKeeper(): DocumentKeeper & { readonly kept: Map<string, StoredDocument> } {
  const kept = new Map<string, StoredDocument>();
  return {
    kept,
    findLatest: async (url) => kept.get(url),
    async keep({ url, headers, body }) {
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

/** Begins when a site is asked: tests of other files may come first. */
const signal = () => AbortSignal.timeout(60_000);
const listing = (baseUrl: string, kind: FilingListing["kind"]): FilingListing => ({
  id: `s${id(1)}`,
  source: "senate-efd",
  docId: id(1),
  kind,
  year: 2024,
  filer: { prefix: null, first: "A", last: "B", suffix: null },
  stateDistrict: null,
  filedDate: null,
  title: "",
  url: `${baseUrl}/search/view/${kind}/${id(1)}/`,
});
const fails = (promise: Promise<unknown>, code: string) =>
  assert.rejects(promise, (error) => error instanceof SourceError && error.code === code, code);

test("accepts the agreement once, lists pages up to the total, and keeps every answer", async (t) => {
  const { state, keeper, source } = await site(t, { reports: 250 });
  const listings = await source.list(2024, signal());
  assert.deepEqual(
    listings.map((each) => each.docId),
    Array.from({ length: 250 }, (_, n) => id(n)),
  );
  assert.deepEqual(state.asked.slice(0, 4), [
    "GET /senate/search/",
    "GET /senate/search/home/",
    "POST /senate/search/home/",
    "GET /senate/search/",
  ]);
  assert.equal(state.asked.filter((line) => line.endsWith("/data/")).length, 3);
  assert.equal(keeper.kept.size, 3);
  await source.list(2023, signal());
  assert.equal(state.begun, 1);
});

test("requests new reports newest first, and no further than the known ones", async (t) => {
  const { state, source } = await site(t, { reports: 250 });
  const forms: URLSearchParams[] = [];
  state.override = (request, body) => {
    if (request.url?.endsWith("/data/")) forms.push(new URLSearchParams(body));
    return undefined;
  };
  const listNewest = source.listNewest ?? assert.fail();
  const news = (known: string) => listNewest(2024, (filing) => filing === `s${id(Number(known))}`, signal());
  assert.equal((await news("5")).length, 100);
  assert.equal((await news("105")).length, 200);
  assert.equal((await news("999")).length, 250);
  assert.deepEqual(
    forms.map((form) => [form.get("order[0][dir]"), form.get("start")]),
    [0, 0, 100, 0, 100, 200].map((start) => ["desc", String(start)]),
  );
});

test("the site itself says that a year has no reports; pages shorter than requested are joined", async (t) => {
  assert.deepEqual(await (await site(t, { reports: 0 })).source.list(2012, signal()), []);
  assert.equal((await (await site(t, { reports: 7, pageLength: 3 })).source.list(2024, signal())).length, 7);
});

test("a search that lists fewer than its total, overlaps, or answers with something else is an error", async (t) => {
  const { state, source } = await site(t);
  const answering =
    (reply: (start: number) => Reply): Override =>
    (request, body) =>
      request.url?.endsWith("/data/") ? reply(Number(new URLSearchParams(body).get("start"))) : undefined;
  const rows = (total: number, numbers: number[]) =>
    json({
      draw: 1,
      recordsTotal: total,
      recordsFiltered: total,
      data: numbers.map((n) => [
        "A",
        "B",
        "C",
        `<a href="/search/view/ptr/${id(n).toUpperCase()}/">x</a>`,
        "01/02/2024",
      ]),
      result: "ok",
    });
  state.override = answering((start) => rows(5, start === 0 ? [1, 2] : []));
  await fails(source.list(2024, signal()), "search_incomplete");
  state.override = answering(() => rows(1, [1, 2]));
  await fails(source.list(2024, signal()), "search_incomplete");
  state.override = answering(() => rows(5, [1, 2]));
  await fails(source.list(2024, signal()), "search_overlaps");
  state.override = answering(() => ({ body: "<html><title>Oops</title></html>" }));
  await fails(source.list(2024, signal()), "search_unknown_shape");
  state.override = answering(() => ({ status: 400 }));
  await fails(source.list(2024, signal()), "unexpected_status");
});

test("a report listed twice by the search is two rows, even on two pages", async (t) => {
  const { state, source } = await site(t);
  const listed = [1, 2, 3, 3, 4, 5];
  const paged = (rows: readonly number[], length: number): Override => {
    return (request, body) => {
      if (!request.url?.endsWith("/data/")) return undefined;
      const start = Number(new URLSearchParams(body).get("start"));
      const data = rows
        .slice(start, start + length)
        .map((n, at) => ["A", `Name ${start + at}`, "C", `<a href="/search/view/ptr/${id(n)}/">x</a>`, "01/02/2024"]);
      return json({ draw: 1, recordsTotal: rows.length, recordsFiltered: rows.length, data, result: "ok" });
    };
  };
  for (const length of [2, 3, 4, 6]) {
    state.override = paged(listed, length);
    const found = await source.list(2024, signal());
    assert.deepEqual(
      found.map(({ docId }) => docId),
      listed.map(id),
      `${length} rows a page`,
    );
    assert.equal(found[3]?.filer.last, "Name 3");
  }
  const news = await (source.listNewest ?? assert.fail())(2024, () => false, signal());
  assert.equal(news.length, 6);
  state.override = paged([1, 2, 3, 4, 1], 2);
  await fails(source.list(2024, signal()), "search_overlaps");
});

test("stores a report byte for byte; one that the site does not have is missing", async (t) => {
  const { state, keeper, source, baseUrl } = await site(t);
  const kept = await source.fetch(listing(baseUrl, "ptr"), signal());
  assert.equal(kept.sha256, createHash("sha256").update(PTR).digest("hex"));
  assert.equal(keeper.kept.get(kept.url), kept);
  state.override = () => ({ status: 404 });
  await fails(source.fetch(listing(baseUrl, "ptr"), signal()), "missing_document");
});

test("an expired session, shown by a redirect, the agreement page or the search form, is renewed once, then an error", async (t) => {
  const { state, source, baseUrl } = await site(t);
  const ptr = listing(baseUrl, "ptr");
  await source.fetch(ptr, signal());
  state.sessions.clear();
  await Promise.all([source.fetch(ptr, signal()), source.fetch(ptr, signal())]);
  assert.equal(state.begun, 2);
  state.sessions.clear();
  assert.equal((await source.list(2024, signal())).length, 3);
  assert.equal(state.begun, 3);
  for (const instead of [HOME, SEARCH]) {
    let times = 1;
    state.override = (request) => (request.url?.includes("/view/") && times-- > 0 ? { body: instead } : undefined);
    await source.fetch(ptr, signal());
  }
  assert.equal(state.begun, 5);
  state.override = (request) => (request.url?.includes("/view/") ? { body: HOME } : undefined);
  await fails(source.fetch(ptr, signal()), "session_refused");
  assert.equal(state.begun, 6);
});

test("a rejected agreement, and a home page without its form, are errors", async (t) => {
  const refused = await site(t);
  refused.state.override = (request) => (request.method === "POST" ? { body: HOME } : undefined);
  await fails(refused.source.list(2024, signal()), "agreement_refused");
  const changed = await site(t);
  changed.state.override = (request) =>
    request.url?.endsWith("/home/") ? { body: page("eFD: Home", "come back later") } : undefined;
  await fails(changed.source.list(2024, signal()), "unexpected_page");
});

test("blocked, under maintenance, another page, a truncated page: each has its code, and nothing is stored", async (t) => {
  const cases: readonly [Reply, string][] = [
    [{ status: 403, body: page("Access Denied") }, "blocked"],
    [{ body: page("Access Denied") }, "blocked"],
    [{ status: 503, body: page("eFD: Maintenance") }, "maintenance"],
    [{ body: page("eFD: Site Maintenance") }, "maintenance"],
    [{ status: 500 }, "server_error"],
    [{ body: page("eFD: View Report") }, "unexpected_page"],
    [{ body: page("Hello") }, "unexpected_page"],
    [{ body: PTR.slice(0, 90) }, "truncated"],
    [{ status: 302, headers: { location: "/elsewhere/" } }, "unexpected_status"],
  ];
  for (const [reply, code] of cases) {
    const { state, keeper, source, baseUrl } = await site(t);
    state.override = (request) => (request.url?.includes("/view/") ? reply : undefined);
    await fails(source.fetch(listing(baseUrl, "ptr"), signal()), code);
    assert.equal(keeper.kept.size, 0, code);
  }
});

test("stores a paper report with its page images, each downloaded once", async (t) => {
  const { state, keeper, source, baseUrl } = await site(t);
  const paper = listing(baseUrl, "paper");
  await source.fetch(paper, signal());
  assert.deepEqual([...keeper.kept.keys()], [paper.url, `${baseUrl}/media-host/media/1.gif`, `${baseUrl}/media/2.gif`]);
  await source.fetch(paper, signal());
  assert.equal(state.asked.filter((line) => line.includes("media")).length, 2);
});

test("a page image that is missing, not an image or on another site is an error", async (t) => {
  const attempt = async (override: Override, code: string) => {
    const { state, source, baseUrl } = await site(t);
    state.override = override;
    await fails(source.fetch(listing(baseUrl, "paper"), signal()), code);
  };
  const viewer =
    (content: string): Override =>
    (request) =>
      request.url?.includes("/view/") ? { body: page("eFD: View Report", content) } : undefined;
  await attempt((request) => (request.url?.endsWith("1.gif") ? { status: 404 } : undefined), "missing_page_image");
  await attempt((request) => (request.url?.endsWith("1.gif") ? { body: HOME } : undefined), "unexpected_page");
  await attempt(viewer('<img class="filingImage" src="http://169.254.169.254/x.gif">'), "unexpected_address");
  await attempt(viewer("no image"), "unexpected_page");
});

test("sends the agreement only to the site that requires it, with its token and cookies", async (t) => {
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
    const { state, source } = await site(t);
    state.override = (request) =>
      request.method === "GET" && request.url === "/senate/search/home/"
        ? { body: HOME.replace('action=""', `action="${action}"`) }
        : undefined;
    await fails(source.list(2024, signal()), "unexpected_address");
    assert.ok(state.asked.every((line) => line.startsWith("GET")));
  }
  assert.deepEqual(elsewhere, []);
});

test("gives up on an endless search after a limited number of pages, and at once if it claims millions", async (t) => {
  const { state, source } = await site(t);
  let pages = 0;
  const page = (total: (start: number) => number): Override => {
    return (request, body) => {
      if (!request.url?.endsWith("/data/")) return undefined;
      pages += 1;
      const start = Number(new URLSearchParams(body).get("start"));
      const row = ["A", "B", "C", `<a href="/search/view/ptr/${id(start)}/">x</a>`, "01/02/2024"];
      return json({ draw: 1, recordsTotal: total(start), recordsFiltered: total(start), data: [row], result: "ok" });
    };
  };
  state.override = page((start) => start + 2);
  await fails(source.list(2024, signal()), "search_too_long");
  assert.ok(pages <= 201, `${pages} pages`);
  pages = 0;
  state.override = page(() => 50_000_000);
  await fails(source.list(2024, signal()), "search_too_long");
  assert.equal(pages, 1);
});
