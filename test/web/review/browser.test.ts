/** Reviewing in a real browser: a row is accepted, one corrected and one rejected, also with scripts off and by keyboard. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { LineDecision } from "../../../src/domain/decision.ts";
import { FILING, lineId, openReviewPlace, type ReviewKey, type ReviewPlace } from "./review-place.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const required = process.env["REQUIRE_SERVICES"] !== undefined;
const skip = existsSync(CHROMIUM) || required ? false : `no browser at ${CHROMIUM} (set CHROMIUM)`;

describe("in a browser", { skip }, () => {
  let here: ReviewPlace;
  let own: ReviewKey;
  let browser: Browser;

  before(async () => {
    here = await openReviewPlace();
    own = await here.key("newsroom", ["review"]);
    browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: process.getuid?.() !== 0 });
  });
  after(async () => {
    await browser?.close();
    await here?.close();
  });

  /** Lines of the console and requests to other hosts, which no page may have. */
  const unseen: string[] = [];

  async function open(options: BrowserContextOptions): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    page.on("console", (message) => {
      // The browser itself notes that a form was refused.
      if (!/status of 4\d\d/.test(message.text())) unseen.push(message.text());
    });
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== here.origin) unseen.push(request.url());
    });
    return page;
  }

  /** The browser sets the cursor into the field after the page has loaded. */
  const inField = (page: Page) => page.locator("input:focus").waitFor();

  async function logIn(page: Page): Promise<void> {
    await page.goto(`${here.origin}/review`);
    await inField(page);
    await page.keyboard.type(own.key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What waits for a person" }).waitFor();
  }

  const heading = (page: Page, line: number) =>
    page.getByRole("heading", { name: `Row ${line} of ${FILING}` }).waitFor();

  async function verdicts(): Promise<readonly string[]> {
    const lines = (await here.decisions(here.place.dataDir)).trimEnd().split("\n");
    return lines.map((each) => {
      const { line, verdict, fields, author } = JSON.parse(each) as LineDecision;
      return `${line} ${verdict} ${fields.amount ?? ""} ${author === own.author}`;
    });
  }

  test("with scripts off rows are corrected, accepted and rejected one after another", async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    await logIn(page);
    await page.getByRole("link", { name: "Row: uncertain" }).click();
    await page.getByRole("link", { name: `row 1 of ${FILING}` }).click();
    await heading(page, 1);
    assert.ok((await page.getByRole("img").boundingBox())?.height ?? 0 > 20);
    await page.getByLabel("Amount").fill("$5 - $7");
    const reason = page.getByRole("form", { name: "row" }).getByLabel("Reason");
    await reason.fill("column B is marked");
    await page.getByRole("button", { name: "Save the correction" }).click();
    await page.getByText("amount must be a bracket").first().waitFor();
    assert.equal(await reason.inputValue(), "column B is marked");
    await page.getByLabel("Amount").fill("$15,001 - $50,000");
    await page.getByRole("button", { name: "Save the correction" }).click();
    await heading(page, 2);
    await page.getByText(`Decided on row 1 of ${FILING}`).waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await heading(page, 3);
    await reason.fill("legible on the page");
    await page.getByRole("button", { name: "Accept as read" }).click();
    await heading(page, 4);
    await reason.fill("crossed out on the page");
    await page.getByRole("button", { name: "Reject" }).click();
    await heading(page, 5);
    assert.deepEqual(await verdicts(), [
      "1 correct $15,001 - $50,000 true",
      "3 accept $1,001 - $15,000 true",
      "4 reject  true",
    ]);
    await page.getByRole("button", { name: "Log out" }).click();
    await page.goto(`${here.origin}/review/items/${lineId(5)}`);
    await page.getByRole("heading", { name: "Log in to review" }).waitFor();
    await page.context().close();
  });

  test("with the keyboard alone, on a small dark screen, nothing reaches beyond its edge", async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    await logIn(page);
    for (const address of ["/review", `/review/items/${lineId(5)}`, `/review/items/${FILING}/p2`]) {
      await page.goto(here.origin + address);
      assert.ok(await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"), address);
    }
    await page.goto(`${here.origin}/review/items/${lineId(5)}`);
    // The field that is in doubt has the focus, and the reason is the stop behind it.
    await inField(page);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("$50,001 - $100,000");
    await page.keyboard.press("Tab");
    await page.keyboard.type("column C is marked");
    await page.keyboard.press("Enter");
    await heading(page, 6);
    assert.equal((await verdicts()).at(-1), "5 correct $50,001 - $100,000 true");
    await page.context().close();
  });

  test("no page writes to the console or asks another host", () => assert.deepEqual(unseen, []));
});
