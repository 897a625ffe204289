import assert from "node:assert/strict";
import { test } from "node:test";
import type { FilingListing } from "../../domain/filing.ts";
import { addUrlCheck } from "./own-documents.ts";
import type { SourceSite } from "./source.ts";

const FOLDER = "https://site.example:8443/prefix/documents/";

async function fetchOutcome(url: string): Promise<string> {
  const requests: string[] = [];
  const site = {
    async fetch(listing: FilingListing) {
      requests.push(listing.url);
    },
  } as unknown as SourceSite;
  const refusal = await addUrlCheck(site, FOLDER)
    .fetch({ url } as FilingListing, new AbortController().signal)
    .then(
      () => null,
      (error: { code: string }) => error.code,
    );
  assert.deepEqual(requests, refusal === null ? [url] : []);
  return refusal ?? "asked";
}

test("sends a request for a document with a URL below the site's documents folder", async () => {
  for (const url of [`${FOLDER}2026/1.pdf`, "https://SITE.example:8443/prefix/other/../documents/1.pdf"]) {
    assert.equal(await fetchOutcome(url), "asked", url);
  }
});

test("sends no request for a URL that is invalid or differs in scheme, host, port, user or folder", async () => {
  const foreign = [
    "http://169.254.169.254/latest/meta-data/",
    "http://site.example:8443/prefix/documents/1.pdf",
    "https://site.example/prefix/documents/1.pdf",
    "https://site.example:9000/prefix/documents/1.pdf",
    "https://site.example:8443@inner.example/prefix/documents/1.pdf",
    "https://user@site.example:8443/prefix/documents/1.pdf",
    "https://:word@site.example:8443/prefix/documents/1.pdf",
    "https://site.example:8443.inner.example/prefix/documents/1.pdf",
    "https://inner.example\\@site.example:8443/prefix/documents/1.pdf",
    `${FOLDER}../1.pdf`,
    `${FOLDER}%2e%2e/1.pdf`,
    `${FOLDER}..\\1.pdf`,
    "https://site.example:8443/prefix/documents-of-others/1.pdf",
    "https://site.example:8443/prefix/redirect?to=/prefix/documents/",
    "file:///etc/passwd",
    "/prefix/documents/1.pdf",
    "//site.example:8443/prefix/documents/1.pdf",
    "nonsense",
    "",
  ];
  for (const url of foreign) assert.equal(await fetchOutcome(url), "foreign_address", url);
});
