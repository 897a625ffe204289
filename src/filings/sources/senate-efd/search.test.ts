import assert from "node:assert/strict";
import { test } from "node:test";
import { SourceError } from "../../../base/errors.ts";
import { buildSearchForm, readSearchPage } from "./search.ts";

const base = "http://127.0.0.1:4010/senate";
const UPPER = "5469B6CE-0781-45FB-8F44-B6C8AF90EEFA";
const createRow = (path: string, title: string, date = "06/26/2026", first = "Sample ", last = "PERSON, Jr.") => [
  first,
  last,
  "Person, Sample (Senator)",
  `<a href="${path}" target="_blank">${title}</a>`,
  date,
];
const createAnswer = (data: unknown[], more: object = {}) =>
  Buffer.from(
    JSON.stringify({ draw: 1, recordsTotal: data.length, recordsFiltered: data.length, data, result: "ok", ...more }),
  );
const read = (data: unknown[], more?: object) => readSearchPage(createAnswer(data, more), 2026, base);
const assertFails = (body: Uint8Array, code: string) =>
  assert.throws(
    () => readSearchPage(body, 2026, base),
    (error) => error instanceof SourceError && error.code === code,
    Buffer.from(body).toString().slice(0, 60),
  );

test("requests every periodic transaction report of the year, by any filer", () => {
  const form = buildSearchForm(2019, 200);
  assert.equal(form.get("report_types"), "[11]");
  assert.equal(form.get("filer_types"), "[]");
  assert.equal(form.get("submitted_start_date"), "01/01/2019 00:00:00");
  assert.equal(form.get("submitted_end_date"), "12/31/2019 23:59:59");
  assert.deepEqual([form.get("start"), form.get("length")], ["200", "100"]);
});

test("reads a row: trimmed names, lower-case id, absolute address with the id as printed, date as submitted", () => {
  const { total, listings } = read([
    createRow(`/search/view/paper/${UPPER}/`, "Periodic Transaction Report for  12/21/2018 (Amendment)"),
  ]);
  assert.equal(total, 1);
  assert.deepEqual(listings, [
    {
      id: `s${UPPER.toLowerCase()}`,
      source: "senate-efd",
      docId: UPPER.toLowerCase(),
      kind: "paper",
      year: 2026,
      filer: { prefix: null, first: "Sample", last: "PERSON, Jr.", suffix: null },
      stateDistrict: null,
      filedDate: "2026-06-26",
      title: "Periodic Transaction Report for 12/21/2018 (Amendment)",
      url: `${base}/search/view/paper/${UPPER}/`,
    },
  ]);
});

test("takes the kind of a document from its link", () => {
  const id = UPPER.toLowerCase();
  const kinds = read([
    createRow(`/search/view/ptr/${id}/`, "Periodic Transaction Report"),
    createRow(`/senate/search/view/ptr/${id}/`, "Periodic Transaction Report"),
    createRow(`${base}/search/view/annual/${id}/`, "Annual Report"),
    createRow(`/search/view/extension-notice/regular/${id}/`, "Due Date Extension"),
  ]).listings;
  assert.deepEqual(
    kinds.map((each) => [each.kind, each.url]),
    [
      ["ptr", `${base}/search/view/ptr/${id}/`],
      ["ptr", `${base}/search/view/ptr/${id}/`],
      ["other", `${base}/search/view/annual/${id}/`],
      ["other", `${base}/search/view/extension-notice/regular/${id}/`],
    ],
  );
});

test("an invalid submission date becomes null, and the listing keeps the requested year", () => {
  for (const date of ["", "02/30/2026", "soon"]) {
    const [only] = read([createRow(`/search/view/ptr/${UPPER}/`, "Periodic Transaction Report", date)]).listings;
    assert.deepEqual([only?.filedDate, only?.year], [null, 2026]);
  }
});

test("an answer in any other format is an error, never an empty list", () => {
  assertFails(Buffer.from("<!DOCTYPE html><title>eFD: Home</title>"), "search_unknown_shape");
  assertFails(Buffer.from(""), "search_unknown_shape");
  assertFails(Buffer.from("[]"), "search_unknown_shape");
  assertFails(Buffer.from('{"data": []}'), "search_unknown_shape");
  assertFails(createAnswer([], { result: "error" }), "search_unknown_shape");
  assertFails(createAnswer([["a", "b"]]), "search_unknown_shape");
  assertFails(createAnswer([[1, 2, 3, 4, 5]]), "search_unknown_shape");
  assertFails(createAnswer([["a", "b", "c", "no link", "01/01/2026"]]), "search_unknown_row");
  assertFails(createAnswer([createRow("/search/view/ptr/not-a-uuid/", "x")]), "search_unknown_row");
  assertFails(createAnswer([createRow(`https://elsewhere.example/?${UPPER}`, "x")]), "search_unknown_row");
});

test("rejects an oversized cell or list of rows before parsing it", () => {
  const [first, last, office, , day] = createRow("/search/view/ptr/x/", "t");
  assertFails(createAnswer([[first, last, office, "<div>".repeat(1_400_000), day]]), "search_unknown_shape");
  assertFails(
    createAnswer(Array.from({ length: 5_000 }, () => createRow("/search/view/ptr/not-a-uuid/", "x"))),
    "search_unknown_shape",
  );
});
