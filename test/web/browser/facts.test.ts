/** Facts on pages of real filings with typed scans read. The browser tests check the facts with unread scans and on the demo. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Material } from "../../../src/app/demo/sites/material.ts";
import { startService } from "../../../src/app/server.ts";
import { readConfig } from "../../../src/base/config.ts";
import { createLogger } from "../../../src/base/log.ts";
import { type FilingOf, getDocId, listPresentFilings, skipUnlessHere } from "../../corpus/manifest.ts";
import { corpusDir, skipWithoutCorpus } from "../../corpus.ts";
import { serviceEnvironment, temporaryFolder } from "../../e2e/workplace.ts";
import { corpusMaterial } from "../../upstream/corpus-material.ts";
import { startUpstream } from "../../upstream/server.ts";
import { checkFacts, fetchJson } from "./facts.ts";

/**
 * Selects typed scans with one page and at least three rows, since reading takes seconds per page; all typed scans with
 * `npm run test:soak`.
 */
const isRead = (scan: FilingOf<"scan">) =>
  !scan.handwritten && ((scan.pages === 1 && scan.rows.length > 2) || process.env["SOAK"] === "1");

/** Loads the real text reports of 2026 and the selected scans. */
async function realFilings(): Promise<Material> {
  const material = await corpusMaterial(corpusDir as string);
  const scans = new Set(listPresentFilings("scan").filter(isRead).map(getDocId));
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

test("facts on pages of real filings match the API after OCR has read typed scans", {
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
    assert.equal((await fetchJson(origin, "/filings?limit=1&state=needs_ocr")).total, 0);
    await checkFacts(origin, (line) => t.diagnostic(line));
  } finally {
    await service.close();
    await upstream.stop();
  }
});
