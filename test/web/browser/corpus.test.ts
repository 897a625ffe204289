/** The pages in a real browser with real filings, whose scans are not read. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { startService } from "../../../src/app/server.ts";
import { readConfig } from "../../../src/base/config.ts";
import { createLogger } from "../../../src/base/log.ts";
import { withoutChromium } from "../../chromium.ts";
import { corpusDir, skipWithoutCorpus } from "../../corpus.ts";
import { copyImportedCorpus } from "../../e2e/imported-place.ts";
import { serviceEnvironment } from "../../e2e/workplace.ts";
import { corpusMaterial } from "../../upstream/corpus-material.ts";
import { startUpstream, type Upstream } from "../../upstream/server.ts";
import { findFaultsOfAllPages, launchBrowser, PHONE } from "./every-page.ts";
import { checkFacts, fetchJson } from "./facts.ts";
import { openContext, openPage } from "./visit.ts";

describe("the pages of real filings work in a real browser", { skip: skipWithoutCorpus || withoutChromium }, () => {
  let upstream: Upstream;
  let service: Awaited<ReturnType<typeof startService>>;
  let browser: Browser;
  let origin = "";
  let folder: string;

  before(async () => {
    upstream = await startUpstream({ material: await corpusMaterial(corpusDir as string), port: 0 });
    const settings = { INGEST: "false", TRUSTED_PROXIES: "127.0.0.1/32", PORT: "0" };
    folder = await copyImportedCorpus(upstream.url);
    const config = readConfig(serviceEnvironment(upstream.url, folder, settings));
    const nothing = () => {};
    service = await startService(config, createLogger("silent"), {
      onRunStart: nothing,
      onProgress: nothing,
      onRunEnd: nothing,
      onScanning: nothing,
      onScansRead: nothing,
    });
    origin = service.url.replace(/\/api\/v1$/, "");
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    await upstream?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("no page logs to the console, contacts another host, scrolls sideways or relaxes the content security policy", async () => {
    assert.deepEqual(await findFaultsOfAllPages(browser, origin, { looks: [PHONE], withAxe: false }), []);
  });

  test("facts on pages match the API while the scans are unread", async (t) => {
    assert.ok((await fetchJson(origin, "/filings?limit=1&state=needs_ocr")).total > 0);
    await checkFacts(origin, (line) => t.diagnostic(line));
  });

  test("finds a member by name", async () => {
    const context = await openContext(browser, { width: 1280, scheme: "light" });
    const { page } = await openPage(context, origin, { name: "feed", path: "/" });
    const name = (await page.locator("main article h2").first().textContent())?.trim() ?? "";
    await page.getByRole("searchbox").first().fill(name);
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=/);
    const found = await page.locator("main article h2").allTextContents();
    assert.ok(found.length > 0 && found.every((each) => each.trim() === name), `${name}: ${found.join(", ")}`);
    await context.close();
  });
});
