/** The first page before the first publication, in a real browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutChromium } from "../../chromium.ts";
import { makeDataset } from "../../contract/made-dataset.ts";
import { startService } from "../../contract/service.ts";
import { launchBrowser, PHONE } from "./every-page.ts";
import { listOverflowing, openContext, openPage, runAxe } from "./visit.ts";

test("the page shows the progress of the first import without a reload, and the trades once they are published", {
  skip: withoutChromium,
}, async () => {
  const datasets = makeDataset("0", 0, 0);
  let done = 3;
  await using service = await startService({
    datasets,
    getImportState: () => ({
      isUnderWay: true,
      progress: [{ source: "house-clerk", done, known: 1234 }],
      nextAttemptAt: null,
    }),
  });
  await using browser = await launchBrowser();
  const context = await openContext(browser, PHONE);
  const { page, unseen } = await openPage(context, `http://127.0.0.1:${service.port}`, { name: "feed", path: "/" });
  assert.deepEqual([...(await runAxe(page)), ...(await listOverflowing(page))], []);
  await page.evaluate("window.isTheSame = true");
  done = 4;
  await page.getByText("4 of 1,234 reports read").waitFor();
  assert.equal(await page.evaluate("window.isTheSame"), true);
  datasets.publish("1", 20);
  await page.locator("main article").first().waitFor();
  assert.deepEqual(unseen, []);
});
