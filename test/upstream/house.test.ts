import assert from "node:assert/strict";
import { after, test } from "node:test";
import { unzipSync } from "fflate";
import { readHouseIndex } from "../../src/filings/sources/house-clerk/index-reader.ts";
import { fictionalMaterial } from "./fictional/material.ts";
import { startUpstream } from "./server.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const upstream = await startUpstream({ material, port: 0 });
const site = `${upstream.url}/house/public_disc`;
after(upstream.stop);

test("each year from 2012 to this one has an index with a text and an XML file in the official format; other years return an HTML 404", async () => {
  const thisYear = new Date().getUTCFullYear();
  for (let year = 2012; year <= thisYear; year++) {
    const answer = await fetch(`${site}/financial-pdfs/${year}FD.zip`);
    assert.equal(answer.status, 200, String(year));
    const members = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    assert.deepEqual(Object.keys(members), [`${year}FD.txt`, `${year}FD.xml`]);
    const xml = decodeUtf8(members[`${year}FD.xml`]);
    assert.match(
      xml,
      /^\uFEFF<\?xml version="1.0" encoding="utf-8"\?>\r\n<FinancialDisclosure>\r\n {2}<Member>\r\n {4}<Prefix/,
    );
    assert.equal(xml.includes("<DisclosureType>"), year === 2012);
    assert.equal(decodeUtf8(members[`${year}FD.txt`]).split("\r\n").length - 2, xml.split("<Member>").length - 1);
  }
  for (const year of [2011, thisYear + 1]) {
    const answer = await fetch(`${site}/financial-pdfs/${year}FD.zip`);
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /File or directory not found/);
  }
});

test("the index reader finds the year's reports in an index", async () => {
  const answer = await fetch(`${site}/financial-pdfs/2025FD.zip`);
  const listings = readHouseIndex(new Uint8Array(await answer.arrayBuffer()), 2025);
  const truth = material.truth.filter((each) => each.source === "house-clerk" && each.year === 2025);
  assert.ok(truth.length > 20);
  assert.deepEqual(
    listings.filter((each) => each.kind === "ptr").map((each) => each.docId),
    truth.map((each) => each.docId),
  );
  assert.equal(listings.filter((each) => each.kind === "other").length, 4);
});

test("indexes and documents return 304 to a conditional request if they have not changed", async () => {
  const report = material.truth.find((each) => each.kind === "scan");
  for (const path of ["financial-pdfs/2026FD.zip", `ptr-pdfs/${report?.year}/${report?.docId}.pdf`]) {
    const first = await fetch(`${site}/${path}`);
    assert.equal(first.status, 200);
    await first.arrayBuffer();
    const etag = first.headers.get("etag") ?? "";
    const modified = first.headers.get("last-modified") ?? "";
    assert.equal((await fetch(`${site}/${path}`, { headers: { "if-none-match": etag } })).status, 304);
    assert.equal((await fetch(`${site}/${path}`, { headers: { "if-modified-since": modified } })).status, 304);
    assert.equal((await fetch(`${site}/${path}`, { headers: { "if-none-match": '"another"' } })).status, 200);
  }
});

test("a report that is in the index but not on the site returns an HTML 404", async () => {
  const missing = material.truth.find((each) => each.source === "house-clerk" && each.kind === null);
  const answer = await fetch(`${site}/ptr-pdfs/${missing?.year}/${missing?.docId}.pdf`);
  assert.equal(answer.status, 404);
  assert.match(answer.headers.get("content-type") ?? "", /text\/html/);
});

/** Decodes UTF-8 and keeps the byte-order mark, which TextDecoder would remove. */
function decodeUtf8(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes).toString("utf8");
}
