/** Tests the coverage of all known filings, single filings, and their originals. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { CoverageSchema } from "../../src/api/disclosures/coverage-schema.ts";
import { FilingListSchema } from "../../src/api/disclosures/filing-list-schema.ts";
import { FilingSchema } from "../../src/api/disclosures/filing-schema.ts";
import { FILING_STATES } from "../../src/domain/filing.ts";
import type { Coverage } from "../../src/publication/dataset/coverage.ts";
import { HOUSE, IMAGES, MISSING, makeCoverage, makeLedger, PAPER, PDF, VIEWER } from "./made-ledger.ts";
import { assertCommonHeaders, assertProblem, assertRateHeaders, json, type Service, startService } from "./service.ts";

const COVERAGE = "/api/v1/coverage";
const FILINGS = "/api/v1/filings";

let service: Service;
let counted: Coverage = makeCoverage();

before(async () => {
  service = await startService({ ledger: makeLedger(() => counted) });
});

after(() => service.close());

test("coverage counts the filings in each state, and `known` is the sum of these counts, per year and in total", async () => {
  const answer = await service.ask(COVERAGE);
  assert.equal(answer.status, 200);
  assertCommonHeaders(answer);
  assertRateHeaders(answer);
  assert.equal(answer.headers["x-dataset-version"], "2026-02-20.1");
  const body = CoverageSchema.parse(json(answer));
  const known = FILING_STATES.map((_, at) => at + 1).reduce((a, b) => a + b);
  assert.equal(body.totals.known, known);
  for (const each of [...body.years, body.totals]) {
    assert.deepEqual(Object.keys(each.states), [...FILING_STATES]);
    assert.equal(
      Object.values(each.states).reduce((a, b) => a + b),
      each.known,
    );
    assert.equal(each.rows_read, each.trades + each.superseded + each.rejected);
  }
  const indexed = body.years.find(({ index }) => index !== null);
  assert.equal(indexed?.index?.rows, (indexed?.index?.filings ?? 0) + (indexed?.index?.duplicates ?? 0));
  assert.equal(indexed?.known, (indexed?.index?.filings ?? 0) + (indexed?.index?.not_listed ?? 0));
  assert.deepEqual(indexed?.reasons.filings, { pdf_truncated: 2 });
  assert.equal(body.sources[0]?.status, "blocked");
});

test("coverage can be filtered by source and year, and the totals cover only the filtered filings", async () => {
  const whole = CoverageSchema.parse(json(await service.ask(COVERAGE)));
  const house = CoverageSchema.parse(json(await service.ask(`${COVERAGE}?source=house-clerk`)));
  const senate = CoverageSchema.parse(json(await service.ask(`${COVERAGE}?source=SENATE-EFD&year=2026`)));
  assert.ok(house.years.length > 0 && house.years.every(({ source }) => source === "house-clerk"));
  assert.ok(senate.years.every(({ source, year }) => source === "senate-efd" && year === 2026));
  assert.ok(house.totals.known > 0 && house.totals.known < whole.totals.known);
  assert.deepEqual(
    house.totals.known,
    house.years.reduce((total, { known }) => total + known, 0),
  );
  const none = CoverageSchema.parse(json(await service.ask(`${COVERAGE}?year=2031`)));
  assert.deepEqual([none.years, none.totals.known], [[], 0]);
  assert.equal((await service.ask(`${COVERAGE}?year=9999`)).status, 200);
  for (const year of ["2011", "10000", "20255"]) {
    const answer = await service.ask(`${COVERAGE}?year=${year}`);
    assert.equal(answer.status, 400);
    assert.match(JSON.stringify(json(answer)), new RegExp(`"year".*"${year}"`));
  }
});

test("coverage returns 304 until something changes", async () => {
  const first = await service.ask(COVERAGE);
  const etag = String(first.headers.etag);
  const same = await service.ask(COVERAGE, { headers: { "if-none-match": etag } });
  assert.equal(same.status, 304);
  counted = makeCoverage("2026-02-21.1");
  const other = await service.ask(COVERAGE, { headers: { "if-none-match": etag } });
  assert.equal(other.status, 200);
  assert.equal(json(other)["dataset_version"], "2026-02-21.1");
});

test("rejects an invalid query, and names the parameter", async () => {
  for (const [query, name, reason] of [
    ["source=legislators", "source", "not_allowed"],
    ["year=abc", "year", "not_an_integer"],
    ["year=1999", "year", "too_small"],
    ["year=2026&year=2025", "year", "repeated"],
    ["state=parsed", "state", "unknown_parameter"],
  ] as const) {
    const [error] = assertProblem(await service.ask(`${COVERAGE}?${query}`), "invalid_parameter").errors;
    assert.deepEqual([error?.name, error?.reason], [name, reason]);
  }
  for (const path of [
    `${FILINGS}/${HOUSE}?page=1`,
    `${FILINGS}/${HOUSE}/document?page=0`,
    `${FILINGS}/${PAPER}/document?n=1`,
  ]) {
    assertProblem(await service.ask(path), "invalid_parameter");
  }
});

test("a filing has its state, document and rejected lines, and its trades with the ids of superseding trades", async () => {
  const answer = await service.ask(`${FILINGS}/${HOUSE}`);
  assert.equal(answer.status, 200);
  assertRateHeaders(answer);
  const body = FilingSchema.parse(json(answer));
  assert.equal(body.state, "parsed");
  assert.equal(body.document_url, "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20990001.pdf");
  assert.equal(body.document?.sha256, createHash("sha256").update(PDF).digest("hex"));
  assert.equal(body.document?.url, `https://api.example/api/v1/filings/${HOUSE}/document`);
  assert.deepEqual(body.trades, [
    { id: "txn_h20990001_01", line: 1, supersedes: null, superseded_by: "txn_h20990009_01" },
    { id: "txn_h20990001_03", line: 3, supersedes: "txn_h20980001_02", superseded_by: null },
  ]);
  assert.deepEqual(body.rejected, [{ line: 2, reason: "deleted", text: "A line as printed" }]);
  const again = await service.ask(`${FILINGS}/${HOUSE}`, { headers: { "if-none-match": String(answer.headers.etag) } });
  assert.equal(again.status, 304);
});

test("a filing without a document has the document null, and its document path returns 404", async () => {
  const body = FilingSchema.parse(json(await service.ask(`${FILINGS}/${MISSING}`)));
  assert.deepEqual([body.state, body.document], ["missing_document", null]);
  const problem = assertProblem(await service.ask(`${FILINGS}/${MISSING}/document`), "not_found");
  assert.match(
    String(problem["detail"]),
    /No document is stored for the filing 'h20990002'; its state is 'missing_document'/,
  );
});

test("returns 404 for an unknown or malformed filing id", async () => {
  for (const id of [
    "h1",
    "x20990001",
    "h2099000a",
    `${HOUSE}%20`,
    "h%2e%2e",
    "s../../etc/passwd",
    PAPER.toUpperCase(),
    "h".repeat(900),
  ]) {
    assertProblem(await service.ask(`${FILINGS}/${id}`), "not_found");
    assertProblem(await service.ask(`${FILINGS}/${id}/document`), "not_found");
  }
  assertProblem(await service.ask(`${FILINGS}/`), "not_found");
});

test("serves the original byte for byte with its digest, as a sandboxed download", async () => {
  for (const [path, bytes, type, filename] of [
    [`${HOUSE}/document`, PDF, "application/pdf", "20990001.pdf"],
    [`${PAPER}/document`, VIEWER, "text/html; charset=utf-8", `${PAPER.slice(1)}.html`],
    [`${PAPER}/document?page=2`, IMAGES[1], "image/gif", `${PAPER.slice(1)}-2.gif`],
  ] as const) {
    const answer = await service.ask(`${FILINGS}/${path}`);
    assert.equal(answer.status, 200, path);
    assertCommonHeaders(answer);
    assertRateHeaders(answer);
    assert.deepEqual(answer.bytes, bytes);
    const sha256 = createHash("sha256").update(bytes);
    assert.equal(answer.headers.etag, `"${sha256.copy().digest("hex")}"`);
    assert.equal(answer.headers["repr-digest"], `sha-256=:${sha256.digest("base64")}:`);
    assert.equal(answer.headers["content-type"], type);
    assert.equal(answer.headers["content-disposition"], `attachment; filename="${filename}"`);
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
    assert.match(String(answer.headers["content-security-policy"]), /^sandbox; default-src 'none'/);
  }
});

test("supports ranges, HEAD and 304 for the original", async () => {
  const path = `${FILINGS}/${HOUSE}/document`;
  const part = await service.ask(path, { headers: { range: "bytes=1-3" } });
  assert.equal(part.status, 206);
  assert.equal(part.text, "PDF");
  assert.equal(part.headers["content-range"], `bytes 1-3/${PDF.length}`);
  assertProblem(await service.ask(path, { headers: { range: "bytes=999-" } }), "range_not_satisfiable");
  const head = await service.ask(path, { method: "HEAD" });
  assert.deepEqual([head.status, head.text, head.headers["content-length"]], [200, "", String(PDF.length)]);
  const etag = String(head.headers.etag);
  assert.equal((await service.ask(path, { headers: { "if-none-match": etag } })).status, 304);
});

test("only paper reports have page images, and none beyond the last page", async () => {
  const text = assertProblem(await service.ask(`${FILINGS}/${HOUSE}/document?page=1`), "not_found");
  assert.match(String(text["detail"]), /has no page images/);
  const beyond = assertProblem(await service.ask(`${FILINGS}/${PAPER}/document?page=3`), "not_found");
  assert.match(String(beyond["detail"]), /has 2 page images; there is no page 3/);
});

test("allows only GET, HEAD and OPTIONS", async () => {
  for (const path of [COVERAGE, `${FILINGS}/${HOUSE}`, `${FILINGS}/${HOUSE}/document`]) {
    assertProblem(await service.ask(path, { method: "DELETE" }), "method_not_allowed");
    assert.equal((await service.ask(path, { method: "OPTIONS" })).status, 204);
  }
});

test("lists filings by state, source, year and politician, with page links", async () => {
  const all = FilingListSchema.parse(json(await service.ask(FILINGS)));
  assert.deepEqual([all.total, all.limit, all.skip], [3, 50, 0]);
  const unread = await service.ask(`${FILINGS}?state=missing_document,UNREADABLE`);
  assertCommonHeaders(unread);
  assertRateHeaders(unread);
  const [missing, ...more] = FilingListSchema.parse(json(unread)).filings;
  assert.equal(more.length, 0);
  assert.deepEqual([missing?.id, missing?.reason], [MISSING, "missing_document: It does not exist (404)."]);
  assert.match(missing?.document_url ?? "", /20990002\.pdf$/);
  assert.match(missing?.url ?? "", /\/api\/v1\/filings\/h20990002$/);
  const paper = FilingListSchema.parse(json(await service.ask(`${FILINGS}?source=senate-efd&politician_id=x000001`)));
  assert.deepEqual(
    paper.filings.map(({ id }) => id),
    [PAPER],
  );
  const page = await service.ask(`${FILINGS}?limit=1&skip=1&state=parsed&state=needs_ocr`);
  assert.match(String(page.headers["link"]), /filings\?state=needs_ocr,parsed&limit=1&skip=0>; rel="first"/);
  const again = await service.ask(FILINGS, {
    headers: { "if-none-match": String((await service.ask(FILINGS)).headers["etag"]) },
  });
  assert.equal(again.status, 304);
  assertProblem(await service.ask(`${FILINGS}?state=lost`), "invalid_parameter");
});

test("coverage links each year to its filings", async () => {
  const { years } = CoverageSchema.parse(json(await service.ask(COVERAGE)));
  for (const { source, year, filings_url } of years) {
    assert.ok(filings_url.endsWith(`/api/v1/filings?source=${source}&year=${year}`), filings_url);
    const { pathname, search } = new URL(filings_url);
    assert.equal((await service.ask(pathname + search)).status, 200);
  }
});
