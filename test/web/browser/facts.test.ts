/** Facts on pages of real filings whose typed scans are read; unread, and on the demonstration, they are drawn where those are opened in a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Material } from "../../../src/app/demo/sites/material.ts";
import { startService } from "../../../src/app/server.ts";
import { readConfig } from "../../../src/base/config.ts";
import { createLogger } from "../../../src/base/log.ts";
import { docIdOf, type FilingOf, filingsHere, skipUnlessHere } from "../../corpus/manifest.ts";
import { corpusDir, skipWithoutCorpus } from "../../corpus.ts";
import { serviceEnvironment, temporaryFolder } from "../../e2e/workplace.ts";
import { corpusMaterial } from "../../upstream/corpus-material.ts";
import { startUpstream } from "../../upstream/server.ts";
import { checkFacts, json } from "./facts.ts";

/** Typed scans take seconds a page to read: pages of three rows or more that are a whole scan, and all scans with `npm run test:soak`. */
const isRead = (scan: FilingOf<"scan">) =>
  !scan.handwritten && ((scan.pages === 1 && scan.rows.length > 2) || process.env["SOAK"] === "1");

/** Real reports with text of the newest year, and typed scans. */
async function realFilings(): Promise<Material> {
  const material = await corpusMaterial(corpusDir as string);
  const scans = new Set(filingsHere("scan").filter(isRead).map(docIdOf));
  const isText = (docId: string) => docId.startsWith("200");
  return {
    ...material,
    house: {
      ...material.house,
      readIndex: async (year) =>
        (await material.house.readIndex(year))?.filter(
          ({ filingType, docId }) => filingType !== "P" || scans.has(docId) || (year === 2026 && isText(docId)),
        ) ?? null,
    },
    senate: { ...material.senate, listRows: async () => [] },
  };
}

test("facts on pages of real filings match the API, with typed scans read", {
  skip: skipWithoutCorpus || skipUnlessHere("scan"),
}, async (t) => {
  const upstream = await startUpstream({ material: await realFilings(), port: 0 });
  const settings = { OCR: "true", TRUSTED_PROXIES: "127.0.0.1/32", PORT: "0" };
  const config = readConfig(serviceEnvironment(upstream.url, await temporaryFolder(), settings));
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const nothing = () => {};
  const service = await startService(config, createLogger("silent"), {
    onRunStart: nothing,
    onProgress: nothing,
    onRunEnd: nothing,
    onScanning: nothing,
    onScansRead: () => resolve(),
  });
  try {
    await ready;
    const origin = service.url.replace(/\/api\/v1$/, "");
    assert.equal((await json(origin, "/filings?limit=1&state=needs_ocr")).total, 0);
    await checkFacts(origin, (line) => t.diagnostic(line));
  } finally {
    await service.close();
    await upstream.stop();
  }
});
