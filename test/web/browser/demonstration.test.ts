/** The demo's pages in a real browser. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { withoutChromium } from "../../chromium.ts";
import { type ServedDemo, serveDemo } from "../../upstream/imported-demo.ts";
import { checkWithoutScripts, DESKTOP, findFaultsOfAllPages, launchBrowser, PHONE } from "./every-page.ts";
import { checkFacts } from "./facts.ts";
import { askQuestion, QUESTIONS } from "./questions.ts";
import { openContext, openPage } from "./visit.ts";

describe("the demo's pages work in a real browser", { skip: withoutChromium }, () => {
  let demo: ServedDemo;
  let browser: Browser;

  before(async () => {
    [demo, browser] = await Promise.all([serveDemo({ TRUSTED_PROXIES: "127.0.0.1/32" }), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await demo?.stop();
  });

  test("no page has axe findings, logs to the console, contacts another host, scrolls sideways or relaxes the content security policy", async () => {
    assert.deepEqual(await findFaultsOfAllPages(browser, demo.origin, { looks: [DESKTOP, PHONE], withAxe: true }), []);
  });

  test("every page is complete without scripts", () => checkWithoutScripts(demo.origin));

  test("facts on pages match the API", (t) => checkFacts(demo.origin, (line) => t.diagnostic(line)));

  for (const scripts of [true, false]) {
    test(`search, filters and pagination work with scripts ${scripts ? "on" : "off"}`, async () => {
      const context = await openContext(browser, { ...DESKTOP, scripts });
      const { page } = await openPage(context, demo.origin, { name: "feed", path: "/" });
      if (scripts) await page.keyboard.press("/");
      else await page.getByRole("searchbox").first().click();
      await page.keyboard.type("wobbleworth");
      await page.keyboard.press("Enter");
      await page.waitForURL(/q=wobbleworth/);
      const companies = await page.locator("main table tbody tr").allTextContents();
      assert.ok(companies.length > 3 && companies.every((row) => /ZZWID|Wobbleworth/.test(row)));

      await page.goto(`${demo.origin}/?chamber=senate`);
      assert.ok(!(await page.locator("main article header").allTextContents()).some((text) => /House/.test(text)));
      await page.goto(demo.origin);
      const first = await page.locator("main article").first().textContent();
      await page.getByRole("link", { name: /next/i }).first().click();
      await page.waitForURL(/page=2/);
      assert.notEqual(await page.locator("main article").first().textContent(), first);
      await context.close();
    });
  }

  test("copies a citation", async () => {
    const context = await openContext(browser, DESKTOP);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: demo.origin });
    const { page } = await openPage(context, demo.origin, { name: "feed", path: "/" });
    await page.locator("main a[href^='/trades/txn_']").first().click();
    await page.waitForURL(/\/trades\/txn_/);
    await page.getByRole("button", { name: "Copy citation" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.match(await page.evaluate<string>("navigator.clipboard.readText()"), /txn_[hs]\w+.*dataset/is);
    await context.close();
  });

  test("pages are dark in dark mode, and touch targets on a phone are large enough", async () => {
    const context = await openContext(browser, PHONE);
    const { page } = await openPage(context, demo.origin, { name: "feed", path: "/" });
    const ground = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const [red = 255, green = 255, blue = 255] = (ground.match(/[\d.]+/g) ?? []).map(Number);
    assert.ok(Math.max(red, green, blue) < 60, ground);
    const small = await page.evaluate<string[]>(`[...document.querySelectorAll("button, summary, header.site nav a")]
      .filter((each) => { const box = each.getBoundingClientRect(); return box.height > 0 && box.height < 44; })
      .map((each) => each.textContent.trim() + " " + each.getBoundingClientRect().height)`);
    assert.deepEqual(small, []);
    await context.close();
  });

  test("no company name in a list is broken within a word, from the narrowest tablet to a desktop", async () => {
    const context = await openContext(browser, DESKTOP);
    const { page } = await openPage(context, demo.origin, { name: "feed", path: "/" });
    for (const width of [641, 768, 896, 897, 1024, 1215, 1216, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const broken = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll(".what, .month th")].flatMap((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const words = [];
        while (texts.nextNode()) {
          for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\w.,&]+/g)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (range.getClientRects().length > 1) words.push(word);
          }
        }
        return words;
      })`);
      assert.deepEqual(broken, [], `at ${width} px`);
    }
    await context.close();
  });

  for (const each of QUESTIONS) {
    test(`"${each.question}" is answered after clicking ${each.clicks.map(({ name }) => name).join(", ")}`, async () => {
      assert.ok(each.clicks.length <= 2);
      const context = await openContext(browser, DESKTOP);
      await askQuestion(each, await context.newPage(), demo.origin);
      await context.close();
    });
  }
});
