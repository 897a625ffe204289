/** The pages in a real browser, on the demonstration. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { withoutChromium } from "../../chromium.ts";
import { type ServedDemo, serveDemo } from "../../upstream/imported-demo.ts";
import { checkWithoutScripts, DESK, faultsOfEveryPage, launch, PHONE } from "./every-page.ts";
import { checkFacts } from "./facts.ts";
import { ask, QUESTIONS } from "./questions.ts";
import { openContext, visit } from "./visit.ts";

describe("in a real browser", { skip: withoutChromium }, () => {
  let demo: ServedDemo;
  let browser: Browser;

  before(async () => {
    [demo, browser] = await Promise.all([serveDemo({ TRUSTED_PROXIES: "127.0.0.1/32" }), launch()]);
  });
  after(async () => {
    await browser?.close();
    await demo?.stop();
  });

  test("no page has an axe finding, logs to the console, contacts another host, scrolls sideways or relaxes the strict policy", async () => {
    assert.deepEqual(await faultsOfEveryPage(browser, demo.origin, { looks: [DESK, PHONE], withAxe: true }), []);
  });

  test("every page is complete without scripts", () => checkWithoutScripts(demo.origin));

  test("facts on pages match the API", (t) => checkFacts(demo.origin, (line) => t.diagnostic(line)));

  for (const scripts of [true, false]) {
    test(`search, filter and pages with scripts ${scripts ? "on" : "off"}`, async () => {
      const context = await openContext(browser, { ...DESK, scripts });
      const { page } = await visit(context, demo.origin, { name: "feed", path: "/" });
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
    const context = await openContext(browser, DESK);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: demo.origin });
    const { page } = await visit(context, demo.origin, { name: "feed", path: "/" });
    await page.locator("main a[href^='/trades/txn_']").first().click();
    await page.waitForURL(/\/trades\/txn_/);
    await page.getByRole("button", { name: "Copy citation" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.match(await page.evaluate<string>("navigator.clipboard.readText()"), /txn_[hs]\w+.*dataset/is);
    await context.close();
  });

  test("dark pages are dark, and touch targets on a phone are large enough", async () => {
    const context = await openContext(browser, PHONE);
    const { page } = await visit(context, demo.origin, { name: "feed", path: "/" });
    const ground = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const [red = 255, green = 255, blue = 255] = (ground.match(/[\d.]+/g) ?? []).map(Number);
    assert.ok(Math.max(red, green, blue) < 60, ground);
    const small = await page.evaluate<string[]>(`[...document.querySelectorAll("button, summary, header.site nav a")]
      .filter((each) => { const box = each.getBoundingClientRect(); return box.height > 0 && box.height < 44; })
      .map((each) => each.textContent.trim() + " " + each.getBoundingClientRect().height)`);
    assert.deepEqual(small, []);
    await context.close();
  });

  for (const each of QUESTIONS) {
    test(`${each.question} is answered after ${each.clicks.map(({ name }) => name).join(", ")}`, async () => {
      assert.ok(each.clicks.length <= 2);
      const context = await openContext(browser, DESK);
      await ask(each, await context.newPage(), demo.origin);
      await context.close();
    });
  }
});
