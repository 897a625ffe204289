/** Reviewing in a real browser: accepting, correcting and rejecting rows, also without scripts and with the keyboard. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { AmendmentDecision, LineDecision } from "../../../src/domain/decision.ts";
import { withoutChromium } from "../../chromium.ts";
import { launchBrowser } from "../browser/every-page.ts";
import { listOverflowing, measurePictureWidth, PATIENCE_MS, runAxe } from "../browser/visit.ts";
import {
  BARELY_LEGIBLE_LINE,
  buildLineId,
  FILING,
  openReviewPlace,
  type ReviewKey,
  type ReviewPlace,
} from "./review-place.ts";

describe("the review pages work in a browser", { skip: withoutChromium }, () => {
  let here: ReviewPlace;
  let own: ReviewKey;
  let browser: Browser;

  before(async () => {
    here = await openReviewPlace();
    own = await here.key("newsroom", ["review"]);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await here?.close();
  });

  /** Lines of the console and requests to other hosts, which no page may cause. */
  const unseen: string[] = [];

  async function open(options: BrowserContextOptions): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("console", (message) => {
      // The browser itself logs the status of a rejected form.
      if (!/status of 4\d\d/.test(message.text())) unseen.push(message.text());
    });
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== here.origin) unseen.push(request.url());
    });
    return page;
  }

  /** Waits until the browser has focused a field, which happens after the page has loaded. */
  const waitForFocusedField = (page: Page) => page.locator("input:focus").waitFor();

  async function logIn(page: Page): Promise<void> {
    await page.goto(`${here.origin}/review`);
    await waitForFocusedField(page);
    await page.keyboard.type(own.key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Items that wait for a reviewer" }).waitFor();
  }

  /**
   * Waits until the page's autofocus field, if any, has the focus: the browser logs to the console if something else is focused
   * first.
   */
  const waitForAutofocus = (page: Page) =>
    page.locator("body:not(:has([autofocus])), body:has([autofocus]:focus)").waitFor();

  async function waitForRow(page: Page, line: number): Promise<void> {
    await page.getByText(`Row ${line} on page 1 of the report ${FILING}`).waitFor();
    await waitForAutofocus(page);
  }

  async function readDecisionLines(): Promise<readonly (LineDecision | AmendmentDecision)[]> {
    const lines = (await here.decisions(here.place.dataDir)).trimEnd().split("\n");
    return lines.map((each) => JSON.parse(each) as LineDecision | AmendmentDecision);
  }

  async function listVerdicts(): Promise<readonly string[]> {
    return (await readDecisionLines()).flatMap((each) =>
      each.subject === "line"
        ? [`${each.line} ${each.verdict} ${each.fields.amount ?? ""} ${each.author === own.author}`]
        : [],
    );
  }

  test("without scripts, a reviewer can correct, accept and reject rows one after another", async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    await logIn(page);
    await page.getByRole("link", { name: "Row: a field could not be read with certainty" }).click();
    await page.getByRole("link", { name: "Row 1: Sample Alpha" }).click();
    await waitForRow(page, 1);
    assert.ok((await page.getByRole("img").boundingBox())?.height ?? 0 > 20);
    await page.getByLabel("Amount").fill("$5 - $7");
    const reason = page.getByRole("form", { name: "row" }).getByLabel("Reason");
    await reason.fill("column B is marked");
    await page.getByRole("button", { name: "Save the correction" }).click();
    await page.getByText("amount must be one of the form's amount ranges").first().waitFor();
    await waitForAutofocus(page);
    assert.equal(await reason.inputValue(), "column B is marked");
    await page.getByLabel("Amount").fill("$15,001 - $50,000");
    await page.getByRole("button", { name: "Save the correction" }).click();
    await waitForRow(page, 2);
    await page.getByText(/^Decided: .*: Sample Alpha\.$/).waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await waitForRow(page, 3);
    await reason.fill("legible on the page");
    await page.getByRole("button", { name: "Accept as read" }).click();
    await waitForRow(page, 4);
    await reason.fill("crossed out on the page");
    await page.getByRole("button", { name: "Reject" }).click();
    await waitForRow(page, 5);
    assert.deepEqual(await listVerdicts(), [
      "1 correct $15,001 - $50,000 true",
      "3 accept $1,001 - $15,000 true",
      "4 reject  true",
    ]);
    await page.getByRole("button", { name: "Log out" }).click();
    await page.goto(`${here.origin}/review/items/${buildLineId(5)}`);
    await page.getByRole("heading", { name: "Log in to review" }).waitFor();
    await page.context().close();
  });

  test("a reviewer can work with only the keyboard on a small dark screen, and nothing overflows", async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    await logIn(page);
    for (const address of [
      "/review",
      `/review/items/${buildLineId(5)}`,
      `/review/items/${FILING}/p2`,
      "/review/identities",
    ]) {
      await page.goto(here.origin + address);
      assert.deepEqual(await listOverflowing(page), [], address);
      assert.deepEqual(await runAxe(page), [], address);
    }
    await page.goto(`${here.origin}/review?kind=filer`);
    await page.getByRole("link", { name: "Filer", exact: true }).first().click();
    await page.getByRole("heading", { name: "Who filed it?" }).waitFor();
    assert.deepEqual(await listOverflowing(page), [], page.url());
    assert.deepEqual(await runAxe(page), [], page.url());
    await page.goto(`${here.origin}/review/items/${buildLineId(5)}`);
    // The uncertain field has the focus, and the reason is next in tab order.
    await waitForFocusedField(page);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("$50,001 - $100,000");
    await page.keyboard.press("Tab");
    await page.keyboard.type("column C is marked");
    await page.keyboard.press("Enter");
    await waitForRow(page, 6);
    assert.equal((await listVerdicts()).at(-1), "5 correct $50,001 - $100,000 true");
    await page.context().close();
  });

  test("saves the value that a reviewer chooses for a barely legible amount", async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    await logIn(page);
    await page.goto(`${here.origin}/review/items/${buildLineId(BARELY_LEGIBLE_LINE)}`);
    await page.getByText("barely legible: choose the value").waitFor();
    await waitForAutofocus(page);
    assert.equal(await page.getByRole("button", { name: "Accept as read" }).count(), 0);
    const reason = page.getByRole("form", { name: "row" }).getByLabel("Reason");
    await reason.fill("column A is marked");
    await page.getByRole("button", { name: "Save the row" }).click();
    await page.getByText("amount was read as").first().waitFor();
    await waitForAutofocus(page);
    await page.getByLabel("Amount").fill("$1,001 - $15,000");
    await page.getByRole("button", { name: "Save the row" }).click();
    await page.getByText(/^Decided: .*: Sample Faint\.$/).waitFor();
    assert.equal((await listVerdicts()).at(-1), `${BARELY_LEGIBLE_LINE} correct $1,001 - $15,000 true`);
    await page.context().close();
  });

  test("a reviewer can settle an amendment by searching for the trade, and sees pictures of both lines", async () => {
    const page = await open({ viewport: { width: 1280, height: 900 } });
    await logIn(page);
    const { item, trade } = await here.amendment();
    await page.goto(`${here.origin}/review/items/${item.id}`);
    await page.getByRole("heading", { level: 1, name: item.asset ?? "" }).waitFor();
    await page.getByText(/It waits because (?:no earlier trade fits|several earlier trades)/).waitFor();
    await page.getByRole("searchbox").fill(trade.assetNameRaw);
    await page.keyboard.press("Enter");
    const card = page
      .getByRole("listitem")
      .filter({ hasText: trade.assetNameRaw })
      .filter({ hasText: trade.transactionDate });
    await card.first().waitFor();
    for (const picture of [page.getByRole("img").first(), card.getByRole("img").first()]) {
      assert.ok((await measurePictureWidth(picture)) > 500);
    }
    assert.deepEqual(await runAxe(page), []);
    assert.deepEqual(await listOverflowing(page), []);
    await card.getByRole("radio").first().focus();
    await page.keyboard.press("Space");
    const form = page.getByRole("form", { name: "amendment" });
    await form.getByLabel("Reason").fill("the same lot");
    await page.keyboard.press("Enter");
    await page.getByText(/The item no longer waits|The item still waits/).waitFor();
    const last = (await readDecisionLines()).at(-1);
    assert.deepEqual([last?.subject, last?.filing], ["amendment", item.filing]);
    assert.equal(last?.subject === "amendment" && last.supersedes, trade.id);
    await page.context().close();
  });

  test("no page writes to the console or contacts another host", () => assert.deepEqual(unseen, []));
});
